import { minorUnitOf } from '../../domain/base/currency.ts';
import { AppError, type Issue, invalidInput } from '../../domain/base/errors.ts';
import { parseTimestamp } from '../../domain/base/timestamps.ts';
import {
  exceeds,
  isOpposed,
  type Refundable,
  type Refunded,
  refundedBefore,
  refundLines,
  sharedFee,
} from '../../domain/transactions/refund/refund-lines.ts';
import { recordRefund } from '../../domain/transactions/refund/refund-record.ts';
import type {
  LineFigures,
  Transaction,
  TransactionDocument,
  TransactionSnapshot,
} from '../../domain/transactions/transaction.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { RefundedInvoice, StoredTransaction, TransactionStore } from '../../ports/stores/transaction-store.ts';
import { refundedTax } from '../../tax/lines/refunded-tax.ts';
import { type Decimal, decimal, decimalText, roundToUnit, sum, zero } from '../../tax/numbers/decimal.ts';

/** An invoice as it stands, with the refunds that give part of it back; cancelled ones are left out. */
export type InvoiceWithRefunds = { readonly invoice: StoredTransaction; readonly refunds: readonly Transaction[] };

/** The invoice that a refund names, if it is known here; other refunds than this one are what was given back before. */
export async function findRefundedInvoice(
  transactions: TransactionStore,
  input: TransactionInput,
): Promise<InvoiceWithRefunds | null> {
  if (input.transactionType !== 'REFUND' || input.createdFrom === null) return null;
  const invoice = await transactions.findByKey({ source: input.source, externalId: input.createdFrom });
  if (invoice?.transaction.transactionType !== 'INVOICE') return null;
  const refunds = await transactions.findRefunds(invoice.transaction);
  return { invoice, refunds: refunds.filter(({ externalId }) => externalId !== input.externalId) };
}

/** What a refund is written under: no other may have come in between. */
export function invoiceGuard({ invoice }: InvoiceWithRefunds): RefundedInvoice {
  return { invoiceId: invoice.transaction.serviceId, invoiceVersion: invoice.transaction.version };
}

/**
 * Works out a refund from the invoice's frozen figures; throws `OVER_REFUND` when it would give back more than is left. One
 * that is cancelled gives nothing back: it is worked out as if it were the only one, and again when it is revived.
 */
export function calculateRefund(
  input: TransactionInput,
  { invoice, refunds: others }: InvoiceWithRefunds,
): { document: TransactionDocument; snapshot: TransactionSnapshot } {
  const { transaction } = invoice;
  const isCancelled = input.transactionStatus === 'CANCELLED';
  if (transaction.transactionStatus === 'CANCELLED' && !isCancelled) {
    const message = `The invoice ${transaction.externalId} is cancelled; there is nothing to refund.`;
    throw new AppError('OVER_REFUND', message, { issues: [{ path: ['createdFrom'], code: 'OVER_REFUND', message }] });
  }
  const refunds = isCancelled ? [] : others;
  if (input.currency !== null && input.currency !== transaction.currency) {
    const message = `The invoice is in ${transaction.currency}; a refund of it cannot be in ${input.currency}.`;
    throw invalidInput([{ path: ['currency'], code: 'INVALID_VALUE', message }]);
  }
  const minorUnit = minorUnitOf(transaction.currency);
  const before = refundedBefore(transaction, refunds);
  const { lines, issues } = refundLines(input, { invoice: transaction, refunds, before }, minorUnit);
  const shipping = shippingBase(input, { invoice: transaction, refunds }, minorUnit);
  const missing = [...issues, ...shipping.issues];
  if (missing.length > 0) throw invalidInput(missing);
  const now = refundedAfter(before, lines, shipping.base);
  requireCovered(transaction, now, before, (line) => {
    const index = lines.findIndex(({ invoiceItem, sent }) => sent !== null && invoiceItem === line);
    return index >= 0 ? ['items', index] : ['items'];
  });
  const taxDate = parseTimestamp(input.externalTimestamps.createdDate)!.on;
  const refund = recordRefund({ input, invoice, lines, shippingBase: shipping.base, before, taxDate, minorUnit });
  requireTotalCovered(transaction, refunds, refund.document);
  return refund;
}

/**
 * A refund that was stored before its invoice was worked out by itself, and belongs to no line of it; so it counts against the
 * invoice as a whole.
 */
function requireTotalCovered(invoice: Transaction, refunds: readonly Transaction[], now: TransactionDocument): void {
  if (refunds.every(({ refundOf }) => refundOf !== null)) return;
  const given = sum(refunds.map(({ finalTransactionAmount }) => decimal(finalTransactionAmount)));
  const total = decimal(invoice.finalTransactionAmount);
  if (!exceeds(given.plus(decimal(now.finalTransactionAmount)), total)) return;
  const message = leftMessage(`the invoice ${invoice.externalId}`, total, given);
  throw new AppError('OVER_REFUND', message, { issues: [{ path: ['createdFrom'], code: 'OVER_REFUND', message }] });
}

