import type { JurisdictionFacts } from '../../../domain/lookups/jurisdictions.ts';
import { type Decimal, sum, zero } from '../../../tax/numbers/decimal.ts';
import { placeFinder, type RateList } from './find-places.ts';
import type { PublishedRate } from './published-rate.ts';

/** A jurisdiction's own rate, derived from a published rate. */
export type OwnRate = { readonly facts: JurisdictionFacts; readonly rate: Decimal; readonly published: PublishedRate };

type OwnRates = {
  readonly rates: readonly OwnRate[];
  /** Places whose rate is missing from the rate book, or occurs there several times. */
  readonly unknown: readonly PublishedRate[];
  /** The rates of each place that has several rates in the file. None of these rates is used. */
  readonly ambiguous: readonly (readonly OwnRate[])[];
  /** City totals that cannot be split, because the file does not have exactly one rate for the county. */
  readonly undivided: readonly PublishedRate[];
  /** Lines whose total is less than the rates that it must include. */
  readonly impossible: readonly number[];
};

/**
 * Each jurisdiction's own rate in a file. For a county, this is the total less the rates of the state and of the
 * included districts; for a city, the county's rate from the same file is also subtracted.
 */
export function ownRates(list: RateList, published: readonly PublishedRate[]): OwnRates {
  const find = placeFinder(list);
  const found = new Map<string, OwnRate[]>();
  const unknown: PublishedRate[] = [];
  const undivided: PublishedRate[] = [];
  const impossible: number[] = [];
  // The components of totals come first.
  const sorted = published.toSorted((one, other) => order(one) - order(other) || (one.on < other.on ? -1 : 1));
  for (const one of sorted) {
    const { facts, included, county } = find(one);
    const inFile = (key: string) => ratesOn(found.get(key) ?? [], one.on);
    const known = (key: string) => list.jurisdictionRate(key, one.on)?.rate?.rate ?? zero;
    const rate = one.rate.minus(sum(included.map((key) => inFile(key)[0]?.rate ?? known(key))));
    const ofCounty = county === null ? [] : inFile(county);
    const isCountyClear = county === null || (ofCounty.length === 0 ? known(county).isZero() : isSame(ofCounty));
    if (rate.isNegative()) impossible.push(one.line);
    else if (facts !== null && !isCountyClear) undivided.push(one);
    else if (facts !== null) found.set(facts.key, [...(found.get(facts.key) ?? []), { facts, rate, published: one }]);
    else if (!rate.isZero()) unknown.push(one);
  }
  const all = [...found.values()].flatMap(byDay);
  return {
    rates: all.filter(isSame).map(([first]) => first!),
    unknown,
    undivided,
    ambiguous: all.filter((ofOne) => !isSame(ofOne)),
    impossible,
  };
}

/** A jurisdiction's rates in the file on a day, or on the latest earlier day. */
function ratesOn(rates: readonly OwnRate[], day: string): readonly OwnRate[] {
  return byDay(rates).findLast(([first]) => first!.published.on <= day) ?? [];
}

function byDay(rates: readonly OwnRate[]): OwnRate[][] {
  const days = [...new Set(rates.map(({ published }) => published.on))];
  return days.map((day) => rates.filter(({ published }) => published.on === day));
}

function isSame(rates: readonly OwnRate[]): boolean {
  return rates.every(({ rate }) => rate.eq(rates[0]!.rate));
}

function order({ level }: PublishedRate): number {
  return ['COUNTRY', 'REGION', 'STATE', 'DISTRICT', 'COUNTY', 'CITY'].indexOf(level);
}
