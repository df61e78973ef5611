import { newServiceId } from '../../domain/base/service-id.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import { membersAsSent } from '../../domain/transactions/describing-members.ts';
import type { Item, ShippingFee } from '../../domain/transactions/document-line.ts';
import { recordedProduct } from '../../domain/transactions/item-product.ts';
import { stripComputedFields, toTransactionInput } from '../../domain/transactions/submitted-input.ts';
import type { Transaction, TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionDigests } from '../../domain/transactions/transaction-digest.ts';
import type { ItemInput, TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { DocumentCalculation, RecordedTransaction } from '../../domain/transactions/transaction-snapshot.ts';
import type { KnownTransaction } from '../../ports/stores/transaction-store.ts';
import type { AssessmentRequest } from '../assessment/request/assessment-request.ts';
import type { StoredInvoiceWithRefunds } from '../assessment/request/find-refunded-invoice.ts';
import { digestTransaction } from '../assessment/request/input-defaults.ts';

/**
 * Determines the changes that a request makes to a stored document, or reports that the document is filed and does not
 * allow changes. `refunded` is the stored invoice of a refund; the invoice may have been stored after the refund.
 */
export function changeOf(
  { transaction, digests: before }: KnownTransaction,
  request: Pick<AssessmentRequest, 'input' | 'settings' | 'reference'>,
  digests: TransactionDigests,
  refunded: StoredInvoiceWithRefunds | null,
): 'nothing' | 'description' | 'calculation' | 'filed' {
  const { input } = request;
  // Input that equals the document as read changes nothing. This check comes second, because most requests repeat or
  // change the original input.
  const readDigests = () => digestTransaction({ ...request, input: inputAsRead(transaction, request) });
  const filing = input.transactionFilingStatus ?? transaction.transactionFilingStatus;
  const same = digests.taxDigest === before.taxDigest ? before : readDigests();
  const isTaxChanged = digests.taxDigest !== same.taxDigest;
  // A reactivated refund must not exceed the remainder of its invoice.
  const isRevivedRefund =
    (transaction.refundOf !== null || refunded !== null) &&
    transaction.transactionStatus === 'CANCELLED' &&
    input.transactionStatus !== 'CANCELLED';
  const isCancelled = input.transactionStatus === 'CANCELLED' && transaction.transactionStatus !== 'CANCELLED';
  const isMoved = input.reporting === 'OWN_PERIOD' && transaction.reportingPeriod !== undefined;
  if (
    transaction.transactionFilingStatus === 'FILED' &&
    filing === 'FILED' &&
    (isTaxChanged || isCancelled || isMoved)
  ) {
    return 'filed';
  }
  if (isTaxChanged || isRevivedRefund) return 'calculation';
  const isSame =
    !isMoved &&
    (digests.inputDigest === before.inputDigest || digests.inputDigest === readDigests().inputDigest) &&
    input.transactionStatus === transaction.transactionStatus &&
    filing === transaction.transactionFilingStatus;
  return isSame ? 'nothing' : 'description';
}

/** The document as read. A request without a currency equals a request that specifies the default currency. */
function inputAsRead(
  transaction: Transaction,
  { input, settings }: Pick<AssessmentRequest, 'input' | 'settings'>,
): TransactionInput {
  const read = stripComputedFields(toTransactionInput(transaction), transaction);
  const isLeftOut = input.currency === null && transaction.currency === settings.defaultCurrency;
  // A request with the tax code of a product, or of the invoice, equals a request without the code.
  const isOfProduct = (item: ItemInput) => (transaction.refundOf ? item.product !== null : item.productMapping);
  const items = read.items.map((item, index) =>
    isOfProduct(item) ? { ...item, productMapping: input.items[index]?.productMapping } : item,
  );
  return { ...read, items, ...(isLeftOut && { currency: null }) };
}

export function createdTransaction(
  input: TransactionInput,
  document: TransactionDocument,
  rateBookVersion: string,
  now: Date,
): Transaction {
  return {
    serviceId: newServiceId(),
    source: input.source,
    externalId: input.externalId,
    customerId: input.customerId,
    transactionType: input.transactionType,
    transactionStatus: input.transactionStatus,
    transactionFilingStatus: input.transactionFilingStatus ?? 'NOT_FILED',
    rateBookVersion,
    calculationNumber: 1,
    internalTimestamps: { createdDate: now, updatedDate: now },
    version: 1,
    ...document, // Spread last, because adding members to a copy with this many members takes ten times as long.
  };
}

export function recalculated(
  stored: Transaction,
  input: TransactionInput,
  { document, snapshot }: DocumentCalculation,
  rateBookVersion: string,
  now: Date,
): RecordedTransaction {
  // Members of the previous calculation that may not apply to the next one.
  const {
    recalculationReason: _because,
    exemptionOverride: _decision,
    roundingAmount: _rounding,
    placeEvidence: _evidence,
    isDeliveryMethodSent: _isSent,
    computedTaxAmount: _computed,
    exchangeRate: _rate,
    taxDateTimeZone: _zone,
    collectedBy: _collector,
    collectedTaxAmount: _collected,
    marketplace: _marketplace,
    ...kept
  } = stored;
  const transaction: Transaction = {
    ...kept,
    ...document,
    ...changedHead(stored, input, now),
    customerId: input.customerId,
    transactionType: input.transactionType,
    rateBookVersion,
    calculationNumber: stored.calculationNumber + 1,
  };
  return { transaction, snapshot };
}

/** The document with the new values of fields that do not affect the tax, and the stored figures. */
export function redescribed(stored: Transaction, input: TransactionInput, now: Date): Transaction {
  const { taxDateTimeZone: _zone, roundingAmount: _rounding, ...kept } = stored;
  return {
    ...kept,
    ...changedHead(stored, input, now),
    ...membersAsSent(input),
    // A refund without a subsidiary belongs to the subsidiary of its invoice.
    subsidiary: input.subsidiary ?? (stored.refundOf ? stored.subsidiary : null),
    ...(input.exemptionOverride && { exemptionOverride: input.exemptionOverride }),
    items: stored.items.map((item, index) => {
      // A refund of the whole invoice is sent without items and keeps the invoice's items.
      const { name, description } = input.items[index] ?? item;
      const described = { ...withManualRate(item, input.items[index] ?? item), name, description };
      return stored.refundOf ? described : withProduct(described, input.items[index]!);
    }),
    shippingFee: stored.shippingFee && withManualRate(stored.shippingFee, input.shippingFee ?? stored.shippingFee),
  };
}

/**
 * The item with the product from the request. If the product has not changed, the recorded origin of the tax code is
 * kept.
 */
function withProduct(item: Item, sent: TransactionInput['items'][number]): Item {
  const { product, productSource, productMapping, ...line } = item;
  const isSame = sent.product === (product ?? null) && sent.productSource === (productSource ?? null);
  return isSame ? item : { ...line, ...recordedProduct({ ...sent, productMapping: undefined }) };
}

type ManualRate = Pick<ShippingFee, 'manualSalesTax' | 'manualSalesTaxRate'> & {
  readonly overrideReason?: string | null | undefined;
};

function withManualRate<Line extends Item | ShippingFee>(
  { overrideReason: _before, ...line }: Line,
  { manualSalesTax, manualSalesTaxRate, overrideReason }: ManualRate,
) {
  return { ...line, manualSalesTax, manualSalesTaxRate, ...(overrideReason != null && { overrideReason }) };
}

function changedHead(stored: Transaction, input: TransactionInput, now: Date) {
  return {
    transactionStatus: input.transactionStatus,
    transactionFilingStatus: input.transactionFilingStatus ?? stored.transactionFilingStatus,
    internalTimestamps: changedAt(stored.internalTimestamps, now),
    version: stored.version + 1,
    ...(stored.cancellationReason !== undefined &&
      input.transactionStatus !== 'CANCELLED' && { cancellationReason: undefined }),
  };
}
