import { statfs } from 'node:fs/promises';
import { readConfig } from '../config/config.ts';
import { dayOf } from '../domain/base/calendar.ts';
import { isOverdue, ratesAsOf } from '../domain/coverage/freshness.ts';
import type { RateBookStore } from '../ports/stores/rate-book-store.ts';
import { loadInTurns } from '../rates/book/bundled.ts';
import { ownBookName } from '../rates/book/files/book-files.ts';
import { readListedRates } from '../rates/book/listed-rates.ts';
import { activeNumber, fetchVersion } from '../rates/versions/load-version.ts';
import { listMisfits } from '../rates/versions/ruled-books.ts';
import type { Database, DatabaseLocation } from '../stores/database/database.ts';
import { DirectoryInUse } from '../stores/database/directory-lock.ts';
import { isDistributed } from '../stores/database/distribution/catalog.ts';
import { findUnset } from '../stores/database/distribution/node-settings.ts';
import { findPendingMigrations } from '../stores/database/pending-migrations.ts';
import { createStores } from '../stores/prisma-stores.ts';
import { type Command, optionsOf, type Terminal } from './command.ts';
import { runInServer } from './served-commands.ts';

const leastFreeBytes = 500_000_000;
const mostClockDriftMs = 2_000;

/** Reports its findings, or throws with the fault and the fix. */
type Check = () => Promise<string> | string;

const rightMark = 'ok     ';
const wrongMark = 'WRONG  ';
const databaseOption = '--database';

export const doctorCommand: Command = {
  name: 'doctor',
  usage: `[${databaseOption}]`,
  summary: `checks settings, rate book, disk, database, migrations, age of local rates, clock, nodes of a distributed store and rate book updates; changes nothing; exits with 1 if a check fails. With ${databaseOption}, starts with the database check`,

  async run(args, terminal) {
    const values = optionsOf(args, { database: { type: 'boolean' } });
    const config = readConfig(terminal.environment);
    let wrong = 0;
    const print = (line: string) => {
      if (line.startsWith(wrongMark)) wrong += 1;
      terminal.print(line);
    };
    const check = async (what: string, of: Check) => {
      try {
        print(`${rightMark}${what}: ${await of()}`);
        return true;
      } catch (error) {
        print(`${wrongMark}${what}: ${messageOf(error)}`);
        return false;
      }
    };
    if (!values.database) {
      await check('settings', () => (config.database.kind === 'embedded' ? 'embedded store' : 'PostgreSQL server'));
      await check('rate book', rateBookText);
      await check('disk', () => diskText(config.database));
    }
    if (terminal.hasStore()) await checkStore(terminal, check, print);
    else print(`${rightMark}database: created on first start`);
    if (wrong > 0) throw new Error(wrong === 1 ? 'One check failed.' : `${wrong} checks failed.`);
  },
};

type CheckAll = (what: string, of: Check) => Promise<boolean>;
type Print = (line: string) => void;

async function checkStore(terminal: Terminal, check: CheckAll, print: Print): Promise<void> {
  try {
    await checkDatabase(await terminal.openUnmigrated(), check, terminal);
  } catch (error) {
    if (error instanceof DirectoryInUse) await checkInServer(error, print);
    else print(`${wrongMark}database: ${messageOf(error)}`);
  }
}

async function checkDatabase(
  database: Database,
  check: CheckAll,
  { program, environment, now }: Terminal,
): Promise<void> {
  const answers = await check('database', async () => {
    await database.checkWrites();
    return 'responds and accepts writes';
  });
  if (!answers) return;
  const isMigrated = await check('migrations', () => migrationsText(database, program));
  if (isMigrated) await check('local rates', () => localRatesText(database, now()));
  await check('clock', () => clockText(database));
  if (await database.withConnection(isDistributed)) await check('nodes', () => nodesText(database, program));
  const { rates } = readConfig(environment);
  if (isMigrated) await check('rate book updates', () => updatesText(createStores(database).rateBooks, rates.url));
}

