import { z } from 'zod';
import type { Operation } from '../http/operation.ts';
import { booleanParameter } from '../http/query.ts';

const html = { mediaType: 'text/html', schema: z.string().meta({ description: 'HTML page.' }) };

export const openapiQuery = z.object({
  examples: booleanParameter(true).meta({
    description:
      'Whether to include examples. false: a short document for code generators, without examples, GraphQL equivalents (including `explain`), value descriptions, and the headers and errors common to all operations. Default: true.',
  }),
});

export const openapiOperation: Operation = {
  id: 'getOpenapi',
  tag: 'Service',
  summary: 'Read this document',
  description: 'No token needed. An OpenAPI 3.1 document, generated from the schemas that validate requests.',
  query: openapiQuery,
  responses: {
    200: { description: 'The document.', schema: z.looseObject({}).meta({ description: 'An OpenAPI 3.1 document.' }) },
  },
  isTagged: true,
  examples: {},
  graphql: { none: 'GraphQL has its own schema and introspection.' },
};

export const docsOperation: Operation = {
  id: 'getDocs',
  tag: 'Service',
  summary: 'Read the documentation in a browser',
  description: 'No token needed. The page loads nothing from other servers.',
  responses: { 200: { description: 'The page.', ...html } },
  examples: { page: { summary: 'The page', status: 200 } },
  graphql: { none: 'GraphiQL is at /graphql.' },
};

export const errorIndexOperation: Operation = {
  id: 'getErrorPages',
  tag: 'Service',
  summary: 'List the error codes',
  description: 'No token needed.',
  responses: { 200: { description: 'The page.', ...html } },
  examples: { page: { summary: 'The page', status: 200 } },
  graphql: { none: 'GraphQL uses the same codes.' },
};

export const errorPageOperation: Operation = {
  id: 'getErrorPage',
  tag: 'Service',
  summary: 'Read what an error code means and how to fix the error',
  description: 'No token needed. The `type` of every problem links to its error page.',
  responses: { 200: { description: 'The page.', ...html } },
  problems: ['NOT_FOUND'],
  examples: { page: { summary: 'A page', path: { code: 'INVALID_INPUT' }, status: 200 } },
  graphql: { none: 'GraphQL uses the same codes.' },
};
