import { gatewayLimits } from '../../domain/base/limits.ts';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import { rotationInput, webhookEndpointFields, webhookEndpointPatch } from '../../domain/webhooks/endpoint-input.ts';
import { endpointSecret, webhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  type EndpointWithSecret,
  getWebhookEndpoint,
  listWebhookEndpoints,
  patchWebhookEndpoint,
  rotateWebhookSecret,
} from '../../usecases/webhooks/webhook-endpoints.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { byServiceId, inputBy, nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { ifVersionField } from '../base/shared-inputs.ts';

const WebhookEndpointRef = recordType(webhookEndpoint, [NodeRef]);
builder.objectField(WebhookEndpointRef, 'id', (t) => t.id(nodeId('WebhookEndpoint')));

loadNodesOf('WebhookEndpoint', 'webhooks:read', (serviceIds, ctx) =>
  Promise.all(serviceIds.map((serviceId) => nullIfNotFound(getWebhookEndpoint(ctx, serviceId)))),
);

export const { by: byEndpoint, serviceIdIn: endpointId } = byServiceId('WebhookEndpoint', 'webhook endpoint');

builder.queryFields((t) => ({
  webhookEndpoints: t.field({
    type: [WebhookEndpointRef],
    extensions: { ...needsScopes('webhooks:read'), listSize: gatewayLimits.webhooks.endpoints },
    description: 'All webhook endpoints of the tenant, newest first.',
    resolve: (_root, _args, ctx) => listWebhookEndpoints(ctx),
  }),
  webhookEndpoint: t.field({
    type: WebhookEndpointRef,
    nullable: true,
    extensions: needsScopes('webhooks:read'),
    description: 'A webhook endpoint; null if unknown.',
    args: { by: t.arg(byEndpoint) },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getWebhookEndpoint(ctx, endpointId(by))),
  }),
}));

const EndpointWithSecretRef = builder.objectRef<EndpointWithSecret>('WebhookEndpointWithSecret').implement({
  description: 'A webhook endpoint, and its new secret.',
  fields: (t) => ({
    endpoint: t.expose('endpoint', { type: WebhookEndpointRef, description: 'The endpoint as stored.' }),
    secret: t.exposeString('secret', { description: endpointSecret }),
  }),
});

const CreateInputRef = inputOf(webhookEndpointFields);

builder.mutationField('createWebhookEndpoint', (t) =>
  t.field({
    type: EndpointWithSecretRef,
    errors: errorsOf(),
    extensions: needsScopes('webhooks:write'),
    description: `Creates a webhook endpoint and starts sending events to its URL, signed as in Standard Webhooks 1.0.0. The secret is returned only in this response. Payloads identify the record and the changed members, without their values.`,
    args: {
      input: t.arg({
        ...checked(CreateInputRef, (inputs) => inputs.webhookEndpoint),
        required: true,
        description: 'The endpoint.',
      }),
    },
    resolve: (_root, { input }, ctx) => createWebhookEndpoint(ctx, input.parsed),
  }),
);

const PatchRef = inputOf(webhookEndpointFields.partial(), {
  name: 'WebhookEndpointPatch',
  description: 'Fields to change. Omitted fields are kept.',
});

const UpdateInputRef = inputBy(
  'PatchWebhookEndpointInput',
  'The webhook endpoint to change, and the changes.',
  byEndpoint,
  (t) => ({
    patch: t.field({ ...checked(PatchRef, webhookEndpointPatch), required: true, description: 'The changes.' }),
    ifVersion: ifVersionField(t),
  }),
);

builder.mutationField('patchWebhookEndpoint', (t) =>
  t.field({
    type: WebhookEndpointRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('webhooks:write'),
    description: `Changes a webhook endpoint. Once it is \`ACTIVE\` again, it receives new events and its pending deliveries.`,
    args: { input: t.arg({ type: UpdateInputRef, required: true, description: 'The endpoint and its changes.' }) },
    resolve: (_root, { input: { by, patch, ifVersion } }, ctx) =>
      patchWebhookEndpoint(ctx, ctx.inputs, {
        serviceId: endpointId(by),
        patch: patch.parsed,
        precondition: versionPrecondition(ifVersion),
      }),
  }),
);

const DeleteInputRef = inputBy(
  'DeleteWebhookEndpointInput',
  'The endpoint to delete, with its deliveries.',
  byEndpoint,
);

builder.mutationField('deleteWebhookEndpoint', (t) =>
  t.field({
    type: WebhookEndpointRef,
    errors: errorsOf('NOT_FOUND'),
    extensions: needsScopes('webhooks:write'),
    description: `Deletes a webhook endpoint and its deliveries, and returns its last state.`,
    args: { input: t.arg({ type: DeleteInputRef, required: true, description: 'The endpoint to delete.' }) },
    resolve: (_root, { input: { by } }, ctx) => deleteWebhookEndpoint(ctx, endpointId(by)),
  }),
);

const RotateInputRef = inputBy(
  'RotateWebhookSecretInput',
  'The endpoint whose secret is replaced.',
  byEndpoint,
  (t) => ({
    overlapHours: t.int({
      defaultValue: 24,
      description: rotationInput.shape.overlapHours.description,
      validate: { schema: rotationInput.shape.overlapHours },
    }),
    ifVersion: ifVersionField(t),
  }),
);

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    type: EndpointWithSecretRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'),
    extensions: needsScopes('webhooks:write'),
    description: `Replaces the secret of a webhook endpoint. For \`overlapHours\`, deliveries are also signed with the old secret.`,
    args: { input: t.arg({ type: RotateInputRef, required: true, description: 'The endpoint and the overlap.' }) },
    resolve: (_root, { input: { by, overlapHours, ifVersion } }, ctx) =>
      rotateWebhookSecret(ctx, {
        serviceId: endpointId(by),
        overlapHours: overlapHours ?? 24,
        precondition: versionPrecondition(ifVersion),
      }),
  }),
);
