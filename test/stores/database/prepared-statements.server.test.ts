import { expect, it } from 'vitest';
import { newestFirst } from '../../../src/domain/lists/list-order.ts';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { Prisma } from '../../../src/stores/generated/client.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, createServerDatabase, openTestStore } from '../../support/stores.ts';

it.each([
  [true, 2, 'by name'],
  [false, 0, 'not at all, for poolers that do not know them'],
])('prepares statements: %s', async (preparesStatements, expected) => {
  const { url, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!);
  const database = await openDatabase({ kind: 'server', url, poolSize: 1, preparesStatements });
  await database.prisma.$queryRaw`SELECT 1 AS one`;
  await database.statements.rows(Prisma.sql`SELECT 2 AS two`);
  const { rows } = database.statements;
  const [row] = await rows<{ count: number }>(
    Prisma.sql`SELECT count(*) AS count FROM pg_prepared_statements WHERE statement LIKE 'SELECT _ AS %'`,
  );
  expect(row).toEqual({ count: expected });
  await database.close();
  await drop();
});

it('plans the statements of lists, documents and quotes once', async () => {
  const { stores, database, close } = await openTestStore();
  const { tenantId } = await aTenant(stores);
  const { customers, transactions } = stores.forTenant(tenantId);
  const customer = aCustomer();
  await customers.insert(customer);
  const stored = aStoredTransaction(customer.serviceId);
  await transactions.insert(stored);
  const { serviceId, source, externalId } = stored.transaction;
  await database.prisma.$transaction([
    database.prisma.$executeRaw`SET LOCAL session_replication_role = replica`,
    database.prisma.$executeRaw`
      INSERT INTO transactions SELECT copied.* FROM transactions AS made CROSS JOIN generate_series(1, 2000) AS number
      CROSS JOIN LATERAL jsonb_populate_record(made, jsonb_build_object('service_id', gen_random_uuid(),
        'external_id', number, 'created_at', now() - make_interval(mins => number))) AS copied
      WHERE made.service_id = ${serviceId}::uuid`,
    database.prisma.$executeRaw`ANALYZE transactions`,
  ]);
  const page = { order: newestFirst, after: null };
  const key = { source, externalId };
  const question = { customerId: customer.serviceId, key, taxDates: ['2026-06-15'], isInvoice: false };
  const uses = [
    () => transactions.listSummaries({}, { ...page, limit: 21 }),
    () => transactions.listShown({}, { ...page, limit: 51 }),
    () => transactions.list({}, { ...page, limit: 101 }),
    () => transactions.listPart({}, { limit: 51, after: null }),
    () => transactions.findWithCustomer({ key }),
    () => transactions.findShown({ key }, { withCustomer: true }),
    () => transactions.findFacts(question),
    () => customers.list({}, { ...page, limit: 51 }),
  ];
  for (const use of uses) for (let time = 0; time < 7; time++) await use();

  const plans = await database.statements.rows<{ statement: string; generic_plans: number }>(Prisma.sql`
    SELECT statement, generic_plans FROM pg_prepared_statements WHERE custom_plans + generic_plans >= 7`);
  expect(plans.length).toBeGreaterThanOrEqual(uses.length);
  expect(plans.filter(({ generic_plans }) => generic_plans === 0)).toEqual([]);
  await close();
});
