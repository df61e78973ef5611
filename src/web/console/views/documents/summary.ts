import { documentsTexts } from '../../texts/documents.ts';

const { summaryColumns: names } = documentsTexts;

/** The columns of the short file, each with its REST column and, in some cases, a fallback for empty cells. */
const columns: readonly (readonly [name: string, ...sources: string[]])[] = [
  [names.date, 'taxDate'],
  [names.number, 'externalId'],
  [names.customer, 'customerName', 'customerExternalId'],
  [names.state, 'shippingState', 'shippingCountry'],
  [names.sales, 'signedNetAmount'],
  [names.tax, 'signedTaxAmount'],
  [names.total, 'signedFinalTransactionAmount'],
  [names.currency, 'currency'],
];

/** A CSV file of documents with few columns. Cells are copied verbatim, so formulas remain escaped. */
export function summaryOf(csv: string): string {
  const [header = [], ...rows] = rowsOf(csv);
  const at = columns.map(([, ...sources]) => sources.map((source) => header.indexOf(source)));
  const lines = rows.map((row) => at.map((indexes) => indexes.map((index) => row[index]).find(Boolean) ?? ''));
  return [columns.map(([name]) => name), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** Rows of cells, including their quotation marks. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of csv.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(cell);
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}
