import { readConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../stores/database/database.ts';
import { migrate } from '../stores/database/migrate.ts';
import { createStores } from '../stores/prisma-stores.ts';
import { activateRatesCommand } from './activate-rates.ts';
import { checkRatesCommand } from './check-rates.ts';
import { type Command, type Terminal, UsageError } from './command.ts';
import { createClientCommand } from './create-client.ts';
import { diffRatesCommand } from './diff-rates.ts';
import { importRatesCommand } from './import-rates.ts';
import { listClientsCommand } from './list-clients.ts';
import { listRatesCommand } from './list-rates.ts';
import { migrateCommand } from './migrate.ts';
import { type ProgressOutput, startProgress } from './progress.ts';
import { ratesTemplateCommand } from './rates-template.ts';
import { revokeClientCommand } from './revoke-client.ts';
import { rollbackRatesCommand } from './rollback-rates.ts';
import { rotateClientCommand } from './rotate-client.ts';
import { verifyAuditCommand } from './verify-audit.ts';

const commands: readonly Command[] = [
  createClientCommand,
  listClientsCommand,
  rotateClientCommand,
  revokeClientCommand,
  importRatesCommand,
  listRatesCommand,
  activateRatesCommand,
  rollbackRatesCommand,
  diffRatesCommand,
  checkRatesCommand,
  ratesTemplateCommand,
  verifyAuditCommand,
  migrateCommand,
];

export type Invocation = {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  printError(line: string): void;
  /** No progress is shown without it. */
  readonly progress?: ProgressOutput;
  /** The store to work on; by default that of the environment variables. The command closes it. */
  open?(): Promise<Database>;
};

/** Runs one command and returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function runCommand(invocation: Invocation): Promise<number> {
  const { args, print, printError } = invocation;
  const first = args[0];
  if (first === undefined || ['help', '--help', '-h'].includes(first)) {
    print(help());
    return first === undefined ? 2 : 0;
  }
  const command = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  if (!command) {
    printError(`Unknown command: ${args.slice(0, 2).join(' ')}\n\n${help()}`);
    return 2;
  }
  const { terminal, close } = openTerminal(invocation);
  try {
    await command.run(args.slice(command.name.split(' ').length), terminal);
    return 0;
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return 1;
    printError(`Usage: npm run tollgate -- ${usageOf(command)}`);
    return 2;
  } finally {
    await close();
  }
}

const noProgress: ProgressOutput = { isTerminal: false, write: () => {} };

function openTerminal({ environment, print, progress = noProgress, open }: Invocation) {
  const opened: Database[] = [];
  async function openMigrated() {
    const database = await (open ? open() : openDatabase(readConfig(environment).database));
    opened.push(database);
    return { database, applied: await migrate(database) };
  }
  const terminal: Terminal = {
    openStores: async () => createStores((await openMigrated()).database),
    migrate: async () => (await openMigrated()).applied,
    print,
    startProgress: () => startProgress(progress),
    now: () => new Date(),
  };
  const close = async () => {
    for (const database of opened) await database.close();
  };
  return { terminal, close };
}

function help(): string {
  const lines = commands.map((command) => `  ${usageOf(command)}\n      ${command.summary}`);
  return [
    'Usage: npm run tollgate -- <command>',
    '',
    ...lines,
    '',
    'Commands use the same environment variables as the server.',
  ].join('\n');
}

function usageOf({ name, usage }: Command): string {
  return `${name} ${usage}`.trim();
}
