import { type Decimal, sum, zero } from '../../../tax/numbers/decimal.ts';
import type { OfReturns } from './due-days.ts';

/** The discount that a state grants to sellers that file and pay on time. */
export type FilingDiscount = OfReturns & {
  /**
   * Discount rates for consecutive parts of the tax, each up to an amount of tax; `upTo` is null for the remainder.
   * Empty without a discount.
   */
  readonly tiers: readonly { readonly rate: Decimal; readonly upTo: Decimal | null }[];
  /** The taxes to which the discount rates apply. */
  readonly levels: 'STATE' | 'ALL';
  /** The minimum and maximum per return; null without a limit. */
  readonly atLeast: Decimal | null;
  readonly atMost: Decimal | null;
  readonly atMostPerMonth: Decimal | null;
  /**
   * Discount rate for local tax, without limits, in addition to a discount on state tax; null if local tax has no
   * discount.
   */
  readonly localRate: Decimal | null;
  /** Conditions that the gateway cannot check. */
  readonly condition: string | null;
  readonly source: string;
};

/** Which sellers must prepay, as a sentence. */
export type PrepaymentRule = OfReturns & { readonly rule: string; readonly source: string };

export type FilingTerms = {
  readonly discounts: readonly FilingDiscount[];
  readonly prepayments: readonly PrepaymentRule[];
};

/** The unrounded discount: zero unless tax is due, and at most the tax itself. */
export function discountOn(tax: Decimal, terms: FilingDiscount, months: number): Decimal {
  if (tax.lte(zero) || terms.tiers.length === 0) return zero;
  const parts = terms.tiers.map(({ rate, upTo }, index) => {
    const from = terms.tiers[index - 1]?.upTo ?? zero;
    const end = upTo?.lt(tax) ? upTo : tax;
    return end.gt(from) ? end.minus(from).times(rate) : zero;
  });
  const bounds = [tax, terms.atMost, terms.atMostPerMonth?.times(months) ?? null];
  const whole = sum(parts);
  const least = terms.atLeast?.gt(whole) ? terms.atLeast : whole;
  return bounds.reduce<Decimal>((smallest, bound) => (bound?.lt(smallest) ? bound : smallest), least);
}
