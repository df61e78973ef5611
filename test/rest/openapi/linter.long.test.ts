import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { document, openapiDocument } from '../../support/openapi.ts';

it.each([
  ['with an address', document],
  ['without examples, with relative addresses', openapiDocument({ origin: null, hasExamples: false })],
])('passes the strict rules of a public linter %s', async (_, linted) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(linted), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});
