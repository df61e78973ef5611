import { gatewayLimits } from '../../domain/base/limits.ts';
import { webhookEndpointFields } from '../../domain/webhooks/endpoint-input.ts';
import { endpointMembers, type WebhookEndpoint, webhookStatuses } from '../../domain/webhooks/webhook-endpoint.ts';
import { getWebhookEndpoint, listWebhookEndpoints } from '../../usecases/webhooks/get-webhook-endpoint.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { addStoredTimes, InternalTimestampsRef } from '../base/timestamps.ts';

const described = descriptionsOf(webhookEndpointFields);

export const WebhookStatusEnum = describedEnum(
  'WebhookEndpointStatus',
  'Whether a webhook endpoint gets events.',
  webhookStatuses,
);

export const WebhookEndpointRef = builder.objectRef<WebhookEndpoint>('WebhookEndpoint').implement({
  description: 'Where events are sent. Its secret is shown only when it is made.',
  fields: (t) => ({
    serviceId: t.expose('serviceId', { type: 'UUID', description: 'The id this service assigned to the endpoint.' }),
    url: t.exposeString('url', { description: described.url }),
    eventTypes: t.stringList({ description: described.eventTypes, resolve: ({ eventTypes }) => [...eventTypes] }),
    description: t.exposeString('description', { nullable: true, description: described.description }),
    status: t.expose('status', { type: WebhookStatusEnum, description: described.status }),
    disabledBecause: t.exposeString('disabledBecause', {
      nullable: true,
      description: endpointMembers.disabledBecause,
    }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: endpointMembers.previousSecretUntil,
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: endpointMembers.failingSince,
    }),
    internalTimestamps: t.expose('internalTimestamps', {
      type: InternalTimestampsRef,
      description: 'When this service stored and changed the endpoint.',
    }),
    version: t.exposeInt('version', { description: 'The version of the endpoint; grows with every change.' }),
  }),
});

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
