import type { TenantSettings } from '../../src/domain/account/tenant.ts';
import { parseInput } from '../../src/domain/base/parse-input.ts';
import { createInputs } from '../../src/domain/input-schemas.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import type { TransactionInput } from '../../src/domain/transactions/transaction-input.ts';
import { loadBundledReferenceData } from '../../src/rates/book/bundled.ts';
import { summaryColumn } from '../../src/stores/transactions/summary-column.ts';
import { totalsColumn } from '../../src/stores/transactions/totals-column.ts';
import { assessTransaction } from '../../src/usecases/assessment/calculate-document.ts';
import type { CustomerRow, TransactionRow } from './hand-written-rows.ts';

/*
 * The parts shared with the hand-written server: the checks of a document, and the core. The bench thus compares the
 * work that the gateway adds to them.
 */

const reference = loadBundledReferenceData();
const inputs = createInputs(() => reference);

type Calculated = Pick<TransactionRow, 'document' | 'snapshot' | 'rate_book_version'>;

/** Checks a document, and calculates its tax for a customer without exemptions. */
export async function calculate(
  sent: unknown,
  { name, customer_type, tax_number, address }: CustomerRow,
  settings: TenantSettings,
): Promise<Calculated & { readonly input: TransactionInput }> {
  const input = { ...parseInput(inputs.transaction, sent), taxDateTimeZone: null } as TransactionInput;
  const customer = { name, customerType: customer_type as 'RETAIL', taxNumber: tax_number, address };
  const facts = { customer, exemptions: [], settings, declarations: [], reference };
  return { input, rate_book_version: reference.version, ...(await assessTransaction({ input, ...facts })) };
}

/** The columns that lists and reports read, which triggers expect of every writer. */
export function derivedColumns({ document, snapshot, transaction_type, transaction_status }: TransactionRow) {
  const transaction = { ...document, transactionType: transaction_type, transactionStatus: transaction_status };
  return {
    summary: summaryColumn(document),
    totals: totalsColumn({ transaction: transaction as unknown as Transaction, snapshot }),
  };
}
