import { isDeepStrictEqual } from 'node:util';
import { mergePatch } from '../../domain/base/merge-patch.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import type { WebhookEndpointInput, WebhookEndpointPatch } from '../../domain/webhooks/endpoint-input.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { findEndpoint } from './get-webhook-endpoint.ts';

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
