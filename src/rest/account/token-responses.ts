import { z } from 'zod';
import { count, list, named, text } from '../http/members.ts';

export const tokenResponse = named('Token', 'A bearer token for the Authorization header.', {
  accessToken: text('The token.'),
  tokenType: text('Always Bearer.', ['Bearer']),
  expiresIn: count('Lifetime in seconds.'),
});

/** RFC 6749, 5.1. */
export const oauthTokenResponse = named('OAuthToken', 'A bearer token, as OAuth 2.0 writes it (RFC 6749).', {
  access_token: text('The token.'),
  token_type: text('Always Bearer.', ['Bearer']),
  expires_in: count('Lifetime in seconds.'),
  scope: text('The scopes of the token, separated by spaces.', ['customers:read tax:read']),
});

/** RFC 6749, 5.2. */
export const oauthErrorResponse = named('OAuthError', 'Why there is no token, as OAuth 2.0 writes it (RFC 6749).', {
  error: text('Code of the error.', ['invalid_client']),
  error_description: text('What went wrong and what to change.'),
});

export const authorizationServerResponse = named(
  'AuthorizationServer',
  'Where and how OAuth clients get tokens (RFC 8414).',
  {
    issuer: text('URL of this gateway.', ['https://tax.example.com']),
    token_endpoint: text('URL that issues tokens.'),
    token_endpoint_auth_methods_supported: list(text('A method.'), 'How clients send their credentials.'),
    grant_types_supported: list(text('A grant type.'), 'Only client_credentials.'),
    response_types_supported: list(text('A response type.'), 'None: there is no authorization endpoint.'),
    scopes_supported: list(text('A scope.'), 'Scopes that a token can have.'),
    jwks_uri: text('URL of the public keys that verify tokens.'),
    service_documentation: text('URL of the documentation.'),
  },
);

export const keysResponse = named('JsonWebKeySet', 'The public keys that verify tokens (RFC 7517).', {
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
