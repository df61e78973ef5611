import { z } from 'zod';
import { client, clientSecret } from '../../domain/clients/client.ts';
import {
  clientInput,
  clientProblems,
  clientRotationInput,
  revocation,
  revocationReason,
} from '../../domain/clients/client-input.ts';
import type { ClientWithSecret } from '../../usecases/clients/issued-client.ts';
import { named, secretText } from '../http/members.ts';
import type { Operation } from '../http/operation.ts';
import { booleanParameter } from '../http/query.ts';
import { jsonOf, membersOf, responseOf } from '../http/record-response.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';

const clientResponse = responseOf(client);
const clientWithSecretResponse = named('ClientWithSecret', 'A client, and its new secret.', {
  ...membersOf(client),
  clientSecret: secretText(clientSecret),
});

export const clientJson = jsonOf(client);

export function clientWithSecretJson({ client, clientSecret }: ClientWithSecret) {
  return { ...clientJson(client), clientSecret };
}

const clientSelection = recordSelection(client);
const clientFailures = '... on InvalidInput { issues { path code message } } ... on UserError { code message }';

const path = { clientId: exampleIds.client };

export const createClientOperation: Operation = {
  id: 'createClient',
  tag: 'Clients',
  summary: 'Create a client',
  description:
    'The client’s scopes must be a subset of the request token’s scopes; the client has the same limits as the calling client. The secret is returned only in this response, and not again if the request is repeated with the same Idempotency-Key.',
  body: { name: 'ClientInput', description: 'The client.', schema: clientInput },
  responses: {
    201: { description: 'The client, and its secret.', schema: clientWithSecretResponse, headers: ['Location'] },
  },
  examples: {
    shop: {
      summary: 'A shop',
      body: { name: 'Web shop', scopes: ['customers:write', 'transactions:write', 'tax:read'] },
      status: 201,
    },
  },
  graphql: {
    document: `mutation ($input: CreateClientInput!) { createClient(input: $input) { __typename ... on ClientWithSecret { client { ${clientSelection} } clientSecret } ${clientFailures} } }`,
    at: 'createClient',
  },
};

export const getClientOperation: Operation = {
  id: 'getClient',
  tag: 'Clients',
  summary: 'Read a client',
  description: 'The secret is not shown: rotate it if it is lost.',
  responses: { 200: { description: 'The client.', schema: clientResponse } },
  problems: ['NOT_FOUND'],
  examples: { one: { summary: 'One', path, status: 200 } },
  graphql: {
    document: `query ($by: ClientBy!) { client(by: $by) { ${clientSelection} } }`,
    at: 'client',
  },
};

export const rotateClientSecretOperation: Operation = {
  id: 'rotateClientSecret',
  tag: 'Clients',
  summary: 'Replace the secret of a client',
  description:
    'The new secret is shown only in this response. The old secret remains valid for overlapHours; 0 ends it immediately. Tokens already issued remain valid until they expire, after at most a day: revoke the client to end them. The token of this request must have all scopes of the client.',
  body: {
    name: 'ClientRotationInput',
    description: 'The overlap during which the old secret remains valid.',
    schema: clientRotationInput,
  },
  responses: { 200: { description: 'The client, and its new secret.', schema: clientWithSecretResponse } },
  problems: clientProblems.rotate,
  examples: { two: { summary: 'Two-hour overlap', path, body: { overlapHours: 2 }, status: 200 } },
  graphql: {
    document: `mutation ($input: RotateClientSecretInput!) { rotateClientSecret(input: $input) { __typename ... on ClientWithSecret { client { ${clientSelection} } clientSecret } ${clientFailures} } }`,
    at: 'rotateClientSecret',
  },
};

export const revokeQuery = z.object({
  reason: revocationReason.optional().meta({ description: revocation.reason }),
  acceptLockout: booleanParameter(false).meta({ description: revocation.acceptLockout }),
});

export const revokeClientOperation: Operation = {
  id: 'revokeClient',
  tag: 'Clients',
  summary: 'Revoke a client',
  description:
    'Permanent: the secret stops working immediately, and tokens stop working within a second on every replica. The client remains in the list. Revoking a revoked client has no effect.',
  query: revokeQuery,
  responses: { 204: { description: 'The client is revoked.' } },
  problems: clientProblems.revoke,
  examples: {
    gone: {
      summary: 'Closed shop',
      path,
      query: { reason: 'The shop closed' },
      status: 204,
    },
  },
  graphql: {
    document: `mutation ($input: RevokeClientInput!) { revokeClient(input: $input) { __typename ... on Client { ${clientSelection} } ${clientFailures} } }`,
    at: 'revokeClient',
  },
};
