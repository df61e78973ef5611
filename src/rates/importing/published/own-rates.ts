import type { JurisdictionFacts } from '../../../domain/lookups/jurisdictions.ts';
import { type Decimal, sum, zero } from '../../../tax/numbers/decimal.ts';
import { placeFinder, type RateList } from './find-places.ts';
import type { PublishedRate } from './published-rate.ts';

/** A jurisdiction's own rate, derived from a published rate. */
export type OwnRate = { readonly facts: JurisdictionFacts; readonly rate: Decimal; readonly published: PublishedRate };

type OwnRates = {
  readonly rates: readonly OwnRate[];
  /** Non-zero rates of places that the rate book does not contain, or contains several times. */
  readonly unknown: readonly PublishedRate[];
  /** Different rates of the same place on the same day. None of these rates is used. */
  readonly ambiguous: readonly (readonly OwnRate[])[];
  /**
   * City totals that cannot be split: the file has different rates for the county, or none although the rate book has
   * one.
   */
  readonly undivided: readonly PublishedRate[];
  /** Lines whose total is less than the sum of the rates that it includes. */
  readonly impossible: readonly number[];
};

/**
 * Each jurisdiction's own rate in a file. The rates of the state, of the included districts and, for a city, of its
 * county are subtracted from a total, except those that the jurisdiction's rate in the rate book also includes.
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
