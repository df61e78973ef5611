import type { Jurisdiction, JurisdictionLevel, TaxPlace } from '../model/place.ts';
import { type Decimal, powerOfTen, scaledInteger, zero } from '../numbers/decimal.ts';
import { Fraction, proportions, zeroFraction } from '../numbers/fraction.ts';

/** A jurisdiction of the place with the general rate that it may levy there. */
export type OwnRate = {
  readonly jurisdiction: Jurisdiction;
  readonly rate: Decimal;
  /** The same rate; all rates of a place share one denominator, so that sums of them stay short. */
  readonly fraction: Fraction;
  readonly isCut: boolean;
  /** Whether the seller collects it; a rate that it does not collect is told, and not charged. */
  readonly isCollected: boolean;
};

type CappedRate = Pick<OwnRate, 'jurisdiction' | 'rate' | 'isCut'>;

/** The stack of a place, outermost jurisdiction first, its local rates cut to the cap that the law sets. */
export function placeRates(place: TaxPlace): OwnRate[] {
  const { uncollected = [] } = place;
  const capped = cappedRates(place).map((own) => ({ ...own, integer: scaledInteger(own.rate) }));
  const mostPlaces = Math.max(...capped.map(({ integer }) => integer.places));
  return capped.map(({ jurisdiction, rate, isCut, integer }) => {
    const numerator = integer.digits * powerOfTen(mostPlaces - integer.places);
    const isCollected = !uncollected.includes(jurisdiction.id);
    return { jurisdiction, rate, isCut, isCollected, fraction: new Fraction(numerator, powerOfTen(mostPlaces)) };
  });
}

const localLevels: readonly JurisdictionLevel[] = ['COUNTY', 'CITY', 'DISTRICT'];

/**
 * Texas bounds what county, city and districts levy together but not whose part gives way. That the last of the stack
 * is cut first is our choice: the jurisdictions that were there before the cap was reached keep their rates.
 */
function cappedRates({ rates, localRateCap }: TaxPlace): CappedRate[] {
  if (localRateCap === null) return rates.map(({ jurisdiction, rate }) => ({ jurisdiction, rate, isCut: false }));
  let room = localRateCap;
  return rates.map(({ jurisdiction, rate }) => {
    if (!localLevels.includes(jurisdiction.level)) return { jurisdiction, rate, isCut: false };
    const allowed = rate.lte(room) ? rate : room;
    room = room.minus(allowed);
    return { jurisdiction, rate: allowed, isCut: allowed.lt(rate) };
  });
}

/** Bears a manual rate where no jurisdiction levies a tax; it has no other name in the rate book than its code. */
export function stateOrCountry({ regime, country, subdivision }: TaxPlace): OwnRate {
  const code = regime === 'SALES_TAX' ? (subdivision ?? country) : country;
  const level = regime === 'SALES_TAX' ? 'STATE' : 'COUNTRY';
  const jurisdiction: Jurisdiction = { id: code, level, name: code, code, fips: null, districtOf: null };
  return { jurisdiction, rate: zero, fraction: zeroFraction, isCut: false, isCollected: true };
}

/** Shares out a rate in proportion to the jurisdictions' own; where none has any, the first of them takes it. */
export function shareRate(rate: Fraction, among: readonly OwnRate[]): Fraction[] {
  const weights = proportions(among.map(({ fraction }) => fraction));
  const sumOfWeights = weights.reduce((sum, weight) => sum + weight, 0n);
  if (sumOfWeights === 0n) return among.map((_, index) => (index === 0 ? rate : new Fraction(0n, rate.denominator)));
  return weights.map((weight) => new Fraction(rate.numerator * weight, rate.denominator * sumOfWeights));
}
