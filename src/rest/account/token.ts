import { z } from 'zod';
import { scopes } from '../../domain/account/scope.ts';
import { AppError } from '../../domain/base/errors.ts';
import { absentAsNull, boundedText } from '../../domain/base/fields.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { loopbackOrigin } from '../../http/client-address.ts';
import { readJson } from '../http/body.ts';
import { jsonReply, openRoute, type Route } from '../http/route.ts';
import { isForm, tokenFromForm } from './token-form.ts';
import { authorizationServerOperation, keysOperation, tokenOperation } from './token-operations.ts';

const credentialsInput = z.object({
  clientId: boundedText(1, 256).meta({ description: 'Client id.' }),
  clientSecret: boundedText(1, 256).meta({ description: 'Client secret.' }),
  scope: absentAsNull(boundedText(0, 1_000).meta({ minLength: 1 })).meta({
    description: 'Scopes of the token, separated by spaces. Default: all scopes of the client.',
  }),
});

const unknownIssuer = 'The gateway has no public URL. Ask its operator to set PUBLIC_URL, or get a token at /v1/token.';

const seldomChanged = { 'Cache-Control': 'public, max-age=300' };

export const tokenRoutes: readonly Route[] = [
  openRoute(
    'POST',
    '/v1/token',
    async (call) => {
      const { request, remoteAddress, deps } = call;
      if (isForm(request)) return tokenFromForm(call);
      const { bodyBytes } = gatewayLimits.restWithoutToken;
      const { scope, ...credentials } = parseInput(credentialsInput, await readJson(request, bodyBytes));
      const asked = scope === null ? credentials : { ...credentials, scopes: scope.split(' ').filter(Boolean) };
      const { scopes: _, ...token } = await deps.authenticator.issueToken(asked, remoteAddress);
      return jsonReply(200, token);
    },
    { operation: tokenOperation(credentialsInput) },
  ),
  openRoute(
    'GET',
    '/.well-known/jwks.json',
    async ({ deps }) => jsonReply(200, await deps.authenticator.publicKeys(), seldomChanged),
    { operation: keysOperation },
  ),
  openRoute(
    'GET',
    '/.well-known/oauth-authorization-server',
    async ({ request, deps }) => {
      const issuer = deps.http.publicUrl ?? loopbackOrigin(request.url);
      if (issuer === null) throw new AppError('NOT_FOUND', unknownIssuer);
      return jsonReply(200, metadataOf(issuer), deps.http.publicUrl === null ? undefined : seldomChanged);
    },
    { operation: authorizationServerOperation },
  ),
];

/** The metadata defined in RFC 8414. */
function metadataOf(issuer: string) {
  return {
    issuer,
    token_endpoint: `${issuer}/v1/token`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: scopes,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    service_documentation: `${issuer}/v1/docs`,
  };
}
