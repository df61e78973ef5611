import type { Jurisdiction } from '../../tax/model/place.ts';
import type { BasisRule } from '../../tax/model/rule.ts';
import { type Decimal, decimalText } from '../../tax/numbers/decimal.ts';
import { cutText } from '../../tax/numbers/exact-text.ts';
import { Fraction, fractionOf } from '../../tax/numbers/fraction.ts';
import { minorUnitOf } from '../base/currency.ts';

const hundred = new Fraction(100n);

/** `8.25 %`. Only text for people shows percentages; elsewhere, rates are fractions. */
export function formatPercent(rate: Fraction | Decimal): string {
  const fraction = rate instanceof Fraction ? rate : fractionOf(rate);
  return `${cutText(fraction.times(hundred), 6)} %`;
}

/** An amount for people to read. A fraction with many decimal places is truncated. */
export function formatAmount(value: Fraction | Decimal): string {
  return value instanceof Fraction ? cutText(value) : decimalText(value);
}

export type MoneyText = (value: Fraction | Decimal) => string;

/** Exact amounts with at least the decimal places of the currency: `600.00 USD`, `4.0825 USD`. */
export function moneyTextIn(currency: string): MoneyText {
  const places = minorUnitOf(currency);
  return (value) => {
    const text = formatAmount(value);
    const [whole = '', fraction = ''] = text.split('.');
    return `${fraction.length < places ? `${whole}.${fraction.padEnd(places, '0')}` : text} ${currency}`;
  };
}

/** `(in force from 2024-01-01 to 2026-12-31; source)`. */
export function formatOrigin(from: string | null, to: string | null, source: string): string {
  const since = from === null ? 'from an unknown date' : `from ${from}`;
  return `(in force ${since}${to === null ? '' : ` to ${to}`}; ${source})`;
}

const levels: Readonly<Record<Jurisdiction['level'], string>> = {
  COUNTRY: 'country',
  REGION: 'region',
  STATE: 'state',
  COUNTY: 'county',
  CITY: 'city',
  DISTRICT: 'district',
};

/** `Hennepin (county)`. */
export function formatJurisdiction({ name, level }: Jurisdiction): string {
  return `${name} (${levels[level]})`;
}

/** A clause that describes the part of a price taxed under a limit. */
export function describeLimit(limit: BasisRule): string {
  switch (limit.kind) {
    case 'full':
      return 'the whole price is taxed';
    case 'share':
      return `${formatPercent(limit.share)} of the price is taxed`;
    case 'exempt-below':
      return `unit prices below ${formatAmount(limit.amount)} are exempt`;
    case 'excess-above':
      return `only the part of the unit price above ${formatAmount(limit.amount)} is taxed`;
    case 'up-to':
      return `only the first ${formatAmount(limit.amount)} of the unit price is taxed`;
    case 'between':
      if (limit.toAmount === null)
        return `a separate rate applies to the part of the unit price above ${formatAmount(limit.fromAmount)}`;
      return `only the part of the unit price between ${formatAmount(limit.fromAmount)} and ${formatAmount(limit.toAmount)} is taxed`;
  }
}
