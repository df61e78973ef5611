import { readConfig } from '../config/config.ts';
import { version } from '../domain/base/version.ts';
import type { Stores } from '../ports/stores.ts';
import { ownVersion } from '../rates/book/files/book-files.ts';
import { type Database, openDatabase } from '../stores/database/database.ts';
import { DirectoryInUse } from '../stores/database/directory-lock.ts';
import { hasStore } from '../stores/database/embedded-engine.ts';
import { migrate } from '../stores/database/migrate.ts';
import { openCopy } from '../stores/database/store-copies.ts';
import { createStores } from '../stores/prisma-stores.ts';
import { archiveCommands } from './archives.ts';
import { checkRatesCommand } from './check-rates.ts';
import { clientCommands } from './clients.ts';
import { type Command, type Terminal, UsageError } from './command.ts';
import { coverageOfRatesCommand } from './coverage-of-rates.ts';
import { diffRatesCommand } from './diff-rates.ts';
import { distributeCommand } from './distribute.ts';
import { doctorCommand } from './doctor.ts';
import { findIdsCommand } from './find-ids.ts';
import { importExchangeRatesCommand } from './import-exchange-rates.ts';
import { importRatesCommand } from './import-rates.ts';
import { issueTokenCommand } from './issue-token.ts';
import { migrateCommand, requireMigrated } from './migrate.ts';
import { type ProgressOutput, startProgress } from './progress.ts';
import { activateRatesCommand, listRatesCommand, rollbackRatesCommand } from './rate-versions.ts';
import { ratesTemplateCommand } from './rates-template.ts';
import { readRatesCommand } from './read-rates.ts';
import { reconcileCommand } from './reconcile.ts';
import { listRulingsCommand, withdrawRulingCommand } from './rulings.ts';
import { runInServer } from './served-commands.ts';
import { tenantCommands } from './tenants.ts';
import { updateRatesCommand } from './update-rates.ts';
import { auditHeadCommand, signAuditCommand, verifyAuditCommand } from './verify-audit.ts';
import { verifyReceiptCommand } from './verify-receipt.ts';
import { verifyTotalsCommand } from './verify-totals.ts';

const commands: readonly Command[] = [
  ...clientCommands,
  issueTokenCommand,
  ...tenantCommands,
  importRatesCommand,
  readRatesCommand,
  updateRatesCommand,
  listRatesCommand,
  coverageOfRatesCommand,
  activateRatesCommand,
  rollbackRatesCommand,
  diffRatesCommand,
  checkRatesCommand,
  ratesTemplateCommand,
  findIdsCommand,
  listRulingsCommand,
  withdrawRulingCommand,
  importExchangeRatesCommand,
  verifyAuditCommand,
  auditHeadCommand,
  signAuditCommand,
  verifyTotalsCommand,
  reconcileCommand,
  verifyReceiptCommand,
  ...archiveCommands,
  migrateCommand,
  distributeCommand,
  doctorCommand,
];

type Invocation = {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  printError(line: string): void;
  /** Absent if no progress is shown. */
  readonly progress?: ProgressOutput;
  /** The store to work on; by default, the store set in the environment variables. The command closes it. */
  open?(): Promise<Database>;
};

