import type { z } from 'zod';
import type { Operation } from '../http/operation.ts';
import { keysResponse, tokenResponse } from './token-responses.ts';

const failures = '... on InvalidInput { issues { path code message } } ... on Error { code message }';

export const tokenOperation = (credentials: z.ZodType): Operation => ({
  id: 'createToken',
  tag: 'Tokens',
  summary: 'Create a bearer token',
  description: 'No token needed. The token is valid for a day. Requests are limited per client and per address.',
  body: {
    name: 'Credentials',
    description: 'Credentials of the client, as the operator created them.',
    schema: credentials,
  },
  responses: { 200: { description: 'The token.', schema: tokenResponse } },
  problems: ['INVALID_CLIENT', 'TOO_MANY_REQUESTS', 'NOT_READY'],
  examples: {
    client: {
      summary: 'With the credentials of the demo, which the first start wrote to demo-client.json',
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
  summary: 'Read the public keys that verify tokens',
  description: 'No token needed.',
  responses: { 200: { description: 'The keys.', schema: keysResponse } },
  examples: { keys: { summary: 'The keys', status: 200 } },
  graphql: { none: 'Describes the service; GraphQL has no equivalent.' },
};
