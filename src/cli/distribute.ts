import type { Database } from '../stores/database/database.ts';
import {
  distribute,
  findDistribution,
  findPreparation,
  touchesRecords,
} from '../stores/database/distribution/distribute.ts';
import { argumentsOf, type Command, noArguments, type Terminal } from './command.ts';
import { requireMigrated } from './migrate.ts';
import { requireWholeTotals } from './verify-totals.ts';

export const distributeCommand: Command = {
  name: 'distribute',
  usage: '[--before-moves] [--dry-run]',
  summary:
    'distributes the tenants over the nodes of a database with the Citus extension, and skips those already distributed; ' +
    '--before-moves prepares tenants for moving to other nodes; --dry-run prints the statements and missing prerequisites',

  async run(args, terminal) {
    const { values, positionals } = argumentsOf(args, {
      'dry-run': { type: 'boolean' },
      'before-moves': { type: 'boolean' },
    });
    noArguments(positionals);
    const database = await terminal.openUnmigrated();
    if (database.kind === 'embedded') {
      throw new Error(
        'An embedded store has one node. Move it to a PostgreSQL server with "backup" and "restore" first.',
      );
    }
    await requireMigrated(database, terminal.program);
    const find = values['before-moves'] ? findPreparation : findDistribution;
    const statements = await findStatements(database, terminal, { find, isTrial: values['dry-run'] === true });
    await database.withConnection((connection) =>
      distribute(connection, statements, (statement) => terminal.printRecord({ state: 'DONE', statement })),
    );
    if (!statements.some(touchesRecords) || values['before-moves']) return;
    // Moved data must add up to the same figures.
    const print = (line: string) => terminal.printRecord({ state: 'RECOUNTED', statement: line });
    await requireWholeTotals(await terminal.openStores(), { ...terminal, print });
  },
};

/** The steps to run; empty in a dry run, which only prints the steps. */
async function findStatements(
  database: Database,
  terminal: Terminal,
  { find, isTrial }: { readonly find: typeof findDistribution; readonly isTrial: boolean },
): Promise<readonly string[]> {
  // One pool connection stays open alongside the connection used by each step.
  const own = await database.prisma.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const ids = own.map(({ pid }) => pid);
  const { needs, statements } = await database.withConnection((connection) => find(connection, ids));
  if (isTrial) for (const statement of statements) terminal.printRecord({ state: 'PLANNED', statement });
  if (needs.length > 0) throw new Error(needs.join('\n'));
  if (statements.length === 0 && find === findDistribution)
    terminal.printRecord({ state: 'DONE', statement: 'Everything is distributed.' });
  return isTrial ? [] : statements;
}
