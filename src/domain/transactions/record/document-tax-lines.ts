import { sumOfTexts } from '../../base/amount.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import type { DocumentTaxLine } from '../tax-line.ts';
import type { SnapshotRate, SnapshotTaxLine, TransactionSnapshot } from '../transaction-snapshot.ts';
import { sharedReason } from './transaction-record.ts';

type Part = SnapshotTaxLine & { readonly from: SnapshotRate };

/**
 * One tax line for each rate of a jurisdiction, in the order of the jurisdictions. Untaxed sales are separated by reason,
 * because tax offices distinguish zero-rated sales, exempt sales and sales whose buyer owes the tax.
 */
export function documentTaxLines({ rates, items, shippingFee }: TransactionSnapshot): DocumentTaxLine[] {
  const lines = shippingFee ? [...items, shippingFee] : items;
  const parts = lines.flatMap(({ taxLines }) =>
    taxLines.map((taxLine): Part => ({ ...taxLine, from: rates[taxLine.rate]! })),
  );
  const bySource = groupedBy(
    parts.sort((one, other) => one.rate - other.rate),
    ({ from }) => JSON.stringify([from.jurisdiction.id, from.bracket ?? null]),
  );
  return [...bySource.values()].flatMap((ofSource) =>
    [...groupedBy(ofSource, rateKey).values()].map((ofRate) => addedUp(ofRate)),
  );
}

function rateKey({ appliedRate, reason }: Part): string {
  return appliedRate === '0' ? `0 ${reason}` : appliedRate;
}

function addedUp(parts: readonly Part[]): DocumentTaxLine {
  const { from, appliedRate } = parts[0]!;
  const of = (field: 'taxableAmount' | 'exemptAmount' | 'taxAmount') => sumOfTexts(parts.map((part) => part[field]));
  return {
    from,
    appliedRate,
    taxableAmount: of('taxableAmount'),
    exemptAmount: of('exemptAmount'),
    taxAmount: of('taxAmount'),
    reason: sharedReason(parts.map(({ reason }) => reason)),
  };
}
