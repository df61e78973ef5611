import { expect, it } from 'vitest';
import { JsonText, jsonPieces, ShownLater, WrittenLater } from '../../src/http/json-pieces.ts';

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
  [
    'a list that is shown later',
    { items: new ShownLater(120, (index) => ({ index })), none: new ShownLater(0, String) },
  ],
  ['a text that was written before', { a: new JsonText('{"b":1}'), c: [new JsonText('2')] }],
  ['a member called __proto__', JSON.parse(`{"a":0,"__proto__":1,"items":[${many(60, String)}],"x":2}`)],
  [
    'lists that are written later',
    {
      items: new WrittenLater(120, String),
      few: [new WrittenLater(3, String)],
      none: new WrittenLater(0, String),
      x: 1,
    },
  ],
  ['a short list that is shown later', [new ShownLater(3, (index) => ({ index }))]],
])('writes %s as JSON.stringify does', (_, value) => {
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
});

it('writes a long list in pieces of a few records', () => {
  const pieces = [...jsonPieces({ items: many(5_000, (index) => ({ index })) })];
  expect(pieces.length).toBeGreaterThan(90);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000);
});

it('shows a long list a few records at a time', () => {
  const shown: number[] = [];
  const atOnce: number[] = [];
  const items = new ShownLater(1_000, (index) => shown.push(index));
  for (const _ of jsonPieces({ items })) atOnce.push(shown.splice(0).length);
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(50);
  expect(atOnce.reduce((sum, one) => sum + one)).toBe(1_000);
});
