import { assess } from '../../../tax/assess.ts';
import type { Certificate } from '../../../tax/model/assessment.ts';
import { type Decimal, decimal, roundToUnit, sum, zero } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { field, type RecordOf, record } from '../../base/record.ts';
import { placeField, stateField } from '../../places/place-fields.ts';
import { documentToReassess } from '../../transactions/record/reassess.ts';
import { refundableOf } from '../../transactions/refund/refundable.ts';
import type { InvoiceWithRefunds } from '../../transactions/refund/refunded-amounts.ts';
import { placeOfLine } from '../../transactions/snapshot-places.ts';
import { calculatedDocument, transaction as declared, type Transaction } from '../../transactions/transaction.ts';
import type { TransactionSnapshot } from '../../transactions/transaction-snapshot.ts';

export const taxedPlace = {
  country: field.country('Country in which the invoices were taxed.'),
  place: placeField,
  state: stateField,
};
const ofInvoice = { unit: 'In the currency of the invoice.' };
const inCurrency = { unit: 'In `currency`.' };

const exemptedDocument = {
  serviceId: declared.fields.serviceId,
  source: declared.fields.source,
  externalId: declared.fields.externalId,
  taxDate: calculatedDocument.fields.taxDate,
  currency: calculatedDocument.fields.currency,
  transactionFilingStatus: declared.fields.transactionFilingStatus,
};

/** REST includes the invoice; GraphQL has it as a relation. */
export const exemptedInvoice = record(
  'ExemptedInvoice',
  'An invoice that an exemption would have exempted from tax, or from a part of it.',
  {
    transaction: field.part(record('InvoiceOfExemption', 'The invoice.', exemptedDocument), 'The invoice.', {
      only: 'REST',
    }),
    ...taxedPlace,
    chargedTaxAmount: field.amount('Tax on the invoice when it was stored.', ofInvoice),
    refundedTaxAmount: field.amount('The part of the tax that refunds have returned.', ofInvoice),
    exemptibleTaxAmount: field.amount('The part of the remaining tax that the exemption exempts.', ofInvoice),
  },
);

/** What certificates would have exempted on one invoice. */
export type ExemptedInvoice = RecordOf<typeof exemptedInvoice> & {
  readonly transaction: Transaction;
  /** The exemptible tax by state or country of the lines. */
  readonly byState: readonly ExemptedInState[];
  /** For each item, whether all of its remaining tax is exempted; false for items without tax. */
  readonly exemptedItems: readonly boolean[];
  readonly isShippingExempted: boolean;
};

type ExemptedInState = Pick<ExemptedInvoice, 'country' | 'state' | 'exemptibleTaxAmount'>;

const impactOfState = record(
  'ExemptionImpactOfState',
  'The invoices of one place and currency that an exemption would have exempted.',
  {
    ...taxedPlace,
    currency: field.currency('Currency of the amounts.'),
    invoiceCount: field.count('Number of the invoices.'),
    exemptibleTaxAmount: field.amount('Tax that the exemption exempts: charged, and not refunded yet.', inCurrency),
    filedTaxAmount: field.amount('The part of it on filed invoices.', inCurrency),
  },
);
type ImpactOfState = RecordOf<typeof impactOfState>;

/** The invoices are not part of the record: they are listed separately. */
export const exemptionImpactSums = record(
  'ExemptionImpact',
  'Invoices whose tax would have been lower with the exemption.',
  { states: field.list(impactOfState, 10, 'The sums by place and currency.') },
);
export type ExemptionImpact = RecordOf<typeof exemptionImpactSums> & { readonly invoices: readonly ExemptedInvoice[] };

/**
 * Assesses the invoice again under its own frozen law and rates, with these certificates added to its own. Tax that was
 * already refunded is not exempted again. Null if nothing is exempted.
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
    exemptedPart(decimal(charged), tax, decimal(taxLeft), minorUnit);
  const items = transaction.items.map((item, index) =>
    partOf(item.taxAmount, exempted.items[index]!.taxAmount, left.items[index]!.taxAmount),
  );
  const fee = transaction.shippingFee;
  const shipping = fee ? partOf(fee.taxAmount, exempted.shippingFee!.taxAmount, left.shippingFee!.taxAmount) : zero;
  const exemptedTax = sum([...items, shipping]);
  if (!exemptedTax.gt(zero)) return null;
  const isAll = (part: Decimal, taxLeft: DecimalText) => part.gt(zero) && part.eq(decimal(taxLeft));
  return {
    transaction,
    country: snapshot.country,
    state: snapshot.subdivision,
    chargedTaxAmount: transaction.salesTax.amount,
    refundedTaxAmount: toDecimalText(decimal(transaction.salesTax.amount).minus(decimal(left.taxAmount))),
    exemptibleTaxAmount: toDecimalText(exemptedTax),
    byState: exemptedByState(snapshot, items, shipping),
    exemptedItems: items.map((part, index) => isAll(part, left.items[index]!.taxAmount)),
    isShippingExempted: left.shippingFee !== null && isAll(shipping, left.shippingFee.taxAmount),
  };
}

function exemptedByState(
  snapshot: TransactionSnapshot,
  items: readonly Decimal[],
  shipping: Decimal,
): ExemptedInState[] {
  const parts = items.map((exempted, index) => ({ place: placeOfLine(snapshot, snapshot.items[index]!), exempted }));
  parts.push({ place: snapshot, exempted: shipping });
  const byState = new Map<string, ExemptedInState>();
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

/** If a line was partly refunded, only the remaining share of the exempted tax counts. */
function exemptedPart(charged: Decimal, tax: Decimal, left: Decimal, minorUnit: number): Decimal {
  const exempted = charged.minus(tax);
  if (!exempted.gt(zero) || !charged.gt(zero)) return zero;
  return roundToUnit(exempted.times(left).div(charged), minorUnit);
}

type ExemptedPart = ExemptedInState & Pick<ExemptedInvoice, 'transaction'>;

/** Sums by place and currency, which accompany the invoices. */
export function impactOf(invoices: readonly ExemptedInvoice[]): ExemptionImpact {
  const byPlace = new Map<string, ExemptedPart[]>();
  for (const { transaction, byState } of invoices) {
    for (const part of byState) {
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
