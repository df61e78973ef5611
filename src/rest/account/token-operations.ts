import { z } from 'zod';
import type { Operation } from '../http/operation.ts';
import { formType } from './token-form.ts';
import {
  authorizationServerResponse,
  keysResponse,
  oauthErrorResponse,
  oauthTokenResponse,
  tokenResponse,
} from './token-responses.ts';

const failures = '... on InvalidInput { issues { path code message } } ... on Error { code message }';

const grantForm = z.object({
  grant_type: z.literal('client_credentials').meta({ description: 'Always client_credentials.' }),
  client_id: z.string().optional().meta({ description: 'Id of the client, unless HTTP Basic authentication has it.' }),
  client_secret: z
    .string()
    .optional()
    .meta({ description: 'Secret of the client, unless HTTP Basic authentication has it.' }),
  scope: z
    .string()
    .optional()
    .meta({ description: 'Scopes of the token, separated by spaces. Default: all that the client has.' }),
});

export const tokenOperation = (credentials: z.ZodType): Operation => ({
  id: 'createToken',
  tag: 'Tokens',
  summary: 'Create a bearer token',
  description:
    'No token needed. The token is valid for a day. Requests are limited per client and per address. Libraries for OAuth 2.0 send a form (RFC 6749, client credentials) and get its answers and errors: `{"error": "invalid_client", "error_description": …}`.',
  body: {
    name: 'Credentials',
    description: 'Credentials of the client, as the operator created them.',
    schema: credentials,
    alternative: {
      mediaType: formType,
      name: 'ClientCredentialsGrant',
      description: 'The client credentials grant of OAuth 2.0.',
      schema: grantForm,
      example: {
        summary: 'With some of the scopes of the client',
        value: {
          grant_type: 'client_credentials',
          client_id: 'client_…',
          client_secret: 'secret_…',
          scope: 'customers:read tax:read',
        },
      },
    },
  },
  responses: { 200: { description: 'The token.', schema: z.union([tokenResponse, oauthTokenResponse]) } },
  alternativeProblem: oauthErrorResponse,
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

export const authorizationServerOperation: Operation = {
  id: 'getAuthorizationServer',
  tag: 'Tokens',
  summary: 'Discover how OAuth clients get tokens',
  description:
    'No token needed. RFC 8414: libraries for OAuth 2.0 configure themselves from it. A gateway whose operator has not said where clients reach it answers 404, except on its own machine.',
  responses: { 200: { description: 'The metadata.', schema: authorizationServerResponse } },
  problems: ['NOT_FOUND'],
  examples: { metadata: { summary: 'The metadata', status: 200 } },
  graphql: { none: 'Describes the service; GraphQL has no equivalent.' },
};
