import { type DecimalText, sumOfTexts } from '../../base/amount.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import type { DocumentTaxLine } from '../tax-line.ts';
import type { SnapshotLine, SnapshotRate, SnapshotTaxLine, TransactionSnapshot } from '../transaction-snapshot.ts';
import { type CategorizedPart, exemptionCodeOf, exemptionTextOf, vatCategoryOf } from '../vat-category.ts';
import { sharedReason } from './transaction-record.ts';

type Part = SnapshotTaxLine &
  CategorizedPart & { readonly from: SnapshotRate; readonly category: DocumentTaxLine['vatCategory'] };

const zero = '0' as DecimalText;

/**
 * One tax line for each VAT category and rate of a jurisdiction, in the order of the jurisdictions, as EN 16931 breaks VAT
 * down. Untaxed sales without a category are separated by reason, because tax offices distinguish them too.
 */
export function documentTaxLines({ rates, items, shippingFee }: TransactionSnapshot): DocumentTaxLine[] {
  const lines = shippingFee ? [...items, shippingFee] : items;
  const parts = lines.flatMap((line) => line.taxLines.flatMap((taxLine) => partsOf(taxLine, line, rates)));
  const bySource = groupedBy(
    parts.sort((one, other) => one.rate - other.rate),
    ({ from }) => JSON.stringify([from.jurisdiction.id, from.bracket ?? null]),
  );
  return [...bySource.values()].flatMap((ofSource) =>
    [...groupedBy(ofSource, categoryAndRate).values()].map((ofRate) => addedUp(ofRate)),
  );
}

/** What a certificate or an earlier refund exempts of a line with VAT belongs to another category than the rest. */
function partsOf(taxLine: SnapshotTaxLine, { supply }: SnapshotLine, rates: readonly SnapshotRate[]): Part[] {
  const from = rates[taxLine.rate]!;
  const part = { ...taxLine, supply, from, jurisdiction: from.jurisdiction };
  const category = vatCategoryOf(part);
  const isPartOfBuyer = taxLine.exempted !== undefined || taxLine.reason === 'CUSTOMER_PARTLY_EXEMPT';
  const isSplit = category !== null && isPartOfBuyer && taxLine.appliedRate !== '0' && taxLine.exemptAmount !== '0';
  if (!isSplit) return [{ ...part, category }];
  return [
    { ...part, category, exemptAmount: zero },
    { ...part, category: 'E', appliedRate: zero, taxableAmount: zero, taxAmount: zero },
  ];
}

function categoryAndRate({ category, appliedRate, reason }: Part): string {
  return `${category} ${appliedRate} ${category === null && appliedRate === '0' ? reason : ''}`;
}

function addedUp(parts: readonly Part[]): DocumentTaxLine {
  const { from, appliedRate, category } = parts[0]!;
  const of = (field: 'taxableAmount' | 'exemptAmount' | 'taxAmount') => sumOfTexts(parts.map((part) => part[field]));
  const codes = distinct(parts.map((part) => category && exemptionCodeOf(category, part)));
  const texts = distinct(parts.map((part) => category && exemptionTextOf(category, part)));
  return {
    from,
    appliedRate,
    vatCategory: category,
    exemptionCode: codes.length === 1 ? codes[0]! : null,
    exemptionText: texts.filter((text) => text !== null).join(' ') || null,
    taxableAmount: of('taxableAmount'),
    exemptAmount: of('exemptAmount'),
    taxAmount: of('taxAmount'),
    reason: sharedReason(parts.map(({ reason }) => reason)),
  };
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
