import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { openapiDocument } from '../../../src/rest/openapi/document.ts';
import { allRoutes } from '../../../src/rest/router.ts';
import { inputs } from '../../support/context.ts';
import { document } from '../../support/openapi.ts';

it.each([
  ['with an address', document],
  [
    'without examples, with relative addresses',
    openapiDocument(allRoutes, { inputs, version: '0.1.0', origin: null, hasExamples: false }),
  ],
])('passes the strict rules of a public linter %s', async (_, linted) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(linted), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});
