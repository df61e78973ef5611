import type { TaxReason } from '../model/reasons.ts';
import type { RuleTerm } from '../model/rule.ts';
import { type Decimal, sum, zero } from '../numbers/decimal.ts';
import { type Fraction, fractionOf, zeroFraction } from '../numbers/fraction.ts';
import { shownRates } from '../numbers/shown-rates.ts';
import { type PlaceRate, shareRate } from './place-rates.ts';

/** The tax of one jurisdiction under one term of a rule; a line's tax is the sum of its components. */
export type TaxComponent = {
  /** The jurisdiction's index in the stack. */
  readonly position: number;
  readonly rate: Fraction;
  readonly shownRate: Decimal;
  /** In major units of the currency, not in minor units. */
  readonly amountPerPiece: Fraction;
  /** The reason for the charge, unless the taxable basis gives a more specific one. */
  readonly reason: TaxReason;
};

/** The components of a term: one per jurisdiction of the stack that the term taxes. */
export function taxComponentsOf(term: RuleTerm, stack: readonly PlaceRate[]): TaxComponent[] {
  const positions = coveredPositions(term, stack);
  switch (term.rate.kind) {
    case 'general':
      return positions.map((position) => generalComponent(position, stack[position]!));
    case 'percentage': {
      const { rate } = term.rate;
      return positions.map((position) => percentageComponent(position, stack[position]!, rate));
    }
    case 'together':
      return combinedComponents(term.rate.rate, positions, stack);
    case 'fixed': {
      const amountPerPiece = fractionOf(term.rate.amountPerUnit);
      return positions.map((position) => fixedComponent(position, amountPerPiece));
    }
    case 'none':
      return [];
  }
}

function coveredPositions({ levels, jurisdictionIds }: RuleTerm, stack: readonly PlaceRate[]): number[] {
  return [...stack.keys()].filter((position) => {
    const { id, level } = stack[position]!.jurisdiction;
    return levels.includes(level) && (jurisdictionIds === undefined || jurisdictionIds.includes(id));
  });
}

function generalComponent(position: number, placeRate: PlaceRate): TaxComponent {
  const reason = placeRate.isCut ? 'CAP_REACHED' : placeRate.rate.isZero() ? 'NO_TAX_THERE' : 'TAXED';
  return { position, rate: placeRate.fraction, shownRate: placeRate.rate, amountPerPiece: zeroFraction, reason };
}

function percentageComponent(position: number, placeRate: PlaceRate, rate: Decimal): TaxComponent {
  const reason = rate.isZero() ? 'ZERO_RATED' : rate.lt(placeRate.rate) ? 'REDUCED_RATE' : 'TAXED';
  return { position, rate: fractionOf(rate), shownRate: rate, amountPerPiece: zeroFraction, reason };
}

function combinedComponents(rate: Decimal, positions: readonly number[], stack: readonly PlaceRate[]): TaxComponent[] {
  const covered = positions.map((position) => stack[position]!);
  const rates = shareRate(fractionOf(rate), covered);
  const shown = shownRates(rates);
  const combinedOwn = sum(covered.map((placeRate) => placeRate.rate));
  const reason = rate.isZero() ? 'ZERO_RATED' : rate.lt(combinedOwn) ? 'REDUCED_RATE' : 'TAXED';
  return positions.map((position, index) => ({
    position,
    rate: rates[index]!,
    shownRate: shown[index]!,
    amountPerPiece: zeroFraction,
    reason: rates[index]!.isZero && !rate.isZero() ? 'NO_TAX_THERE' : reason,
  }));
}

/** A manual rate replaces the rates of the whole stack. */
export function manualComponents(rate: Decimal, stack: readonly PlaceRate[]): TaxComponent[] {
  return combinedComponents(rate, [...stack.keys()], stack).map((component) => ({
    ...component,
    reason: 'MANUAL_RATE',
  }));
}

function fixedComponent(position: number, amountPerPiece: Fraction): TaxComponent {
  return { position, rate: zeroFraction, shownRate: zero, amountPerPiece, reason: 'TAXED' };
}
