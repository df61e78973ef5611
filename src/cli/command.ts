import type { Stores } from '../ports/stores.ts';
import type { Progress } from './progress.ts';

/** What a command works with. The store is opened, and migrated, when it is first asked for. */
export type Terminal = {
  openStores(): Promise<Stores>;
  /** Migrates alone; answers what was missing. */
  migrate(): Promise<string[]>;
  print(line: string): void;
  /** Shows how far long work has come, beside what is printed. */
  startProgress(): Progress;
  now(): Date;
};

/** One of the operator's commands. */
export type Command = {
  /** As typed: `clients create`. */
  readonly name: string;
  /** Its arguments, for the help. */
  readonly usage: string;
  readonly summary: string;
  run(args: readonly string[], terminal: Terminal): Promise<void>;
};

/** Something the operator must type differently. */
export class UsageError extends Error {}

/** The one argument of a command that takes one. */
export function onlyArgument(args: readonly string[], what: string): string {
  const [argument, ...others] = args;
  if (argument === undefined || argument.startsWith('-')) throw new UsageError(`Name ${what}.`);
  if (others.length > 0) throw new UsageError(`There is one argument too many: ${others[0]}`);
  return argument;
}

export function noArguments(args: readonly string[]): void {
  if (args[0] !== undefined) throw new UsageError(`There is one argument too many: ${args[0]}`);
}