/** An invoice may not be changed to less than its refunds gave back, nor to something that they did not give back. */
export function requireRefundsCovered(changed: Transaction, refunds: readonly Transaction[]): void {
  if (refunds.length === 0) return;
  if (changed.transactionStatus === 'CANCELLED' || changed.transactionType !== 'INVOICE') {
    throw new AppError(
      'OVER_REFUND',
      'Refunds have given back part of this invoice; cancel them before taking it away.',
    );
  }
  const moved = refunds.flatMap((refund) => movedIssues(changed, refund));
  if (moved.length > 0) throw new AppError('OVER_REFUND', moved[0]!.message, { issues: moved });
  const given = refundedBefore(changed, refunds);
  requireCovered(changed, given, given, (line) => ['items', line]);
  const taxIssues = overTaxIssues(changed, given);
  if (taxIssues.length > 0) throw new AppError('OVER_REFUND', taxIssues[0]!.message, { issues: taxIssues });
}

/** Where the invoice no longer has what a refund gave back: its currency, its kind of prices, a line in its place. */
function movedIssues(changed: Transaction, refund: Transaction): Issue[] {
  const issueAt = (path: Issue['path']): Issue => {
    const message = `The refund ${refund.externalId} has given back part of this; cancel it before changing ${path.join('.')}.`;
    return { path, code: 'OVER_REFUND', message };
  };
  const heads = (['currency', 'isTaxInclusive'] as const).filter((field) => changed[field] !== refund[field]);
  const lines = (refund.refundOf?.invoiceItems ?? []).filter((line, index) => {
    const [now, refunded] = [changed.items[line], refund.items[index]!];
    return now?.name !== refunded.name || now.taxCode !== refunded.taxCode;
  });
  return refund.refundOf === null
    ? []
    : [...heads.map((field) => issueAt([field])), ...lines.map((line) => issueAt(['items', line]))];
}

/** Lines of which refunds gave back more tax than their part of them bears now. */
function overTaxIssues(changed: Transaction, given: Refunded): Issue[] {
  const minorUnit = minorUnitOf(changed.currency);
  const issueOf = (line: LineFigures, base: Decimal, tax: Decimal, path: Issue['path']): Issue[] => {
    const part = { originalTax: decimal(line.taxAmount), originalBase: decimal(line.calculatedTotal) };
    const due = refundedTax({ ...part, baseBefore: zero, baseNow: base, minorUnit });
    if (tax.abs().lte(due.abs()) && !isOpposed(tax, due)) return [];
    const message = `Refunds gave back ${decimalText(tax)} of tax where now ${decimalText(due)} is due; cancel them first.`;
    return [{ path, code: 'OVER_REFUND', message }];
  };
  const { items, shippingFee, taxes } = given;
  return [
    ...changed.items.flatMap((item, line) => issueOf(item, items[line]!, taxes.items[line]!, ['items', line])),
    ...(changed.shippingFee ? issueOf(changed.shippingFee, shippingFee, taxes.shippingFee, ['shippingFee']) : []),
  ];
}

function shippingBase(
  input: TransactionInput,
  { invoice, refunds }: { readonly invoice: Transaction; readonly refunds: readonly Transaction[] },
  minorUnit: number,
) {
  const { shippingFee, items, refundLinkedPercentage } = input;
  if (shippingFee) {
    const sent = decimal(shippingFee.totalPrice ?? '0');
    const base = roundToUnit(sent.times(decimal(refundLinkedPercentage ?? '1')), minorUnit);
    const original = invoice.shippingFee && decimal(invoice.shippingFee.calculatedTotal);
    if (original && !isOpposed(base, original)) return { base, issues: [] };
    const message = original
      ? 'A shipping fee is given back with the sign it was charged with.'
      : 'The invoice has no shipping fee.';
    return { base: null, issues: [{ path: ['shippingFee'], code: 'NOT_ON_INVOICE', message }] };
  }
  if (items.length > 0 || invoice.shippingFee === null) return { base: null, issues: [] };
  return { base: sharedFee(input, decimal(invoice.shippingFee.calculatedTotal), refunds, minorUnit), issues: [] };
}

function refundedAfter(
  before: Refundable,
  lines: ReturnType<typeof refundLines>['lines'],
  fee: Decimal | null,
): Refundable {
  const items = [...before.items];
  for (const { invoiceItem, base } of lines) items[invoiceItem] = items[invoiceItem]!.plus(base);
  return { items, shippingFee: fee === null ? before.shippingFee : before.shippingFee.plus(fee) };
}

function requireCovered(
  invoice: Transaction,
  refunded: Refundable,
  before: Refundable,
  pathOf: (line: number) => (string | number)[],
): void {
  const issues = invoice.items.flatMap(({ name, calculatedTotal }, line): Issue[] => {
    const base = decimal(calculatedTotal);
    if (!exceeds(refunded.items[line]!, base)) return [];
    const message = leftMessage(JSON.stringify(name), base, before.items[line]!);
    return [{ path: pathOf(line), code: 'OVER_REFUND', message }];
  });
  const fee = decimal(invoice.shippingFee?.calculatedTotal ?? '0');
  if (exceeds(refunded.shippingFee, fee)) {
    const message = leftMessage('the shipping fee', fee, before.shippingFee);
    issues.push({ path: ['shippingFee'], code: 'OVER_REFUND', message });
  }
  if (issues.length > 0) throw new AppError('OVER_REFUND', issues.map(({ message }) => message).join(' '), { issues });
}

function leftMessage(what: string, base: Decimal, given: Decimal): string {
  return exceeds(given, base)
    ? `Of ${what}, refunds gave back ${decimalText(given)}, more than the ${decimalText(base)} that it would be.`
    : `Of ${what}, ${decimalText(base.minus(given))} is left to refund.`;
}
