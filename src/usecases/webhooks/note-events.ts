import type { Change } from '../../domain/audit/change.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import { coversType } from '../../domain/webhooks/event-types.ts';
import { eventOfActivation, eventOfChange, filingOf, type WebhookEvent } from '../../domain/webhooks/webhook-event.ts';
import type {
  NotedDelivery,
  OnceDelivery,
  Subscription,
  Unread,
  WebhookOutbox,
} from '../../ports/stores/webhook-outbox.ts';

const changesPerPage = 500;
const mostPages = 20;

/**
 * Records new events of a tenant as deliveries to its endpoints. The audit trail is the outbox: every write is recorded
 * there in the same unit of work, so no event is lost or invented. Returns the time since which changes may remain;
 * null if no change remains.
 */
export async function noteEvents(
  outbox: WebhookOutbox,
  tenantId: string,
  { now, isStopped }: { now(): Date; isStopped(): boolean },
): Promise<Date | null> {
  let reached: Date | null = null;
  for (let page = 0; page < mostPages && !isStopped(); page++) {
    const unread = await outbox.read(tenantId, changesPerPage, now());
    if (!unread) return null;
    const { changes, activations, heldSince } = unread;
    if (changes.length === 0 && activations.length === 0) return heldSince;
    const isLast = changes.length < changesPerPage;
    reached = isLast ? heldSince : changes.at(-1)!.internalTimestamps.createdDate;
    // False means that another replica was faster and continues the work.
    if (!(await outbox.note(tenantId, unread, deliveriesOf(unread), now())) || isLast) return reached;
  }
  return reached;
}

function deliveriesOf({ subscriptions, changes, activations }: Unread): (NotedDelivery | OnceDelivery)[] {
  const events = [
    ...inOrderOfVersions(changes.flatMap((change) => (filingOf(change) === null ? (eventOfChange(change) ?? []) : []))),
    ...activations.map((activation) => eventOfActivation(activation, newServiceId())),
  ];
  const filings = [...firstOfFilings(changes)].flatMap(([key, change]) => {
    const event = eventOfChange(change);
    return event ? deliveriesTo(subscriptions, event).map((delivery) => ({ ...delivery, key })) : [];
  });
  return [...events.flatMap((event) => deliveriesTo(subscriptions, event)), ...filings];
}

/**
 * One change per request that files or reopens documents. An earlier page may already have contained some of its
 * changes, as the outbox records.
 */
function firstOfFilings(changes: readonly Change[]): Map<string, Change> {
  const firsts = new Map<string, Change>();
  for (const change of changes) {
    const key = filingOf(change);
    if (key !== null && !firsts.has(key)) firsts.set(key, change);
  }
  return firsts;
}

/**
 * Replica clocks differ. Sending an event from just before the activation is better than missing one from just after
 * it.
 */
const clockSkewMs = 5_000;

/** One delivery to each endpoint that subscribes to the event and was active at the time. */
function deliveriesTo(subscriptions: readonly Subscription[], event: WebhookEvent): NotedDelivery[] {
  const isActive = ({ activeSince }: Subscription) => event.occurredAt.getTime() >= activeSince.getTime() - clockSkewMs;
  return subscriptions
    .filter((subscription) => isActive(subscription) && coversType(subscription.eventTypes, event.eventType))
    .map(({ endpointId }) => ({ endpointId, event }));
}

/**
 * Units of work are numbered at their first write, so the later of two writes to a record can have the smaller number.
 * Each record keeps its positions in the list and fills them in the order of its versions.
 */
function inOrderOfVersions(events: readonly WebhookEvent[]): WebhookEvent[] {
  const bySubject = new Map<string, WebhookEvent[]>();
  for (const event of events.toSorted(byVersion)) {
    const own = bySubject.get(event.subject);
    if (own) own.push(event);
    else bySubject.set(event.subject, [event]);
  }
  return events.map(({ subject }) => bySubject.get(subject)!.shift()!);
}

const byVersion = (one: WebhookEvent, other: WebhookEvent) => Number(one.data.version) - Number(other.data.version);
