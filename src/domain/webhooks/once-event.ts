import { daysBetween } from '../base/calendar.ts';
import { daysLeftOf } from '../exemptions/certificate-status.ts';
import type { Exemption } from '../exemptions/exemption.ts';
import { type RateChange, rateChangePath } from '../lookups/rate-changes.ts';
import type { NexusPeriod } from '../nexus/nexus-sales.ts';
import type { NexusTracker } from '../nexus/nexus-tracker.ts';
import { placeCode, stateCode } from '../places/place-code.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** An event that is not caused by a write, delivered once per key. */
export type OnceEvent = { readonly key: string; readonly event: WebhookEvent };

type Noticed = { readonly eventId: string; readonly now: Date };
/** A notice with `today`, the day in the tenant's time zone. */
type NoticedOn = Noticed & { readonly today: string };

/** Reported once per last day of a certificate, so an extended certificate is reported again. */
export function onceForExemption(exemption: Exemption, { eventId, now, today }: NoticedOn): OnceEvent {
  const { serviceId, customerId, country, state, validThrough, version } = exemption;
  const data = {
    recordType: 'EXEMPTION',
    serviceId,
    customerId,
    place: placeCode({ country, state }),
    country,
    state: stateCode({ country, state }) ?? undefined,
    validThrough,
    daysLeft: daysLeftOf(exemption, today),
    version,
    path: `/v1/exemptions/serviceId/${serviceId}`,
  };
  const subject = `EXEMPTION ${serviceId}`;
  const event: WebhookEvent = { eventId, eventType: 'exemption.expiring', occurredAt: now, subject, data };
  return { key: `exemption ${serviceId} ${validThrough}`, event };
}

type Crossed = Pick<NexusTracker, 'country' | 'state' | 'name' | 'isCollecting' | 'declaration' | 'firstCollection'>;

/** Reported once per place and year in which a period ends, because a twelve-month period moves every day. */
export function onceForThreshold(place: Crossed, period: NexusPeriod, { eventId, now }: Noticed): OnceEvent {
  const { country, state, name } = place;
  const shortState = stateCode({ country, state });
  const query = shortState === null ? `country=${country}` : `country=${country}&state=${shortState}`;
  const data = {
    place: placeCode({ country, state }),
    country,
    state: shortState ?? undefined,
    name,
    from: period.from,
    to: period.to,
    reachedOn: period.reachedOn ?? undefined,
    collectFrom: place.firstCollection.collectFrom ?? undefined,
    isCollecting: place.isCollecting,
    isDeclared: place.declaration !== null,
    path: `/v1/nexus?${query}`,
  };
  const at = [country, state].filter((part) => part !== null).join('/');
  const event: WebhookEvent = {
    eventId,
    eventType: 'nexus.threshold_reached',
    occurredAt: now,
    subject: `NEXUS ${at}`,
    data,
  };
  return { key: `nexus ${at} ${period.endsOn.slice(0, 4)}`, event };
}

/**
 * Reported once per change. The ids of changes are unique only within a version of the rate book, so the key contains
 * the change itself.
 */
export function onceForRateChange(change: RateChange, { eventId, now, today }: NoticedOn): OnceEvent {
  const {
    changeId,
    kind,
    country,
    subdivision: state,
    jurisdiction,
    localJurisdictions,
    taxCodes,
    effectiveOn,
  } = change;
  const data = {
    changeId,
    kind,
    place: placeCode({ country, state }),
    country,
    state: stateCode({ country, state }) ?? undefined,
    jurisdictionId: jurisdiction.id,
    name: jurisdiction.name,
    taxCodes,
    effectiveOn,
    daysLeft: daysBetween(today, effectiveOn),
    path: `${rateChangePath(change)}/effect`,
  };
  const ids = [jurisdiction, ...localJurisdictions].map(({ id }) => id);
  const event: WebhookEvent = {
    eventId,
    eventType: 'rate.changing',
    occurredAt: now,
    subject: `RATE ${changeId}`,
    data,
  };
  return { key: ['rate', effectiveOn, country, kind, ...ids, ...taxCodes].join(' '), event };
}
