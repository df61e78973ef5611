import { z } from 'zod';
import { count, list, named, text } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { formType } from './token-form.ts';

const tokenResponse = named('Token', 'A bearer token for the Authorization header.', {
  accessToken: text('The token.'),
  tokenType: text('Always Bearer.', ['Bearer']),
  expiresIn: count('Lifetime in seconds.'),
});

/** The response defined in RFC 6749, 5.1. */
const oauthTokenResponse = named('OAuthToken', 'A bearer token in OAuth 2.0 format (RFC 6749).', {
  access_token: text('The token.'),
  token_type: text('Always Bearer.', ['Bearer']),
  expires_in: count('Lifetime in seconds.'),
  scope: text('The scopes of the token, separated by spaces.', ['customers:read tax:read']),
});

const oauthErrorResponse = named('OAuthError', 'An error in OAuth 2.0 format (RFC 6749).', {
  error: text('Error code.', ['invalid_client']),
  error_description: text('The error and how to fix it.'),
});

const authorizationServerResponse = named(
  'AuthorizationServer',
  'Authorization server metadata for OAuth clients (RFC 8414).',
  {
    issuer: text('URL of this gateway.', ['https://tax.example.com']),
    token_endpoint: text('URL that issues tokens.'),
    token_endpoint_auth_methods_supported: list(text('A method.'), 'Supported client authentication methods.'),
    grant_types_supported: list(text('A grant type.'), 'Only client_credentials.'),
    response_types_supported: list(text('A response type.'), 'None: the server has no authorization endpoint.'),
    scopes_supported: list(text('A scope.'), 'Scopes that a token can have.'),
    jwks_uri: text('URL of the public keys for verifying tokens.'),
    service_documentation: text('URL of the documentation.'),
  },
);

const keysResponse = named('JsonWebKeySet', 'Public keys for verifying tokens (RFC 7517).', {
  keys: list(
    z
      .looseObject({
        kty: text('Key type.'),
        kid: text('Key id.').optional(),
        alg: text('Signature algorithm.').optional(),
      })
      .meta({ description: 'A public key.' }),
    'The keys.',
  ),
});

const failures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';

const grantForm = z.object({
  grant_type: z.literal('client_credentials').meta({ description: 'Always client_credentials.' }),
  client_id: z.string().optional().meta({ description: 'Client id, unless sent with HTTP Basic authentication.' }),
  client_secret: z
    .string()
    .optional()
    .meta({ description: 'Client secret, unless sent with HTTP Basic authentication.' }),
  scope: z
    .string()
    .optional()
    .meta({ description: 'Scopes of the token, separated by spaces. Default: all scopes of the client.' }),
});

export const tokenOperation = (credentials: z.ZodType): Operation => ({
  id: 'createToken',
  tag: 'Tokens',
  summary: 'Create a bearer token',
  description:
    'No token needed. The token is valid for a day. Requests are limited per client and per address. OAuth 2.0 libraries send a form (RFC 6749, client credentials) and receive standard responses and errors: `{"error": "invalid_client", "error_description": …}`.',
  body: {
    name: 'Credentials',
    description: 'Client credentials, from the operator or from `createClient`.',
    schema: credentials,
    alternative: {
      mediaType: formType,
      name: 'ClientCredentialsGrant',
      description: 'The client credentials grant of OAuth 2.0.',
      schema: grantForm,
      example: {
        summary: 'Some scopes of the client',
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
  problems: ['INVALID_CLIENT', 'REQUEST_TIMEOUT', 'TOO_MANY_REQUESTS', 'NOT_READY'],
  examples: {
    client: {
      summary: 'Demo credentials, from demo-client.json',
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
  id: 'getJsonWebKeys',
  tag: 'Tokens',
  summary: 'Read the public keys for verifying tokens',
  description: 'No token needed.',
  responses: { 200: { description: 'The keys.', schema: keysResponse } },
  examples: { keys: { summary: 'The keys', status: 200 } },
  graphql: { none: 'Describes the service; GraphQL has no equivalent.' },
};

export const authorizationServerOperation: Operation = {
  id: 'getAuthorizationServer',
  tag: 'Tokens',
  summary: 'Read the OAuth server metadata',
  description:
    'No token needed. OAuth 2.0 libraries read their configuration from this document (RFC 8414). If no public address is configured, the gateway returns 404, except to local requests.',
  responses: { 200: { description: 'The metadata.', schema: authorizationServerResponse } },
  problems: ['NOT_FOUND'],
  examples: { metadata: { summary: 'The metadata', status: 200 } },
  graphql: { none: 'Describes the service; GraphQL has no equivalent.' },
};
