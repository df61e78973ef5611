import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createAuthenticator } from '../adapters/auth/authenticator.ts';
import { createRegisters } from '../adapters/registers/create-registers.ts';
import type { Config } from '../config/config.ts';
import { type Demo, demoCustomerId } from '../domain/account/demo.ts';
import { createInputsByKind } from '../domain/input-schemas.ts';
import { shareFilesInMemory } from '../files/uploads/files-in-memory.ts';
import { readOperationManifest } from '../graphql/http/operations/manifest.ts';
import type { GraphqlSettings } from '../graphql/server.ts';
import { type HttpServer, inFlightLimitMs, listen, stopLimitMs } from '../http/http-server.ts';
import { createStallWatchdog } from '../http/stall-watchdog.ts';
import type { RateBookInForce, ReferenceData } from '../ports/reference-data.ts';
import type { StoredClient } from '../ports/stores/client-store.ts';
import { loadBundledReferenceData } from '../rates/book/bundled.ts';
import { startArchiving } from '../rates/versions/archived-books.ts';
import { createRateBookProvider } from '../rates/versions/rate-book-provider.ts';
import { type Database, openDatabase } from '../stores/database/database.ts';
import { migrate } from '../stores/database/migrate.ts';
import { untilReachable } from '../stores/database/until-reachable.ts';
import { createStores } from '../stores/prisma-stores.ts';
import { startUpkeep } from '../stores/upkeep.ts';
import { readConsoleOperations } from '../web/pages/console-files.ts';
import { createApp } from './app.ts';
import { startCommands } from './command-work.ts';
import { createDemo, findDemoClient, welcomeText, writeCredentials } from './demo.ts';
import { type Observation, startObservation } from './observation/observation.ts';
import type { Observed } from './observation/observed-gauges.ts';
import { logOutput } from './observation/readable-log.ts';
import { startRateReleases } from './rate-release-work.ts';
import { createStartReport, type StartReport } from './start-report.ts';
import { onStopSignal } from './stop-signals.ts';
import { startWebhooks } from './webhook-work.ts';
import type { WorkerPart } from './workers/worker.ts';

const demoTokenSeconds = 3_600;
/** Pause between checks of whether the active rate book can be loaded. */
const rateBookPauseMs = 250;
const now = () => new Date();

type Running = {
  readonly config: Config;
  readonly worker: WorkerPart | null;
  readonly observation: Observation;
  readonly database: Database;
  readonly reference: ReferenceData;
  readonly start: StartReport;
  /** Resources to close at shutdown, in this order. */
  readonly opened: Closable[];
  /** Functions that end streams at shutdown: streams never end on their own. */
  readonly ending: (() => void)[];
  /** Aborted when a shutdown is requested; readiness checks then fail. */
  readonly stopping: AbortSignal;
};

type Closable = { close(): Promise<void> };

/** Serves requests in this process: the whole gateway or, with `worker`, one of its workers. */
export async function startGateway(config: Config, worker: WorkerPart | null): Promise<void> {
  const observation = await startObservation(config, logOutput());
  const { log, traces } = observation;
  const opened: Closable[] = [];
  const ending: (() => void)[] = [];
  const stopping = new AbortController();
  /** In a worker, logs at `debug`: the primary logs these lines once for all workers. */
  const say = (worker ? log.debug : log.info).bind(log);
  const start = createStartReport(say);
  const open = async (url: string) => {
    const { database, reference } = await openDatabaseAndRates(config, observation, start);
    opened.push(database, ...(traces ? [traces] : []));
    const { signal } = stopping;
    return openGateway(
      { config, worker, observation, database, reference, start, opened, ending, stopping: signal },
      url,
    );
  };
  const listensFirst = worker?.listensFirst ?? true;
  const opening = listensFirst ? open : await open('').then((listener) => async () => listener);
  const server = await listen(config, opening, start.answer);
  const { shutdownGraceMs } = config;
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1;
    // Ctrl-C reaches a worker twice: directly, and through the primary, which decides when to exit.
    if (signals > 1) return worker ? undefined : process.exit(1);
    stopping.abort();
    // Ctrl-C comes from a person who is waiting, SIGTERM from an orchestrator that also updates the load balancer.
    stop({ server, opened, ending, log, say, signal, graceMs: signal === 'SIGTERM' ? shutdownGraceMs : 0 });
  };
  onStopSignal(onSignal);
  worker?.onStop(onSignal);
  say({ url: server.url, store: config.database.kind, startedInMs: Math.round(performance.now()) }, 'listening');
  worker?.ready(server.url);
}

/**
 * Other threads start the embedded engine while this one loads the rate book. A server connection is opened afterward:
 * loading blocks the event loop, so the connection would time out.
 */
async function openDatabaseAndRates(
  { database: at, databaseStartTimeoutMs }: Config,
  { log, metrics, watches }: Observation,
  start: StartReport,
) {
  start.enter('loading rates');
  if (at.kind === 'embedded') {
    const opening = openDatabase(at, watches);
    const reference = loadBundledReferenceData(metrics?.onCacheUsed);
    return { database: await opening, reference };
  }
  const reference = loadBundledReferenceData(metrics?.onCacheUsed);
  start.enter('connecting to the database');
  const onFailure = (error: Error, pauseMs: number) =>
    log.warn({ reason: error.message, pauseMs }, 'waiting for the database');
  const database = await untilReachable(() => openDatabase(at, watches), {
    limitMs: databaseStartTimeoutMs,
    onFailure,
  });
  return { database, reference };
}

