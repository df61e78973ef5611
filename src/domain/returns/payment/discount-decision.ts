import { type Decimal, decimal, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import { addDays, addMonths } from '../../base/calendar.ts';
import type { ReportPeriod } from '../../base/report-period.ts';
import type { FilingFrequency } from '../../nexus/nexus-record.ts';
import { discountOn, type FilingDiscount } from './filing-terms.ts';
import { discountOf, type ReturnPayment } from './return-payment.ts';

type AllowedDiscount = {
  readonly kind: 'ALLOWED';
  readonly terms: FilingDiscount;
  readonly months: number;
  readonly reason: string;
};

/** Whether a return qualifies for the discount for filing on time, and why. */
export type DiscountDecision =
  | AllowedDiscount
  | KeptDiscount
  | { readonly kind: 'REFUSED'; readonly reason: string; readonly source: string | null }
  | { readonly kind: 'UNKNOWN'; readonly reason: string };

/** The discount of a filing made on time. */
type KeptDiscount = {
  readonly kind: 'KEPT';
  readonly amount: string;
  /** The amounts in the discount boxes of the form. */
  readonly boxes: Readonly<Record<string, string>>;
  /** The discount on the amended tax, which is the most that an amendment keeps; null for the filing itself. */
  readonly limit: AllowedDiscount | null;
  readonly reason: string;
  readonly source: string | null;
};

type Decided = {
  /** Null if the rate book has no terms for the return. */
  readonly terms: FilingDiscount | null;
  readonly period: ReportPeriod;
  readonly filedOn: string;
  readonly dueOn: string | null;
  /** The payments of the earlier filings of an amended return; null where a filing has none. */
  readonly earlier: readonly (ReturnPayment | null)[];
};

export function decideDiscount({ terms, period, filedOn, dueOn, earlier }: Decided): DiscountDecision {
  if (!terms)
    return {
      kind: 'UNKNOWN',
      reason: 'It is unknown whether the state offers a discount for filing on time.',
    };
  const { tiers, source } = terms;
  if (tiers.length === 0) return { kind: 'REFUSED', reason: 'No discount applies to this filing frequency.', source };
  if (dueOn === null) {
    const fix = 'Set filingDueDay of the registration to determine whether the return is on time.';
    return { kind: 'UNKNOWN', reason: `The due date of the return is unknown. ${fix}` };
  }
  if (filedOn > dueOn) {
    const onTime = earlier.findLast((one) => one === null || one.filedOn <= (one.dueOn ?? dueOn));
    if (onTime !== undefined)
      return keptBy(onTime, { kind: 'ALLOWED', terms, months: monthsOf(period) ?? 1, reason: '' });
    return { kind: 'REFUSED', reason: `Filed on ${filedOn}, after the due date ${dueOn}: no discount.`, source };
  }
  const condition = terms.condition === null ? '' : ` ${terms.condition}.`;
  const reason = `${termsText(terms)}. Filed on ${filedOn}, due on ${dueOn}; the payment must be on time too.${condition}`;
  return { kind: 'ALLOWED', terms, months: monthsOf(period) ?? 1, reason };
}

/** An amendment after the due date keeps a discount taken on time. Additional tax is paid late, so it has none. */
function keptBy(payment: ReturnPayment | null, limit: AllowedDiscount): DiscountDecision {
  const kept = payment && discountAsFiled(payment);
  if (!kept) {
    const fix = 'Copy the discount from the earlier filing.';
    return { kind: 'UNKNOWN', reason: `An amendment keeps the discount of a filing on time, which is unknown. ${fix}` };
  }
  const reason = `Discount of ${kept.amount} USD taken with the filing on ${payment.filedOn}, at most the discount on the amended tax.`;
  return { ...kept, limit, reason, source: limit.terms.source };
}

function discountAsFiled(payment: ReturnPayment): KeptDiscount | null {
  const amount = discountOf(payment);
  if (amount === null) return null;
  const { discountBoxes: boxes = {} } = payment;
  return { kind: 'KEPT', amount, boxes, limit: null, reason: 'As filed.', source: null };
}

/** The discount that was filed, whatever has changed since. */
export function filedDecision(payment: ReturnPayment): DiscountDecision {
  const reason = 'The discount was unknown when the return was filed.';
  return discountAsFiled(payment) ?? { kind: 'UNKNOWN', reason };
}

/** The terms that limit the discount; null without a discount or a limit. */
export function termsOf(decision: DiscountDecision): FilingDiscount | null {
  if (decision.kind === 'ALLOWED') return decision.terms;
  return decision.kind === 'KEPT' ? (decision.limit?.terms ?? null) : null;
}

type Discounted = {
  readonly tax: Decimal;
  readonly localTax?: Decimal;
  /** Absent for the discount of the whole return. */
  readonly box?: string;
};

/** Zero if the discount is refused; null if it is unknown. */
export function discountBy(decision: DiscountDecision, on: Discounted): Decimal | null {
  if (decision.kind === 'UNKNOWN') return null;
  if (decision.kind === 'REFUSED') return zero;
  if (decision.kind === 'KEPT') {
    const { amount, boxes, limit } = decision;
    const text = on.box === undefined ? amount : boxes[on.box];
    const kept = text === undefined ? null : decimal(text);
    const most = limit && discountBy(limit, on);
    return kept && most?.lt(kept) ? most : kept;
  }
  const { tax, localTax = zero } = on;
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