/** Runs the database checks in the server that has the embedded store open. */
async function checkInServer({ directory }: DirectoryInUse, print: Print): Promise<void> {
  try {
    const { code, printed, errors } = await runInServer(directory, [doctorCommand.name, databaseOption]);
    for (const line of printed) print(line);
    if (code !== 0 && printed.length === 0) throw new Error(errors.join(' '));
  } catch (error) {
    print(`${wrongMark}database: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Outdated local rates are reported, but are not an installation fault. */
async function localRatesText(database: Database, now: Date): Promise<string> {
  const stores = createStores(database);
  const { rateBooks } = stores;
  const number = await activeNumber(rateBooks);
  const readAll = async () => {
    const found = await fetchVersion(rateBooks, number);
    const listed = readListedRates(found);
    // Checking rulings and corrected rules requires every rule in the book.
    const hasFacts = found.layers.some((layer) => layer.kind === 'CORRECTIONS' && layer.facts?.length);
    if (!hasFacts && (await stores.tenants.listRuled()).length === 0) return { ...listed, ruledMisfits: [] };
    const book = await loadInTurns(found);
    return { ...listed, setAside: book.setAside, ruledMisfits: await listMisfits(stores, book) };
  };
  const { version, states, setAside, ruledMisfits } = await readAll().catch((error: unknown) => {
    throw new Error(
      `Version ${number} of the rate book is in force but cannot be loaded: ${messageOf(error)} Activate another version with "rates rollback" or "rates activate".`,
    );
  });
  const today = dayOf(now);
  const overdue = states.filter((freshness) => isOverdue(freshness, today));
  const days = states.map((freshness) => ratesAsOf(freshness, today)).sort();
  const changed = overdue.map(({ state }) => state).join(', ');
  const sentences = [
    `version ${version} has lists from ${days[0]} to ${days.at(-1)}`,
    ...setAside.map((text) => `Correction without effect: ${text}`),
    ...ruledMisfits,
    ...(overdue.length === 0
      ? []
      : [`The lists may be outdated in ${changed}; import newer lists with "rates import"`]),
  ];
  return sentences.map((text) => text.replace(/\.$/, '')).join('. ');
}

function rateBookText(): string {
  const { version, asOf } = ownBookName();
  return `bundled ${version}, as of ${asOf}`;
}

async function diskText(database: DatabaseLocation): Promise<string> {
  if (database.kind === 'server' || database.place.kind === 'memory') return 'not used for data';
  const { directory } = database.place;
  const { bavail, bsize } = await statfs(directory).catch(() => statfs('.'));
  const free = `${Math.floor((bavail * bsize) / 1e6)} MB free for ${directory}`;
  if (bavail * bsize < leastFreeBytes) throw new Error(`Only ${free}; free up at least 500 MB.`);
  return free;
}

async function migrationsText(database: Database, program: string): Promise<string> {
  const pending = await database.withConnection(findPendingMigrations);
  if (pending.length === 0) return 'all applied';
  throw new Error(`${pending.length} pending. Start the server or run "${program} migrate".`);
}

async function nodesText(database: Database, program: string): Promise<string> {
  const unset = await database.withConnection(findUnset);
  if (unset.length === 0) return 'have the gateway’s settings';
  throw new Error(
    `These nodes lack settings for the role of DATABASE_URL: ${unset.join(', ')}. Run "${program} distribute" and restart the replicas.`,
  );
}

async function updatesText(rateBooks: RateBookStore, url: string | null): Promise<string> {
  if (url === null) return 'not checked, because RATES_URL is not set';
  const last = await rateBooks.lastCheck();
  if (last === null) return 'never checked';
  const when = last.checkedAt.toISOString();
  if (last.failure !== null) throw new Error(`The last check, at ${when}, failed: ${last.failure}`);
  return `last checked at ${when}`;
}

async function clockText(database: Database): Promise<string> {
  const [row] = await database.prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  const drift = Math.abs(Date.now() - row!.now.getTime());
  if (drift <= mostClockDriftMs) return 'agrees with the database clock';
  throw new Error(
    `The clock is ${Math.round(drift / 1_000)} s off the database clock. Synchronize both, for example with NTP.`,
  );
}