async function openGateway(
  { config, worker, observation, database, reference, start, opened, ending, stopping }: Running,
  url: string,
): Promise<RequestListener> {
  const { log, traces, metrics } = observation;
  for (const warning of database.warnings) log.warn(warning);
  const onCacheUsed = metrics?.onCacheUsed;
  const migrations = await migrate(database, (number, of) => start.report(`migrating ${number} of ${of}`));
  start.enter('opening the APIs');
  if (migrations.length > 0) log.info({ migrations }, 'migrated');
  const stores = createStores(database, config.auth.keyEncryptionKey);
  const counts = worker?.counts;
  if (counts) shareFilesInMemory(counts.held('files'));
  const authenticator = await createAuthenticator({ stores, config: config.auth, counts, onCacheUsed, now });

  const demoOf = (client: StoredClient): Demo => ({
    issueToken: () => authenticator.issueTokenTo(client, demoTokenSeconds),
    customerId: demoCustomerId,
  });

  async function findDemo(): Promise<Demo | null> {
    if (!config.hasDemo) return null;
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
    startCommands(database, process.env, (error) => log.warn(error, 'an operator command could not be run')),
  );
  await untilInForce(rateBook, start);
  const tracing = traces ? { requests: traces.requests, parts: traces.parts } : undefined;
  const { http, webhookTargets: targets } = config;
  let webhooks: ReturnType<typeof startWebhooks> | null = null;
  let recounts: Observed['recounts'] = null;
  let rateChecks: Observed['rateChecks'] = null;
  if (worker?.hasBackgroundWork ?? true) {
    const upkeep = startUpkeep(database, {
      now,
      onError: (error, what) => log.warn(error, `${what}; trying again`),
      onDifference: (found) => log.error(found, 'figures differ from the documents: run "tollgate totals verify"'),
    });
    opened.unshift(upkeep);
    recounts = upkeep.recounts;
    opened.unshift(startArchiving({ rateBooks: stores.rateBooks, log, now }));
    const releases = startRateReleases({ rates: config.rates, stores, log, now });
    opened.unshift(releases);
    rateChecks = releases.checks;
    webhooks = startWebhooks({ stores, rateBook, targets, log, tracing: tracing?.parts, now });
    opened.unshift(webhooks);
  }
  const registers = createRegisters(config.registers, { reference, log, tracing: tracing?.parts, onCacheUsed, now });
  const demo = await findDemo();
  const graphql = graphqlSettings(config.graphql);
  const { signIn } = config;
  const app = createApp({
    stores,
    rateBook,
    registers,
    authenticator,
    log,
    http,
    demo,
    graphql,
    signIn,
    inputsByKind: createInputsByKind((kind) => () => rateBook.current(kind), targets),
    stopping,
    counts,
    onServed: observation.onServed,
    onCalculated: metrics?.onCalculated,
    onCacheUsed,
    tracing,
    now,
  });
  ending.push(app.endStreams);
  const { openStreams } = app;
  const { connections } = database;
  const { waitingRequests } = authenticator;
  const observed = {
    connections,
    rateBook: rateBook.current,
    rateBookRefusal: rateBook.refusal,
    webhooks: webhooks?.observed ?? null,
    recounts,
    rateChecks,
    openStreams,
    waitingRequests,
    now,
  };
  if (worker && metrics) {
    metrics.show(observed);
    worker.onMeasure(metrics.values);
  } else {
    const metricsServer = await observation.serveMetrics(observed);
    if (metricsServer) opened.unshift(metricsServer);
  }
  const watchdog = createStallWatchdog({ log, routeOf: app.routeOf });
  watchdog.start();
  opened.unshift({ close: async () => watchdog.stop() });
  return watchdog.watch(app.listener);
}

/**
 * Waits until the active rate book is loaded. With any other rate book, the gateway would charge different taxes than
 * its replicas or its previous run.
 */
async function untilInForce(rateBook: Pick<RateBookInForce, 'refusal'>, start: StartReport): Promise<void> {
  for (let refusal = rateBook.refusal(); refusal !== null; refusal = rateBook.refusal()) {
    start.refuse(`${refusal} Activate another version with "rates rollback" or "rates activate".`);
    await wait(rateBookPauseMs);
  }
  start.report('opening the APIs');
}

function dataDirectoryOf({ database }: Config): string {
  if (database.kind === 'embedded' && database.place.kind === 'directory') return database.place.directory;
  throw new Error('The demo requires a store in a directory.');
}

function graphqlSettings(config: Config['graphql']): GraphqlSettings {
  const { introspection, isSubgraph, persistedDocuments, persistedOnly } = config;
  const operations = persistedDocuments === null ? new Map() : readOperationManifest(persistedDocuments);
  return {
    introspection,
    isSubgraph,
    persisted: { operations, ofConsole: readConsoleOperations(), isOnly: persistedOnly },
  };
}

type Stopping = {
  readonly server: HttpServer;
  readonly opened: readonly Closable[];
  readonly ending: readonly (() => void)[];
  readonly log: Logger;
  readonly say: Logger['info'];
  readonly signal: string;
  /** Time to continue serving, so that load balancers first see readiness checks fail. */
  readonly graceMs: number;
};

async function stop({ server, opened, ending, log, say, signal, graceMs }: Stopping): Promise<void> {
  say({ signal, graceMs }, 'stopping');
  setTimeout(() => process.exit(1), graceMs + stopLimitMs).unref();
  try {
    server.drain();
    await wait(graceMs);
    for (const end of ending) end();
    await server.stop(inFlightLimitMs);
    for (const part of opened) await part.close();
    say('stopped');
    process.exit(0);
  } catch (error) {
    log.error(error, 'shutdown failed');
    process.exit(1);
  }
}
