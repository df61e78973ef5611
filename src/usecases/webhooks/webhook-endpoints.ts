import { isDeepStrictEqual } from 'node:util';
import { AppError, invalidField, notFound } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { mergePatch } from '../../domain/base/plain-object.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import type { WebhookEndpointInput, WebhookEndpointPatch } from '../../domain/webhooks/endpoint-input.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { testEvent } from '../../domain/webhooks/webhook-event.ts';
import { newWebhookSecret } from '../../domain/webhooks/webhook-signature.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';

/** All endpoints of the tenant, newest first. */
export function listWebhookEndpoints(ctx: Context): Promise<WebhookEndpoint[]> {
  return authorize(ctx, 'webhooks:read').stores.webhookEndpoints.list();
}

export async function getWebhookEndpoint(ctx: Context, serviceId: string): Promise<WebhookEndpoint> {
  return findEndpoint(authorize(ctx, 'webhooks:read').stores, serviceId);
}

/** Throws `NOT_FOUND` if the endpoint does not exist. */
export async function findEndpoint(
  { webhookEndpoints }: Pick<TenantStores, 'webhookEndpoints'>,
  serviceId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await webhookEndpoints.find(serviceId);
  if (!endpoint) throw notFound('WEBHOOK_ENDPOINT', { serviceId });
  return endpoint;
}

/** An endpoint with the secret that signs its deliveries. The secret is returned only when it is created. */
export type EndpointWithSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string };

/** The endpoint of an earlier attempt with the same idempotency key, without its secret. */
export async function recallWebhookEndpoint(ctx: Context, serviceId: string): Promise<WebhookEndpoint> {
  return findEndpoint(authorize(ctx, 'webhooks:write').stores, serviceId);
}

/** Stores an endpoint. It receives only later events. */
export async function createWebhookEndpoint(ctx: Context, input: WebhookEndpointInput): Promise<EndpointWithSecret> {
  const { webhookEndpoints } = authorize(ctx, 'webhooks:write').stores;
  const now = ctx.now();
  const endpoint: WebhookEndpoint = {
    ...input,
    serviceId: newServiceId(),
    disabledReason: null,
    previousSecretUntil: null,
    failingSince: null,
    internalTimestamps: { createdDate: now, updatedDate: now },
    version: 1,
  };
  const secret = newWebhookSecret();
  if (await webhookEndpoints.insert(endpoint, secret)) return { endpoint, secret };
  const { endpoints: most } = gatewayLimits.webhooks;
  throw invalidField(['url'], 'TOO_MANY', `The limit of ${most} endpoints is reached. Delete one first.`);
}

type Update = {
  readonly serviceId: string;
  readonly patch: WebhookEndpointPatch;
  readonly precondition?: Precondition | undefined;
};

/** Applies a JSON merge patch. A reactivated endpoint receives later events and its pending deliveries. */
export function patchWebhookEndpoint(
  ctx: Context,
  inputs: Inputs,
  { serviceId, patch, precondition }: Update,
): Promise<WebhookEndpoint> {
  const session = authorize(ctx, 'webhooks:write');
  return retryOnConflict(recordOf(session, 'webhookEndpoint', serviceId), async () => {
    const stored = await findEndpoint(session.stores, serviceId);
    requireExpected(precondition, currentRevisionOf(stored));
    const sent = sentPartOf(stored);
    const input = parseInput(inputs.webhookEndpoint, mergePatch(sent, patch));
    if (isDeepStrictEqual(sent, input)) return stored;
    const changed = withInput(stored, input, ctx.now());
    return (await session.stores.webhookEndpoints.replace(changed, stored.version)) ? changed : null;
  });
}

function sentPartOf({ url, eventTypes, description, status }: WebhookEndpoint): WebhookEndpointInput {
  return { url, eventTypes: [...eventTypes], description, status };
}

/** The failures of an endpoint are cleared once it is active again or its URL changes. */
function withInput(stored: WebhookEndpoint, input: WebhookEndpointInput, now: Date): WebhookEndpoint {
  const isNew = input.url !== stored.url || (input.status === 'ACTIVE' && stored.status === 'DISABLED');
  return {
    ...stored,
    ...input,
    disabledReason: input.status === 'ACTIVE' ? null : stored.disabledReason,
    failingSince: isNew ? null : stored.failingSince,
    internalTimestamps: changedAt(stored.internalTimestamps, now),
    version: stored.version + 1,
  };
}

const hourMs = 3_600_000;

type Rotation = {
  readonly serviceId: string;
  readonly overlapHours: number;
  readonly precondition?: Precondition | undefined;
};

/** Replaces the secret. For the given number of hours, deliveries are also signed with the old secret. */
export function rotateWebhookSecret(
  ctx: Context,
  { serviceId, overlapHours, precondition }: Rotation,
): Promise<EndpointWithSecret> {
  const session = authorize(ctx, 'webhooks:write');
  return retryOnConflict(recordOf(session, 'webhookEndpoint', serviceId), async () => {
    const stored = await findEndpoint(session.stores, serviceId);
    requireExpected(precondition, currentRevisionOf(stored));
    const now = ctx.now();
    const previousUntil = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * hourMs);
    const endpoint = {
      ...stored,
      previousSecretUntil: previousUntil,
      internalTimestamps: changedAt(stored.internalTimestamps, now),
      version: stored.version + 1,
    };
    const secret = newWebhookSecret();
    const rotation = { secret, previousUntil };
    const isRotated = await session.stores.webhookEndpoints.rotate(endpoint, stored.version, rotation);
    return isRotated ? { endpoint, secret } : null;
  });
}

/** Sends an event of the type `webhook.test`. The event is delivered like any other: the delivery shows the outcome. */
export async function testWebhookEndpoint(ctx: Context, serviceId: string): Promise<WebhookDelivery> {
  const { stores } = authorize(ctx, 'webhooks:write');
  requireActive(await findEndpoint(stores, serviceId));
  const now = ctx.now();
  return stores.webhookDeliveries.add(testEvent(newServiceId(), serviceId, now), serviceId, now);
}

export function requireActive({ status, disabledReason }: WebhookEndpoint): void {
  if (status === 'ACTIVE') return;
  const because = disabledReason === null ? '' : ` (${disabledReason})`;
  throw new AppError('WEBHOOK_DISABLED', `The endpoint is disabled${because}. Set its status to ACTIVE first.`);
}

/**
 * Deletes an endpoint and returns its last state. Its deliveries are no longer listed, and are removed later. Throws
 * `NOT_FOUND` if it does not exist.
 */
export async function deleteWebhookEndpoint(ctx: Context, serviceId: string): Promise<WebhookEndpoint> {
  const { stores } = authorize(ctx, 'webhooks:write');
  const endpoint = await findEndpoint(stores, serviceId);
  await stores.webhookEndpoints.remove(serviceId, ctx.now());
  return endpoint;
}
