import type { z } from 'zod';
import type { Operation } from '../http/operation.ts';
import { keysResponse, tokenResponse } from './token-responses.ts';

const failures = '... on InvalidInput { issues { path code message } } ... on Error { code message }';

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
  responses: { 200: { description: 'The token.', schema: tokenResponse } },
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

export const keysOperation: Operation = {
  id: 'getKeys',
  tag: 'Tokens',
  summary: 'Read the keys that tokens are verified with',
  description: 'Open.',
  responses: { 200: { description: 'The keys.', schema: keysResponse } },
  examples: { keys: { summary: 'The keys', status: 200 } },
  graphql: { none: 'It is about the service, and open.' },
};
