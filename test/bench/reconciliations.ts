import { openDatabase } from '../../src/stores/database/database.ts';
import { migrate } from '../../src/stores/database/migrate.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { aContext } from '../support/context.ts';
import { aCustomer } from '../support/records.ts';
import { reconcile } from '../usecases/reconciliations/ask.ts';
import { mixedAccount, storeMixed } from '../usecases/reconciliations/mixed-account.ts';
import { header, mixedDocuments, mixedFile } from '../usecases/reconciliations/mixed-file.ts';
import { provideDatabase } from './database.ts';
import { figure, table } from './report.ts';

/*
 * npm run bench:reconciliations: the processor time of this process for each row of a file in which three of ten documents differ,
 * on a PostgreSQL server, and that of its connections. Measured again with a different street and customer in each document.
 */

const rowCount = 10_000;
const { url, stop } = await provideDatabase();
const database = await openDatabase({ kind: 'server', url, poolSize: 10, preparesStatements: true });
await migrate(database);
const stores = createStores(database);
const account = await mixedAccount({ stores, database, close: async () => {} });
const { tenant, stores: records } = account.session!;
const ctx = aContext(stores, tenant);
const documents = mixedDocuments(rowCount);
await storeMixed(account, documents);
for (const [index] of documents.entries())
  await records.customers.insert(aCustomer({ source: '1', externalId: `C-${index}` }));

const cases = [
  { name: 'the same few customers and streets', text: mixedFile(documents), options: {} },
  { name: 'a stored customer and a street in each', text: ownFile('C'), options: {} },
  { name: 'an unknown customer and a street in each', text: ownFile('U'), options: {} },
  { name: 'with what is stored', text: mixedFile(documents), options: { against: 'STORED' } },
];
const rows = [];
for (const { name, text, options } of cases) {
  for (const round of ['cold', 'warm']) {
    const before = process.cpuUsage();
    const start = performance.now();
    const { summary, rows: found } = await reconcile(ctx, text, { ...options, worstCount: 0 });
    const { user, system } = process.cpuUsage(before);
    const read = text.split('\n').length - 2;
    const each = (user + system) / read;
    rows.push([
      `${name}, ${round}`,
      figure(read),
      figure(summary.rowCount - summary.equalCount),
      figure(each),
      figure(1_000_000 / each),
      figure((performance.now() - start) / 1_000, 1),
    ]);
    if (found.length !== summary.rowCount) throw new Error('A document was left out.');
  }
}
console.log(table(['reconciled', 'rows', 'differ', 'cpu µs', 'rows per second of a core', 'seconds'], rows));
console.log(`${figure(process.resourceUsage().maxRSS / 1024)} MB at most in this process`);
await database.close();
await stop();

/** The same documents, each with a different house and customer. */
function ownFile(prefix: string): string {
  const names = [...header, 'street'];
  const lines = documents.flatMap(({ rows: ofDocument }, index) =>
    ofDocument.map((row) => {
      const customerExternalId = row.customerExternalId || `${prefix}-${index}`;
      const own: Readonly<Record<string, string>> = { ...row, customerExternalId, street: `${index} Main St` };
      return names.map((name) => own[name]).join(',');
    }),
  );
  return `${[names.join(','), ...lines].join('\r\n')}\r\n`;
}
