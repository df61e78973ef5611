import type { JurisdictionFacts } from '../../../domain/lookups/jurisdictions.ts';
import { type Decimal, sum, zero } from '../../../tax/numbers/decimal.ts';
import { type Found, jurisdictionFinder, type RateList } from './compare.ts';
import type { PublishedRate } from './published-rate.ts';

/** A jurisdiction's own rate, derived from a published one. */
export type OwnRate = { readonly facts: JurisdictionFacts; readonly rate: Decimal; readonly published: PublishedRate };

type OwnRates = {
  readonly rates: readonly OwnRate[];
  /** Places missing from the rate book. */
  readonly unknown: readonly PublishedRate[];
  /** Places with several rates in the file, none of which is used. */
  readonly ambiguous: readonly string[];
  /** Lines whose total is less than the rates it must include. */
  readonly impossible: readonly number[];
};

/**
 * The own rate of each jurisdiction in a file. A county's is its total less the state's rate; for a city, the county's rate
 * from the same file is subtracted too.
 */
export function ownRates(list: RateList, published: readonly PublishedRate[]): OwnRates {
  const find = jurisdictionFinder(list);
  const found = new Map<string, OwnRate[]>();
  const unknown: PublishedRate[] = [];
  const impossible: number[] = [];
  // Counties first, because cities subtract them.
  const sorted = [...published].sort((one, other) => order(one) - order(other));
  for (const one of sorted) {
    const place = find(one);
    if (place === null) {
      unknown.push(one);
      continue;
    }
    const rate = one.rate.minus(one.kind === 'OWN' ? zero : included(list, place, one, found));
    if (rate.isNegative()) {
      impossible.push(one.line);
      continue;
    }
    const { key } = place.facts;
    found.set(key, [...(found.get(key) ?? []), { facts: place.facts, rate, published: one }]);
  }
  const all = [...found.values()];
  const isSame = (ofOne: readonly OwnRate[]) => ofOne.every(({ rate }) => rate.eq(ofOne[0]!.rate));
  return {
    rates: all.filter(isSame).map(([first]) => first!),
    unknown,
    ambiguous: all.filter((ofOne) => !isSame(ofOne)).map(([first]) => first!.facts.jurisdiction.name),
    impossible,
  };
}

function order({ level }: PublishedRate): number {
  return level === 'CITY' ? 1 : 0;
}

/** The rates of state, county and districts that a total includes. */
function included(
  list: RateList,
  { facts, county, outsideCities }: Found,
  { on, state }: PublishedRate,
  found: ReadonlyMap<string, readonly OwnRate[]>,
): Decimal {
  const rateOf = (key: string) => found.get(key)?.[0]?.rate ?? list.jurisdictionRate(key, on)?.rate?.rate ?? zero;
  const ofCounty = county !== null && facts.contains === 'NOTHING' ? rateOf(county.key) : zero;
  return sum([rateOf(`US/${state}`), ofCounty, ...outsideCities.map(({ key }) => rateOf(key))]);
}
