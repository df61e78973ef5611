import { type DecimalText, sumOfTexts } from '../../base/amount.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import type { DocumentTaxLine } from '../tax-line.ts';
import type { SnapshotLine, SnapshotRate, SnapshotTaxLine, TransactionSnapshot } from '../transaction-snapshot.ts';
import { type CategorizedPart, exemptionCodeOf, exemptionTextOf, vatCategoryOf } from '../vat-category.ts';
import { sharedReason } from './record-document.ts';

export type CategoryPart = CategorizedPart &
  Pick<SnapshotTaxLine, 'taxableAmount' | 'exemptAmount' | 'taxAmount'> & {
    readonly from: SnapshotRate;
    readonly category: DocumentTaxLine['vatCategory'];
  };

const zero = '0' as DecimalText;

/**
 * One tax line per jurisdiction, VAT category and rate, in the order of the jurisdictions, as EN 16931 breaks VAT down.
 * Untaxed sales without a category are separated by reason, because tax offices also distinguish them by reason.
 */
export function documentTaxLines({ rates, items, shippingFee }: TransactionSnapshot): DocumentTaxLine[] {
  const byRate = rates.map((): CategoryPart[] => []);
  for (const line of shippingFee ? [...items, shippingFee] : items) {
    for (const taxLine of line.taxLines) {
      byRate[taxLine.rate]!.push(...categoryParts(taxLine, line, rates[taxLine.rate]!));
    }
  }
  const used = byRate.filter((parts) => parts.length > 0);
  const bySource = groupedBy(used, (parts) => sourceOf(parts[0]!));
  return [...bySource.values()].flatMap((ofSource) =>
    [...groupedBy(ofSource.flat(), categoryAndRate).values()].map((ofRate) => addedUp(ofRate)),
  );
}

/** In a line with VAT, the part that a certificate or earlier refund exempts has a different category from the rest. */
export function categoryParts(taxLine: SnapshotTaxLine, { supply }: SnapshotLine, from: SnapshotRate): CategoryPart[] {
  const { appliedRate, reason, taxableAmount, exemptAmount, taxAmount } = taxLine;
  const { jurisdiction } = from;
  const category = vatCategoryOf({ jurisdiction, appliedRate, reason, supply });
  const isPartOfBuyer = taxLine.exempted !== undefined || reason === 'CUSTOMER_PARTLY_EXEMPT';
  const isSplit = category !== null && isPartOfBuyer && appliedRate !== '0' && exemptAmount !== '0';
  const taxed = isSplit ? zero : exemptAmount;
  const part = {
    from,
    jurisdiction,
    supply,
    category,
    appliedRate,
    reason,
    taxableAmount,
    exemptAmount: taxed,
    taxAmount,
  };
  if (!isSplit) return [part];
  return [part, { ...part, category: 'E', appliedRate: zero, taxableAmount: zero, exemptAmount, taxAmount: zero }];
}

function sourceOf({ from }: CategoryPart): string {
  return from.bracket ? JSON.stringify([from.jurisdiction.id, from.bracket]) : from.jurisdiction.id;
}

function categoryAndRate({ category, appliedRate, reason }: CategoryPart): string {
  return `${category} ${appliedRate} ${category === null && appliedRate === '0' ? reason : ''}`;
}

function addedUp(parts: readonly CategoryPart[]): DocumentTaxLine {
  const { from, appliedRate } = parts[0]!;
  const of = (field: 'taxableAmount' | 'exemptAmount' | 'taxAmount') => sumOfTexts(parts.map((part) => part[field]));
  return {
    from,
    appliedRate,
    ...categoryOf(parts),
    taxableAmount: of('taxableAmount'),
    exemptAmount: of('exemptAmount'),
    taxAmount: of('taxAmount'),
    reason: sharedReason(parts.map(({ reason }) => reason)),
  };
}

/** The category shared by the parts, and the reason why no VAT is charged on those parts. */
export function categoryOf(parts: readonly CategoryPart[]) {
  const { category } = parts[0]!;
  const codes = category ? distinct(parts.map((part) => exemptionCodeOf(category, part))) : [];
  const texts = category ? distinct(parts.map((part) => exemptionTextOf(category, part))) : [];
  return {
    vatCategory: category,
    exemptionCode: codes.length === 1 ? codes[0]! : null,
    exemptionText: texts.filter((text) => text !== null).join(' ') || null,
  };
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
