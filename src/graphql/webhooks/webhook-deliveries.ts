import { deliveryProblems, redeliveryInput } from '../../domain/webhooks/endpoint-input.ts';
import { webhookDelivery, webhookDeliveryList } from '../../domain/webhooks/webhook-delivery.ts';
import {
  countWebhookDeliveries,
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhook,
  redeliverWebhooks,
} from '../../usecases/webhooks/webhook-deliveries.ts';
import { testWebhookEndpoint } from '../../usecases/webhooks/webhook-endpoints.ts';
import { builder } from '../base/builder.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { loadNodesOf, NodeRef, nodeId } from '../base/node.ts';
import { byServiceId, inputBy, nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { newestFirstField } from '../lists/declared-list.ts';
import { byEndpoint, endpointId } from './webhook-endpoints.ts';

const DeliveryRef = recordType(webhookDelivery, [NodeRef]);
builder.objectField(DeliveryRef, 'id', (t) => t.id(nodeId('WebhookDelivery')));

loadNodesOf('WebhookDelivery', 'webhooks:read', (serviceIds, ctx) =>
  Promise.all(serviceIds.map((serviceId) => nullIfNotFound(getWebhookDelivery(ctx, serviceId)))),
);
const { endpointId: endpointField } = webhookDelivery.fields;

const { by: byDelivery, serviceIdIn: deliveryId } = byServiceId('WebhookDelivery', 'delivery');

builder.queryFields((t) => ({
  webhookDelivery: t.field({
    type: DeliveryRef,
    nullable: true,
    extensions: needsScopes('webhooks:read'),
    description: 'A delivery to a webhook endpoint; null if unknown.',
    args: { by: t.arg(byDelivery) },
    resolve: (_root, { by }, ctx) => nullIfNotFound(getWebhookDelivery(ctx, deliveryId(by))),
  }),
}));

newestFirstField(webhookDeliveryList, DeliveryRef, { read: listWebhookDeliveries, count: countWebhookDeliveries });

const TestInputRef = inputBy('TestWebhookEndpointInput', 'The endpoint that receives a test event.', byEndpoint);

builder.mutationField('testWebhookEndpoint', (t) =>
  t.field({
    type: DeliveryRef,
    errors: errorsOf(...deliveryProblems),
    extensions: needsScopes('webhooks:write'),
    description: 'Sends a `webhook.test` event within seconds, regardless of the event types the endpoint receives.',
    args: { input: t.arg({ type: TestInputRef, required: true, description: 'The endpoint to test.' }) },
    resolve: (_root, { input: { by } }, ctx) => testWebhookEndpoint(ctx, endpointId(by)),
  }),
);

const RedeliverInputRef = inputBy('RedeliverWebhookInput', 'The delivery to resend.', byDelivery);

builder.mutationField('redeliverWebhook', (t) =>
  t.field({
    type: DeliveryRef,
    errors: errorsOf(...deliveryProblems),
    extensions: needsScopes('webhooks:write'),
    description: 'Resends a delivered or failed delivery; a pending delivery is not changed. The event keeps its id.',
    args: { input: t.arg({ type: RedeliverInputRef, required: true, description: 'The delivery to resend.' }) },
    resolve: (_root, { input: { by } }, ctx) => redeliverWebhook(ctx, deliveryId(by)),
  }),
);

const { since, before, onlyFailed } = redeliveryInput.shape;

const RedeliverAllInputRef = builder.inputType('RedeliverWebhooksInput', {
  description: 'The deliveries to resend.',
  fields: (t) => ({
    endpointId: t.field({ type: 'UUID', required: true, description: endpointField.description }),
    since: t.field({ type: 'DateTime', required: true, description: since.description }),
    before: t.field({ type: 'DateTime', description: before.description }),
    onlyFailed: t.boolean({ defaultValue: true, description: onlyFailed.description }),
  }),
});

const RedeliveredRef = builder.objectRef<{ readonly count: number }>('RedeliveredWebhooks').implement({
  description: 'The resent deliveries of a webhook endpoint.',
  fields: (t) => ({
    redeliveredCount: t.exposeInt('count', { description: 'Number of resent deliveries.' }),
  }),
});

builder.mutationField('redeliverWebhooks', (t) =>
  t.field({
    type: RedeliveredRef,
    errors: errorsOf(...deliveryProblems),
    extensions: needsScopes('webhooks:write'),
    description:
      'Resends the deliveries of an endpoint from a period; by default, only failed deliveries. Pending deliveries are skipped; event ids do not change.',
    args: { input: t.arg({ type: RedeliverAllInputRef, required: true, description: 'The deliveries to resend.' }) },
    resolve: async (_root, { input: { endpointId, since, before, onlyFailed } }, ctx) => {
      const asked = { endpointId, since, before: before ?? null, onlyFailed: onlyFailed ?? true };
      return { count: await redeliverWebhooks(ctx, asked) };
    },
  }),
);
