import { placeOfLine } from '../../domain/transactions/snapshot-places.ts';
import type { LineFigures, Transaction } from '../../domain/transactions/transaction.ts';
import type {
  SnapshotLine,
  SnapshotPlace,
  SnapshotRate,
  SnapshotTaxLine,
} from '../../domain/transactions/transaction-snapshot.ts';
import type { Context } from '../../ports/context.ts';
import { loadDetails, type TransactionWithDetails } from '../../usecases/transactions/load-details.ts';
import { number, shown } from '../http/json.ts';
import type { CsvColumn, CsvForm } from '../http/list-format.ts';
import { amount, day, named, text } from '../http/members.ts';
import { jurisdictionJson } from '../places/tax-json.ts';
import { reason, taxLineResponse } from '../places/tax-responses.ts';
import { documentColumns } from './transaction-columns.ts';
import { thinTransactionResponse } from './transaction-responses.ts';

/** A part of the tax of a line: that of one jurisdiction, or null for a line that no jurisdiction taxes. */
type TaxLine = {
  readonly document: TransactionWithDetails;
  /** `items/0` or `shippingFee`. */
  readonly pointer: string;
  readonly figures: LineFigures & { readonly taxCode: string };
  /** The place that taxes the line. */
  readonly place: SnapshotPlace;
  readonly part: { readonly taxLine: SnapshotTaxLine; readonly rate: SnapshotRate } | null;
};

const { shape: document } = thinTransactionResponse;

export const taxLineRecordResponse = named(
  'TaxLineRecord',
  'The tax of one jurisdiction on a line of a document; without jurisdiction, a line that none taxes.',
  {
    serviceId: document.serviceId,
    source: document.source,
    externalId: document.externalId,
    transactionType: document.transactionType,
    transactionStatus: document.transactionStatus,
    transactionFilingStatus: document.transactionFilingStatus,
    taxDate: day('Day whose law applies.'),
    customerId: document.customerId,
    currency: document.currency,
    subsidiary: document.subsidiary,
    line: text('The line: items/0, items/1 … or shippingFee.', ['items/0']),
    taxCode: text('Tax code of the line.', ['C1S1']),
    lineAmount: amount('Total of the line after discounts.'),
    lineReason: reason('Reason for the tax on the line.'),
    country: text('Country whose tax it is.', ['US']),
    state: text('State or region.', ['MN']).optional(),
    jurisdiction: taxLineResponse.shape.jurisdiction.optional(),
    rate: taxLineResponse.shape.rate.optional(),
    taxableAmount: taxLineResponse.shape.taxableAmount.optional(),
    exemptAmount: taxLineResponse.shape.exemptAmount.optional(),
    taxAmount: taxLineResponse.shape.taxAmount.optional(),
    reason: taxLineResponse.shape.reason.optional(),
    certificateId: taxLineResponse.shape.certificateId,
  },
);

/** The tax lines of the items, then those of the shipping fee. */
function* taxLinesOf(document: TransactionWithDetails): Generator<TaxLine> {
  const { transaction, snapshot } = document;
  for (const [index, figures] of transaction.items.entries()) {
    yield* partsOf({ document, pointer: `items/${index}`, figures }, snapshot.items[index]);
  }
  if (!transaction.shippingFee) return;
  yield* partsOf({ document, pointer: 'shippingFee', figures: transaction.shippingFee }, snapshot.shippingFee);
}

function* partsOf(line: Omit<TaxLine, 'part' | 'place'>, frozen: SnapshotLine | null | undefined): Generator<TaxLine> {
  const { snapshot } = line.document;
  const { rates } = snapshot;
  const place = placeOfLine(snapshot, frozen ?? {});
  const parts = frozen?.taxLines.map((taxLine) => ({ taxLine, rate: rates[taxLine.rate]! })) ?? [];
  for (const part of parts.length > 0 ? parts : [null]) yield { ...line, place, part };
}

