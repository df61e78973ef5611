import { createHash } from 'node:crypto';
import { decimal, sum } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import type { AppError } from '../../base/errors.ts';
import { enumeration, field, type RecordOf, record } from '../../base/record.ts';
import type { Exemption } from '../../exemptions/exemption.ts';
import { recordedProduct } from '../../transactions/item-product.ts';
import { ownPlaceOf } from '../../transactions/line-places.ts';
import { transaction as declared, type Transaction } from '../../transactions/transaction.ts';
import type { TransactionSnapshot } from '../../transactions/transaction-snapshot.ts';
import { type ExemptedInvoice, groupedByPlace, sumsByState, taxedPlace } from './exemption-impact.ts';

const taxRefundOutcome = enumeration('TaxRefundOutcome', 'Outcome of the tax refund for one invoice.', {
  REFUNDED: 'A refund of the tax was stored.',
  PREVIEWED: 'A refund would be stored.',
  SKIPPED_FILED: 'The invoice is filed and was skipped.',
  FAILED: 'No refund was stored; see `error`.',
});
/** REST includes the stored refund; GraphQL exposes it as a relation. */
export const taxRefund = record('TaxRefund', 'The tax refund for one invoice.', {
  outcome: field.choice(taxRefundOutcome, 'What happened.'),
  refundedTaxAmount: field.amount('Tax that was or would be refunded; 0 without a refund.', {
    unit: 'In the currency of the invoice.',
  }),
  externalId: field.optional(
    field.text('External id of the refund, in the source of the invoice.'),
    'without a refund',
  ),
  refund: field.optional(
    field.part(
      record('StoredRefund', 'The stored refund.', { serviceId: declared.fields.serviceId }),
      'The stored refund.',
      { only: 'REST' },
    ),
    'if no refund was stored',
  ),
});

/** The result for one invoice. */
export type TaxRefundRow = RecordOf<typeof taxRefund> & {
  readonly invoice: ExemptedInvoice;
  readonly refund: Transaction | null;
  /** The refunded tax, by the state or country of the lines. */
  readonly refundedByState: readonly RefundedInState[];
  readonly error: AppError | null;
};

type RefundedInState = Pick<TaxRefundTotal, 'country' | 'state' | 'refundedTaxAmount'>;

const taxRefundTotal = record('TaxRefundTotal', 'The refunds for one place and currency.', {
  ...taxedPlace,
  currency: field.currency('Currency of the amount.'),
  refundCount: field.count('Number of invoices refunded.'),
  refundedTaxAmount: field.amount('Total tax refunded.', { unit: 'In `currency`.' }),
});
type TaxRefundTotal = RecordOf<typeof taxRefundTotal>;

export const taxRefundRun = record('TaxRefundRun', 'Refunds of the tax covered by a certificate.', {
  isDryRun: field.flag('Whether this is a preview and nothing was stored.'),
  totals: field.list(taxRefundTotal, 10, 'Totals by place and currency.'),
});
export type TaxRefundRun = RecordOf<typeof taxRefundRun> & { readonly rows: readonly TaxRefundRow[] };

/** The refund of the exempt tax of an invoice, as the body of a PUT. */
export function taxRefundBody({ transaction, ...exempted }: ExemptedInvoice, exemption: Exemption, refundedOn: string) {
  const { source, externalId, items, shippingFee } = transaction;
  const isTaxed = ({ taxAmount }: { readonly taxAmount: DecimalText }) => !decimal(taxAmount).isZero();
  const isWhole =
    items.every((item, index) => !isTaxed(item) || exempted.exemptedItems[index]) &&
    (shippingFee === null || !isTaxed(shippingFee) || exempted.isShippingExempted);
  const hasPlaces = items.some((item) => ownPlaceOf(item) !== null);
  const sentItems = items
    .filter((_, index) => exempted.exemptedItems[index])
    .map((item) => ({
      name: item.name,
      taxCode: item.taxCode,
      ...recordedProduct({ product: item.product, productSource: item.productSource }),
      ...(hasPlaces && addressesOf(item, transaction)),
    }));
  const fee = shippingFee &&
    exempted.isShippingExempted && { taxCode: shippingFee.taxCode, totalPrice: shippingFee.calculatedTotal };
  const number = exemption.certificate?.certificateId ?? '';
  return {
    source,
    externalId: taxRefundId(externalId, exemption, 1),
    documentName: `Tax exempted by certificate ${number}`.trim().slice(0, 50),
    transactionType: 'REFUND',
    transactionStatus: 'ACTIVE',
    refundKind: 'TAX_ONLY',
    requireLink: true,
    createdFrom: externalId,
    externalTimestamps: { createdDate: refundedOn, updatedDate: refundedOn },
    ...(isWhole ? { items: [] } : { items: sentItems, ...(fee && { shippingFee: fee }) }),
  };
}

/** The addresses of an item, because a certificate may exempt the same goods at one address but not at another. */
function addressesOf(item: Transaction['items'][number], invoice: Transaction) {
  const { shippingAddress = invoice.shippingAddress, shipFromAddress = invoice.shipFromAddress } = item;
  return { shippingAddress, shipFromAddress };
}

/**
 * The external id of a refund. Like every key, it has at most 256 characters. `attempt` counts from 1; further ids are
 * for an invoice whose first ids are taken.
 */
export function taxRefundId(externalId: string, { serviceId }: Exemption, attempt: number): string {
  const key = `${externalId}-TAX-${serviceId.slice(-12)}${attempt > 1 ? `-${attempt}` : ''}`;
  if (key.length <= 256) return key;
  return `TAX-${createHash('sha256').update(key).digest('hex')}`;
}

/** A refund's tax, by the state or country of its lines. */
export function refundedByState(
  { items, shippingFee }: Pick<Transaction, 'items' | 'shippingFee'>,
  snapshot: TransactionSnapshot,
): RefundedInState[] {
  const taxes = items.map(({ taxAmount }) => decimal(taxAmount));
  const taxOfFee = decimal(shippingFee?.taxAmount ?? '0');
  return sumsByState(snapshot, taxes, taxOfFee).map(({ amount, ...at }) => ({ ...at, refundedTaxAmount: amount }));
}

/** Sums of the refunds by place and currency of their lines. A refund counts once in each place. */
export function totalsOf(rows: readonly TaxRefundRow[]): TaxRefundTotal[] {
  const parts = rows.flatMap(({ invoice: { transaction }, refundedByState: byState }) =>
    byState.map((part) => ({ ...part, currency: transaction.currency })),
  );
  return groupedByPlace(parts).map((group) => {
    const refundedTaxAmount = toDecimalText(sum(group.map((part) => decimal(part.refundedTaxAmount))));
    return { ...group[0]!, refundCount: group.length, refundedTaxAmount };
  });
}
