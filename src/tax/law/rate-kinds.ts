import type { TaxReason } from '../model/reasons.ts';
import type { RuleTerm } from '../model/rule.ts';
import { type Decimal, sum, zero } from '../numbers/decimal.ts';
import { type Fraction, fractionOf, zeroFraction } from '../numbers/fraction.ts';
import { shownRates } from '../numbers/shown-rates.ts';
import { type OwnRate, shareRate } from './place-rates.ts';

/** What one jurisdiction asks under one term of a rule. */
export type Levy = {
  /** Its place in the stack. */
  readonly position: number;
  readonly rate: Fraction;
  readonly shownRate: Decimal;
  /** In the currency itself, not in minor units. */
  readonly amountPerPiece: Fraction;
  /** Why it asks this much, unless the basis knows better. */
  readonly reason: TaxReason;
};

/** The levies of a term, one for each jurisdiction of the stack that it covers. */
export function leviesOf(term: RuleTerm, stack: readonly OwnRate[]): Levy[] {
  const positions = coveredPositions(term, stack);
  switch (term.rate.kind) {
    case 'general':
      return positions.map((position) => generalLevy(position, stack[position]!));
    case 'percentage': {
      const { rate } = term.rate;
      return positions.map((position) => percentageLevy(position, stack[position]!, rate));
    }
    case 'together':
      return togetherLevies(term.rate.rate, positions, stack);
    case 'fixed': {
      const amountPerPiece = fractionOf(term.rate.amountPerUnit);
      return positions.map((position) => fixedLevy(position, amountPerPiece));
    }
    case 'none':
      return [];
  }
}

function coveredPositions({ levels, jurisdictionIds }: RuleTerm, stack: readonly OwnRate[]): number[] {
  return [...stack.keys()].filter((position) => {
    const { id, level } = stack[position]!.jurisdiction;
    return levels.includes(level) && (jurisdictionIds === undefined || jurisdictionIds.includes(id));
  });
}

function generalLevy(position: number, own: OwnRate): Levy {
  const reason = own.isCut ? 'CAP_REACHED' : own.rate.isZero() ? 'NO_TAX_THERE' : 'TAXED';
  return { position, rate: own.fraction, shownRate: own.rate, amountPerPiece: zeroFraction, reason };
}

function percentageLevy(position: number, own: OwnRate, rate: Decimal): Levy {
  const reason = rate.isZero() ? 'ZERO_RATED' : rate.lt(own.rate) ? 'REDUCED_RATE' : 'TAXED';
  return { position, rate: fractionOf(rate), shownRate: rate, amountPerPiece: zeroFraction, reason };
}

function togetherLevies(rate: Decimal, positions: readonly number[], stack: readonly OwnRate[]): Levy[] {
  const covered = positions.map((position) => stack[position]!);
  const rates = shareRate(fractionOf(rate), covered);
  const shown = shownRates(rates);
  const combinedOwn = sum(covered.map((own) => own.rate));
  const reason = rate.isZero() ? 'ZERO_RATED' : rate.lt(combinedOwn) ? 'REDUCED_RATE' : 'TAXED';
  return positions.map((position, index) => ({
    position,
    rate: rates[index]!,
    shownRate: shown[index]!,
    amountPerPiece: zeroFraction,
    reason: rates[index]!.isZero && !rate.isZero() ? 'NO_TAX_THERE' : reason,
  }));
}

/** A manual rate is the consumer's word for the whole stack. */
export function manualLevies(rate: Decimal, stack: readonly OwnRate[]): Levy[] {
  return togetherLevies(rate, [...stack.keys()], stack).map((levy) => ({ ...levy, reason: 'MANUAL_RATE' }));
}

function fixedLevy(position: number, amountPerPiece: Fraction): Levy {
  return { position, rate: zeroFraction, shownRate: zero, amountPerPiece, reason: 'TAXED' };
}