export const taxLineColumns: readonly CsvColumn<TaxLine>[] = [
  ...documentColumns.map((column) => ({
    ...column,
    value: ({ document }: TaxLine) => column.value(document.transaction),
  })),
  { name: 'line', description: 'items/0, items/1 … or shippingFee.', value: ({ pointer }) => pointer },
  { name: 'taxCode', description: 'Tax code of the line.', value: ({ figures }) => figures.taxCode },
  {
    name: 'lineAmount',
    description: 'Total of the line after discounts.',
    value: ({ figures }) => figures.calculatedTotal,
  },
  { name: 'lineReason', description: 'Why the line is taxed as it is.', value: ({ figures }) => figures.reason },
  { name: 'country', description: 'Country whose tax it is.', value: ({ place }) => place.country },
  { name: 'state', description: 'State or region.', value: ({ place }) => place.subdivision },
  {
    name: 'jurisdictionLevel',
    description: 'Level of the jurisdiction.',
    value: ({ part }) => part?.rate.jurisdiction.level ?? null,
  },
  {
    name: 'jurisdictionCode',
    description: 'Code of the jurisdiction.',
    value: ({ part }) => part?.rate.jurisdiction.code ?? null,
  },
  {
    name: 'jurisdictionName',
    description: 'Name of the jurisdiction.',
    value: ({ part }) => part?.rate.jurisdiction.name ?? null,
  },
  {
    name: 'rate',
    description: 'Rate that was applied, a fraction.',
    value: ({ part }) => part?.taxLine.appliedRate ?? null,
  },
  {
    name: 'taxableAmount',
    description: 'Amount that the jurisdiction taxes.',
    value: ({ part }) => part?.taxLine.taxableAmount ?? null,
  },
  {
    name: 'exemptAmount',
    description: 'Amount that it does not tax.',
    value: ({ part }) => part?.taxLine.exemptAmount ?? null,
  },
  { name: 'taxAmount', description: 'Its tax.', value: ({ part }) => part?.taxLine.taxAmount ?? null },
  {
    name: 'reason',
    description: 'Why it is taxed by the jurisdiction or not.',
    value: ({ part }) => part?.taxLine.reason ?? null,
  },
  {
    name: 'certificateId',
    description: 'Certificate that exempted it.',
    value: ({ part }) => part?.taxLine.certificateId ?? null,
  },
];

/** The list of tax lines, as JSON and as CSV; a row of the list is a document. */
export function taxLineForm(ctx: Context) {
  return {
    pageSize: 50,
    fileName: 'tax-lines',
    render: async (transactions: readonly Transaction[]) => eachTaxLine(await loadDetails(ctx, transactions)),
    csv: {
      columns: taxLineColumns,
      async *cellsOf(transactions) {
        for (const document of await loadDetails(ctx, transactions)) {
          for (const line of taxLinesOf(document)) yield taxLineColumns.map((column) => column.value(line));
        }
      },
    } satisfies CsvForm<Transaction>,
  };
}

function* eachTaxLine(documents: readonly TransactionWithDetails[]) {
  for (const document of documents) for (const line of taxLinesOf(document)) yield taxLineRecord(line);
}

function taxLineRecord({ document: { transaction }, pointer, figures, place, part }: TaxLine) {
  const { jurisdiction } = part?.rate ?? {};
  return {
    serviceId: transaction.serviceId,
    source: transaction.source,
    externalId: transaction.externalId,
    transactionType: transaction.transactionType,
    transactionStatus: transaction.transactionStatus,
    transactionFilingStatus: transaction.transactionFilingStatus,
    taxDate: transaction.taxDate,
    customerId: transaction.customerId,
    currency: transaction.currency,
    subsidiary: shown(transaction.subsidiary),
    line: pointer,
    taxCode: figures.taxCode,
    lineAmount: number(figures.calculatedTotal),
    lineReason: figures.reason,
    country: place.country,
    state: shown(place.subdivision),
    ...(part && {
      jurisdiction: jurisdictionJson(jurisdiction!),
      rate: number(part.taxLine.appliedRate),
      taxableAmount: number(part.taxLine.taxableAmount),
      exemptAmount: number(part.taxLine.exemptAmount),
      taxAmount: number(part.taxLine.taxAmount),
      reason: part.taxLine.reason,
      certificateId: shown(part.taxLine.certificateId),
    }),
  };
}
