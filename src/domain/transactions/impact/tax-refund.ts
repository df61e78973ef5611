import { createHash } from 'node:crypto';
import { decimal, sum } from '../../../tax/numbers/decimal.ts';
import { type DecimalText, toDecimalText } from '../../base/amount.ts';
import type { Exemption } from '../../exemptions/exemption.ts';
import { ownPlaceOf } from '../line-places.ts';
import { placeOfLine } from '../snapshot-places.ts';
import type { Transaction } from '../transaction.ts';
import type { TransactionSnapshot } from '../transaction-snapshot.ts';
import type { ExemptedInvoice } from './exemption-impact.ts';

export const taxRefundOutcomes = ['REFUNDED', 'PREVIEWED', 'SKIPPED_FILED', 'FAILED'] as const;
export type TaxRefundOutcome = (typeof taxRefundOutcomes)[number];

/** What happened with one invoice. */
export type TaxRefundRow = {
  readonly invoice: ExemptedInvoice;
  readonly outcome: TaxRefundOutcome;
  /** Of the refund, stored or previewed; zero if there is none. */
  readonly refundedTaxAmount: DecimalText;
  /** The same by state or country of the lines. */
  readonly refundedByState: readonly RefundedInState[];
  /** Key of the refund, in the source of the invoice; null if there is none. */
  readonly externalId: string | null;
  /** The stored refund. */
  readonly refund: Transaction | null;
  /** Why it failed. */
  readonly problem: { readonly code: string; readonly message: string } | null;
};

type RefundedInState = Pick<TaxRefundTotal, 'country' | 'state' | 'refundedTaxAmount'>;

export type TaxRefundRun = {
  readonly isDryRun: boolean;
  readonly rows: readonly TaxRefundRow[];
  readonly totals: readonly TaxRefundTotal[];
};

export type TaxRefundTotal = {
  readonly country: string;
  readonly state: string | null;
  readonly currency: string;
  readonly refundCount: number;
  readonly refundedTaxAmount: DecimalText;
};

/** The refund of the exempted tax of an invoice, as a body of PUT. The same certificate gives it the same key again. */
export function taxRefundBody({ transaction, ...exempted }: ExemptedInvoice, exemption: Exemption, refundedOn: string) {
  const { source, externalId, items, shippingFee } = transaction;
  const isTaxed = ({ taxAmount }: { readonly taxAmount: DecimalText }) => !decimal(taxAmount).isZero();
  const isWhole =
    items.every((item, index) => !isTaxed(item) || exempted.freedItems[index]) &&
    (shippingFee === null || !isTaxed(shippingFee) || exempted.isShippingFreed);
  const hasPlaces = items.some((item) => ownPlaceOf(item) !== null);
  const sentItems = items
    .filter((_, index) => exempted.freedItems[index])
    .map((item) => ({ name: item.name, taxCode: item.taxCode, ...(hasPlaces && addressesOf(item, transaction)) }));
  const fee = shippingFee &&
    exempted.isShippingFreed && { taxCode: shippingFee.taxCode, totalPrice: shippingFee.calculatedTotal };
  const number = exemption.certificate?.certificateId ?? '';
  return {
    source,
    externalId: keyOf(externalId, exemption),
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

/** The certificate may free the same goods at one address and not at another. */
function addressesOf(item: Transaction['items'][number], invoice: Transaction) {
  const { shippingAddress = invoice.shippingAddress, shipFromAddress = invoice.shipFromAddress } = item;
  return { shippingAddress, shipFromAddress };
}

/** At most 256 characters, like every key. */
function keyOf(externalId: string, { serviceId }: Exemption): string {
  const key = `${externalId}-TAX-${serviceId.slice(-12)}`;
  if (key.length <= 256) return key;
  return `TAX-${createHash('sha256').update(key).digest('hex')}`;
}

/** The tax of a refund by state or country of its lines. */
export function refundedByState(
  { items, shippingFee }: Pick<Transaction, 'items' | 'shippingFee'>,
  snapshot: TransactionSnapshot,
): RefundedInState[] {
  const parts = items.map(({ taxAmount }, index) => ({ at: placeOfLine(snapshot, snapshot.items[index]!), taxAmount }));
  if (shippingFee) parts.push({ at: snapshot, taxAmount: shippingFee.taxAmount });
  const byState = new Map<string, RefundedInState>();
  for (const { at, taxAmount } of parts.filter((part) => !decimal(part.taxAmount).isZero())) {
    const { country, subdivision: state } = at;
    const key = JSON.stringify([country, state]);
    const before = decimal(byState.get(key)?.refundedTaxAmount ?? '0');
    byState.set(key, { country, state, refundedTaxAmount: toDecimalText(before.plus(decimal(taxAmount))) });
  }
  return [...byState.values()];
}

/** Sums of the refunds by place of their lines and currency; a refund counts in each. */
export function totalsOf(rows: readonly TaxRefundRow[]): TaxRefundTotal[] {
  const byPlace = new Map<string, Omit<TaxRefundTotal, 'refundCount'>[]>();
  for (const { invoice, refundedByState: parts } of rows) {
    const { currency } = invoice.transaction;
    for (const part of parts) {
      const key = JSON.stringify([part.country, part.state ?? '', currency]);
      byPlace.set(key, [...(byPlace.get(key) ?? []), { ...part, currency }]);
    }
  }
  return [...byPlace]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => {
      const refundedTaxAmount = toDecimalText(sum(group.map((part) => decimal(part.refundedTaxAmount))));
      return { ...group[0]!, refundCount: group.length, refundedTaxAmount };
    });
}
