import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Scope, scopes } from '../../src/domain/account/scope.ts';
import { tenantSettings } from '../../src/domain/account/tenant.ts';
import { openDatabase } from '../../src/stores/database/database.ts';
import { migrate } from '../../src/stores/database/migrate.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { builtMain } from '../support/built.ts';
import { type Child, startChild } from '../support/child.ts';
import { createClient } from '../support/clients.ts';

/** The built gateway in a separate process, on an embedded store with two tenants. */
export type AttackedGateway = {
  readonly url: string;
  readonly port: number;
  /** The lines logged since it started and issued the tokens. */
  log(): readonly string[];
  /** Its stalls that used processor time. On a busy machine, it also waits for other processes. */
  stalls(): readonly string[];
  /** Tokens with all scopes for both tenants, and one for each scope of the first tenant. */
  readonly tokens: { readonly a: string; readonly b: string } & Readonly<Record<Scope, string>>;
  /** Credentials of a client of the first tenant. */
  readonly client: Credentials;
  /** The process's CPU time in milliseconds: user and system time of all threads. */
  cpu(): number;
  /** Resident memory in MB. */
  memory(): number;
  close(): Promise<void>;
};

type Credentials = { readonly clientId: string; readonly clientSecret: string };

export async function startAttackedGateway(environment: NodeJS.ProcessEnv = {}): Promise<AttackedGateway> {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-attack-'));
  const clients = await createTenants(directory);
  const server = startChild(builtMain(), [], { PORT: '0', DATA_DIR: directory, ...environment });
  const url = String(JSON.parse(await server.errorLine(/"msg":"listening"/)).url);
  const tokens = Object.fromEntries(
    await Promise.all(Object.entries(clients).map(async ([name, client]) => [name, await tokenOf(url, client)])),
  ) as AttackedGateway['tokens'];
  const started = server.errors.length;
  return {
    url,
    port: Number(new URL(url).port),
    log: () => server.errors.slice(started),
    stalls: () =>
      server.errors.slice(started).filter((line) => Number(/"stalledMs":\d+,"cpuMs":(\d+)/.exec(line)?.[1] ?? 0) > 200),
    tokens,
    client: clients.a!,
    cpu: () => cpuOf(server),
    memory: () => memoryOf(server),
    async close() {
      await server.end('SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Written before the gateway starts, because an embedded store has one owner at a time. */
async function createTenants(directory: string): Promise<Readonly<Record<string, Credentials>>> {
  const database = await openDatabase({ kind: 'embedded', place: { kind: 'directory', directory } });
  try {
    await migrate(database);
    const stores = createStores(database);
    const client = async (tenantId: string, wanted: readonly Scope[]) => {
      const input = { tenantId, name: `${tenantId} ${wanted[0]}`, scopes: wanted };
      const { client, clientSecret } = await createClient(stores, input, new Date());
      return { clientId: client.clientId, clientSecret };
    };
    const [a, b] = [randomUUID(), randomUUID()];
    for (const tenantId of [a, b]) {
      await stores.tenants.insert({
        tenantId,
        name: `Tenant ${tenantId}`,
        kind: 'LIVE',
        testClock: null,
        rulingsRevision: 0,
        settings: tenantSettings.parse({}),
      });
    }
    const clients: Record<string, Credentials> = { a: await client(a, scopes), b: await client(b, scopes) };
    for (const scope of scopes) clients[scope] = await client(a, [scope]);
    return clients;
  } finally {
    await database.close();
  }
}

async function tokenOf(url: string, credentials: Credentials): Promise<string> {
  const response = await fetch(`${url}/v1/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const body = (await response.json()) as { accessToken?: string };
  if (!body.accessToken) throw new Error(`No token: ${JSON.stringify(body)}`);
  return body.accessToken;
}

/** Linux counts the nanoseconds of each running thread; those that have ended were few and short. */
function cpuOf({ process: { pid } }: Child): number {
  const tasks = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(tasks).map((task) => {
    try {
      return Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      return 0;
    }
  });
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}

function memoryOf({ process: { pid } }: Child): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 1e6;
}
