import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Stores } from '../ports/stores.ts';
import type { Database } from '../stores/database/database.ts';
import type { Progress } from './progress.ts';

/** The environment of a command. The store is opened on first use. */
export type Terminal = {
  openStores(): Promise<Stores>;
  /**
   * Opens the store for commands that only read; throws if migrations are pending. If a server has the embedded store
   * open, opens and migrates a copy.
   */
  openStoresToRead(): Promise<Stores>;
  /** Only migrates the store, and returns the applied migrations. */
  migrate(): Promise<string[]>;
  /** False if the embedded store has not been created yet. */
  hasStore(): boolean;
  openUnmigrated(): Promise<Database>;
  /** Opens the store without migrating it, or a copy of it if a server has the embedded store open. */
  openUnmigratedToRead(): Promise<Database>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command prefix for this installation: `tollgate`, or `npm run tollgate --`. */
  readonly program: string;
  print(line: string): void;
  /** Prints a record as tab-separated values, or as one line of JSON with `--json`. */
  printRecord(record: Readonly<Record<string, string | number | null>>): void;
  /** Shows the progress of a long command, separately from its output. */
  startProgress(): Progress;
  now(): Date;
};

/** An operator command. */
export type Command = {
  /** As typed, for example `clients create`. */
  readonly name: string;
  /** The command's arguments, for the help text. */
  readonly usage: string;
  readonly summary: string;
  /** Quick enough to be run by a server that has the embedded store open. */
  readonly runsInServer?: true;
  /** Time limit for the server. Default: half a minute. */
  readonly longestRunMs?: number;
  /** The arguments for the server; null if the work is too large for it. */
  argsForServer?(args: readonly string[]): readonly string[] | null;
  run(args: readonly string[], terminal: Terminal): Promise<void>;
};

/** A mistake in the command line. */
export class UsageError extends Error {}

/**
 * Makes paths absolute, because the server may have a different working directory. A tenant name is never a path, even
 * if a folder has the same name.
 */
export function withFullPaths(args: readonly string[]): string[] {
  return args.map((arg, index) => (args[index - 1] !== '--tenant' && existsSync(arg) ? resolve(arg) : arg));
}

/** Returns the argument of a command that takes exactly one argument. */
export function onlyArgument(args: readonly string[], what: string): string {
  const [argument, ...others] = args;
  if (argument === undefined || argument.startsWith('-')) throw new UsageError(`Specify ${what}.`);
  if (others.length > 0) throw new UsageError(`Unexpected argument: ${others[0]}`);
  return argument;
}

export function noArguments(args: readonly string[]): void {
  if (args[0] !== undefined) throw new UsageError(`Unexpected argument: ${args[0]}`);
}

type OptionNames = NonNullable<ParseArgsConfig['options']>;

/** The options of a command without other arguments. */
export function optionsOf<const Options extends OptionNames>(args: readonly string[], options: Options) {
  return parsed({ args: [...args], options }).values;
}

/** The options of a command, and its other arguments. */
export function argumentsOf<const Options extends OptionNames>(args: readonly string[], options: Options) {
  return parsed({ args: [...args], options, allowPositionals: true });
}

function parsed<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
