import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { type Client, clientList } from '../../domain/clients/client.ts';
import { clientIdInput, clientInput, clientRotationInput } from '../../domain/clients/client-input.ts';
import { type ClientPosition, clientCursor, encodeClientCursor } from '../../domain/lists/cursor.ts';
import {
  createClient,
  getClient,
  listClients,
  revokeClient,
  rotateClientSecret,
} from '../../usecases/clients/clients.ts';
import type { ClientWithSecret } from '../../usecases/clients/issued-client.ts';
import { readJson } from '../http/body.ts';
import { listRoute } from '../http/declared-list.ts';
import { parseQuery } from '../http/query.ts';
import { parameter, parseParameters } from '../http/record-name.ts';
import { emptyReply, jsonReply, type Reply, type Route, route, withSecret } from '../http/route.ts';
import {
  clientJson,
  clientWithSecretJson,
  createClientOperation,
  getClientOperation,
  revokeClientOperation,
  revokeQuery,
  rotateClientSecretOperation,
} from './client-operations.ts';

const path = '/v1/clients';
const byClientId = `${path}/clientId/:clientId`;

export const clientRoutes: readonly Route[] = [
  listRoute<typeof clientList, Client, ClientPosition>(path, clientList, {
    tag: 'Clients',
    summary: 'List clients',
    examples: { active: { summary: 'Active clients', query: { status: 'ACTIVE', limit: '100' } } },
    position: {
      cursor: clientCursor,
      cursorOf: encodeClientCursor,
      positionOf: ({ clientId, internalTimestamps }) => ({ createdAt: internalTimestamps.createdDate, clientId }),
    },
    read: listClients,
  }),
  route(
    'POST',
    path,
    'admin',
    async ({ ctx, request }) => {
      const created = await createClient(ctx, parseInput(clientInput, await readJson(request)));
      const { clientId } = created.client;
      return secretReply(201, created, { Location: `${path}/clientId/${encodeURIComponent(clientId)}` });
    },
    {
      recall: async ({ ctx }, clientId) => {
        const Location = `${path}/clientId/${encodeURIComponent(clientId)}`;
        return jsonReply(201, clientJson(await getClient(ctx, clientId)), { Location });
      },
      operation: createClientOperation,
    },
  ),
  route(
    'GET',
    byClientId,
    'admin',
    async ({ ctx, request }) => jsonReply(200, clientJson(await getClient(ctx, clientIdOf(request)))),
    { operation: getClientOperation },
  ),
  route(
    'DELETE',
    byClientId,
    'admin',
    async ({ ctx, request }) => {
      const { reason = null, acceptLockout } = parseQuery(revokeQuery, request);
      await revokeClient(ctx, { clientId: clientIdOf(request), reason, acceptLockout });
      return emptyReply;
    },
    { operation: revokeClientOperation },
  ),
  route(
    'POST',
    `${byClientId}/rotate_secret`,
    'admin',
    async ({ ctx, request }) => {
      const clientId = clientIdOf(request);
      const { overlapHours } = parseInput(clientRotationInput, withoutNulls(await readJson(request)));
      return secretReply(200, await rotateClientSecret(ctx, { clientId, overlapHours }));
    },
    {
      recall: async ({ ctx }, clientId) => jsonReply(200, clientJson(await getClient(ctx, clientId))),
      operation: rotateClientSecretOperation,
    },
  ),
];

function secretReply(status: number, made: ClientWithSecret, headers?: Reply['headers']): Reply {
  return withSecret(jsonReply(status, clientJson(made.client), headers), clientWithSecretJson(made));
}

const clientIdParameter = z.object({ clientId: clientIdInput });

function clientIdOf(request: HonoRequest): string {
  return parseParameters(clientIdParameter, { clientId: parameter(request, 'clientId') }).clientId;
}
