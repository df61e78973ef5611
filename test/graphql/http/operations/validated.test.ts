import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createValidOperations } from '../../../../src/graphql/http/operations/validated.ts';

const document = parse('{ __typename }');

it('caches operations up to a number and a total length', () => {
  const valid = createValidOperations();
  for (let index = 0; index < 1_500; index++) valid.add(`{ a${index} }`, document);
  expect([valid.find('{ a0 }'), valid.find('{ a1499 }')]).toEqual([undefined, document]);
  for (let index = 0; index < 5; index++) valid.add(`{ ${'a'.repeat(45_000)}${index} }`, document);
  expect(valid.find('{ a1499 }')).toBe(document);
  valid.add(`{ ${'b'.repeat(45_000)} }`, document);
  expect(valid.find('{ a0 }')).toBeUndefined();
  expect(valid.find(`{ ${'a'.repeat(45_000)}0 }`)).toBeUndefined();
});

it('distinguishes validated documents from others', () => {
  const valid = createValidOperations();
  valid.add('{ __typename }', document);
  expect([valid.has(document), valid.has(parse('{ __typename }'))]).toEqual([true, false]);
});
