import { clientSecret } from '../../domain/clients/client.ts';
import {
  clientInput,
  clientProblems,
  clientRotationInput,
  revocation,
  revocationReason,
} from '../../domain/clients/client-input.ts';
import { createClient, revokeClient, rotateClientSecret } from '../../usecases/clients/clients.ts';
import type { ClientWithSecret } from '../../usecases/clients/issued-client.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { inputBy } from '../base/record-name.ts';
import { byClient, ClientRef, clientIdIn } from './clients.ts';

const ClientWithSecretRef = builder.objectRef<ClientWithSecret>('ClientWithSecret').implement({
  description: 'A client, and its new secret.',
  fields: (t) => ({
    client: t.expose('client', { type: ClientRef, description: 'The client as stored.' }),
    clientSecret: t.exposeString('clientSecret', { description: clientSecret }),
  }),
});

const CreateInputRef = inputOf(clientInput);

builder.mutationField('createClient', (t) =>
  t.field({
    type: ClientWithSecretRef,
    errors: errorsOf(),
    extensions: needsScopes('admin'),
    description:
      'Creates a client with the same limits as the calling client. Its scopes must be a subset of the token’s scopes. The secret is returned only in this response.',
    args: {
      input: t.arg({ ...checked(CreateInputRef, clientInput), required: true, description: 'The client.' }),
    },
    resolve: (_root, { input }, ctx) => createClient(ctx, input.parsed),
  }),
);

const RotateInputRef = inputBy('RotateClientSecretInput', 'The client whose secret is replaced.', byClient, (t) => ({
  overlapHours: t.int({
    defaultValue: 24,
    description: clientRotationInput.shape.overlapHours.description,
    validate: { schema: clientRotationInput.shape.overlapHours },
  }),
}));

builder.mutationField('rotateClientSecret', (t) =>
  t.field({
    type: ClientWithSecretRef,
    errors: errorsOf(...clientProblems.rotate),
    extensions: needsScopes('admin'),
    description:
      'Replaces the secret of a client. The token must have all scopes of that client. The old secret remains valid for `overlapHours`. Tokens already issued remain valid until they expire; `revokeClient` ends them.',
    args: { input: t.arg({ type: RotateInputRef, required: true, description: 'The client and the overlap.' }) },
    resolve: (_root, { input: { by, overlapHours } }, ctx) =>
      rotateClientSecret(ctx, { clientId: clientIdIn(by), overlapHours: overlapHours ?? 24 }),
  }),
);

const RevokeInputRef = inputBy(
  'RevokeClientInput',
  'A client whose secret and tokens stop working.',
  byClient,
  (t) => ({
    reason: t.string({ description: revocation.reason, validate: { schema: revocationReason } }),
    acceptLockout: t.boolean({ defaultValue: false, description: revocation.acceptLockout }),
  }),
);

builder.mutationField('revokeClient', (t) =>
  t.field({
    type: ClientRef,
    errors: errorsOf(...clientProblems.revoke),
    extensions: needsScopes('admin'),
    description:
      'Revokes a client permanently: its secret stops working immediately, its tokens within a second. Revoking a revoked client has no effect.',
    args: {
      input: t.arg({ type: RevokeInputRef, required: true, description: 'The client to revoke, and the reason.' }),
    },
    resolve: (_root, { input: { by, reason, acceptLockout } }, ctx) =>
      revokeClient(ctx, {
        clientId: clientIdIn(by),
        reason: reason ?? null,
        acceptLockout: acceptLockout ?? false,
      }),
  }),
);
