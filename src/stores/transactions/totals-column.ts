import { type LineTotals, type ReportedTotals, reportedTotals } from '../../domain/totals/reported-totals.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';

/**
 * What a document adds to the totals, as the column holds it: `{}` if nothing. A document
 * of several places has `elsewhere`: what it adds in other states than the first. Entries are arrays, because the names of
 * their members would be most of the column; `totals/total-entries.ts` takes them apart.
 */
export function totalsColumn({ transaction, snapshot }: Pick<StoredTransaction, 'transaction' | 'snapshot'>): string {
  const [first, ...elsewhere] = reportedTotals(transaction, snapshot).map(columnOf);
  if (!first) return '{}';
  return JSON.stringify(snapshot.places ? { ...first, elsewhere } : first);
}

function columnOf({ lines, jurisdictions, ...head }: ReportedTotals) {
  return {
    ...head,
    lines: lines.map((line) => [...figures(line), line.feeAmount]),
    jurisdictions: jurisdictions.map((one) => [...figures(one), one.jurisdictionId, one.level, one.name]),
  };
}

function figures(entry: Omit<LineTotals, 'feeAmount'>) {
  const { taxCode, reason, grossAmount, taxableAmount, taxAmount, documents, ofTaxCode, ofReason } = entry;
  return [taxCode, reason, grossAmount, taxableAmount, taxAmount, documents, ofTaxCode, ofReason];
}
