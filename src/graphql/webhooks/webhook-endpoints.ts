import { invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { webhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { getWebhookEndpoint, listWebhookEndpoints } from '../../usecases/webhooks/get-webhook-endpoint.ts';
import { builder } from '../base/builder.ts';
import { needsScopes } from '../base/field-scope.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';

export const WebhookEndpointRef = recordType(webhookEndpoint);

/** The ways to identify an endpoint; so far there is only one. */
export const WebhookEndpointByRef = builder.inputType('WebhookEndpointBy', {
  isOneOf: true,
  description: 'Identifies one webhook endpoint.',
  fields: (t) => ({
    serviceId: t.field({ type: 'UUID', description: 'The id that `createWebhookEndpoint` assigned.' }),
  }),
});

export function endpointId({ serviceId }: (typeof WebhookEndpointByRef)['$inferInput']): string {
  if (serviceId == null) throw invalidField(['by'], 'REQUIRED', 'Name the endpoint by serviceId.');
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
    description: 'A webhook endpoint; null if there is none.',
    args: { by: t.arg({ type: WebhookEndpointByRef, required: true, description: 'The endpoint, by its id.' }) },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getWebhookEndpoint(ctx, endpointId(by))),
  }),
}));
