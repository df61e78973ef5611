import { gatewayLimits } from '../../domain/base/limits.ts';
import { webhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { getWebhookEndpoint, listWebhookEndpoints } from '../../usecases/webhooks/webhook-endpoints.ts';
import { builder } from '../base/builder.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { byServiceId, nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';

export const WebhookEndpointRef = recordType(webhookEndpoint, [NodeRef]);
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
