import { setTimeout as wait } from 'node:timers/promises';
import { createReplica, isReady, type Replica } from './gateway.ts';
import { type Load, ledgerOf, startLoad } from './load.ts';
import { type Outcome, outcomeOf, tollgate } from './outcome.ts';
import { createPostgres, type FaultyPostgres } from './postgres.ts';
import { startReceiver } from './receiver.ts';

export type Stage = {
  readonly postgres: FaultyPostgres;
  /** The gateways that receive the load. */
  readonly replicas: Replica[];
  /** An additional replica that is not started yet, with the options of the stage unless others are given. */
  replica(options?: Partial<ReplicaOptions>): Promise<Replica>;
  readonly load: Load;
  /** Puts another tenant under load too. */
  loadFor(tenant: string): Promise<Load>;
};

type ReplicaOptions = { readonly folder: string; readonly environment: Readonly<Record<string, string>> };

export type Setting = {
  readonly postgres?: Parameters<typeof createPostgres>[0];
  /** Instead of a separate server. */
  readonly server?: FaultyPostgres;
  /** The connection target of the gateways, if it is not the server itself. */
  readonly database?: (postgres: FaultyPostgres) => string;
  readonly replicas?: Partial<ReplicaOptions>;
  readonly writers?: number;
  readonly repeatsFailures?: boolean;
};

export type Report = Outcome &
  Pick<Load, 'acknowledged' | 'resets' | 'silent' | 'refusals'> & { readonly note: string; readonly seconds: number };

/**
 * Two gateways on a separate server, under load, with webhooks. Injects faults, lets every request finish, and checks
 * their fate. `inject` returns what it did.
 */
export async function onStage(setting: Setting, inject: (stage: Stage) => Promise<string>): Promise<Report> {
  const startedAt = Date.now();
  const postgres = setting.server ?? (await createPostgres({ settings: ['fsync=off'], ...setting.postgres }));
  const receiver = await startReceiver();
  const all: Replica[] = [];
  const { folder = '.' } = setting.replicas ?? {};
  const replica: Stage['replica'] = async (options) => {
    const database = setting.database?.(postgres) ?? postgres.url;
    const one = await createReplica({ database, ...setting.replicas, ...options });
    all.push(one);
    return one;
  };
  const loads: Load[] = [];
  const putUnderLoad = async (replicas: Replica[], credentials: Credentials) => {
    const { token, customerId } = await prepare(replicas[0]!.url, credentials, receiver.url);
    // Events from before an endpoint was active are not sent, and the clock of a gateway may be set back: see
    // src/adapters/webhooks.
    await postgres.query(`UPDATE webhook_endpoints SET active_since = now() - interval '1 day'`);
    const load = startLoad({ replicas, token, repeatsFailures: setting.repeatsFailures }, customerId, setting.writers);
    loads.push(load);
    return load;
  };
  try {
    const credentials = await createClient(postgres.url, folder, 'Prairie Books');
    const replicas = [await replica(), await replica()];
    await Promise.all(replicas.map((one) => one.start()));
    const load = await putUnderLoad(replicas, credentials);
    const loadFor = async (tenant: string) => putUnderLoad(replicas, await createClient(postgres.url, folder, tenant));
    await wait(2_000);
    const checking = setInterval(() => checkAll(replicas), 500);
    const stage = { postgres, replicas, replica, load, loadFor };
    const note = await inject(stage).finally(() => clearInterval(checking));
    await Promise.all(replicas.map((one) => untilReady(one)));
    await wait(1_000);
    await Promise.all(loads.map((one) => one.finish()));
    const ledger = ledgerOf(loads);
    const outcome = await outcomeOf(postgres, ledger, receiver);
    const { acknowledged, resets, silent, refusals } = ledger;
    return { ...outcome, acknowledged, resets, silent, refusals, note, seconds: (Date.now() - startedAt) / 1_000 };
  } finally {
    await Promise.all(all.map((one) => one.kill()));
    await postgres.remove();
    receiver.close();
  }
}

/** Like a balancer; a gateway that was taken out manually stays out until it is started again. */
function checkAll(replicas: readonly Replica[]): void {
  for (const one of replicas) if (one.isReady) isReady(one.url).then((ready) => ready || suspend(one));
}

function suspend(one: Replica): void {
  one.isReady = false;
  const until = Date.now() + 600_000;
  const again = async (): Promise<void> => {
    if (one.isReady || Date.now() > until) return;
    if (await isReady(one.url)) one.isReady = true;
    else setTimeout(again, 500);
  };
  setTimeout(again, 500);
}

export async function untilReady(one: Replica): Promise<void> {
  for (const until = Date.now() + 600_000; !(await isReady(one.url)); await wait(200)) {
    if (Date.now() > until) throw new Error('A gateway did not recover.');
  }
  one.isReady = true;
}

type Credentials = { readonly clientId: string; readonly clientSecret: string };

async function createClient(database: string, folder: string, tenant: string): Promise<Credentials> {
  // By name, as in the previous release.
  const scopes = 'customers:write,transactions:read,transactions:write,returns:read,returns:write,webhooks:write';
  const args = ['clients', 'create', '--tenant', tenant, '--scopes', scopes];
  const { code, output } = await tollgate(database, args, folder);
  const wordAfter = (label: string) => new RegExp(`^${label}\\s+(\\S+)`, 'm').exec(output)?.[1];
  const [clientId, clientSecret] = [wordAfter('client id'), wordAfter('client secret')];
  if (code !== 0 || !clientId || !clientSecret) throw new Error(output);
  return { clientId, clientSecret };
}

async function prepare(url: string, credentials: Credentials, receiver: string) {
  const send = async (method: string, path: string, body: unknown, token?: string) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const { accessToken } = await send('POST', '/v1/token', credentials);
  const token = accessToken!;
  const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
  const customer = { source: '1', externalId: 'c-1', name: 'Ada Lovelace', externalTimestamps: dates };
  const { serviceId } = await send('PUT', '/v1/customers/source/1/externalId/c-1', customer, token);
  await send('POST', '/v1/webhook_endpoints', { url: receiver, eventTypes: ['transaction.*'] }, token);
  return { token, customerId: serviceId! };
}
