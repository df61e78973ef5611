import { invalidField } from '../../domain/base/errors.ts';
import { type Client, client, clientList } from '../../domain/clients/client.ts';
import { type ClientPosition, clientCursor, encodeClientCursor } from '../../domain/lists/cursor.ts';
import { countClients, getClient, listClients } from '../../usecases/clients/clients.ts';
import { builder } from '../base/builder.ts';
import { connectPages } from '../base/connection.ts';
import { needsScopes } from '../base/field-scope.ts';
import { globalId, localIdIn } from '../base/global-id.ts';
import { loadNodesOf, NodeRef } from '../base/node.ts';
import { readPage } from '../base/page-arguments.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { listField } from '../lists/declared-list.ts';

export const ClientRef = recordType(client, [NodeRef]);
builder.objectField(ClientRef, 'id', (t) =>
  t.id({ description: 'An opaque id for `node`.', resolve: ({ clientId }) => globalId('Client', clientId) }),
);

loadNodesOf('Client', 'admin', (clientIds, ctx) =>
  Promise.all(clientIds.map((clientId) => nullIfNotFound(getClient(ctx, clientId)))),
);

const ClientByRef = builder.inputType('ClientBy', {
  isOneOf: true,
  description: 'Identifies one client.',
  fields: (t) => ({
    id: t.id({ description: 'The opaque id for `node`.' }),
    clientId: t.string({ description: 'The client id used to request tokens.' }),
  }),
});

export const byClient = { type: ClientByRef, required: true, description: 'The client, by its id.' } as const;

export function clientIdIn({ id, clientId }: (typeof ClientByRef)['$inferInput']): string {
  if (id != null) return localIdIn(id, 'Client', ['by', 'id']);
  if (clientId == null) throw invalidField(['by'], 'REQUIRED', 'Identify the client by id or clientId.');
  return clientId;
}

builder.queryFields((t) => ({
  client: t.field({
    type: ClientRef,
    nullable: true,
    extensions: needsScopes('admin'),
    description: 'A client of the tenant; null if unknown.',
    args: { by: t.arg(byClient) },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getClient(ctx, clientIdIn(by))),
  }),
}));

listField(clientList, ClientRef, (ctx, filter, page) => {
  const asked = readPage(page, clientCursor);
  const { isBackward } = asked;
  return connectPages<Client, ClientPosition>(asked, {
    read: (limit, after) => listClients(ctx, filter, { limit, after, isBackward }),
    count: () => countClients(ctx, filter),
    cursorOf: ({ clientId, internalTimestamps }) =>
      encodeClientCursor({ createdAt: internalTimestamps.createdDate, clientId }),
  });
});
