import { z } from 'zod';
import { accountSelection } from '../docs/graphql-selections.ts';
import { accountAnswer } from '../exemptions/record-answers.ts';
import type { Operation } from '../http/operation.ts';
import { keysAnswer, liveAnswer, readyAnswer, tokenAnswer } from './service-answers.ts';

const failures = '... on InvalidInput { issues { path code message } } ... on Error { code message }';

export const getAccountOperation: Operation = {
  id: 'getAccount',
  tag: 'Account',
  summary: 'Read the settings of the tenant',
  description: 'Any valid token may.',
  answers: { 200: { description: 'The settings.', schema: accountAnswer } },
  isTagged: true,
  examples: { own: { summary: 'One’s own', status: 200, variables: {} } },
  graphql: { document: `query { account { ${accountSelection} } }`, at: 'account' },
};

const patch = { homeAddress: { country: 'US' }, defaultCurrency: 'USD' };

export const patchAccountOperation: Operation = {
  id: 'patchAccount',
  tag: 'Account',
  summary: 'Change settings of the tenant',
  description:
    'A JSON merge patch (RFC 7396); null sets the default. New documents follow within a second, stored ones keep their figures.',
  body: {
    name: 'SettingsPatch',
    description: 'The settings to change.',
    schema: 'settingsPatch',
    isPatch: true,
  },
  answers: { 200: { description: 'All settings as they are now.', schema: accountAnswer } },
  problems: ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED', 'CONFLICT'],
  isTagged: true,
  examples: { currency: { summary: 'US dollars', body: patch, status: 200, variables: { input: patch } } },
  graphql: {
    document: `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { __typename ... on Account { ${accountSelection} } ${failures} } }`,
    at: 'updateAccount',
  },
};

export const tokenOperation = (credentials: z.ZodType): Operation => ({
  id: 'createToken',
  tag: 'Tokens',
  summary: 'Make a bearer token',
  description: 'Open. The token holds for a day; requests are limited per client and address.',
  body: {
    name: 'Credentials',
    description: 'What the operator gave.',
    schema: credentials,
  },
  answers: { 200: { description: 'The token.', schema: tokenAnswer } },
  problems: ['INVALID_CLIENT', 'TOO_MANY_REQUESTS', 'NOT_READY'],
  examples: {
    client: {
      summary: 'With the pair that the first start printed',
      body: { clientId: 'client_…', clientSecret: 'secret_…' },
      status: 200,
      variables: { input: { clientId: 'client_…', clientSecret: 'secret_…' } },
    },
  },
  graphql: {
    document: `mutation ($input: CreateTokenInput!) { createToken(input: $input) { __typename ... on Token { accessToken tokenType expiresIn } ${failures} } }`,
    at: 'createToken',
  },
});

const notOfGraphql = { none: 'It is about the service, and open.' } as const;

export const keysOperation: Operation = {
  id: 'getKeys',
  tag: 'Tokens',
  summary: 'Read the keys that tokens are verified with',
  description: 'Open.',
  answers: { 200: { description: 'The keys.', schema: keysAnswer } },
  examples: { keys: { summary: 'The keys', status: 200 } },
  graphql: notOfGraphql,
};

export const liveOperation: Operation = {
  id: 'getLiveness',
  tag: 'Service',
  summary: 'Ask whether the process runs',
  description: 'Open.',
  answers: { 200: { description: 'It runs.', schema: liveAnswer } },
  examples: { live: { summary: 'It runs', status: 200 } },
  graphql: notOfGraphql,
};

export const readyOperation: Operation = {
  id: 'getReadiness',
  tag: 'Service',
  summary: 'Ask whether requests can be served',
  description: 'Open. The store answers, migrations are applied and the rate book is loaded.',
  answers: { 200: { description: 'They can.', schema: readyAnswer } },
  problems: ['NOT_READY'],
  examples: { ready: { summary: 'It is ready', status: 200 } },
  graphql: notOfGraphql,
};

const html = { mediaType: 'text/html', schema: z.string().meta({ description: 'A page.' }) };

export const openapiOperation: Operation = {
  id: 'getOpenapi',
  tag: 'Service',
  summary: 'Read this document',
  description: 'Open. OpenAPI 3.1, made from the schemas that read requests.',
  answers: {
    200: { description: 'The document.', schema: z.looseObject({}).meta({ description: 'An OpenAPI 3.1 document.' }) },
  },
  isTagged: true,
  examples: {},
  graphql: { none: 'GraphQL has a schema of its own, and introspection.' },
};

export const docsOperation: Operation = {
  id: 'getDocs',
  tag: 'Service',
  summary: 'Read this document as a page, and try it',
  description: 'Open. It loads nothing from elsewhere.',
  answers: { 200: { description: 'The page.', ...html } },
  examples: { page: { summary: 'The page', status: 200 } },
  graphql: { none: 'GraphiQL is at /graphql.' },
};

export const errorIndexOperation: Operation = {
  id: 'getErrorPages',
  tag: 'Service',
  summary: 'Read which errors there are',
  description: 'Open.',
  answers: { 200: { description: 'The page.', ...html } },
  examples: { page: { summary: 'The page', status: 200 } },
  graphql: { none: 'The codes are the same there.' },
};

export const errorPageOperation: Operation = {
  id: 'getErrorPage',
  tag: 'Service',
  summary: 'Read what an error means, and what to change',
  description: 'Open. The type of every problem names such a page.',
  answers: { 200: { description: 'The page.', ...html } },
  problems: ['NOT_FOUND'],
  examples: { page: { summary: 'A page', path: { code: 'INVALID_INPUT' }, status: 200 } },
  graphql: { none: 'The codes are the same there.' },
};
