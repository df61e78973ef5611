import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { aTenant, createServerDatabase } from '../../support/stores.ts';

const documents = 50;

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createServerDatabase(process.env.TEST_DATABASE_URL!));
});
afterAll(() => drop());

it('records a part in time proportional to its documents, regardless of earlier work of the session', async () => {
  const database = await openDatabase({ kind: 'server', url, poolSize: 3, preparesStatements: true });
  await migrate(database);
  const { tenantId } = await aTenant(createStores(database));
  const stores = createStores(database).forTenant(tenantId);
  const customer = aCustomer();
  await stores.customers.insert(customer);
  const stored = Array.from({ length: documents }, () => aStoredTransaction(customer.serviceId));
  await stores.transactions.insertMany(stored);
  const serviceIds = stored.map(({ transaction }) => transaction.serviceId);

  const session = new pg.Client({ connectionString: url });
  await session.connect();
  const plans: string[] = [];
  session.on('notice', ({ message }) => {
    if (message?.includes('JOIN new_rows')) plans.push(message);
  });
  await session.query(`LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_analyze = on;
    SET auto_explain.log_nested_statements = on; SET client_min_messages = log`);
  const mark = (ids: readonly string[]) =>
    session.query(
      `UPDATE transactions SET transaction_filing_status = 'FILED', version = version + 1
       WHERE tenant_id = $1 AND service_id = ANY($2)`,
      [tenantId, ids],
    );
  await mark(serviceIds.slice(0, 1));
  await mark(serviceIds.slice(1));
  await session.end();
  await database.close();

  const [ofOne, ofMany] = plans.map((plan) => [...plan.matchAll(/\(.*actual .*rows=(\d+) loops=(\d+)\)/g)]);
  const rowsRead = (nodes?: RegExpMatchArray[]) => nodes?.map(([, rows, loops]) => Number(rows) * Number(loops));
  expect(Math.max(...rowsRead(ofOne)!)).toBe(1);
  expect(Math.max(...rowsRead(ofMany)!)).toBe(documents - 1);
});
