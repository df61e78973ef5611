import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type TollgateClient } from '../../src/shops/client/entrance.ts';
import { builtMain } from '../support/built.ts';
import { type Child, startChild } from '../support/child.ts';
import { freePort, type PostgresServer } from '../support/postgres-server.ts';
import { createClientOn } from '../support/served-client.ts';
import { databaseOn } from './database.ts';

export type PlatformGateway = {
  readonly url: string;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** The test's own requests. */
  readonly client: TollgateClient;
  start(): Promise<void>;
  /** Kills it, like a power failure. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
};

/** A built gateway in a separate process, on a separate database, which a test can kill, freeze and restart. */
export async function startPlatformGateway(server: PostgresServer): Promise<PlatformGateway> {
  const database = await databaseOn(server, 'tollgate');
  const scopes =
    'tax:read,customers:read,customers:write,transactions:read,transactions:write,exemptions:read,exemptions:write';
  const credentials = await createClientOn(database, '--scopes', scopes);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: Child | null = null;
  const gateway: PlatformGateway = {
    url,
    credentials,
    client: createClient({ url, ...credentials, quoteTimeLimit: 20_000 }),
    async start() {
      child = startChild(builtMain(), [], {
        DATABASE_URL: database,
        PORT: `${port}`,
        LOG_LEVEL: 'warn',
        DEMO: 'false',
      });
      for (let tries = 0; tries < 200; tries += 1) {
        const isReady = await fetch(`${url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return;
        await wait(150);
      }
      throw new Error(`The gateway did not start:\n${child.output.join('\n')}\n${child.errors.join('\n')}`);
    },
    async kill() {
      await child?.end('SIGKILL');
      child = null;
    },
    freeze: () => void child?.process.kill('SIGSTOP'),
    thaw: () => void child?.process.kill('SIGCONT'),
    close: () => gateway.kill(),
  };
  await gateway.start();
  return gateway;
}

/** Starts a shop in its own folder, with its packages. `line` is its output once it is open. */
export async function startShop(
  folder: string,
  {
    args,
    environment,
    line,
  }: { readonly args: readonly string[]; readonly environment: NodeJS.ProcessEnv; readonly line: RegExp },
) {
  const shop = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  let exit: number | string | null = null;
  shop.once('exit', (code, signal) => {
    exit = code ?? signal;
  });
  const opened = new Promise<void>((resolve, reject) => {
    for (const stream of [shop.stdout!, shop.stderr!]) {
      stream.on('data', (chunk) => {
        log += chunk;
        if (line.test(log)) resolve();
      });
    }
    shop.once('exit', () => reject(new Error(`The shop ended:\n${log.slice(-4_000)}`)));
  });
  await opened;
  return {
    process: shop,
    log: () => log,
    /** Null while it runs. */
    exit: () => exit,
    async close() {
      if (exit !== null) return;
      const ended = new Promise((resolve) => shop.once('exit', resolve));
      shop.kill('SIGTERM');
      const limit = setTimeout(() => shop.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(limit);
    },
  };
}
