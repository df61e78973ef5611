import type { FirstOf } from '../../domain/totals/added-figures.ts';
import { type LineTotals, type ReportedTotals, reportedTotals } from '../../domain/totals/reported-totals.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';

/** The form of the column below, which tells a trigger that the writer knows its meaning: see ../totals/README.md. */
export const totalsForm = 1;

/**
 * What a document adds to the totals, as the column holds it: `{}` if nothing. A document with several places has
 * `elsewhere`: what it adds in states other than the first. Entries are arrays, because member names would be most of
 * the column; `totals/total-entries.ts` unpacks them.
 */
export function totalsColumn({ transaction, snapshot }: Pick<StoredTransaction, 'transaction' | 'snapshot'>): string {
  const [first, ...elsewhere] = reportedTotals(transaction, snapshot).map(columnOf);
  if (!first) return '{}';
  return JSON.stringify(snapshot.places ? { ...first, elsewhere } : first);
}

function columnOf({ lines, jurisdictions, ...head }: ReportedTotals) {
  return {
    ...head,
    lines: lines.map((line) => [...figures(line), line.feeAmount, ...byRate(line)]),
    jurisdictions: jurisdictions.map((one) => [
      ...figures(one),
      one.jurisdictionId,
      one.level,
      one.name,
      ...byRate(one),
    ]),
  };
}

type Entry = Omit<LineTotals, 'feeAmount'>;

function figures(entry: Entry) {
  const { taxCode, reason, grossAmount, taxableAmount, taxAmount, isFirstOf } = entry;
  const { document, taxCode: ofTaxCode, reason: ofReason } = isFirstOf;
  return [taxCode, reason, grossAmount, taxableAmount, taxAmount, document, ofTaxCode, ofReason];
}

/** In which groups an entry is the first, besides the three above, as the digits of one number. */
const otherFirsts = [
  'taxCodeAndReason',
  'rate',
  'taxCodeAndRate',
  'reasonAndRate',
] as const satisfies readonly (keyof FirstOf)[];

function byRate({ rate, isFirstOf }: Entry) {
  return [rate, otherFirsts.map((group) => isFirstOf[group]).join('')];
}
