import type { PlaceRate } from '../law/place-rates.ts';
import { type Basis, noBasis } from '../law/taxable-basis.ts';
import type { Jurisdiction } from '../model/place.ts';
import type { TaxReason } from '../model/reasons.ts';
import type { PriceBracket } from '../model/rule.ts';
import { type Decimal, sum, zero } from '../numbers/decimal.ts';
import { type Fraction, zeroFraction } from '../numbers/fraction.ts';

/** The exact tax on a line, with its split among jurisdictions. */
export type LineTax = {
  /** Before rounding, in minor units. Never negative: the tax on a negative line receives the line's sign later. */
  readonly exactTax: Fraction;
  readonly split: TaxSplit;
};

/** How a tax is split among jurisdictions. All lines that the same rule taxes on the whole price share one split. */
export type TaxSplit = {
  readonly shares: readonly JurisdictionShare[];
  /** Proportional to each share's exact tax. */
  readonly weights: readonly bigint[];
  /** The sum of the applied rates of all shares; rates on a bracket of the price are omitted. */
  readonly taxRate: Decimal;
  readonly reason: TaxReason;
};

export type JurisdictionShare = {
  readonly jurisdiction: Jurisdiction;
  /** Set for an additional rate of the jurisdiction on a bracket of the price (Tennessee's second state rate). */
  readonly bracket: PriceBracket | null;
  readonly rate: Decimal;
  /** `noBasis` if the jurisdiction charges nothing. */
  readonly basis: Basis;
  readonly reason: TaxReason;
  readonly certificateId: string | null;
};

export function taxSplitOf(shares: readonly JurisdictionShare[], weights: readonly bigint[]): TaxSplit {
  const onPrice = shares.filter(({ bracket }) => bracket === null);
  return { shares, weights, taxRate: sum(onPrice.map(({ rate }) => rate)), reason: leadingReason(shares) };
}

/**
 * The reason from the outermost jurisdiction that taxes the line or, if no jurisdiction taxes it, from the outermost
 * jurisdiction with any tax. A line taxed at zero by one of several jurisdictions counts as taxed at a reduced rate, as
 * in the lookup of its rule.
 */
function leadingReason(shares: readonly JurisdictionShare[]): TaxReason {
  const leading =
    shares.find(({ basis }) => basis !== noBasis) ??
    shares.find(({ reason }) => reason !== 'NO_TAX_THERE') ??
    shares[0];
  if (leading?.reason === 'TAXED' && shares.some(({ reason }) => reason === 'ZERO_RATED')) return 'REDUCED_RATE';
  return leading?.reason ?? 'NO_TAX_THERE';
}

/** A line tax of zero, with the same reason in every jurisdiction. */
export function untaxedLineTax(stack: readonly PlaceRate[], reason: TaxReason, certificateId: string | null): LineTax {
  const shares = stack.map(({ jurisdiction }) => ({
    jurisdiction,
    bracket: null,
    rate: zero,
    basis: noBasis,
    reason,
    certificateId,
  }));
  const split = { shares, weights: shares.map(() => 0n), taxRate: zero, reason };
  return { exactTax: zeroFraction, split };
}
