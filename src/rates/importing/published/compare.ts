import type { IndexedState } from '../../../ports/rate-book-index.ts';
import { type Decimal, decimalText, sum } from '../../../tax/numbers/decimal.ts';
import { placeFinder, type RateList } from './find-places.ts';
import type { PublishedFile, PublishedRate } from './published-rate.ts';

/**
 * A published rate that differs from the rate book; `ours` is null if the rate book has no such jurisdiction, or no
 * rate to compare.
 */
export type RateDifference = {
  readonly published: PublishedRate;
  readonly ours: { readonly rate: Decimal; readonly source: string } | null;
};

/** Compares published rates with the rate book. A place without a separate rate may be missing from the rate book. */
export function compareRates(list: RateList, rates: readonly PublishedRate[]): readonly RateDifference[] {
  const find = placeFinder(list);
  return rates.flatMap((published): RateDifference[] => {
    const { facts, included } = find(published);
    const keys = facts === null ? included : [...included, facts.key];
    const parts = keys.map((key) => list.jurisdictionRate(key, published.on)?.rate ?? null);
    const known = parts.filter((part) => part !== null);
    const rate = sum(known.map((part) => part.rate));
    if (rate.eq(published.rate)) return [];
    if (facts === null || known.length === 0) return [{ published, ours: null }];
    return [{ published, ours: { rate, source: [...new Set(known.map((part) => part.source))].join('; ') } }];
  });
}

/** One line for the operator: the difference and both sources. */
export function differenceLine({ published, ours }: RateDifference, file: string): string {
  const { rate, on, line } = published;
  const own = ours === null ? 'not in the rate book' : `${decimalText(ours.rate)} (${ours.source})`;
  return `differs\t${placeText(published)}\t${on}\t${own}\t${decimalText(rate)} (${file}, line ${line})`;
}

/** The file's price limit for local taxes on a single item, if it differs from the rate book. */
export function itemCapDifference({ itemCap }: PublishedFile, state: IndexedState | null): string | null {
  if (!itemCap || state?.localItemCaps.includes(itemCap.upTo)) return null;
  const ours = state?.localItemCaps.join(', ') || 'no such limit';
  return `local tax on the first ${itemCap.upTo} of a single item (line ${itemCap.line}); the rate book has ${ours}`;
}

/** Tab-separated, such as `TX CITY Burke`. */
export function placeText({ state, country, level, name }: PublishedRate): string {
  return [state ?? country, level, name].join('\t');
}
