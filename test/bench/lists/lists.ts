import type { Database } from '../../../src/stores/database/database.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { provideDatabase } from '../database.ts';
import { type ListCase, listCases } from './cases.ts';
import { openFilled, tenantId } from './fill.ts';

/*
 * npm run bench:lists [-- --only=CANCELLED] [-- --documents=1000000]: every list of both doors, with common, rare and absent values, for
 * a tenant with 20,000 documents and one with a million. Fails if a list is slower than the limits.
 */

const argument = (name: string) => process.argv.find((given) => given.startsWith(`--${name}=`))?.slice(name.length + 3);

const small = 20_000;
const large = Number(argument('documents') ?? 1_000_000);
const only = new RegExp(argument('only') ?? '');

/**
 * The time limit for a list, and its limit relative to a store with few documents. Times below the floor count as
 * equal.
 */
const [mostMs, mostRatio, floorMs] = [300, 3, 15];
/** Lists that read an index through or sort what they read. Their time grows with the tenant, so only `mostMs` applies. */
const growing = [
  /\b(contains|search) /,
  /\bstarts with /,
  /^documents of an old quarter by (?!tax date)/,
  /^number of audit entries, (none|.* common)$/,
  /^documents.* (country NZ, absent|created in a week long ago|subsidiary North, common)$/,
  /^documents up to June 2024, INVOICE$/,
];
/** Enough for a connection to use a plan for any values, if it ever does. */
const runs = 8;
/** One that takes longer than this is not repeated. */
const slowMs = 2_000;

const { url, stop } = await provideDatabase();
const databases: Database[] = [];
try {
  for (const documents of [small, large]) databases.push(await openFilled(url, documents));
  console.log(line('', [`${small}, ms`, `${large}, ms`, 'ratio']));
  const measured = listCases.filter(({ name }) => only.test(name));
  let slow = 0;
  for (const list of measured) {
    const times: number[] = [];
    for (const database of databases) times.push(await timeOf(list, database));
    const ratio = Math.max(times[1]!, floorMs) / Math.max(times[0]!, floorMs);
    const grows = growing.some((pattern) => pattern.test(list.name));
    const isSlow = times[1]! > mostMs || (ratio > mostRatio && !grows);
    if (isSlow) slow++;
    const marks = [...(grows ? ['grows'] : []), ...(isSlow ? ['!'] : [])];
    console.log(line(list.name, [...[...times, ratio].map((figure) => figure.toFixed(1)), ...marks]));
  }
  console.log(
    `${slow} of ${measured.length} lists take longer than ${mostMs} ms or, unless they are known to grow, ${mostRatio} times as long.`,
  );
  if (slow > 0) process.exitCode = 1;
} finally {
  for (const database of databases) await database.close();
  await stop();
}

/**
 * The fastest of the last runs, in milliseconds, because other work on the machine only makes them slower; infinite if
 * it fails.
 */
async function timeOf({ run }: ListCase, database: Database): Promise<number> {
  const stores = createStores(database).forTenant(tenantId);
  const times: number[] = [];
  for (let count = 0; count < runs; count++) {
    const startedAt = performance.now();
    try {
      await run(stores);
    } catch {
      return Number.POSITIVE_INFINITY;
    }
    times.push(performance.now() - startedAt);
    if (times.at(-1)! > slowMs) break;
  }
  return Math.min(...times.slice(-5));
}

/** As soon as it is known, because all of them take minutes. */
function line(name: string, figures: readonly string[]): string {
  return name.padEnd(80) + figures.map((figure) => figure.padStart(13)).join('');
}
