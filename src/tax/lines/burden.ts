import { type Basis, noBasis } from '../law/basis-kinds.ts';
import type { OwnRate } from '../law/place-rates.ts';
import type { Jurisdiction } from '../model/place.ts';
import type { TaxReason } from '../model/reasons.ts';
import { type Decimal, sum, zero } from '../numbers/decimal.ts';
import { type Fraction, zeroFraction } from '../numbers/fraction.ts';

/** The tax of a line before it is rounded, and how the jurisdictions share it. */
export type Burden = {
  /** Of the line's magnitude, in minor units; a negative line bears it with its own sign. */
  readonly exactTax: Fraction;
  readonly sharing: Sharing;
};

/** How a tax is divided among jurisdictions; the same for all lines that one rule taxes on the whole price. */
export type Sharing = {
  readonly parts: readonly BurdenPart[];
  /** The exact taxes of the parts, in proportion. */
  readonly weights: readonly bigint[];
  /** All parts together, as applied. */
  readonly taxRate: Decimal;
  readonly reason: TaxReason;
};

export type BurdenPart = {
  readonly jurisdiction: Jurisdiction;
  readonly rate: Decimal;
  /** `noBasis` where the jurisdiction takes nothing. */
  readonly basis: Basis;
  readonly reason: TaxReason;
  readonly certificateId: string | null;
};

export function sharingOf(parts: readonly BurdenPart[], weights: readonly bigint[]): Sharing {
  return { parts, weights, taxRate: sum(parts.map(({ rate }) => rate)), reason: leadingReason(parts) };
}

/** A line's reason is that of the outermost jurisdiction that taxes it, else of the outermost that levies a tax at all. */
function leadingReason(parts: readonly BurdenPart[]): TaxReason {
  const leading =
    parts.find(({ basis }) => basis !== noBasis) ?? parts.find(({ reason }) => reason !== 'NO_TAX_THERE') ?? parts[0];
  return leading?.reason ?? 'NO_TAX_THERE';
}

/** No tax at all, for one reason that every jurisdiction shares. */
export function untaxedBurden(stack: readonly OwnRate[], reason: TaxReason, certificateId: string | null): Burden {
  const parts = stack.map(({ jurisdiction }) => ({ jurisdiction, rate: zero, basis: noBasis, reason, certificateId }));
  const sharing = { parts, weights: parts.map(() => 0n), taxRate: zero, reason };
  return { exactTax: zeroFraction, sharing };
}
