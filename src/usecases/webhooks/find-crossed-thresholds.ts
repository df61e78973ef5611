import { newServiceId } from '../../domain/base/service-id.ts';
import { type OnceEvent, onceForThreshold } from '../../domain/webhooks/once-event.ts';
import type { Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { listNexus } from '../nexus/list-nexus.ts';

type Asking = { readonly reference: ReferenceData; now(): Date };

/** The places whose sales have reached the nexus threshold, in a period that decides for today or in the current one. */
export async function findCrossedThresholds(session: Session, { reference, now }: Asking): Promise<OnceEvent[]> {
  const ctx = { session, reference, registers: [], requestId: 'webhooks', now };
  const trackers = await listNexus(ctx, { places: {}, status: { in: ['APPROACHING', 'REACHED'] } });
  return trackers.flatMap((tracker) =>
    [...new Set([...tracker.periods, tracker.runningPeriod])]
      .filter(({ status }) => status === 'REACHED')
      .map((period) => onceForThreshold(tracker, period, { eventId: newServiceId(), now: now() })),
  );
}
