import { assess } from '../../../tax/assess.ts';
import type { Certificate } from '../../../tax/model/assessment.ts';
import { type Decimal, decimal, roundToUnit, sum, zero } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { documentToReassess } from '../record/reassess.ts';
import { refundableOf } from '../refund/refundable.ts';
import type { InvoiceWithRefunds } from '../refund/refunded-amounts.ts';
import { placeOfLine } from '../snapshot-places.ts';
import type { Transaction } from '../transaction.ts';
import type { TransactionSnapshot } from '../transaction-snapshot.ts';

/** What certificates would have exempted of one invoice. Amounts are in its currency. */
export type ExemptedInvoice = {
  readonly transaction: Transaction;
  readonly country: string;
  /** State or region code; null where the country alone decides. */
  readonly state: string | null;
  readonly chargedTaxAmount: DecimalText;
  readonly refundedTaxAmount: DecimalText;
  /** The part of the tax left that the certificates free. */
  readonly exemptibleTaxAmount: DecimalText;
  /** The same by state or country of the lines. */
  readonly freedByState: readonly FreedInState[];
  /** For each item, whether all of its tax that is left is exempted; false for items without tax. */
  readonly freedItems: readonly boolean[];
  readonly isShippingFreed: boolean;
};

type FreedInState = {
  readonly country: string;
  readonly state: string | null;
  readonly exemptibleTaxAmount: DecimalText;
};

export type ImpactOfState = {
  readonly country: string;
  readonly state: string | null;
  readonly currency: string;
  readonly invoiceCount: number;
  readonly exemptibleTaxAmount: DecimalText;
  /** The part of it on invoices that are filed. */
  readonly filedTaxAmount: DecimalText;
};

export type ExemptionImpact = {
  readonly states: readonly ImpactOfState[];
  readonly invoices: readonly ExemptedInvoice[];
};

/**
 * The invoice under its own frozen law and rates, with these certificates beside its own. Tax that refunds returned is
 * not exempted again. Null if nothing is exempted.
 */
export function exemptedBy(
  certificates: readonly Certificate[],
  { invoice: { transaction, snapshot }, refunds }: InvoiceWithRefunds,
): ExemptedInvoice | null {
  const left = refundableOf(
    transaction,
    refunds.map((refund) => refund.transaction),
  );
  if (!left) return null;
  const frozen = documentToReassess(transaction, snapshot);
  const ids = new Set(certificates.map(({ id }) => id));
  const others = frozen.certificates.filter(({ id }) => !ids.has(id));
  const exempted = assess({ ...frozen, certificates: [...certificates, ...others] });
  const minorUnit = minorUnitOf(transaction.currency);
  const partOf = (charged: DecimalText, tax: Decimal, taxLeft: DecimalText): Decimal =>
    freedPart(decimal(charged), tax, decimal(taxLeft), minorUnit);
  const items = transaction.items.map((item, index) =>
    partOf(item.taxAmount, exempted.items[index]!.taxAmount, left.items[index]!.taxAmount),
  );
  const fee = transaction.shippingFee;
  const shipping = fee ? partOf(fee.taxAmount, exempted.shippingFee!.taxAmount, left.shippingFee!.taxAmount) : zero;
  const freedTax = sum([...items, shipping]);
  if (!freedTax.gt(zero)) return null;
  const isAll = (part: Decimal, taxLeft: DecimalText) => part.gt(zero) && part.eq(decimal(taxLeft));
  return {
    transaction,
    country: snapshot.country,
    state: snapshot.subdivision,
    chargedTaxAmount: transaction.salesTax.amount,
    refundedTaxAmount: toDecimalText(decimal(transaction.salesTax.amount).minus(decimal(left.taxAmount))),
    exemptibleTaxAmount: toDecimalText(freedTax),
    freedByState: freedByState(snapshot, items, shipping),
    freedItems: items.map((part, index) => isAll(part, left.items[index]!.taxAmount)),
    isShippingFreed: left.shippingFee !== null && isAll(shipping, left.shippingFee.taxAmount),
  };
}

function freedByState(snapshot: TransactionSnapshot, items: readonly Decimal[], shipping: Decimal): FreedInState[] {
  const parts = items.map((exempted, index) => ({ place: placeOfLine(snapshot, snapshot.items[index]!), exempted }));
  parts.push({ place: snapshot, exempted: shipping });
  const byState = new Map<string, FreedInState>();
  for (const { place, exempted } of parts.filter((part) => !part.exempted.isZero())) {
    const { country, subdivision: state } = place;
    const key = JSON.stringify([country, state]);
    const before = byState.get(key)?.exemptibleTaxAmount;
    byState.set(key, {
      country,
      state,
      exemptibleTaxAmount: toDecimalText(before ? decimal(before).plus(exempted) : exempted),
    });
  }
  return [...byState.values()];
}

/** Of a line that was refunded in part, the same part is exempted. */
function freedPart(charged: Decimal, tax: Decimal, left: Decimal, minorUnit: number): Decimal {
  const exempted = charged.minus(tax);
  if (!exempted.gt(zero) || !charged.gt(zero)) return zero;
  return roundToUnit(exempted.times(left).div(charged), minorUnit);
}

type ExemptedPart = FreedInState & Pick<ExemptedInvoice, 'transaction'>;

/** Sums by place and currency, beside the invoices. */
export function impactOf(invoices: readonly ExemptedInvoice[]): ExemptionImpact {
  const byPlace = new Map<string, ExemptedPart[]>();
  for (const { transaction, freedByState } of invoices) {
    for (const part of freedByState) {
      const key = JSON.stringify([part.country, part.state ?? '', transaction.currency]);
      byPlace.set(key, [...(byPlace.get(key) ?? []), { transaction, ...part }]);
    }
  }
  const states = [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => stateOf(group));
  return { states, invoices };
}

function stateOf(group: readonly ExemptedPart[]): ImpactOfState {
  const { country, state, transaction } = group[0]!;
  const total = (counted: readonly ExemptedPart[]) =>
    toDecimalText(sum(counted.map(({ exemptibleTaxAmount }) => decimal(exemptibleTaxAmount))));
  const filed = group.filter((one) => one.transaction.transactionFilingStatus === 'FILED');
  const { currency } = transaction;
  return {
    country,
    state,
    currency,
    invoiceCount: group.length,
    exemptibleTaxAmount: total(group),
    filedTaxAmount: total(filed),
  };
}
