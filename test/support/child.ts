import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export type Child = {
  readonly process: ChildProcess;
  /** All that it wrote to its standard output so far. */
  readonly output: readonly string[];
  /** The next line of its standard output that matches; fails when the process ends without one. */
  line(pattern: RegExp): Promise<string>;
  /** Sends a signal and waits for the end; answers the exit code, or null after a signal that was not handled. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/** Runs a TypeScript file of the project in a process of its own. */
export function startChild(file: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Child {
  const process_ = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const errors: string[] = [];
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  createInterface({ input: process_.stdout }).on('line', (line) => {
    output.push(line);
    notify();
  });
  createInterface({ input: process_.stderr }).on('line', (line) => errors.push(line));
  process_.once('close', notify);
  return {
    process: process_,
    output,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = output.find((line) => pattern.test(line));
          const hasEnded = process_.exitCode !== null || process_.signalCode !== null;
          if (found === undefined && !hasEnded) return;
          listeners.delete(look);
          if (found !== undefined) resolve(found);
          else reject(new Error(`${file} ended without ${pattern}:\n${[...output, ...errors].join('\n')}`));
        };
        listeners.add(look);
        look();
      }),
    async end(signal) {
      if (process_.exitCode !== null || process_.signalCode !== null) return process_.exitCode;
      const closed = once(process_, 'close');
      process_.kill(signal);
      await closed;
      return process_.exitCode;
    },
  };
}
