import type { Certificate } from '../../../tax/model/assessment.ts';
import { type Decimal, decimal, roundToUnit, sum, zero } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import { field, type RecordOf, record } from '../../base/record.ts';
import { placeField, stateField } from '../../places/place-fields.ts';
import { refundableOf } from '../../transactions/refund/refundable.ts';
import type { InvoiceWithRefunds } from '../../transactions/refund/refunded-amounts.ts';
import type { LineName } from '../../transactions/refund/returned-parts.ts';
import { placeOfLine } from '../../transactions/snapshot-places.ts';
import { calculatedDocument, transaction as declared, type Transaction } from '../../transactions/transaction.ts';
import type { TransactionSnapshot } from '../../transactions/transaction-snapshot.ts';
import { suppose } from '../supposed-tax.ts';

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

/** REST includes the invoice; GraphQL exposes it as a relation. */
export const exemptedInvoice = record(
  'ExemptedInvoice',
  'An invoice whose tax an exemption would have removed or reduced.',
  {
    transaction: field.part(record('InvoiceOfExemption', 'The invoice.', exemptedDocument), 'The invoice.', {
      only: 'REST',
    }),
    ...taxedPlace,
    chargedTaxAmount: field.amount('Tax on the stored invoice, before refunds.', ofInvoice),
    refundedTaxAmount: field.amount('Tax already refunded.', ofInvoice),
    exemptibleTaxAmount: field.amount('Part of the remaining tax that the exemption covers.', ofInvoice),
  },
);

/** The effect of certificates on one invoice. */
export type ExemptedInvoice = RecordOf<typeof exemptedInvoice> & {
  readonly transaction: Transaction;
  /** The exemptible tax, by the state or country of the lines. */
  readonly byState: readonly ExemptedInState[];
  /** Whether all of the remaining tax is exempt, for each item; false for items without tax. */
  readonly exemptedItems: readonly boolean[];
  readonly isShippingExempted: boolean;
};

type ExemptedInState = Pick<ExemptedInvoice, 'country' | 'state' | 'exemptibleTaxAmount'>;

const impactOfState = record(
  'ExemptionImpactOfState',
  'Invoices in one place and currency whose tax an exemption would have removed or reduced.',
  {
    ...taxedPlace,
    currency: field.currency('Currency of the amounts.'),
    invoiceCount: field.count('Number of invoices.'),
    exemptibleTaxAmount: field.amount('Tax covered by the exemption: charged, and not refunded yet.', inCurrency),
    filedTaxAmount: field.amount('Part of the covered tax that is on filed invoices.', inCurrency),
  },
);
type ImpactOfState = RecordOf<typeof impactOfState>;

/** The totals without the invoices, which are listed separately. */
export const exemptionImpactSums = record(
  'ExemptionImpact',
  'Invoices whose tax would have been lower with the exemption.',
  { states: field.list(impactOfState, 10, 'Totals by place and currency.') },
);
export type ExemptionImpact = RecordOf<typeof exemptionImpactSums> & { readonly invoices: readonly ExemptedInvoice[] };

/**
 * Assesses the invoice again under its own frozen law and rates, with additional certificates. Tax that was already
 * refunded is not exempted again. Null if nothing is exempt.
 */
export function exemptedBy(
  certificates: readonly Certificate[],
  { invoice, refunds }: InvoiceWithRefunds,
): ExemptedInvoice | null {
  const { transaction, snapshot } = invoice;
  const left = refundableOf(
    transaction,
    refunds.map((refund) => refund.transaction),
  );
  if (!left) return null;
  const ids = new Set(certificates.map(({ id }) => id));
  const minorUnit = minorUnitOf(transaction.currency);
  return suppose(invoice, null, {
    apply: ({ record, toAssess }) => {
      const others = toAssess.certificates.filter(({ id }) => !ids.has(id));
      return { record, toAssess: { ...toAssess, certificates: [...certificates, ...others] } };
    },
    describe: (_, exempted) => {
      const partOf = (name: LineName, charged: DecimalText, taxLeft: DecimalText): Decimal =>
        exemptedPart(decimal(charged), exempted(name).tax, decimal(taxLeft), minorUnit);
      const items = transaction.items.map((item, index) => partOf(index, item.taxAmount, left.items[index]!.taxAmount));
      const fee = transaction.shippingFee;
      const shipping = fee ? partOf('shippingFee', fee.taxAmount, left.shippingFee!.taxAmount) : zero;
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
        byState: sumsByState(snapshot, items, shipping).map(({ amount, ...place }) => ({
          ...place,
          exemptibleTaxAmount: amount,
        })),
        exemptedItems: items.map((part, index) => isAll(part, left.items[index]!.taxAmount)),
        isShippingExempted: left.shippingFee !== null && isAll(shipping, left.shippingFee.taxAmount),
      };
    },
  });
}

/** Sums of taxes by the state or country of their lines; lines without tax are ignored. */
export function sumsByState(snapshot: TransactionSnapshot, items: readonly Decimal[], shippingFee: Decimal) {
  const lines = items.map((amount, index) => ({ at: placeOfLine(snapshot, snapshot.items[index]!), amount }));
  const taxed = [...lines, { at: snapshot, amount: shippingFee }].filter(({ amount }) => !amount.isZero());
  const byState = groupedBy(taxed, ({ at }) => JSON.stringify([at.country, at.subdivision]));
  return [...byState.values()].map((group) => {
    const { country, subdivision: state } = group[0]!.at;
    return { country, state, amount: toDecimalText(sum(group.map(({ amount }) => amount))) };
  });
}

/** The exempt part of the remaining tax. If a line was partly refunded, only the remaining share counts. */
function exemptedPart(charged: Decimal, tax: Decimal, left: Decimal, minorUnit: number): Decimal {
  const exempted = charged.minus(tax);
  if (!exempted.gt(zero) || !charged.gt(zero)) return zero;
  return roundToUnit(exempted.times(left).div(charged), minorUnit);
}

type ExemptedPart = ExemptedInState & Pick<Transaction, 'currency' | 'transactionFilingStatus'>;

/** Totals by place and currency, returned with the invoices. */
export function impactOf(invoices: readonly ExemptedInvoice[]): ExemptionImpact {
  const parts = invoices.flatMap(({ transaction: { currency, transactionFilingStatus }, byState }) =>
    byState.map((part): ExemptedPart => ({ ...part, currency, transactionFilingStatus })),
  );
  return { states: groupedByPlace(parts).map(stateOf), invoices };
}

/** Groups the parts by place and currency, sorted. */
export function groupedByPlace<Part extends Pick<ExemptedPart, 'country' | 'state' | 'currency'>>(
  parts: readonly Part[],
): Part[][] {
  const groups = groupedBy(parts, ({ country, state, currency }) => JSON.stringify([country, state ?? '', currency]));
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

function stateOf(group: readonly ExemptedPart[]): ImpactOfState {
  const { country, state, currency } = group[0]!;
  const total = (counted: readonly ExemptedPart[]) =>
    toDecimalText(sum(counted.map(({ exemptibleTaxAmount }) => decimal(exemptibleTaxAmount))));
  const filed = group.filter(({ transactionFilingStatus }) => transactionFilingStatus === 'FILED');
  return {
    country,
    state,
    currency,
    invoiceCount: group.length,
    exemptibleTaxAmount: total(group),
    filedTaxAmount: total(filed),
  };
}
