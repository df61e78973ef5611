import { taxLineRecord, taxLineRows } from '../../domain/transactions/tax-line-record.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../../ports/context.ts';
import { loadDetails, type TransactionWithDetails } from '../../usecases/transactions/list-transactions.ts';
import type { CsvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';
import { jsonOf } from '../http/record-response.ts';

const taxLineJson = jsonOf(taxLineRecord);
export const taxLineColumns = recordColumns(taxLineRecord, { without: ['jurisdictionCountry', 'jurisdictionState'] });

/** The list of tax lines, as JSON and as CSV. Each row read from the store is a document. */
export function taxLineForm(ctx: Context) {
  return {
    pageSize: 50,
    fileName: 'tax-lines',
    render: async (transactions: readonly Transaction[]) => eachRecord(await loadDetails(ctx, transactions)),
    csv: {
      columns: taxLineColumns,
      async *cellsOf(transactions) {
        for (const document of await loadDetails(ctx, transactions)) {
          for (const row of taxLineRows(document)) yield taxLineColumns.map((column) => column.value(row));
        }
      },
    } satisfies CsvForm<Transaction>,
  };
}

function* eachRecord(documents: readonly TransactionWithDetails[]) {
  for (const document of documents) for (const row of taxLineRows(document)) yield taxLineJson(row);
}
