import type { ResultOf } from '../../base/graphql.ts';
import { addDays } from '../../format/format.ts';
import type { changesOperation } from './operations.ts';

type Told = ResultOf<typeof changesOperation>;
type Change = NonNullable<Told['rateChanges']>['nodes'][number];

/** The changes in a place on a day. */
export type PlaceChange = {
  readonly effectiveOn: string;
  readonly country: string;
  readonly state: string | null;
  /** The jurisdictions whose general rate changes, with the rates before and after. */
  readonly rates: readonly { readonly name: string; readonly before: string | null; readonly after: string | null }[];
  /** Number of tax codes that are taxed differently. */
  readonly codes: number;
};

const daysAhead = 90;

/**
 * Enacted changes from tomorrow on, as far ahead as a seller would prepare for them. Tax holidays are omitted, because
 * they are temporary.
 */
export const changesAhead = (today: string) => ({
  effectiveOn: { gt: today, lte: addDays(today, daysAhead) },
  kind: { ne: 'HOLIDAY' as const },
  status: { eq: 'ENACTED' as const },
});

/** The changes in places with recent sales, one entry for each place and day. */
export function changesWhereSold({ rateChanges, liability }: Told): PlaceChange[] {
  const sold = new Set((liability?.rows ?? []).map(({ key }) => placeKey(key.country, key.state)));
  const byPlace = new Map<string, Change[]>();
  for (const change of rateChanges?.nodes ?? []) {
    const { country, state } = change.jurisdiction;
    if (!sold.has(placeKey(country, state))) continue;
    const key = `${change.effectiveOn} ${placeKey(country, state)}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), change]);
  }
  return [...byPlace.values()].map((changes) => {
    const { effectiveOn, jurisdiction } = changes[0]!;
    return {
      effectiveOn,
      country: jurisdiction.country,
      state: jurisdiction.state,
      rates: changes
        .filter(({ kind }) => kind === 'RATE')
        .map(({ jurisdiction: { name }, before, after }) => ({
          name,
          before: before?.rate ?? null,
          after: after?.rate ?? null,
        })),
      codes: new Set(changes.flatMap(({ taxCodes }) => taxCodes)).size,
    };
  });
}

const placeKey = (country: string | null, state: string | null) => `${country ?? ''}-${state ?? ''}`;
