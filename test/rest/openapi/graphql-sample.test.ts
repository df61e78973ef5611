import { parse, print } from 'graphql';
import { expect, it } from 'vitest';
import { operations } from '../../support/openapi.ts';

const twins = operations.filter(({ operation }) => typeof operation['x-graphql-document'] === 'string');

it.each(twins.map(({ id, operation }) => [id, operation] as const))('%s has its twin as a sample', (_, operation) => {
  const samples = operation['x-codeSamples'] as readonly { readonly lang: string; readonly source: string }[];
  expect(samples.map(({ lang }) => lang)).toEqual(['GraphQL']);
  expect(print(parse(samples[0]!.source))).toBe(print(parse(String(operation['x-graphql-document']))));
});

it('leaves samples in other languages to the viewer, which has the examples', () => {
  const others = operations.filter(({ operation }) => !('x-graphql-document' in operation));
  expect(others.length).toBeGreaterThan(5);
  expect(others.filter(({ operation }) => 'x-codeSamples' in operation)).toEqual([]);
});
