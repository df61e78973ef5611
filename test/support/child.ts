import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export type Child = {
  readonly process: ChildProcess;
  /** All lines written so far to standard output and standard error. */
  readonly output: readonly string[];
  readonly errors: readonly string[];
  /** Waits for the first matching line; fails if the process ends without one. */
  line(pattern: RegExp): Promise<string>;
  errorLine(pattern: RegExp): Promise<string>;
  /** Its exit code; null after an unhandled signal. */
  ended(): Promise<number | null>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/** Runs a file of the project, in TypeScript or built, in a separate process. */
export function startChild(file: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Child {
  const child = spawn(process.execPath, [...(file.endsWith('.ts') ? ['--import', 'tsx'] : []), file, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const output = readLines(child.stdout, closed);
  const errors = readLines(child.stderr, closed);
  const everything = () => [...output.lines, ...errors.lines].join('\n');
  const find = async (source: Lines, pattern: RegExp) => {
    const found = await source.find(pattern);
    if (found === null) throw new Error(`${file} ended without ${pattern}:\n${everything()}`);
    return found;
  };
  return {
    process: child,
    output: output.lines,
    errors: errors.lines,
    line: (pattern) => find(output, pattern),
    errorLine: (pattern) => find(errors, pattern),
    ended: () => closed,
    end(signal) {
      child.kill(signal);
      return closed;
    },
  };
}

type Lines = { readonly lines: readonly string[]; find(pattern: RegExp): Promise<string | null> };

function readLines(stream: Readable, closed: Promise<unknown>): Lines {
  const lines: string[] = [];
  const seekers = new Set<() => void>();
  createInterface({ input: stream }).on('line', (line) => {
    lines.push(line);
    for (const seek of seekers) seek();
  });
  return {
    lines,
    find: (pattern) =>
      new Promise((resolve) => {
        const seek = () => {
          const found = lines.find((line) => pattern.test(line));
          if (found === undefined) return;
          seekers.delete(seek);
          resolve(found);
        };
        seekers.add(seek);
        seek();
        closed.then(() => resolve(lines.find((line) => pattern.test(line)) ?? null));
      }),
  };
}
