import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { StoredTransaction } from '../../../src/ports/stores/transaction-store.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { createTenantScope } from '../../../src/stores/sql/tenant-scope.ts';
import { completeTotals } from '../../../src/stores/totals/complete-totals.ts';
import { foldChanges } from '../../../src/stores/totals/fold-changes.ts';
import { toValues } from '../../../src/stores/transactions/transaction-row.ts';
import { aCustomer, amount, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** The amounts that a document adds according to 0.1.0, which had neither certificate reasons nor the last count. */
const totalsForm = 1;

/** The statements of 0.1.0, in the order of its columns. */
function releasedWriter(tenantId: Prisma.Sql) {
  const shared = (row: ReturnType<typeof toValues>) => Prisma.sql`
    ${row.document}::json, ${row.snapshot}::json, ${row.totals}::jsonb, ${totalsForm}::smallint, ${row.inputDigest},
    ${row.taxDigest}, ${row.rateBookVersion}, ${row.calculationNumber}::int`;
  return {
    insert: (row: ReturnType<typeof toValues>) => Prisma.sql`
      INSERT INTO transactions (tenant_id, service_id, source, external_id, customer_id, transaction_type, transaction_status,
        transaction_filing_status, tax_date, reported_on, country, state, currency, customer_type, created_from,
        final_transaction_amount, tax_amount, external_created_at, external_updated_at, document, snapshot, totals, totals_form,
        input_digest, tax_digest, rate_book_version, calculation_number, created_at, updated_at, version, changed_by)
      VALUES (${tenantId}, ${row.serviceId}::uuid, ${row.source}, ${row.externalId}, ${row.customerId}::uuid,
        ${row.transactionType}::"TransactionType", ${row.transactionStatus}::"TransactionStatus",
        ${row.transactionFilingStatus}::"TransactionFilingStatus", ${row.taxDate}::date, ${row.reportedOn}::date, ${row.country},
        ${row.state}, ${row.currency}, ${row.customerType}::"CustomerType", ${row.createdFrom},
        ${row.finalTransactionAmount}::numeric, ${row.taxAmount}::numeric, ${row.externalCreatedAt}::timestamptz,
        ${row.externalUpdatedAt}::timestamptz, ${shared(row)}, ${row.createdAt}::timestamptz, ${row.updatedAt}::timestamptz,
        ${row.version}::int, NULL)
      ON CONFLICT (tenant_id, source, external_id) DO NOTHING RETURNING service_id`,

    replace: (row: ReturnType<typeof toValues>, version: number) => Prisma.sql`
      WITH before AS (
        SELECT service_id, calculation_number, document, snapshot, rate_book_version FROM transactions
        WHERE tenant_id = ${tenantId} AND service_id = ${row.serviceId}::uuid AND version = ${version} FOR UPDATE
      ), history AS (
        INSERT INTO calculations (tenant_id, transaction_id, calculation_number, document, snapshot, rate_book_version, replaced_at)
        SELECT ${tenantId}, service_id, calculation_number, document, snapshot, rate_book_version, ${row.updatedAt}::timestamptz
        FROM before WHERE calculation_number <> ${row.calculationNumber}
      )
      UPDATE transactions SET customer_id = ${row.customerId}::uuid, transaction_type = ${row.transactionType}::"TransactionType",
        transaction_status = ${row.transactionStatus}::"TransactionStatus", tax_date = ${row.taxDate}::date,
        currency = ${row.currency}, final_transaction_amount = ${row.finalTransactionAmount}::numeric,
        tax_amount = ${row.taxAmount}::numeric, document = ${row.document}::json, snapshot = ${row.snapshot}::json,
        totals = ${row.totals}::jsonb, totals_form = ${totalsForm}::smallint, calculation_number = ${row.calculationNumber},
        updated_at = ${row.updatedAt}::timestamptz, version = ${row.version}, changed_by = NULL
      FROM before WHERE transactions.tenant_id = ${tenantId} AND transactions.service_id = before.service_id
      RETURNING transactions.service_id`,
  };
}

it('a replica of 0.1.0 that writes beside this release leaves no figure wrong', async () => {
  const { tenantId } = await aTenant(store.stores);
  const records = store.stores.forTenant(tenantId);
  const scope = createTenantScope(store.database, tenantId);
  const customer = aCustomer();
  await records.customers.insert(customer);
  const old = releasedWriter(scope.tenantId);
  const carryOut = async (statement: Prisma.Sql) => expect(await scope.reports.rows(statement)).toHaveLength(1);
  const sale = (more: Partial<Transaction> = {}): StoredTransaction => {
    const figures = { finalTransactionAmount: amount('109'), salesTax: { amount: amount('9'), rate: amount('0.09') } };
    return aStoredTransaction(customer.serviceId, { ...figures, ...more });
  };
  /** Its totals are from 0.1.0, which counts sales of 20 as 7. */
  const asReleased = (stored: StoredTransaction) => {
    const row = toValues(stored);
    return { ...row, totals: row.totals.replaceAll('"20"', '"7"') };
  };
  const next = ({ transaction, ...stored }: StoredTransaction, more: Partial<Transaction>): StoredTransaction => {
    const { version, calculationNumber } = transaction;
    return {
      ...stored,
      transaction: { ...transaction, ...more, version: version + 1, calculationNumber: calculationNumber + 1 },
    };
  };

  const [made, replaced, cancelled] = [sale({ subsidiary: 'North' }), sale({ subsidiary: 'North' }), sale()];
  await carryOut(old.insert(asReleased(made)));
  for (const stored of [replaced, cancelled]) expect(await records.transactions.insert(stored)).toBe(true);
  while ((await foldChanges(scope)) > 0);
  const changed = next(replaced, { subsidiary: 'South', taxDate: '2026-08-02', finalTransactionAmount: amount('209') });
  await carryOut(old.replace(asReleased(changed), 1));
  await carryOut(old.replace(asReleased(next(cancelled, { transactionStatus: 'CANCELLED' })), 1));
  // This release continues with the rows written by the other one.
  expect(await records.transactions.replace(next(made, { documentName: 'Lamp' }), 1)).toBe(true);

  expect(await records.totals.verify(false)).toMatchObject({ documents: 3, unknown: 2, faultCount: 0 });
  await completeTotals(scope);
  while ((await foldChanges(scope)) > 0);
  expect(await records.totals.verify(false)).toEqual({ documents: 3, unknown: 0, faultCount: 0, faults: [] });
  const kept = await store.database.prisma.$queryRaw`
    SELECT count(*)::int AS count FROM calculations WHERE tenant_id = ${tenantId}::uuid`;
  expect(kept).toEqual([{ count: 3 }]);
});
