import { addDays } from '../../domain/base/calendar.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import type { LiabilitySum } from '../../domain/liability/liability.ts';
import { everyPart } from '../../domain/liability/liability-query.ts';
import type { RateChange } from '../../domain/lookups/rate-changes.ts';
import { declaredBasisAt, isBasisToCollect } from '../../domain/nexus/declared-basis.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus-record.ts';
import { type OnceEvent, onceForRateChange } from '../../domain/webhooks/once-event.ts';
import type { Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { dayAtHome } from '../account/account.ts';
import { listedPlaces } from '../lookups/get-rule-coverage.ts';
import { customersThere, openThere, type PlaceOfChange, placeOfChange } from '../lookups/place-of-change.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';

type Asking = { readonly reference: ReferenceData; now(): Date };

const daysBefore = 30;
/** Sales within this many days make a change relevant to the seller. */
const daysOfSales = 366;

/**
 * The announced changes for the next 30 days in places where the tenant sells, is registered, or has customers,
 * estimates or orders.
 */
export async function findChangingRates(
  session: Pick<Session, 'stores' | 'tenant'>,
  { reference, now }: Asking,
): Promise<OnceEvent[]> {
  const { stores } = session;
  const today = dayAtHome(session.tenant.settings, { session, reference, now });
  const changes = await announcedChanges(reference, today);
  if (changes.length === 0) return [];
  const known = { declarations: await stores.nexus.list(), sold: await soldIn(stores, today) };
  const events: OnceEvent[] = [];
  for (const change of changes) {
    if (await isConcerned(stores, reference, change, known)) {
      events.push(onceForRateChange(change, { eventId: newServiceId(), today, now: now() }));
    }
  }
  return events;
}

async function announcedChanges(reference: ReferenceData, today: string): Promise<RateChange[]> {
  const last = addDays(today, daysBefore);
  const giveWay = createYield();
  const found: RateChange[] = [];
  for (const { country, state } of listedPlaces(reference)) {
    await giveWay();
    const changes = reference.rateChanges(country, state);
    found.push(
      ...changes.filter(
        ({ status, effectiveOn }) => status === 'ENACTED' && effectiveOn > today && effectiveOn <= last,
      ),
    );
  }
  return found.sort((one, other) => (one.changeId < other.changeId ? -1 : 1));
}

type Known = { readonly declarations: readonly NexusDeclaration[]; readonly sold: readonly LiabilitySum[] };

/** The sales of a year by place and jurisdiction. */
function soldIn({ totals }: TenantStores, today: string): Promise<LiabilitySum[]> {
  const groupBy = new Set(['COUNTRY', 'STATE', 'JURISDICTION'] as const);
  const within = { from: addDays(today, -daysOfSales), to: today, country: null, state: null };
  return totals.addUpLiability({ ...within, ...everyPart, groupBy, taxes: null }, gatewayLimits.liability.sums);
}

async function isConcerned(
  stores: TenantStores,
  reference: ReferenceData,
  change: RateChange,
  { declarations, sold }: Known,
): Promise<boolean> {
  const { country, subdivision: state, effectiveOn } = change;
  if (isBasisToCollect(declaredBasisAt(declarations, { country, state }, effectiveOn))) return true;
  const ofState = sold.filter(({ labels }) => labels.country === country && (state ?? labels.state) === labels.state);
  const place = await placeOfChange(reference, change);
  if (place.zips === null ? ofState.length > 0 : soldByJurisdiction(change, ofState)) return true;
  // No document contains a new tax yet, so all sales in the place count.
  if (ofState.length > 0 && change.before === null && (await hasSoldAt(stores, place))) return true;
  const one = { limit: 1, after: null };
  const customers = await stores.customers.list(customersThere(reference, place, []), one);
  return customers.length > 0 || (await stores.transactions.list(openThere(place), one)).length > 0;
}

function soldByJurisdiction(
  { jurisdiction, localJurisdictions }: RateChange,
  ofState: readonly LiabilitySum[],
): boolean {
  const ids = [jurisdiction, ...localJurisdictions].map(({ id }) => id);
  const local = localJurisdictions.length > 0 ? ids.slice(1) : ids;
  return ofState.some(({ labels }) => labels.jurisdiction !== null && local.includes(labels.jurisdiction.id));
}

async function hasSoldAt({ transactions }: TenantStores, { country, state, zips }: PlaceOfChange): Promise<boolean> {
  const filter = { country: { eq: country }, state: { eq: state }, shippingZip: { in: zips } };
  const [found] = await transactions.list(
    { ...filter, transactionStatus: { ne: 'CANCELLED' } },
    { limit: 1, after: null },
  );
  return found !== undefined;
}
