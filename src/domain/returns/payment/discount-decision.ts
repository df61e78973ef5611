import { type Decimal, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import { addDays, addMonths } from '../../base/calendar.ts';
import type { ReportPeriod } from '../../base/report-period.ts';
import type { FilingFrequency } from '../../nexus/filing-frequency.ts';
import { discountOn, type FilingDiscount } from './filing-terms.ts';

/** Whether a return qualifies for the discount for filing on time, and why. */
export type DiscountDecision =
  | { readonly kind: 'ALLOWED'; readonly terms: FilingDiscount; readonly months: number; readonly reason: string }
  | { readonly kind: 'REFUSED'; readonly reason: string; readonly source: string | null }
  | { readonly kind: 'UNKNOWN'; readonly reason: string };

type Decided = {
  /** Null if the rate book has no terms for the return. */
  readonly terms: FilingDiscount | null;
  readonly period: ReportPeriod;
  readonly filedOn: string;
  readonly dueOn: string | null;
  readonly isAmendment: boolean;
};

export function decideDiscount({ terms, period, filedOn, dueOn, isAmendment }: Decided): DiscountDecision {
  if (!terms)
    return {
      kind: 'UNKNOWN',
      reason: 'It is unknown whether the state offers a discount for filing on time.',
    };
  const { tiers, source } = terms;
  if (tiers.length === 0) return { kind: 'REFUSED', reason: 'No discount applies to this filing frequency.', source };
  if (isAmendment)
    return {
      kind: 'UNKNOWN',
      reason: 'An amendment keeps or corrects the discount of the first filing. Copy the discount from that filing.',
    };
  if (dueOn === null) {
    const fix = 'Set filingDueDay of the registration to determine whether the return is on time.';
    return { kind: 'UNKNOWN', reason: `The due date of the return is unknown. ${fix}` };
  }
  if (filedOn > dueOn) {
    return { kind: 'REFUSED', reason: `Filed on ${filedOn}, after the due date ${dueOn}: no discount.`, source };
  }
  const condition = terms.condition === null ? '' : ` ${terms.condition}.`;
  const reason = `${termsText(terms)}. Filed on ${filedOn}, due on ${dueOn}; the payment must be on time too.${condition}`;
  return { kind: 'ALLOWED', terms, months: monthsOf(period) ?? 1, reason };
}

/** Zero if the discount is refused; null if it is unknown. */
export function discountBy(decision: DiscountDecision, tax: Decimal, localTax = zero): Decimal | null {
  if (decision.kind === 'UNKNOWN') return null;
  if (decision.kind === 'REFUSED') return zero;
  const { terms, months } = decision;
  const onLocal = terms.localRate && localTax.gt(zero) ? localTax.times(terms.localRate) : zero;
  return discountOn(tax, terms, months).plus(onLocal);
}

const percent = (rate: Decimal) => `${toDecimalText(rate.times(100))} %`;

function termsText({ tiers, levels, atLeast, atMost, atMostPerMonth, localRate }: FilingDiscount): string {
  const parts = tiers.map(({ rate, upTo }, index) =>
    upTo ? `${percent(rate)} up to ${upTo} USD` : `${percent(rate)}${index > 0 ? ' of the remainder' : ''}`,
  );
  const bounds = [
    ...(atLeast ? [`at least ${atLeast} USD`] : []),
    ...(atMost ? [`at most ${atMost} USD`] : []),
    ...(atMostPerMonth ? [`at most ${atMostPerMonth} USD a month`] : []),
    ...(localRate ? [`and ${percent(localRate)} of local tax`] : []),
  ];
  return [`${parts.join(', ')} of the ${levels === 'STATE' ? 'state ' : ''}tax`, ...bounds].join(', ');
}

const frequencies: Readonly<Record<number, FilingFrequency>> = {
  1: 'MONTHLY',
  3: 'QUARTERLY',
  6: 'HALF_YEARLY',
  12: 'YEARLY',
};

/**
 * The filing frequency for a period of this length, regardless of its first month: a sales tax quarter in New York
 * starts in March. Null for other lengths.
 */
export function frequencyOfPeriod(period: ReportPeriod): FilingFrequency | null {
  return frequencies[monthsOf(period) ?? 0] ?? null;
}

/** The number of months in a period of 1, 3, 6 or 12 whole calendar months; null for other periods. */
export function monthsOf({ from, to }: ReportPeriod): number | null {
  const found = Object.keys(frequencies)
    .map(Number)
    .find((months) => addDays(addMonths(from, months), -1) === to);
  return from.endsWith('-01') ? (found ?? null) : null;
}
