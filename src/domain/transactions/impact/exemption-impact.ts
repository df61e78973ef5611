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

/** What certificates would have freed of one invoice. Amounts are in its currency. */
export type FreedInvoice = {
  readonly transaction: Transaction;
  readonly country: string;
  /** State or region code; null where the country alone decides. */
  readonly state: string | null;
  readonly chargedTaxAmount: DecimalText;
  readonly refundedTaxAmount: DecimalText;
  /** The part of the tax left that the certificates free. */
  readonly freedTaxAmount: DecimalText;
  /** The same by state or country of the lines. */
  readonly freedByState: readonly FreedInState[];
  /** For each item, whether all of its tax that is left is freed; false for items without tax. */
  readonly freedItems: readonly boolean[];
  readonly isShippingFreed: boolean;
};

type FreedInState = {
  readonly country: string;
  readonly state: string | null;
  readonly freedTaxAmount: DecimalText;
};

export type ImpactOfState = {
  readonly country: string;
  readonly state: string | null;
  readonly currency: string;
  readonly invoiceCount: number;
  readonly freedTaxAmount: DecimalText;
  /** The part of it on invoices that are filed. */
  readonly filedTaxAmount: DecimalText;
};

export type ExemptionImpact = { readonly states: readonly ImpactOfState[]; readonly invoices: readonly FreedInvoice[] };

/**
 * The invoice under its own frozen law and rates, with these certificates beside its own. Tax that refunds returned is
 * not freed again. Null if nothing is freed.
 */
export function freedBy(
  certificates: readonly Certificate[],
  { invoice: { transaction, snapshot }, refunds }: InvoiceWithRefunds,
): FreedInvoice | null {
  const left = refundableOf(
    transaction,
    refunds.map((refund) => refund.transaction),
  );
  if (!left) return null;
  const frozen = documentToReassess(transaction, snapshot);
  const ids = new Set(certificates.map(({ id }) => id));
  const others = frozen.certificates.filter(({ id }) => !ids.has(id));
  const freed = assess({ ...frozen, certificates: [...certificates, ...others] });
  const minorUnit = minorUnitOf(transaction.currency);
  const partOf = (charged: DecimalText, tax: Decimal, taxLeft: DecimalText): Decimal =>
    freedPart(decimal(charged), tax, decimal(taxLeft), minorUnit);
  const items = transaction.items.map((item, index) =>
    partOf(item.taxAmount, freed.items[index]!.taxAmount, left.items[index]!.taxAmount),
  );
  const fee = transaction.shippingFee;
  const shipping = fee ? partOf(fee.taxAmount, freed.shippingFee!.taxAmount, left.shippingFee!.taxAmount) : zero;
  const freedTax = sum([...items, shipping]);
  if (!freedTax.gt(zero)) return null;
  const isAll = (part: Decimal, taxLeft: DecimalText) => part.gt(zero) && part.eq(decimal(taxLeft));
  return {
    transaction,
    country: snapshot.country,
    state: snapshot.subdivision,
    chargedTaxAmount: transaction.salesTax.amount,
    refundedTaxAmount: toDecimalText(decimal(transaction.salesTax.amount).minus(decimal(left.taxAmount))),
    freedTaxAmount: toDecimalText(freedTax),
    freedByState: freedByState(snapshot, items, shipping),
    freedItems: items.map((part, index) => isAll(part, left.items[index]!.taxAmount)),
    isShippingFreed: left.shippingFee !== null && isAll(shipping, left.shippingFee.taxAmount),
  };
}

function freedByState(snapshot: TransactionSnapshot, items: readonly Decimal[], shipping: Decimal): FreedInState[] {
  const parts = items.map((freed, index) => ({ place: placeOfLine(snapshot, snapshot.items[index]!), freed }));
  parts.push({ place: snapshot, freed: shipping });
  const byState = new Map<string, FreedInState>();
  for (const { place, freed } of parts.filter((part) => !part.freed.isZero())) {
    const { country, subdivision: state } = place;
    const key = JSON.stringify([country, state]);
    const before = byState.get(key)?.freedTaxAmount;
    byState.set(key, { country, state, freedTaxAmount: toDecimalText(before ? decimal(before).plus(freed) : freed) });
  }
  return [...byState.values()];
}

/** Of a line that was refunded in part, the same part is freed. */
function freedPart(charged: Decimal, tax: Decimal, left: Decimal, minorUnit: number): Decimal {
  const freed = charged.minus(tax);
  if (!freed.gt(zero) || !charged.gt(zero)) return zero;
  return roundToUnit(freed.times(left).div(charged), minorUnit);
}

type FreedPart = FreedInState & Pick<FreedInvoice, 'transaction'>;

/** Sums by place and currency, beside the invoices. */
export function impactOf(invoices: readonly FreedInvoice[]): ExemptionImpact {
  const byPlace = new Map<string, FreedPart[]>();
  for (const { transaction, freedByState } of invoices) {
    for (const part of freedByState) {
      const key = JSON.stringify([part.country, part.state ?? '', transaction.currency]);
      byPlace.set(key, [...(byPlace.get(key) ?? []), { transaction, ...part }]);
    }
  }
  const states = [...byPlace].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => stateOf(group));
  return { states, invoices };
}

function stateOf(group: readonly FreedPart[]): ImpactOfState {
  const { country, state, transaction } = group[0]!;
  const total = (counted: readonly FreedPart[]) =>
    toDecimalText(sum(counted.map(({ freedTaxAmount }) => decimal(freedTaxAmount))));
  const filed = group.filter((one) => one.transaction.transactionFilingStatus === 'FILED');
  const { currency } = transaction;
  return {
    country,
    state,
    currency,
    invoiceCount: group.length,
    freedTaxAmount: total(group),
    filedTaxAmount: total(filed),
  };
}
