import { progressOf, shareOf, type Tracked } from '../../base/nexus/progress.ts';
import { compare } from '../../format/decimal-text.ts';

/**
 * Color intensity of a state by amount: 0 for no amount, 5 for the largest. Steps are even in the square root, so that
 * small amounts differ visibly.
 */
export function shadeOf(amount: string | undefined, most: number): number {
  const value = Number(amount ?? 0);
  if (value <= 0 || most <= 0) return 0;
  return Math.max(1, Math.ceil(Math.sqrt(value / most) * 5 - 1e-9));
}

/** The CSS class of a state colored by progress. */
export function progressShade(tracked: Tracked): string {
  const progress = progressOf(tracked);
  if (progress !== 'below') return `is-${progress}`;
  const share = Number(shareOf(tracked) ?? 0);
  return `is-below-${share >= 0.5 ? 3 : share >= 0.2 ? 2 : 1}`;
}

type Amount = { readonly state: string | null; readonly currency: string; readonly amount: string };

/** The amounts by state in the most common currency; amounts in other currencies appear only in the table. */
export function amountsByState(amounts: readonly Amount[]): { currency: string | null; byState: Map<string, string> } {
  const counts = new Map<string, number>();
  for (const { currency } of amounts) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [currency = null] = [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const shown = amounts.filter((one) => one.currency === currency);
  return {
    currency,
    byState: new Map(shown.flatMap(({ state, amount }) => (state === null ? [] : [[state, amount]]))),
  };
}

/** Largest amounts first, in the currency of the map and then in others. */
export const largestFirst = <Row extends Amount>(rows: readonly Row[], currency: string | null): readonly Row[] =>
  rows.toSorted(
    (one, other) =>
      Number(other.currency === currency) - Number(one.currency === currency) ||
      one.currency.localeCompare(other.currency) ||
      compare(other.amount, one.amount),
  );

const ranks = { reached: 0, approaching: 1, collecting: 2, below: 3, none: 4, untracked: 5 } as const;

/** States that need a decision first, then the states closest to needing one. */
export function byUrgency(
  one: Tracked & { readonly name: string },
  other: Tracked & { readonly name: string },
): number {
  const rank = ranks[progressOf(one)] - ranks[progressOf(other)];
  if (rank !== 0) return rank;
  const share = Number(shareOf(other) ?? 0) - Number(shareOf(one) ?? 0);
  return share !== 0 ? share : one.name.localeCompare(other.name);
}
