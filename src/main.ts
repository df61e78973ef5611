import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { startCommands } from './command-work.ts';
import { type Config, readConfig } from './config/config.ts';
import { createDemo, findDemoClient, welcomeText, writeCredentials } from './demo.ts';
import type { Demo } from './domain/account/demo.ts';
import { demoCustomerId } from './domain/account/demo.ts';
import { readOperationManifest } from './graphql/http/operation-manifest.ts';
import type { GraphqlSettings } from './graphql/server.ts';
import { type HttpServer, listen } from './http/http-server.ts';
import { createStallWatchdog } from './http/stall-watchdog.ts';
import { type Observation, startObservation } from './observation/observation.ts';
import { readableLog } from './observation/readable-log.ts';
import type { ReferenceData } from './ports/reference-data.ts';
import type { Client } from './ports/stores/client-store.ts';
import { createRateBookProvider } from './rate-book/rate-book-provider.ts';
import { loadBundledReferenceData } from './reference/bundled.ts';
import { createRegisters } from './registers/create-registers.ts';
import { type Database, openDatabase } from './stores/database/database.ts';
import { migrate } from './stores/database/migrate.ts';
import { untilReachable } from './stores/database/until-reachable.ts';
import { createStores } from './stores/prisma-stores.ts';
import { startUpkeep } from './stores/upkeep.ts';
import { startWebhooks } from './webhook-work.ts';

const inFlightLimitMs = 10_000;
const demoTokenSeconds = 3_600;
const now = () => new Date();

type Running = {
  readonly config: Config;
  readonly observation: Observation;
  readonly database: Database;
  readonly reference: ReferenceData;
  /** What to close at shutdown, in this order. */
  readonly opened: Closable[];
  /** Called at shutdown to end streams, which would otherwise never end. */
  readonly ending: (() => void)[];
  /** Aborted when the gateway is asked to stop; its readiness then fails. */
  readonly stopping: AbortSignal;
};

type Closable = { close(): Promise<void> };

// If the reader of its output goes away, the gateway keeps serving, and can still stop.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

