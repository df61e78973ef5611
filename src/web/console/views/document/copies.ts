import type { RootOf } from '../../base/graphql.ts';
import type { documentOperation } from './operations.ts';

export type ShownDocument = RootOf<typeof documentOperation, 'transaction'>;

/** The request for the document over REST, to paste into a shell that has a token. */
export function curlOf({ serviceId }: Pick<ShownDocument, 'serviceId'>, origin: string): string {
  return `curl -sS '${origin}/v1/transactions/serviceId/${serviceId}' \\\n  -H "Authorization: Bearer $TOKEN"`;
}

/** The GraphQL request for the document and the explanation of its tax. */
export function graphqlOf({ serviceId }: Pick<ShownDocument, 'serviceId'>): string {
  return `query {
  transaction(by: { serviceId: "${serviceId}" }) {
    externalId
    finalTransactionAmount
    salesTax { amount rate }
    items { name taxAmount taxRate reason taxLines { jurisdiction { name } appliedRate taxAmount } }
    trace { message }
  }
}`;
}

const columns = [
  'document',
  'taxDate',
  'line',
  'taxCode',
  'reason',
  'amount',
  'jurisdiction',
  'level',
  'rate',
  'taxableAmount',
  'taxAmount',
  'currency',
];

/** One row per line and jurisdiction; an untaxed line has one row. */
export function csvOf(document: ShownDocument, shipping: string): string {
  const { externalId, taxDate, currency, items, shippingFee } = document;
  const lines = [...items, ...(shippingFee ? [{ ...shippingFee, name: shipping }] : [])];
  const rows = lines.flatMap(({ name, taxCode, reason, calculatedTotal, taxLines }) => {
    const start = [externalId, taxDate, name, taxCode, reason, calculatedTotal];
    if (taxLines.length === 0) return [[...start, '', '', '', '', '', currency]];
    return taxLines.map(({ jurisdiction, appliedRate, taxableAmount, taxAmount }) => [
      ...start,
      jurisdiction.name,
      jurisdiction.level,
      appliedRate,
      taxableAmount,
      taxAmount,
      currency,
    ]);
  });
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A spreadsheet would evaluate text that starts like a formula. Guarded as in `files/csv/csv-text.ts`; a test compares the two. */
export function cell(value: string): string {
  const isFormula = /^'*\s*[=+\-@＝＋－＠]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
