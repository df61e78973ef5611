import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createDocumentCaches } from '../../../src/graphql/http/documents.ts';

const document = parse('{ __typename }');

it('keeps documents until they are too many, or too large together', () => {
  const { documentCache } = createDocumentCaches();
  for (let index = 0; index < 1_500; index++) documentCache.set(`{ a${index} }`, document);
  expect([documentCache.get('{ a0 }'), documentCache.get('{ a1499 }')]).toEqual([undefined, document]);
  for (let index = 0; index < 10; index++) documentCache.set(`{ ${'a'.repeat(90_000)}${index} }`, document);
  expect(documentCache.get('{ a1499 }')).toBeUndefined();
  expect(documentCache.calculatedSize).toBeLessThanOrEqual(500_000);
});

it('keeps no faulty documents', () => {
  const { errorCache } = createDocumentCaches();
  errorCache.set();
  expect(errorCache.get()).toBeUndefined();
});