try {
  await start();
} catch (error) {
  process.stderr.write(`Tollgate cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const lines = process.stderr.isTTY ? readableLog((text) => process.stderr.write(text)) : process.stderr;
  const observation = await startObservation(config, lines);
  const { log, traces } = observation;
  const opened: Closable[] = [];
  const ending: (() => void)[] = [];
  const stopping = new AbortController();
  const server = await listen(config, async (url) => {
    const { database, reference } = await openDatabaseAndRates(config, observation);
    opened.push(database, ...(traces ? [traces] : []));
    return openGateway({ config, observation, database, reference, opened, ending, stopping: stopping.signal }, url);
  });
  const { shutdownGraceMs } = config;
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1;
    if (signals > 1) process.exit(1);
    stopping.abort();
    // Ctrl-C comes from a person who is waiting, SIGTERM from an orchestrator that also updates the load balancer.
    stop({ server, opened, ending, log, signal, graceMs: signal === 'SIGTERM' ? shutdownGraceMs : 0 });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  const ready = { url: server.url, store: config.database.kind, startedInMs: Math.round(performance.now()) };
  log.info(ready, 'listening');
}

/**
 * Other threads start the embedded engine while this one loads the rate book. The connection to a server is opened
 * afterwards: loading blocks the event loop, so the connection would time out.
 */
async function openDatabaseAndRates(
  { database: at, databaseStartTimeoutMs }: Config,
  { log, metrics, watches }: Observation,
) {
  if (at.kind === 'embedded') {
    const opening = openDatabase(at, watches);
    const reference = loadBundledReferenceData(metrics?.onCacheUsed);
    return { database: await opening, reference };
  }
  const reference = loadBundledReferenceData(metrics?.onCacheUsed);
  const onFailure = (error: Error, pauseMs: number) => log.warn({ reason: error.message, pauseMs }, 'no database yet');
  const database = await untilReachable(() => openDatabase(at, watches), {
    limitMs: databaseStartTimeoutMs,
    onFailure,
  });
  return { database, reference };
}

async function openGateway(
  { config, observation, database, reference, opened, ending, stopping }: Running,
  url: string,
): Promise<RequestListener> {
  const { log, traces, metrics } = observation;
  for (const warning of database.warnings) log.warn(warning);
  const onCacheUsed = metrics?.onCacheUsed;
  const migrations = await migrate(database);
  if (migrations.length > 0) log.info({ migrations }, 'migrated');
  const stores = createStores(database, config.auth.keyEncryptionKey);
  const authenticator = await createAuthenticator({ stores, config: config.auth, onCacheUsed, now });

  const demoOf = (client: Client): Demo => ({
    issueToken: () => authenticator.issueTokenTo(client, demoTokenSeconds),
    customerId: demoCustomerId,
  });

  async function findDemo(): Promise<Demo | null> {
    if (database.kind === 'server') return null;
    if ((await stores.tenants.count()) > 0) {
      const client = await findDemoClient(stores);
      return client && demoOf(client);
    }
    const made = await createDemo(stores, now());
    const { accessToken } = await authenticator.issueTokenTo(made.client);
    const credentialsPath = writeCredentials(dataDirectoryOf(config), made);
    const secrets = process.stdout.isTTY ? { accessToken, clientSecret: made.clientSecret } : null;
    process.stdout.write(welcomeText({ url, client: made.client, credentialsPath, secrets }));
    return demoOf(made.client);
  }

  const rateBook = createRateBookProvider(reference, { rateBooks: stores.rateBooks, log, onCacheUsed });
  await rateBook.refresh();
  rateBook.start();
  opened.unshift({ close: async () => rateBook.stop() });
  opened.unshift(
    startCommands(database, process.env, (error) => log.warn(error, 'a command of the operator could not be run')),
  );
  opened.unshift(startUpkeep(database, { now, onError: (error, what) => log.warn(error, `${what}; trying again`) }));
  const tracing = traces ? { requests: traces.requests, parts: traces.parts } : undefined;
  const webhooks = startWebhooks({
    stores,
    rateBook,
    targets: config.webhookTargets,
    log,
    tracing: tracing?.parts,
    now,
  });
  opened.unshift(webhooks);
  const registers = createRegisters(config.registers, { reference, log, tracing: tracing?.parts, onCacheUsed, now });
  const demo = await findDemo();
  const { http, webhookTargets } = config;
  const graphql = graphqlSettings(config.graphql);
  const app = createApp({
    stores,
    rateBook,
    registers,
    authenticator,
    log,
    http,
    demo,
    graphql,
    webhookTargets,
    stopping,
    onServed: observation.onServed,
    onCalculated: metrics?.onCalculated,
    onCacheUsed,
    tracing,
    now,
  });
  ending.push(app.endStreams);
  const { openStreams } = app;
  const { connections } = database;
  const observed = { connections, rateBook: rateBook.current, webhooks: webhooks.observed, openStreams, now };
  const metricsServer = await observation.serveMetrics(observed);
  if (metricsServer) opened.unshift(metricsServer);
  const watchdog = createStallWatchdog({ log, routeOf: app.routeOf });
  watchdog.start();
  opened.unshift({ close: async () => watchdog.stop() });
  return watchdog.watch(app.listener);
}

function dataDirectoryOf({ database }: Config): string {
  if (database.kind === 'embedded' && database.place.kind === 'directory') return database.place.directory;
  throw new Error('Only a store in a directory has a demo.');
}

function graphqlSettings({ introspection, persistedDocuments, persistedOnly }: Config['graphql']): GraphqlSettings {
  const operations =
    persistedDocuments === null ? new Map<string, string>() : readOperationManifest(persistedDocuments);
  return { introspection, persisted: { operations, isOnly: persistedOnly } };
}

type Stopping = {
  readonly server: HttpServer;
  readonly opened: readonly Closable[];
  readonly ending: readonly (() => void)[];
  readonly log: Logger;
  readonly signal: string;
  /** How long it keeps serving, so that load balancers see its readiness fail first. */
  readonly graceMs: number;
};

async function stop({ server, opened, ending, log, signal, graceMs }: Stopping): Promise<void> {
  log.info({ signal, graceMs }, 'stopping');
  setTimeout(() => process.exit(1), graceMs + 2 * inFlightLimitMs).unref();
  try {
    server.drain();
    await wait(graceMs);
    for (const end of ending) end();
    await server.stop(inFlightLimitMs);
    for (const part of opened) await part.close();
    log.info('stopped');
    process.exit(0);
  } catch (error) {
    log.error(error, 'shutdown failed');
    process.exit(1);
  }
}
