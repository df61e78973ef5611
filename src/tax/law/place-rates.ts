import type { Jurisdiction, JurisdictionLevel, TaxPlace } from '../model/place.ts';
import { type Decimal, powerOfTen, scaledInteger, zero } from '../numbers/decimal.ts';
import { Fraction, proportions, zeroFraction } from '../numbers/fraction.ts';

/** A jurisdiction at the place with its general rate after any cap. */
export type PlaceRate = {
  readonly jurisdiction: Jurisdiction;
  readonly rate: Decimal;
  /** The same rate as a fraction. All rates of a place share one denominator, which keeps their sums short. */
  readonly fraction: Fraction;
  readonly isCut: boolean;
  /** Whether the seller collects the tax. A rate that the seller does not collect is shown but not charged. */
  readonly isCollected: boolean;
};

type CappedRate = Pick<PlaceRate, 'jurisdiction' | 'rate' | 'isCut'>;

/** The rate stack of a place, outermost jurisdiction first, with local rates reduced to the legal cap. */
export function placeRates(place: TaxPlace): PlaceRate[] {
  const { uncollected = [] } = place;
  const capped = cappedRates(place).map((own) => ({ integer: scaledInteger(own.rate), ...own }));
  const mostPlaces = Math.max(...capped.map(({ integer }) => integer.places));
  return capped.map(({ jurisdiction, rate, isCut, integer }) => {
    const numerator = integer.digits * powerOfTen(mostPlaces - integer.places);
    const isCollected = !uncollected.includes(jurisdiction.id);
    return { jurisdiction, rate, isCut, isCollected, fraction: new Fraction(numerator, powerOfTen(mostPlaces)) };
  });
}

/** Whether a cap on local taxes limits the rates of a level. */
const isLocal = {
  COUNTRY: false,
  REGION: false,
  STATE: false,
  COUNTY: true,
  CITY: true,
  DISTRICT: true,
} as const satisfies Record<JurisdictionLevel, boolean>;

/**
 * Texas caps the sum of county, city and district rates but does not specify which rate is cut. Cutting from the end of
 * the stack is our choice: the jurisdictions that precede the one at which the cap is reached keep their rates.
 */
function cappedRates({ rates, localRateCap }: TaxPlace): CappedRate[] {
  if (localRateCap === null) return rates.map(({ jurisdiction, rate }) => ({ jurisdiction, rate, isCut: false }));
  let room = localRateCap;
  return rates.map(({ jurisdiction, rate }) => {
    if (!isLocal[jurisdiction.level]) return { jurisdiction, rate, isCut: false };
    const allowed = rate.lte(room) ? rate : room;
    room = room.minus(allowed);
    return { jurisdiction, rate: allowed, isCut: allowed.lt(rate) };
  });
}

/**
 * The state or country, for a manual rate where no jurisdiction levies a tax. The rate book contains only its code, not
 * its name.
 */
export function stateOrCountry({ regime, country, subdivision }: TaxPlace): PlaceRate {
  const code = regime === 'SALES_TAX' ? (subdivision ?? country) : country;
  const level = regime === 'SALES_TAX' ? 'STATE' : 'COUNTRY';
  const jurisdiction: Jurisdiction = { id: code, level, name: code, code, fips: null, districtOf: null };
  return { jurisdiction, rate: zero, fraction: zeroFraction, isCut: false, isCollected: true };
}

/** Splits a rate in proportion to the general rates; if all of them are zero, the first jurisdiction receives it. */
export function shareRate(rate: Fraction, among: readonly PlaceRate[]): Fraction[] {
  const weights = proportions(among.map(({ fraction }) => fraction));
  const sumOfWeights = weights.reduce((sum, weight) => sum + weight, 0n);
  if (sumOfWeights === 0n) return among.map((_, index) => (index === 0 ? rate : new Fraction(0n, rate.denominator)));
  return weights.map((weight) => new Fraction(rate.numerator * weight, rate.denominator * sumOfWeights));
}
