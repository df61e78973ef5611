import type { FirstOf } from '../../domain/totals/added-figures.ts';
import { reportedTotals } from '../../domain/totals/reported-totals.ts';
import type { LineTotals, ReportedTotals } from '../../domain/totals/totals-of-place.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';

/**
 * The version of the format and meaning of the column below. A trigger expects this version from every writer: see
 * ../totals/README.md.
 */
export const totalsForm = 4;

/**
 * The value of the column: the amounts that a document adds to the totals, or `{}` if it adds no amounts. A document
 * with several places has `elsewhere`: the amounts in states other than the first, and entries for nexus. Entries
 * are arrays, because member names would take up most of the column; `totals/total-entries.ts` unpacks them.
 */
export function totalsColumn(
  { transaction, snapshot }: Pick<StoredTransaction, 'transaction' | 'snapshot'>,
  totals = reportedTotals(transaction, snapshot),
): string {
  const [first, ...elsewhere] = totals.map(columnOf);
  if (!first) return '{}';
  return JSON.stringify(snapshot.places || elsewhere.length > 0 ? { ...first, elsewhere } : first);
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

type Column = {
  readonly lines?: readonly unknown[][];
  readonly jurisdictions?: readonly unknown[][];
  readonly elsewhere?: readonly Column[];
};

/**
 * Adds the last digit to entries in the old format, where it was always 1 and therefore omitted. Only for comparison: a
 * stored column in the old format is not rewritten if its meaning is the same.
 */
export function inCurrentForm(column: Column): Column {
  const completed = (digits: number) => (entry: unknown[]) =>
    entry.map((value, index) =>
      index === digits && String(value).length === otherFirsts.length - 1 ? `${value}1` : value,
    );
  const { lines, jurisdictions, elsewhere } = column;
  return {
    ...column,
    ...(lines && { lines: lines.map(completed(10)) }),
    ...(jurisdictions && { jurisdictions: jurisdictions.map(completed(12)) }),
    ...(elsewhere && { elsewhere: elsewhere.map(inCurrentForm) }),
  };
}

type Entry = Omit<LineTotals, 'feeAmount'>;

function figures(entry: Entry) {
  const { taxCode, reason, grossAmount, taxableAmount, taxAmount, isFirstOf } = entry;
  const { document, taxCode: ofTaxCode, reason: ofReason } = isFirstOf;
  return [taxCode, reason, grossAmount, taxableAmount, taxAmount, document, ofTaxCode, ofReason];
}

/** The other groups in which an entry can be the first of its document. Each is one digit in a text. */
const otherFirsts = [
  'taxCodeAndReason',
  'rate',
  'taxCodeAndRate',
  'reasonAndRate',
  'taxCodeAndReasonAndRate',
] as const satisfies readonly (keyof FirstOf)[];

/** The certificate reason comes last; most entries have no certificate reason. */
function byRate({ rate, isFirstOf, exemptionReason }: Entry) {
  const end = [rate, otherFirsts.map((group) => isFirstOf[group]).join('')];
  return exemptionReason === null ? end : [...end, exemptionReason];
}
