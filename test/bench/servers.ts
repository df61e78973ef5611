import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/postgres-server.ts';
import type { Target } from './load.ts';

export type RunningServer = Target & { stop(): Promise<void> };

export type ServerToStart = {
  /** Command-line arguments of Node. */
  readonly command: readonly string[];
  readonly environment: Record<string, string>;
  /** Answers 2xx as soon as the server is ready. */
  readonly healthPath: string;
};

const patience = 60_000;

/** Starts a server in a separate process, on a free port of 127.0.0.1, and waits until it is ready. */
export async function startServer({ command, environment, healthPath }: ServerToStart): Promise<RunningServer> {
  const port = await freePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, command, {
    env: { PATH, HOME, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = await becomesReady(child, `${url}${healthPath}`);
  if (!isReady) {
    await stop(child);
    throw new Error(`node ${command.join(' ')} did not become ready:\n${said}`);
  }
  return { url, processId: child.pid!, stop: () => stop(child) };
}

async function becomesReady(child: ChildProcess, url: string): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return true;
    await sleep(100);
  }
  return false;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(killer);
}
