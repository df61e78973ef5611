import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createKnownOperations } from '../../../src/graphql/http/operations.ts';

const document = parse('{ __typename }');

it('caches operations up to a number and a total length', () => {
  const known = createKnownOperations();
  for (let index = 0; index < 1_500; index++) known.add(`{ a${index} }`, document);
  expect([known.find('{ a0 }'), known.find('{ a1499 }')]).toEqual([undefined, document]);
  for (let index = 0; index < 5; index++) known.add(`{ ${'a'.repeat(90_000)}${index} }`, document);
  expect(known.find('{ a1499 }')).toBe(document);
  known.add(`{ ${'b'.repeat(90_000)} }`, document);
  expect(known.find('{ a0 }')).toBeUndefined();
  expect(known.find(`{ ${'a'.repeat(90_000)}0 }`)).toBeUndefined();
});

it('distinguishes validated documents from others', () => {
  const known = createKnownOperations();
  known.add('{ __typename }', document);
  expect([known.has(document), known.has(parse('{ __typename }'))]).toEqual([true, false]);
});
