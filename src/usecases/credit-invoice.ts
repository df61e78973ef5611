import { creditedBefore, creditLines, exceeds, type Refundable } from '../domain/credit-lines.ts';
import { recordCredit } from '../domain/credit-record.ts';
import { minorUnitOf } from '../domain/currency.ts';
import { AppError, type Issue, invalidInput } from '../domain/errors.ts';
import { parseTimestamp } from '../domain/timestamps.ts';
import type { Transaction, TransactionDocument, TransactionSnapshot } from '../domain/transaction.ts';
import type { TransactionInput } from '../domain/transaction-input.ts';
import type { StoredTransaction, TransactionStore } from '../stores/stores.ts';
import { decimal, decimalText, roundToUnit } from '../tax/decimal.ts';

/** An invoice as it stands, with the refunds that give part of it back; cancelled ones are left out. */
export type InvoiceWithRefunds = { readonly invoice: StoredTransaction; readonly refunds: readonly Transaction[] };

/** The invoice that a refund names, if it is known here; other refunds than this one are what was given back before. */
export async function findCreditedInvoice(
  transactions: TransactionStore,
  input: TransactionInput,
): Promise<InvoiceWithRefunds | null> {
  if (input.transactionType !== 'REFUND' || input.createdFrom === null) return null;
  const invoice = await transactions.findByKey({ source: input.source, externalId: input.createdFrom });
  if (invoice?.transaction.transactionType !== 'INVOICE') return null;
  if (invoice.transaction.transactionStatus === 'CANCELLED') {
    const message = `The invoice ${input.createdFrom} is cancelled; there is nothing to refund.`;
    throw new AppError('OVER_REFUND', message, { issues: [{ path: ['createdFrom'], code: 'OVER_REFUND', message }] });
  }
  const refunds = await transactions.findRefunds(invoice.transaction);
  return { invoice, refunds: refunds.filter(({ externalId }) => externalId !== input.externalId) };
}

/** Works out a refund from the invoice's frozen figures; throws `OVER_REFUND` when it would give back more than is left. */
export function creditInvoice(
  input: TransactionInput,
  { invoice, refunds }: InvoiceWithRefunds,
): { document: TransactionDocument; snapshot: TransactionSnapshot } {
  const { transaction } = invoice;
  if (input.currency !== null && input.currency !== transaction.currency) {
    const message = `The invoice is in ${transaction.currency}; a refund of it cannot be in ${input.currency}.`;
    throw invalidInput([{ path: ['currency'], code: 'INVALID_VALUE', message }]);
  }
  const minorUnit = minorUnitOf(transaction.currency);
  const before = creditedBefore(transaction, refunds);
  const { lines, issues } = creditLines(input, transaction, before, minorUnit);
  const shipping = shippingBase(input, transaction, minorUnit);
  const missing = [...issues, ...shipping.issues];
  if (missing.length > 0) throw invalidInput(missing);
  const now = creditedNow(before, lines, shipping.base);
  requireCovered(transaction, now, before, (line) => {
    const index = lines.findIndex(({ invoiceItem, sent }) => sent !== null && invoiceItem === line);
    return index >= 0 ? ['items', index] : ['items'];
  });
  const taxDate = parseTimestamp(input.externalTimestamps.createdDate)!.on;
  return recordCredit({ input, invoice, lines, shippingBase: shipping.base, before, taxDate, minorUnit });
}

/** An invoice may not be changed to less than its refunds gave back. */
export function requireRefundsCovered(changed: Transaction, refunds: readonly Transaction[]): void {
  if (refunds.length === 0) return;
  const most = Math.max(...refunds.flatMap(({ credit }) => credit?.invoiceItems ?? []), -1);
  if (
    changed.transactionStatus === 'CANCELLED' ||
    changed.transactionType !== 'INVOICE' ||
    most >= changed.items.length
  ) {
    throw new AppError(
      'OVER_REFUND',
      'Refunds have given back part of this invoice; cancel them before taking it away.',
    );
  }
  const given = creditedBefore(changed, refunds);
  requireCovered(changed, given, given, (line) => ['items', line]);
}

function shippingBase(
  { shippingFee, items, refundLinkedPercentage }: TransactionInput,
  invoice: Transaction,
  minorUnit: number,
) {
  const scaled = (text: string) => roundToUnit(decimal(text).times(decimal(refundLinkedPercentage ?? '1')), minorUnit);
  if (shippingFee) {
    if (invoice.shippingFee) return { base: scaled(shippingFee.totalPrice ?? '0'), issues: [] };
    const issue: Issue = { path: ['shippingFee'], code: 'NOT_ON_INVOICE', message: 'The invoice has no shipping fee.' };
    return { base: null, issues: [issue] };
  }
  const isWhole = items.length === 0 && invoice.shippingFee !== null;
  return { base: isWhole ? scaled(invoice.shippingFee.calculatedTotal) : null, issues: [] };
}

function creditedNow(
  before: Refundable,
  lines: ReturnType<typeof creditLines>['lines'],
  fee: ReturnType<typeof decimal> | null,
): Refundable {
  const items = [...before.items];
  for (const { invoiceItem, base } of lines) items[invoiceItem] = items[invoiceItem]!.plus(base);
  return { items, shippingFee: fee === null ? before.shippingFee : before.shippingFee.plus(fee) };
}

function requireCovered(
  invoice: Transaction,
  credited: Refundable,
  before: Refundable,
  pathOf: (line: number) => (string | number)[],
): void {
  const issues = invoice.items.flatMap(({ name, calculatedTotal }, line): Issue[] => {
    const base = decimal(calculatedTotal);
    if (!exceeds(credited.items[line]!, base)) return [];
    const left = decimalText(base.minus(before.items[line]!));
    return [
      { path: pathOf(line), code: 'OVER_REFUND', message: `Of ${JSON.stringify(name)}, ${left} is left to refund.` },
    ];
  });
  const fee = decimal(invoice.shippingFee?.calculatedTotal ?? '0');
  if (exceeds(credited.shippingFee, fee)) {
    const left = decimalText(fee.minus(before.shippingFee));
    issues.push({
      path: ['shippingFee'],
      code: 'OVER_REFUND',
      message: `Of the shipping fee, ${left} is left to refund.`,
    });
  }
  if (issues.length > 0) throw new AppError('OVER_REFUND', issues.map(({ message }) => message).join(' '), { issues });
}
