import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createOperationCaches } from '../../../src/graphql/http/operations.ts';

const document = parse('{ __typename }');

it('caches operations up to a number and a total length', () => {
  const { documentCache } = createOperationCaches();
  for (let index = 0; index < 1_500; index++) documentCache.set(`{ a${index} }`, document);
  expect([documentCache.get('{ a0 }'), documentCache.get('{ a1499 }')]).toEqual([undefined, document]);
  for (let index = 0; index < 10; index++) documentCache.set(`{ ${'a'.repeat(90_000)}${index} }`, document);
  expect(documentCache.get('{ a1499 }')).toBeUndefined();
  expect(documentCache.calculatedSize).toBeLessThanOrEqual(500_000);
});

it('does not cache invalid operations', () => {
  const { errorCache } = createOperationCaches();
  errorCache.set();
  expect(errorCache.get()).toBeUndefined();
});
