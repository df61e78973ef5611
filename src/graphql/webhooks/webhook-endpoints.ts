import { gatewayLimits } from '../../domain/base/limits.ts';
import { webhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { getWebhookEndpoint, listWebhookEndpoints } from '../../usecases/webhooks/get-webhook-endpoint.ts';
import { builder } from '../base/builder.ts';
import { recordType } from '../base/record-type.ts';
import { addStoredTimes } from '../base/timestamps.ts';

export const WebhookEndpointRef = recordType(webhookEndpoint);
addStoredTimes(WebhookEndpointRef);

builder.queryFields((t) => ({
  webhookEndpoints: t.field({
    type: [WebhookEndpointRef],
    extensions: { listSize: gatewayLimits.webhooks.endpoints },
    description: 'All webhook endpoints of the tenant, newest first. Needs the scope `webhooks:read`.',
    resolve: (_root, _args, ctx) => listWebhookEndpoints(ctx),
  }),
  webhookEndpoint: t.field({
    type: WebhookEndpointRef,
    description: 'A webhook endpoint. Needs the scope `webhooks:read`.',
    args: { serviceId: t.arg({ type: 'UUID', required: true, description: 'The `serviceId` of the endpoint.' }) },
    resolve: (_root, { serviceId }, ctx) => getWebhookEndpoint(ctx, serviceId),
  }),
}));
