import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import { newWebhookSecret } from '../../domain/webhooks/webhook-signature.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import type { EndpointWithSecret } from './create-webhook-endpoint.ts';
import { findEndpoint } from './get-webhook-endpoint.ts';

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
