import { type CommandResult, createCommandRunner } from '../cli/served-commands.ts';
import type { Database } from '../stores/database/database.ts';

/** Runs the operator's short commands while this process serves an embedded store, until `close` is called. */
export function startCommands(
  database: Database,
  environment: Readonly<Record<string, string | undefined>>,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  const { files } = database;
  if (!files) return { close: async () => {} };

  async function run(args: readonly string[]): Promise<CommandResult> {
    const { runCommand } = await import('../cli/run-command.ts'); // Imported here, because most servers never run a command.
    const printed: string[] = [];
    const errors: string[] = [];
    const code = await runCommand({
      args,
      environment,
      print: (line) => printed.push(line),
      printError: (line) => errors.push(line),
      open: async () => ({ ...database, warnings: [], close: async () => {} }),
    });
    return { code, printed, errors };
  }

  const runner = createCommandRunner(files.directory, run, onError);
  runner.start();
  return { close: () => runner.stop() };
}
