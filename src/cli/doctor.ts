import { statfs } from 'node:fs/promises';
import { readConfig } from '../config/config.ts';
import { loadBundledReferenceData } from '../reference/bundled.ts';
import type { Database, DatabaseLocation } from '../stores/database/database.ts';
import { findPendingMigrations } from '../stores/database/migrate.ts';
import { type Command, noArguments, type Terminal } from './command.ts';

const leastFreeBytes = 500_000_000;
const mostClockDriftMs = 2_000;

/** Says what it found, or throws what is wrong and what to do. */
type Check = () => Promise<string> | string;

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary:
    'checks settings, rate book, disk, database, migrations and clock, and changes nothing; exits with 1 if one is wrong',

  async run(args, terminal) {
    noArguments(args);
    const config = readConfig(terminal.environment);
    let wrong = 0;
    const check = async (what: string, of: Check) => {
      try {
        terminal.print(`ok     ${what}: ${await of()}`);
        return true;
      } catch (error) {
        wrong += 1;
        terminal.print(`WRONG  ${what}: ${error instanceof Error ? error.message : String(error)}`);
        return false;
      }
    };
    await check('settings', () => (config.database.kind === 'embedded' ? 'embedded store' : 'PostgreSQL server'));
    await check('rate book', rateBookText);
    await check('disk', () => diskText(config.database));
    await checkDatabase(check, terminal);
    if (wrong > 0) throw new Error(wrong === 1 ? 'One check failed.' : `${wrong} checks failed.`);
  },
};

async function checkDatabase(check: (what: string, of: Check) => Promise<boolean>, terminal: Terminal): Promise<void> {
  let database: Database | null = null;
  const isOpen = await check('database', async () => {
    database = await terminal.openUnmigrated();
    await database.checkWrites();
    return 'answers, and takes writes';
  });
  if (!isOpen || database === null) return;
  const opened: Database = database;
  await check('migrations', () => migrationsText(opened, terminal.program));
  await check('clock', () => clockText(opened));
}

function rateBookText(): string {
  const { version, asOf } = loadBundledReferenceData();
  return `bundled ${version}, as of ${asOf}`;
}

async function diskText(database: DatabaseLocation): Promise<string> {
  if (database.kind === 'server' || database.place.kind === 'memory') return 'not used for data';
  const { directory } = database.place;
  const { bavail, bsize } = await statfs(directory).catch(() => statfs('.'));
  const free = `${Math.floor((bavail * bsize) / 1e6)} MB free for ${directory}`;
  if (bavail * bsize < leastFreeBytes) throw new Error(`Only ${free}; make room for at least 500 MB.`);
  return free;
}

async function migrationsText(database: Database, program: string): Promise<string> {
  const pending = await database.withConnection(findPendingMigrations);
  if (pending.length === 0) return 'all applied';
  throw new Error(`${pending.length} pending. Start the server or run "${program} migrate".`);
}

async function clockText(database: Database): Promise<string> {
  const [row] = await database.prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  const drift = Math.abs(Date.now() - row!.now.getTime());
  if (drift <= mostClockDriftMs) return 'agrees with that of the database';
  throw new Error(
    `It differs from that of the database by ${Math.round(drift / 1_000)} s. Synchronise both, for example with NTP.`,
  );
}
