import { addDays } from '../../src/domain/base/calendar.ts';
import { loadReferenceData } from '../../src/rates/book/bundled.ts';
import { archiveBook } from '../../src/rates/versions/archived-books.ts';
import { openDatabase } from '../../src/stores/database/database.ts';
import { migrate } from '../../src/stores/database/migrate.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { listReplays } from '../../src/usecases/transactions/replay-transactions.ts';
import { startApp } from '../support/app.ts';
import { aContext } from '../support/context.ts';
import { bookWith } from '../support/rate-books.ts';
import { aTenant } from '../support/stores.ts';
import { provideDatabase } from './database.ts';
import { addedSince, familyCpuSeconds } from './load.ts';
import { figure, table } from './report.ts';

/*
 * npm run bench:replays: the processor time of this process for each document of a long list of replays, on a PostgreSQL
 * server, and that of the server. The lower quartile of the pages counts, because a busy machine only adds to it. Also what the facts that are kept for replays add to a document.
 */

const count = 2_000;
const { url, processId, stop } = await provideDatabase();
const database = await openDatabase({ kind: 'server', url, poolSize: 10, preparesStatements: true });
await migrate(database);
const stores = createStores(database);
const home = { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401' };
const tenant = await aTenant(stores, { homeAddress: home });
const store = { stores, database, close: async () => {} };
const app = await startApp({ store, tenant });
await archiveBook(stores.rateBooks, new Date());
await fill();

const older = bookWith('2026.06.01-1', 'us/MN.json', (text) => text.replaceAll('0.06875', '0.065'));
const another = loadReferenceData({ number: 0, layers: [], findBoundaries: async () => [], archived: older });
const current = aContext(stores, tenant);
const cases = [
  { name: 'as it was', ctx: current, rateBook: 'ORIGINAL' },
  { name: 'today, nothing changed', ctx: current, rateBook: 'CURRENT' },
  { name: 'today, a rate changed for all', ctx: { ...current, reference: another }, rateBook: 'CURRENT' },
];
const pageSize = 50;
const rows = [];
for (const { name, ctx, rateBook } of cases) {
  for (const round of ['cold', 'warm']) {
    const databaseBefore = processId && familyCpuSeconds(processId);
    const pages: number[] = [];
    let replayed = 0;
    let changed = 0;
    const { read, replay } = await listReplays(ctx, {}, rateBook);
    let after: { createdAt: Date; serviceId: string } | null = null;
    for (;;) {
      const from = process.cpuUsage();
      const { rows: page } = await read({ limit: pageSize, after });
      for await (const one of replay(page)) {
        JSON.stringify(one);
        replayed += 1;
        if (!one.reproduces) changed += 1;
      }
      if (page.length < pageSize) break;
      const { user, system } = process.cpuUsage(from);
      pages.push((user + system) / pageSize);
      const { internalTimestamps, serviceId } = page.at(-1)!.transaction;
      after = { createdAt: internalTimestamps.createdDate, serviceId };
    }
    const each = pages.sort((one, other) => one - other)[pages.length >> 2]!;
    const ofDatabase =
      databaseBefore && processId && addedSince(databaseBefore, familyCpuSeconds(processId)) / replayed;
    const mean = pages.reduce((sum, page) => sum + page, 0) / pages.length;
    rows.push([
      `${name}, ${round}`,
      figure(replayed),
      figure(changed),
      figure(mean),
      figure(each),
      ofDatabase ? figure(1_000_000 * ofDatabase) : '',
      figure(1_000_000 / each),
    ]);
  }
}
console.log(
  table(
    ['replays', 'documents', 'differ', 'cpu µs, mean', 'lower quartile', 'database µs', 'per second of a core'],
    rows,
  ),
);
const [size] = await database.prisma.$queryRaw<[{ basis: number; whole: number }]>`
  SELECT avg(length((snapshot -> 'basis')::text))::float AS basis,
         avg(length(snapshot::text) + length(document::text))::float AS whole FROM transactions`;
console.log(`${figure(size.basis)} of ${figure(size.whole)} characters of a document are kept for replays`);
console.log(`${figure(process.resourceUsage().maxRSS / 1024)} MB at most in this process`);
await app.close();
await database.close();
await stop();

async function fill(): Promise<void> {
  const customer = { source: '9', externalId: 'C-1', name: 'Prairie Books', externalTimestamps: datesOf(0) };
  const made = await app.send('PUT', '/v1/customers/source/9/externalId/C-1', customer);
  const { serviceId: customerId } = (await made.json()) as { serviceId: string };
  for (let first = 0; first < count; first += 500) {
    const transactions = Array.from({ length: 500 }, (_, index) => invoice(first + index, customerId));
    const response = await app.send('POST', '/v1/transactions/batch', { transactions });
    const { succeededCount } = (await response.json()) as { succeededCount: number };
    if (succeededCount !== 500) throw new Error(`Only ${succeededCount} documents were stored.`);
  }
}

function datesOf(index: number) {
  const day = addDays('2026-01-01', index % 180);
  return { createdDate: day, updatedDate: day };
}

function invoice(index: number, customerId: string) {
  const items = [
    { name: 'Lamp', taxCode: 'C1S1', unitPrice: 20 + (index % 90), quantity: 2, discount: 5 },
    { name: 'Coat', taxCode: 'C1S2', unitPrice: 80 },
    { name: 'Guide', taxCode: 'C1S1', unitPrice: 9.5 },
  ];
  return {
    source: '9',
    externalId: `INV-${index}`,
    customerId,
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: datesOf(index),
    items,
    shippingFee: { taxCode: 'C6S1', totalPrice: 10 },
    shippingAddress: {
      street: '250 Marquette Ave',
      city: 'Minneapolis',
      state: 'MN',
      zip: '55401',
      country: 'US',
      isPartial: false,
    },
  };
}
