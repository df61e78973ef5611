import { invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { webhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { getWebhookEndpoint, listWebhookEndpoints } from '../../usecases/webhooks/get-webhook-endpoint.ts';
import { builder } from '../base/builder.ts';
import { needsScopes } from '../base/field-scope.ts';
import { localIdIn } from '../base/global-id.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';

export const WebhookEndpointRef = recordType(webhookEndpoint, [NodeRef]);
builder.objectField(WebhookEndpointRef, 'id', (t) => t.id(nodeId('WebhookEndpoint')));

loadNodesOf('WebhookEndpoint', 'webhooks:read', (serviceIds, ctx) =>
  Promise.all(serviceIds.map((serviceId) => nullIfNotFound(getWebhookEndpoint(ctx, serviceId)))),
);

export const WebhookEndpointByRef = builder.inputType('WebhookEndpointBy', {
  isOneOf: true,
  description: 'Identifies one webhook endpoint.',
  fields: (t) => ({
    id: t.id({ description: 'The opaque id for `node`.' }),
    serviceId: t.field({ type: 'UUID', description: 'The id that `createWebhookEndpoint` assigned.' }),
  }),
});

export function endpointId({ id, serviceId }: (typeof WebhookEndpointByRef)['$inferInput']): string {
  if (id != null) return localIdIn(id, 'WebhookEndpoint', ['by', 'id']);
  if (serviceId == null) throw invalidField(['by'], 'REQUIRED', 'Identify the endpoint by id or serviceId.');
  return serviceId;
}

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
    args: { by: t.arg({ type: WebhookEndpointByRef, required: true, description: 'The endpoint, by its id.' }) },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getWebhookEndpoint(ctx, endpointId(by))),
  }),
}));
