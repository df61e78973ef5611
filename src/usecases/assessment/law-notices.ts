import type { RuleFacts } from '../../domain/places/place-law.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { DocumentPlaces } from './document-places.ts';

/** The notices about the addresses of a document and the law of its place. */
export function placeNotices({ destination, sourcingNotices, facts }: DocumentPlaces): readonly Notice[] {
  return [...at('/shippingAddress', destination.notices), ...sourcingNotices, ...at('/shippingAddress', facts.notices)];
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
