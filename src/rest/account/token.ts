import { z } from 'zod';
import { boundedText } from '../../domain/base/fields.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { readJson } from '../http/body.ts';
import { jsonReply, openRoute, type Route } from '../http/route.ts';
import { keysOperation, tokenOperation } from './token-operations.ts';

const credentialsInput = z.object({
  clientId: boundedText(1, 256).meta({ description: 'Id of the client.' }),
  clientSecret: boundedText(1, 256).meta({ description: 'Secret of the client.' }),
});

export const tokenRoutes: readonly Route[] = [
  openRoute(
    'POST',
    '/v1/token',
    async ({ request, remoteAddress, deps }) => {
      const credentials = parseInput(
        credentialsInput,
        await readJson(request, gatewayLimits.restWithoutToken.bodyBytes),
      );
      return jsonReply(200, await deps.authenticator.issueToken(credentials, remoteAddress));
    },
    { operation: tokenOperation(credentialsInput) },
  ),
  openRoute(
    'GET',
    '/.well-known/jwks.json',
    async ({ deps }) => jsonReply(200, deps.authenticator.publicKeys(), { 'Cache-Control': 'public, max-age=300' }),
    { operation: keysOperation },
  ),
];
