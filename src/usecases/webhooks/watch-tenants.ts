import type { Tenant, TenantSettings } from '../../domain/account/tenant.ts';
import { addDays, dayOf } from '../../domain/base/calendar.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import { withCertificateStatus } from '../../domain/exemptions/certificate-filter.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { coversType, type EventType } from '../../domain/webhooks/event-types.ts';
import { type OnceEvent, onceForExemption, onceForThreshold } from '../../domain/webhooks/once-event.ts';
import type { Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { ExemptionStore } from '../../ports/stores/exemption-store.ts';
import type { Subscription, Watch, WebhookOutbox } from '../../ports/stores/webhook-outbox.ts';
import type { Stores } from '../../ports/stores.ts';
import { ownWork } from '../../ports/work.ts';
import { accountAsStored, dayAtHome } from '../account/account.ts';
import { listNexus } from '../nexus/list-nexus.ts';
import { findChangingRates } from './find-changing-rates.ts';

export type Watching = {
  readonly outbox: WebhookOutbox;
  readonly stores: Pick<Stores, 'forTenant' | 'tenants'>;
  /** The rate book in force, as it applies to the tenant. */
  bookFor(tenant: Tenant): Promise<ReferenceData>;
  now(): Date;
};

/** A check that has not finished within this time is started again, because its process must have died. */
const claimMs = 600_000;

/**
 * Finds events that are not caused by a write: certificates that expire soon, thresholds that were reached, and rates
 * that change. Runs once a day, and soon after a change.
 */
export async function watchTenant(on: Watching, tenantId: string, isStopped: () => boolean): Promise<void> {
  for (const watch of ['EXPIRING', 'NEXUS', 'RATES'] as const) {
    if (!isStopped()) await look(on, { tenantId, watch }, isStopped);
  }
}

const looksFor: Readonly<Record<Watch, EventType>> = {
  EXPIRING: 'exemption.expiring',
  NEXUS: 'nexus.threshold_reached',
  RATES: 'rate.changing',
};

async function look(
  on: Watching,
  { tenantId, watch }: { readonly tenantId: string; readonly watch: Watch },
  isStopped: () => boolean,
): Promise<void> {
  const { outbox } = on;
  const until = new Date(on.now().getTime() + claimMs);
  if (!(await outbox.beginWatch(tenantId, watch, on.now(), until))) return;
  const asking = (await outbox.listSubscriptions(tenantId)).filter(({ eventTypes }) =>
    coversType(eventTypes, looksFor[watch]),
  );
  if (asking.length > 0) {
    for await (const events of find(on, await sessionOf(on, tenantId), watch)) {
      if (isStopped()) return; // The check remains due.
      await outbox.noteOnce(tenantId, toEach(asking, events), on.now());
    }
  }
  await outbox.endWatch(tenantId, watch, until, nextMidnight(on.now()));
}

async function* find(on: Watching, session: Session, watch: Watch): AsyncGenerator<readonly OnceEvent[]> {
  const { tenant, stores } = session;
  const asking = { reference: await on.bookFor(tenant), now: on.now };
  if (watch === 'NEXUS') yield await findCrossedThresholds(session, asking);
  else if (watch === 'RATES') yield await findChangingRates(session, asking);
  else {
    const today = dayAtHome(tenant.settings, { session, ...asking });
    yield* findExpiringExemptions(stores.exemptions, tenant.settings, { today, now: on.now() });
  }
}

/** The gateway's own principal, which may only read. */
async function sessionOf({ stores }: Watching, tenantId: string): Promise<Session> {
  const tenant = await stores.tenants.find(tenantId);
  if (!tenant) throw new Error(`Tenant ${tenantId} not found.`);
  const principal = { clientId: 'tollgate', tenantId, scopes: new Set(['nexus:read'] as const) };
  const records = stores.forTenant(tenantId);
  return { principal, tenant, recent: accountAsStored(records), stores: records, work: ownWork };
}

const toEach = (subscriptions: readonly Subscription[], events: readonly OnceEvent[]) =>
  events.flatMap(({ key, event }) => subscriptions.map(({ endpointId }) => ({ key, endpointId, event })));

const nextMidnight = (now: Date) => new Date(`${addDays(dayOf(now), 1)}T00:00:00Z`);

type Asking = { readonly reference: ReferenceData; now(): Date };

/**
 * The places whose sales have reached the nexus threshold, in a period that determines nexus today or in the current
 * period.
 */
async function findCrossedThresholds(session: Session, { reference, now }: Asking): Promise<OnceEvent[]> {
  const ctx = { session, reference, registers: [], requestId: 'webhooks', now };
  const trackers = await listNexus(ctx, { status: { in: ['APPROACHING', 'REACHED'] } });
  return trackers.flatMap((tracker) =>
    [...new Set([...tracker.periods, tracker.runningPeriod])]
      .filter(({ status }) => status === 'REACHED')
      .map((period) => onceForThreshold(tracker, period, { eventId: newServiceId(), now: now() })),
  );
}

const pageSize = 500;

/** The certificates that expire within `expiringSoonDays`, in pages. */
async function* findExpiringExemptions(
  exemptions: Pick<ExemptionStore, 'list'>,
  { expiringSoonDays, requireEvidence }: TenantSettings,
  { today, now }: { readonly today: string; readonly now: Date },
): AsyncGenerator<OnceEvent[]> {
  const terms = { on: today, expiringSoonDays, requireEvidence };
  const filter = withCertificateStatus('EXPIRING_SOON', terms);
  for (let last: Exemption | undefined; ; ) {
    const after: { createdAt: Date; serviceId: string } | null = last
      ? { createdAt: last.internalTimestamps.createdDate, serviceId: last.serviceId }
      : null;
    const page: Exemption[] = await exemptions.list(filter, { limit: pageSize, after });
    yield page.map((exemption) => onceForExemption(exemption, { eventId: newServiceId(), today, now }));
    last = page.at(-1);
    if (page.length < pageSize) return;
  }
}
