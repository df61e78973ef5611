import { refundedTax } from '../../../tax/lines/refunded-tax.ts';
import { type Decimal, decimal, decimalText, zero } from '../../../tax/numbers/decimal.ts';
import { sumOfTexts } from '../../base/amount.ts';
import { minorUnitOf } from '../../base/currency.ts';
import { AppError, type Issue } from '../../base/errors.ts';
import { collectedTotal } from '../collected-tax.ts';
import type { LineFigures } from '../document-line.ts';
import { namesakes } from '../item-product.ts';
import type { Transaction } from '../transaction.ts';
import { requireLinesCovered } from './over-refund.ts';
import { hasOppositeSign, type RefundedAmounts, refundedAmounts } from './refunded-amounts.ts';

/** Refuses a change that would remove a refunded line or amount from an invoice. */
export function requireRefundsCovered(
  before: OnMarketplace,
  changed: Transaction,
  refunds: readonly Transaction[],
): void {
  if (refunds.length === 0) return;
  if (changed.transactionStatus === 'CANCELLED' || changed.transactionType !== 'INVOICE') {
    const message = 'The invoice has refunds. Cancel the refunds before you cancel the invoice or change its type.';
    throw new AppError('OVER_REFUND', message);
  }
  requireNone(refunds.flatMap((refund) => lostIssues(before, changed, refund)));
  const refunded = refundedAmounts(changed, refunds);
  requireLinesCovered(changed, {
    refunded,
    before: refunded,
    taxesBefore: refunded.taxes,
    pathOf: (line) => ['items', line],
  });
  requireNone(overTaxIssues(changed, refunded, taxOnlyOf(refunds)));
  requireNone(overCollectedIssues(changed, refunds));
}

/**
 * Issues for invoice details that a refund depends on and that the change would remove: the currency, whether prices
 * include tax, who collected the tax, the marketplace, or a line.
 */
function lostIssues(before: OnMarketplace, changed: Transaction, refund: Transaction): Issue[] {
  const { refundOf } = refund;
  if (refundOf === null) return [];
  const issueAt = (path: Issue['path']): Issue => {
    const message = `The refund ${JSON.stringify(refund.externalId)} depends on ${path.join('.')}. Cancel the refund before you change this field.`;
    return { path, code: 'OVER_REFUND', message };
  };
  const fields: string[] = (['currency', 'isTaxInclusive', 'collectedBy'] as const).filter(
    (field) => changed[field] !== refund[field],
  );
  // Refunds stored before this check existed may name another marketplace than their invoice, so an invoice that keeps
  // its marketplace is accepted.
  if (!isSameMarketplace(changed, before) && !isSameMarketplace(changed, refund)) fields.push('marketplace');
  const lines = refundOf.invoiceItems.filter((line, index) => {
    const [now, refunded] = [changed.items[line], refund.items[index]!];
    const isSame = now !== undefined && namesakes(refunded, { ...changed, items: [now] }).length > 0;
    return !isSame || now.taxCode !== refunded.taxCode || now.collectedBy !== refunded.collectedBy;
  });
  return [...fields.map((field) => issueAt([field])), ...lines.map((line) => issueAt(['items', line]))];
}

type OnMarketplace = Pick<Transaction, 'marketplace'>;

/** Reports ignore the case of a name and the spaces around it. */
function isSameMarketplace({ marketplace = '' }: OnMarketplace, other: OnMarketplace): boolean {
  const folded = (name: string) => name.trim().toLowerCase();
  return folded(marketplace) === folded(other.marketplace ?? '');
}

/** The issue if refunds already include more tax collected by a marketplace than the changed invoice. */
function overCollectedIssues(changed: Transaction, refunds: readonly Transaction[]): Issue[] {
  const returned = sumOfTexts(refunds.map(collectedTotal));
  const collected = collectedTotal(changed);
  if (decimal(returned).lte(decimal(collected))) return [];
  const message = `Refunds already include ${returned} of tax collected by the marketplace, but collectedTaxAmount would be only ${collected}. Cancel the refunds first.`;
  return [{ path: ['collectedTaxAmount'], code: 'OVER_REFUND', message }];
}

/** Lines whose refunds returned more tax than is now due on the refunded part. */
function overTaxIssues(
  changed: Transaction,
  { items, shippingFee, taxes }: RefundedAmounts,
  alone: TaxRefundedAlone,
): Issue[] {
  const minorUnit = minorUnitOf(changed.currency);
  const issueOf = (line: LineFigures, base: Decimal, tax: Decimal, path: Issue['path']): Issue[] => {
    const original = { originalTax: decimal(line.taxAmount), originalBase: decimal(line.calculatedTotal) };
    const isAlone = alone.has(path.at(-1)!);
    const due = isAlone
      ? original.originalTax
      : refundedTax({ ...original, baseBefore: zero, baseNow: base, minorUnit });
    if (tax.abs().lte(due.abs()) && !hasOppositeSign(tax, due)) return [];
    const message = `Refunds returned ${decimalText(tax)} of tax, but only ${decimalText(due)} would be due. Cancel the refunds first.`;
    return [{ path, code: 'OVER_REFUND', message }];
  };
  return [
    ...changed.items.flatMap((item, line) => issueOf(item, items[line]!, taxes.items[line]!, ['items', line])),
    ...(changed.shippingFee ? issueOf(changed.shippingFee, shippingFee, taxes.shippingFee, ['shippingFee']) : []),
  ];
}

type TaxRefundedAlone = ReadonlySet<string | number>;

/** Lines whose tax, possibly all of it, was refunded without their price. */
function taxOnlyOf(refunds: readonly Transaction[]): TaxRefundedAlone {
  const ofTax = refunds.filter(({ refundOf }) => refundOf?.kind === 'TAX_ONLY');
  const lines = ofTax.flatMap(({ refundOf }) => refundOf?.invoiceItems ?? []);
  return new Set([...lines, ...(ofTax.some(({ shippingFee }) => shippingFee !== null) ? ['shippingFee'] : [])]);
}

function requireNone(issues: Issue[]): void {
  if (issues.length > 0) throw new AppError('OVER_REFUND', issues[0]!.message, { issues });
}
