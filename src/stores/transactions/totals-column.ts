import { type LineTotals, reportedTotals } from '../../domain/totals/reported-totals.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';

/**
 * What a document adds to the totals, as the column holds it: `{}` if nothing. Entries are arrays, because the names of
 * their members would be most of the column; `totals/total-entries.ts` takes them apart.
 */
export function totalsColumn({ transaction, snapshot }: Pick<StoredTransaction, 'transaction' | 'snapshot'>): string {
  const totals = reportedTotals(transaction, snapshot);
  if (!totals) return '{}';
  const { lines, jurisdictions, ...head } = totals;
  return JSON.stringify({
    ...head,
    lines: lines.map((line) => [...figures(line), line.feeAmount]),
    jurisdictions: jurisdictions.map((one) => [...figures(one), one.jurisdictionId, one.level, one.name]),
  });
}

function figures(entry: Omit<LineTotals, 'feeAmount'>) {
  const { taxCode, reason, grossAmount, taxableAmount, taxAmount, documents, ofTaxCode, ofReason } = entry;
  return [taxCode, reason, grossAmount, taxableAmount, taxAmount, documents, ofTaxCode, ofReason];
}
