import { outOfRangeNotices } from '../../domain/lookups/covered-days.ts';
import { type Freshness, isOverdue, lastSeenOn } from '../../domain/lookups/freshness.ts';
import type { PlaceFacts, RuleFacts } from '../../domain/places/place-law.ts';
import { ownTaxDate } from '../../domain/transactions/tax-date.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { TaxPlace } from '../../tax/model/place.ts';
import type { DocumentPlaces } from './document-places.ts';

/** The notices about the addresses of a document and the law of its place. */
export function placeNotices(
  reference: ReferenceData,
  places: DocumentPlaces,
  input: TransactionInput,
): readonly Notice[] {
  const { destination, sourcingNotices, facts } = places;
  return [
    ...at('/shippingAddress', destination.notices),
    ...sourcingNotices,
    ...at('/shippingAddress', facts.notices),
    ...overdueNotices(reference, facts),
    ...taxDateNotices(reference, facts, ownTaxDate(input) === null ? '/externalTimestamps' : '/taxDate'),
  ];
}

/** Rates that nobody has looked at for a long time may have changed since. */
function overdueNotices(reference: ReferenceData, { taxPlace, authority }: PlaceFacts): Notice[] {
  const freshness = freshnessOf(reference, taxPlace);
  if (!isOverdue(freshness, taxPlace.taxDate)) return [];
  const message = `The rates of ${authority.name} were last read or verified on ${lastSeenOn(freshness)}, more than 18 months before the tax date.`;
  return [{ code: 'RATES_NOT_VERIFIED', pointer: '/shippingAddress', message }];
}

/** The notice of a tax date that the rate book does not cover at the place. */
export function taxDateNotices(reference: ReferenceData, facts: PlaceFacts, pointer: string): Notice[] {
  const { taxPlace, authority } = facts;
  const book = { name: authority.name, freshness: freshnessOf(reference, taxPlace), rates: taxPlace.rates };
  return outOfRangeNotices(book, taxPlace.taxDate).map((notice) => ({ ...notice, pointer }));
}

function freshnessOf(reference: ReferenceData, { country, subdivision }: TaxPlace): Freshness {
  const place = country === 'US' ? `US-${subdivision}` : country;
  return {
    asOf: reference.asOfByPlace[place] ?? reference.asOf,
    verifiedOn: reference.verifiedByPlace[place] ?? null,
  };
}

/** The notices about the rules of the lines. */
export function ruleNotices(itemRules: readonly RuleFacts[], shippingRule: RuleFacts | null): readonly Notice[] {
  return [
    ...itemRules.flatMap((rule, index) => at(`/items/${index}`, rule.notices)),
    ...at('/shippingFee', shippingRule?.notices ?? []),
  ];
}

function at(pointer: string, notices: readonly Notice[]): Notice[] {
  return notices.map((notice) => Object.assign({}, notice, { pointer: pointer + notice.pointer }));
}
