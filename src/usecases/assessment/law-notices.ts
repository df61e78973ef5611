import { isOverdue, lastSeenOn } from '../../domain/lookups/freshness.ts';
import type { PlaceFacts, RuleFacts } from '../../domain/places/place-law.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { DocumentPlaces } from './document-places.ts';

/** The notices about the addresses of a document and the law of its place. */
export function placeNotices(reference: ReferenceData, places: DocumentPlaces): readonly Notice[] {
  const { destination, sourcingNotices, facts } = places;
  return [
    ...at('/shippingAddress', destination.notices),
    ...sourcingNotices,
    ...at('/shippingAddress', facts.notices),
    ...overdueNotices(reference, facts),
  ];
}

/** Rates that nobody has looked at for a long time may have changed since. */
function overdueNotices(reference: ReferenceData, { taxPlace, authority }: PlaceFacts): Notice[] {
  const { country, subdivision, taxDate } = taxPlace;
  const place = country === 'US' ? `US-${subdivision}` : country;
  const freshness = {
    asOf: reference.asOfByPlace[place] ?? reference.asOf,
    verifiedOn: reference.verifiedByPlace[place] ?? null,
  };
  if (!isOverdue(freshness, taxDate)) return [];
  const message = `The rates of ${authority.name} were last read or verified on ${lastSeenOn(freshness)}, more than 18 months before the tax date.`;
  return [{ code: 'RATES_NOT_VERIFIED', pointer: '/shippingAddress', message }];
}

/** The notices about the rules of the lines. */
export function ruleNotices(itemRules: readonly RuleFacts[], shippingRule: RuleFacts | null): readonly Notice[] {
  return [
    ...itemRules.flatMap((rule, index) => at(`/items/${index}`, rule.notices)),
    ...at('/shippingFee', shippingRule?.notices ?? []),
  ];
}

function at(pointer: string, notices: readonly Notice[]): Notice[] {
  return notices.map((notice) => ({ ...notice, pointer: pointer + notice.pointer }));
}
