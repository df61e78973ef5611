import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/postgres-server.ts';

/** A gateway in a separate process, at a fixed address. */
export type Replica = {
  readonly url: string;
  /** The id of its process; undefined before it starts. */
  readonly pid: number | undefined;
  /** Whether a balancer would send it requests. */
  isReady: boolean;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** As for a rolling restart. */
  stop(): Promise<void>;
  freeze(): void;
  thaw(): void;
};

type Options = {
  /** Null for an embedded store, in the `DATA_DIR` of the environment. */
  readonly database: string | null;
  /** The folder with `dist`; by default, of this release. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

export async function createReplica({ database, folder = '.', environment = {} }: Options): Promise<Replica> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const lines: string[] = [];

  const ended = () =>
    new Promise((resolve) =>
      child && child.exitCode === null && child.signalCode === null ? child.once('close', resolve) : resolve(null),
    );
  const end = async (signal: NodeJS.Signals) => {
    replica.isReady = false;
    const end = ended();
    child?.kill(signal);
    await end;
  };
  const replica: Replica = {
    url,
    get pid() {
      return child?.pid;
    },
    isReady: false,
    async start() {
      const started = spawn(process.execPath, ['dist/main.js'], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          ...(database !== null && { DATABASE_URL: database }),
          PORT: String(port),
          HOST: '127.0.0.1',
          LOG_LEVEL: 'warn',
          WEBHOOK_PRIVATE_TARGETS: 'true',
          SHUTDOWN_GRACE_MS: '1500',
          ...environment,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = started;
      started.stderr.on('data', (bytes: Buffer) => {
        lines.push(bytes.toString());
        lines.splice(0, lines.length - 50);
      });
      for (const until = Date.now() + 600_000; Date.now() < until; await wait(100)) {
        if (await isReady(url)) {
          replica.isReady = true;
          return;
        }
        // It waits for its database, but not forever.
        if (started.exitCode !== null) return replica.start();
      }
      throw new Error(`The gateway did not become ready:\n${lines.join('')}`);
    },
    kill: () => end('SIGKILL'),
    stop: async () => {
      child?.kill('SIGTERM');
      // A balancer notices within a second.
      await wait(700);
      replica.isReady = false;
      await ended();
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
  process.once('exit', () => child?.kill('SIGKILL'));
  return replica;
}

export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