/** Runs one command and returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommand(invocation: Invocation): Promise<number> {
  const { print, printError } = invocation;
  const program = programOf(invocation);
  const args = invocation.args.filter((word) => word !== '--json');
  if (args[0] === '--version') {
    print(`tollgate ${version}, rate book ${ownVersion}, Node.js ${process.version}`);
    return 0;
  }
  const command = commands.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  if (args.length === 0 || args.some((word) => ['help', '--help', '-h'].includes(word))) {
    print(help(program, command ? [command] : namedBy(args)));
    return args.length === 0 ? 2 : 0;
  }
  if (!command) {
    printError(`Unknown command: ${args.slice(0, 2).join(' ')}\n\n${help(program, commands)}`);
    return 2;
  }
  const { terminal, close } = openTerminal(invocation);
  try {
    await command.run(args.slice(command.name.split(' ').length), terminal);
    return 0;
  } catch (error) {
    const served = command.runsInServer && error instanceof DirectoryInUse ? argsForServer(command, args) : null;
    if (served && error instanceof DirectoryInUse)
      return runElsewhere(error.directory, { ...command, args: served }, invocation);
    printError(error instanceof Error ? error.message : String(error));
    if (!(error instanceof UsageError)) return 1;
    printError(`Usage: ${program} ${usageOf(command)}`);
    return 2;
  } finally {
    await close();
  }
}

const argsForServer = (command: Command, args: readonly string[]) =>
  command.argsForServer ? command.argsForServer(args) : args;

/** Runs a command in the server that has the store open. */
async function runElsewhere(
  directory: string,
  { args, longestRunMs }: Pick<Command, 'longestRunMs'> & Pick<Invocation, 'args'>,
  { print, printError }: Invocation,
): Promise<number> {
  try {
    const { code, printed, errors } = await runInServer(directory, args, longestRunMs);
    for (const line of printed) print(line);
    for (const line of errors) printError(line);
    return code;
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

function programOf({ environment }: Invocation): string {
  return environment.npm_lifecycle_event === 'tollgate' ? 'npm run tollgate --' : 'tollgate';
}

const noProgress: ProgressOutput = { isTerminal: false, write: () => {} };

function openTerminal(invocation: Invocation) {
  const { args, environment, print, printError, progress = noProgress, open } = invocation;
  const opened: Database[] = [];
  let store: Promise<Database> | undefined;
  // The embedded store can be opened only once, even within one process.
  function openUnmigrated(): Promise<Database> {
    store ??= openOnce();
    return store;
  }
  async function openOnce() {
    const database = await (open ? open() : openDatabase(readConfig(environment).database));
    opened.push(database);
    for (const warning of database.warnings) printError(warning);
    return database;
  }
  async function openMigrated(database: Database): Promise<Stores> {
    await migrate(database);
    return createStores(database);
  }
  async function openCopyOfUsed(error: unknown): Promise<Database> {
    if (!(error instanceof DirectoryInUse)) throw error;
    const database = await openCopy(error.directory, readConfig(environment).database.trailKey);
    opened.push(database);
    return database;
  }
  const openUnmigratedToRead = () => openUnmigrated().catch(openCopyOfUsed);
  async function openStoresToRead(): Promise<Stores> {
    try {
      const database = await openUnmigrated();
      await requireMigrated(database, programOf(invocation));
      return createStores(database);
    } catch (error) {
      return openMigrated(await openCopyOfUsed(error));
    }
  }
  const isJson = args.includes('--json');
  const terminal: Terminal = {
    openStores: async () => openMigrated(await openUnmigrated()),
    openStoresToRead,
    migrate: async () => migrate(await openUnmigrated()),
    hasStore: () => {
      const at = readConfig(environment).database;
      return open !== undefined || at.kind === 'server' || hasStore(at.place);
    },
    openUnmigrated,
    openUnmigratedToRead,
    environment,
    program: programOf(invocation),
    print,
    printRecord: (record) => print(isJson ? JSON.stringify(record) : Object.values(record).join('\t')),
    startProgress: () => startProgress(progress),
    now: () => new Date(),
  };
  const close = async () => {
    for (const database of opened) await database.close();
  };
  return { terminal, close };
}

/** The commands of a group such as `rates`, or all commands if the group does not exist. */
function namedBy(args: readonly string[]): readonly Command[] {
  const group = commands.filter(({ name }) => name.startsWith(`${args[0]} `));
  return group.length > 0 ? group : commands;
}

function help(program: string, described: readonly Command[]): string {
  const lines = described.map((command) => `  ${usageOf(command)}\n      ${command.summary}`);
  return [
    `Usage: ${program} <command>`,
    '',
    ...lines,
    '',
    'Lists are printed as JSON Lines with --json. --version shows the release and its rate book.',
    'Commands use the same environment variables as the server.',
  ].join('\n');
}

function usageOf({ name, usage }: Command): string {
  return `${name} ${usage}`.trim();
}
