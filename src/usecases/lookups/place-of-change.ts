import type { CustomerFilter } from '../../domain/customers/customer-list.ts';
import type { RateChange } from '../../domain/lookups/rate-changes.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { isLocalLevel } from '../../tax/model/place.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { idsAtZip } from './list-jurisdictions.ts';

/** The place of a change: a whole country, state or region, or only ZIP codes of a state. */
export type PlaceOfChange = {
  readonly country: string;
  readonly state: string | null;
  readonly zips: readonly string[] | null;
};

const found = new WeakMap<ReferenceData, Map<string, Promise<PlaceOfChange>>>();

/**
 * Cached per rate book, because a watcher needs it for every tenant and the search covers every ZIP code of the state.
 */
export function placeOfChange(reference: ReferenceData, change: RateChange): Promise<PlaceOfChange> {
  const places = found.get(reference) ?? new Map<string, Promise<PlaceOfChange>>();
  found.set(reference, places);
  // The id is not enough: the ids of the changes in a version depend on the rate book in force.
  const key = `${change.changeId} ${change.localJurisdictions.map(({ id }) => id).join(' ')}`;
  const place = places.get(key) ?? findPlace(reference, change);
  places.set(key, place);
  return place;
}

/** The place of a change in another version. A removed jurisdiction exists only in the rate book in force. */
export async function placeOfUpdate(
  { version, inForce }: { readonly version: ReferenceData; readonly inForce: ReferenceData },
  change: RateChange,
): Promise<PlaceOfChange> {
  const place = await placeOfChange(version, change);
  return place.zips?.length === 0 ? placeOfChange(inForce, change) : place;
}

/** Other requests are served between the ZIP codes. */
async function findPlace(reference: ReferenceData, change: RateChange): Promise<PlaceOfChange> {
  const { country, subdivision: state, jurisdiction, localJurisdictions, effectiveOn: day } = change;
  const own = localJurisdictions.length > 0 ? localJurisdictions : [jurisdiction];
  if (state === null || !own.every(({ level }) => isLocalLevel(level))) return { country, state, zips: null };
  const ids = new Set(own.map(({ id }) => id));
  const isThere = (zip: string) => idsAtZip(reference, { zip, state, day })?.some((id) => ids.has(id));
  const serveOthers = createYield();
  const zips: string[] = [];
  for (const zip of reference.zipCodes(state)) {
    await serveOthers();
    if (isThere(zip)) zips.push(zip);
  }
  return { country, state, zips };
}

/** Estimates and orders in the place that may still become invoices. */
export function openThere({ country, state, zips }: PlaceOfChange): TransactionFilter {
  return {
    transactionType: { in: ['ESTIMATE', 'SALES_ORDER'] },
    transactionStatus: { eq: 'ACTIVE' },
    isConverted: { eq: false },
    country: { eq: country },
    state: { eq: state },
    shippingZip: { in: zips },
  };
}

/** Customers with an address in the place, in any usual spelling, and the given customers. */
export function customersThere(
  reference: ReferenceData,
  { country, state, zips }: PlaceOfChange,
  customerIds: readonly string[],
): CustomerFilter {
  const address: CustomerFilter = {
    addressCountry: { in: countrySpellings(reference, country) },
    addressState: { in: state === null ? null : stateSpellings(reference, country, state) },
    addressZip: { in: zips },
  };
  return { or: [address, { serviceId: { in: customerIds } }] };
}

function countrySpellings(reference: ReferenceData, country: string): string[] {
  if (country === 'US') return ['US', 'USA', 'UNITED STATES', 'UNITED STATES OF AMERICA'];
  const name = reference.countryFacts(country)?.name;
  return [country, ...(name === undefined ? [] : [name.toUpperCase()])];
}

function stateSpellings(reference: ReferenceData, country: string, state: string): string[] {
  const name = country === 'US' ? reference.findState(state)?.name : regionName(reference, country, state);
  const short = country === 'US' ? state : state.slice(country.length + 1);
  return [...new Set([state, short, ...(name ? [name.toUpperCase()] : [])])];
}

function regionName(reference: ReferenceData, country: string, state: string): string | undefined {
  const [found] = reference.jurisdictions({
    country,
    subdivision: state,
    level: 'REGION',
    ids: null,
  });
  return found?.jurisdiction.name;
}
