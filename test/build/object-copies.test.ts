import { setFlagsFromString } from 'node:v8';
import { expect, it } from 'vitest';

const path = new URL('../../src/build/object-copies.mjs', import.meta.url).href;
const { withSharedClasses } = (await import(path)) as { withSharedClasses(code: string): string };

const run = (code: string, ...values: readonly unknown[]) =>
  new Function('item', 'line', `return ${code}`)(...values) as unknown;

it('starts copies that get further members with null, also within others and after wide letters', () => {
  expect(withSharedClasses("f('€😀', { ...item, law: { ...line, rate }, rest })")).toBe(
    "f('€😀', { ...null, ...item, law: { ...null, ...line, rate }, rest })",
  );
});

it('leaves other literals as they are', () => {
  const code = 'f({ ...item }, { rate, ...item }, {}, [...line, rate]); const { rate: own, ...others } = item;';
  expect(withSharedClasses(code)).toBe(code);
});

it.each([
  '{ ...item, name: line, price: 2 }',
  '{ ...item, ...line }',
  '{ ...(item.name && { name: 1 }), price: 2, ...line }',
  '{ ...item, get name() { return 3; }, [item.name]: 4, __proto__: line }',
])('gives the same members in the same order: %s', (literal) => {
  const values = [
    { price: 1, name: 'lamp' },
    { name: 'bulb', tax: 1 },
  ];
  const [before, after] = [literal, withSharedClasses(`(${literal})`)].map((code) => run(`(${code})`, ...values));
  expect(Object.entries(after as object)).toEqual(Object.entries(before as object));
  expect(Object.getPrototypeOf(after)).toBe(Object.getPrototypeOf(before));
});

it('gives all copies from one place the same hidden class', () => {
  const copy = withSharedClasses('(item) => ({ ...item, name: 1, price: 2 })');
  setFlagsFromString('--allow-natives-syntax');
  const areSame = run(
    `Array.from({ length: 1000 }, () => (${copy})(item))
    .every((one, index, copies) => %HaveSameMap(one, copies[0]))`,
    { tax: 3 },
  );
  setFlagsFromString('--no-allow-natives-syntax');
  expect(areSame).toBe(true);
});
