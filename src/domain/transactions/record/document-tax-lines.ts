import { type DecimalText, sumOfTexts } from '../../base/amount.ts';
import type { SnapshotRate, SnapshotTaxLine, TransactionSnapshot } from '../transaction-snapshot.ts';
import { sharedReason } from './transaction-record.ts';

/** The tax of one jurisdiction on a whole document at one of its rates: the sums of its tax lines. */
export type DocumentTaxLine = {
  readonly from: SnapshotRate;
  readonly taxableAmount: DecimalText;
  readonly exemptAmount: DecimalText;
  readonly taxAmount: DecimalText;
  /** The reason that its tax lines share. If they differ, `TAXED` if any is taxed. */
  readonly reason: SnapshotTaxLine['reason'];
};

export function documentTaxLines({ rates, items, shippingFee }: TransactionSnapshot): DocumentTaxLine[] {
  const lines = shippingFee ? [...items, shippingFee] : items;
  const sameRates = indexesBySameRate(rates);
  return rates.flatMap((from, index) => {
    // Two places in a state have its rate each; it is shown once.
    const same = sameRates.get(sameRateKey(from))!;
    if (same[0] !== index) return [];
    const parts = lines.flatMap(({ taxLines }) => taxLines.filter(({ rate }) => same.includes(rate)));
    if (parts.length === 0) return [];
    const of = (field: 'taxableAmount' | 'exemptAmount' | 'taxAmount') => sumOfTexts(parts.map((part) => part[field]));
    return {
      from,
      taxableAmount: of('taxableAmount'),
      exemptAmount: of('exemptAmount'),
      taxAmount: of('taxAmount'),
      reason: sharedReason(parts.map(({ reason }) => reason)),
    };
  });
}

function indexesBySameRate(rates: readonly SnapshotRate[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, rate] of rates.entries()) {
    const key = sameRateKey(rate);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return groups;
}

function sameRateKey({ jurisdiction, rate, bracket, source }: SnapshotRate): string {
  return JSON.stringify([jurisdiction.id, rate, bracket ?? null, source]);
}
