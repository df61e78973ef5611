import { expect, it } from 'vitest';
import { jsonPieces } from '../../src/http/json-pieces.ts';

const many = <Value>(length: number, value: (index: number) => Value) =>
  Array.from({ length }, (_, index) => value(index));

it.each([
  ['a text', 'Müller "& Co"'],
  ['null', null],
  ['a short record', { a: 1, b: [1, null, 'x'], c: undefined }],
  ['a long list', many(1_000, (index) => ({ index, name: `Lamp ${index}`, none: undefined, null: null }))],
  ['a long list of gaps', many(120, () => undefined)],
  [
    'long lists in lists',
    { data: { list: many(3, () => ({ items: many(60, (index) => ({ index })), rest: {} })) }, x: [] },
  ],
  ['long lists in a long list', many(120, (index) => (index % 50 === 7 ? { items: many(70, String) } : { index }))],
])('writes %s as JSON.stringify does', (_, value) => {
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
});

it('writes a long list in pieces of a few records', () => {
  const pieces = [...jsonPieces({ items: many(5_000, (index) => ({ index })) })];
  expect(pieces.length).toBeGreaterThan(90);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000);
});
