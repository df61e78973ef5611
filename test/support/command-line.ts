import { runCommand } from '../../src/cli/run-command.ts';
import type { Database } from '../../src/stores/database/database.ts';

export type CommandResult = { readonly code: number; readonly out: string; readonly errors: string };

/** Runs the operator's commands on a store that stays open. */
export function commandLineOn(
  database: Database,
  environment: Record<string, string> = {},
): (...args: string[]) => Promise<CommandResult> {
  const open = async () => ({ ...database, close: async () => {} });
  return async (...args) => {
    const out: string[] = [];
    const errors: string[] = [];
    const code = await runCommand({
      args,
      environment,
      print: (line) => out.push(line),
      printError: (line) => errors.push(line),
      open,
    });
    return { code, out: out.join('\n'), errors: errors.join('\n') };
  };
}
