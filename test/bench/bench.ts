import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { auditName, compareAudit } from './audit-cost.ts';
import { batchName, compareBatch } from './batch.ts';
import { buildHandWritten, builtMain, nodeOptions } from './built.ts';
import { agreementsFor, type Case, casesFor, listCase, puts } from './cases.ts';
import { type Credentials, createClient } from './client.ts';
import { type CoreTimes, timeCore } from './core.ts';
import { canProvideDatabase, provideDatabase } from './database.ts';
import { exemptionCsvName, timeExemptionCsv } from './exemption-csv.ts';
import { filingName, timeFiling } from './filing.ts';
import { hostileName, timeHostile } from './hostile.ts';
import { describeLifetime, lifetimeName } from './lifetime.ts';
import { connections, fire, lowerQuartile, median, type Round, type Shot, type Target } from './load.ts';
import { startPeers } from './peers.ts';
import { type Published, publish } from './published.ts';
import { guarded, hasLost, keepRatios, requireRatios } from './ratios.ts';
import { figure, table } from './report.ts';
import { type Seed, seed, send } from './seed.ts';
import { type RunningServer, startServer } from './servers.ts';

/*
 * npm run bench [-- --quick] [-- --only=PUT]: the gateway compared with a hand-written server, on the same PostgreSQL. The README
 * of this folder says how to read it. Everything started here is stopped here.
 *
 * npm run bench -- --publish: writes the results into the README.
 * npm run bench:answers [-- --if-available]: only checks that both servers give the same answers.
 * npm run bench:ratios [-- --if-available] [-- --keep] [-- --rounds=8]: a short form that fails if a scenario became slower.
 */

const plans = {
  full: { customers: 200, transactions: 2_000, rounds: 3, seconds: 4, warmUpSeconds: 2, coreSeconds: 4 },
  quick: { customers: 60, transactions: 200, rounds: 2, seconds: 1, warmUpSeconds: 1, coreSeconds: 1 },
} as const;
type Plan = (typeof plans)[keyof typeof plans];

const tiny = { customers: 60, transactions: 60 };
const asks = (flag: string) => process.argv.includes(`--${flag}`);

const flagValue = (flag: string) =>
  process.argv.find((argument) => argument.startsWith(`--${flag}=`))?.split('=', 2)[1];
const only = new RegExp(flagValue('only') ?? '');
const rounds = Number(flagValue('rounds') ?? 4);
const short = { customers: 60, transactions: 200, rounds, seconds: 1, warmUpSeconds: 1.5 };
const legend =
  'Medians over the rounds; cpu and database are processor time of the server and of PostgreSQL per request, ratio that of their sum. p50 to database: ours / by hand.';
const coreName = 'core, in process';
const workersName = 'two workers';
const embeddedName = 'embedded store';
const poolSize = 10;
const patience = 20_000;

/** The processes to stop at the end, in reverse order of their start. */
const started: (() => Promise<void>)[] = [];

let stopping: Promise<void> | null = null;

function stopAll(): Promise<void> {
  stopping ??= stopEach();
  return stopping;
}

async function stopEach(): Promise<void> {
  for (let stop = started.pop(); stop; stop = started.pop()) {
    await stop().catch((error: unknown) => console.error(error));
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stopAll().finally(() => process.exit(130)));
}

try {
  if (asks('if-available') && !canProvideDatabase())
    console.error('!!! No PostgreSQL on this machine: THE BENCH DID NOT RUN.');
  else if (asks('answers')) await compareAnswers();
  else if (asks('ratios')) await compareRatios();
  else await bench(plans[asks('quick') ? 'quick' : 'full']);
} finally {
  await stopAll();
}

async function compareAnswers(): Promise<void> {
  const { gateway, handWritten, token, stored } = await startBoth(tiny);
  for (const compared of [...casesFor(token, stored), ...agreementsFor(token, stored)]) {
    await requireAgreement(compared, gateway, handWritten);
    console.log(`Same answers: ${compared.name}`);
  }
}

async function compareRatios(): Promise<void> {
  const { gateway, handWritten, token, stored } = await startBoth(short);
  const found: Record<string, number> = {};
  for (const compared of casesFor(token, stored).filter(({ name }) => guarded.test(name))) {
    await requireAgreement(compared, gateway, handWritten);
    const measure = async () => cpuRatio(await compare(compared, gateway, handWritten, short));
    const first = await measure();
    const hasToRepeat = !asks('keep') && hasLost(compared.name, first);
    found[compared.name] = hasToRepeat ? Math.max(first, await measure()) : first;
  }
  if (asks('keep')) keepRatios(found);
  else requireRatios(found);
}

async function bench(plan: Plan): Promise<void> {
  const core = only.test(coreName) ? await timeCore(plan.coreSeconds) : null;
  const { gateway, handWritten, token, stored, version, rowBytes, databaseUrl } = await startBoth(plan);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}, ${version}`;
  console.log(`${machine}\n${plan.customers} customers, ${plan.transactions} documents of ${rowBytes} bytes each`);
  console.log(`${connections} connections, ${plan.rounds} rounds of ${plan.seconds} s on each side, in turns\n`);

  const results: Result[] = [];
  for (const compared of casesFor(token, stored).filter(({ name }) => only.test(name))) {
    const isList = compared.name === listCase(token).name;
    const peers = isList ? await startPeers(databaseUrl, poolSize, token) : [];
    started.push(...peers.map(({ target }) => target.stop));
    const sides = [
      { compared, target: gateway },
      ...peers.map((peer) => ({ ...peer, target: { ...peer.target, databaseProcessId: gateway.databaseProcessId } })),
    ];
    for (const side of sides) await requireAgreement(side.compared, side.target, handWritten);
    results.push(...(await compareAll(sides, handWritten, plan)));
  }
  if (results.length > 0) console.log(`${serverTable(results)}\n\n${legend}\n`);
  if (asks('publish')) publish(results.map(publishedOf), machine);
  if (only.test(workersName)) console.log(`${await compareWorkers(gateway, token, databaseUrl, plan)}\n`);
  if (only.test(embeddedName)) console.log(`${await compareEmbedded(gateway, token, stored, plan)}\n`);
  if (only.test(batchName)) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const single = puts('C', headers, stored.customerIds);
    console.log(`${await compareBatch(gateway, single, stored.customerIds, plan)}\n`);
  }
  if (only.test(auditName)) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    console.log(`${await compareAudit(gateway, puts('A', headers, stored.customerIds), databaseUrl, plan)}\n`);
  }
  if (only.test(filingName)) console.log(`${await timeFiling(gateway.url, token, stored.customerIds, plan.rounds)}\n`);
  if (only.test(exemptionCsvName)) {
    console.log(`${await timeExemptionCsv({ gateway, token, databaseUrl }, plan.customers, plan.rounds)}\n`);
  }
  if (only.test(hostileName)) console.log(`${await timeHostile(gateway.url, token)}\n`);
  if (core) console.log(coreTable(core));
  if (only.test(lifetimeName))
    console.log(`\n${await describeLifetime(gateway, handWritten, databaseUrl, startBuilt, plan.rounds)}`);
}

/** The list from a gateway with two workers, on the database of the gateway with a single process. */
async function compareWorkers(single: Target, token: string, databaseUrl: string, plan: Plan): Promise<string> {
  const environment = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(poolSize), WORKERS: '2' };
  const server = await startBuilt(environment);
  started.push(server.stop);
  const two = { ...server, databaseProcessId: single.databaseProcessId };
  const list = listCase(token, `${workersName} / one process: `);
  return serverTable([await compare({ ...list, handWritten: list.ours }, two, single, plan)]);
}

/** Requests to a gateway with the embedded store, compared with one on PostgreSQL. */
async function compareEmbedded(onServer: Target, token: string, stored: Seed, plan: Plan): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  started.push(async () => rmSync(folder, { recursive: true, force: true }));
  const store = { DATA_DIR: join(folder, 'data') };
  const credentials = await createClient(store);
  const embedded = await startBuilt(store);
  started.push(embedded.stop);
  const ownToken = await createToken(embedded.url, credentials);
  const own = casesFor(ownToken, await seed(embedded.url, ownToken, plan));
  const results: Result[] = [];
  for (const [index, { name, ours, ...rest }] of casesFor(token, stored).entries()) {
    if (!guarded.test(name)) continue;
    const both = { ...rest, name: `${embeddedName} / PostgreSQL: ${name}`, ours: own[index]!.ours, handWritten: ours };
    results.push(await compare(both, embedded, onServer, plan));
  }
  return serverTable(results);
}

async function startBoth(plan: { readonly customers: number; readonly transactions: number }) {
  const database = await provideDatabase();
  started.push(database.stop);
  const gateway = { ...(await startGateway(database.url)), databaseProcessId: database.processId };
  const token = await createToken(gateway.url, await createClient({ DATABASE_URL: database.url }));
  const stored = await seed(gateway.url, token, plan);
  const tables = await prepareTables(database.url);
  const server = await startHandWritten(database.url, gateway.url, token, stored);
  const handWritten = { ...server, databaseProcessId: database.processId };
  return { gateway, handWritten, token, stored, databaseUrl: database.url, ...tables };
}

async function startGateway(url: string): Promise<RunningServer> {
  const gateway = await startBuilt({ DATABASE_URL: url, DATABASE_POOL_SIZE: String(poolSize) });
  started.push(gateway.stop);
  return gateway;
}

function startBuilt(environment: Record<string, string>): Promise<RunningServer> {
  const command = [...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []), ...nodeOptions, builtMain];
  // The servers it is compared with neither log nor limit requests.
  const quiet = { LOG_LEVEL: 'warn', REQUESTS_PER_MINUTE: '0', ...environment };
  return startServer({ command, environment: quiet, healthPath: '/health/ready' });
}

async function createToken(gatewayUrl: string, credentials: Credentials): Promise<string> {
  const { body } = await send(gatewayUrl, '', 'POST', '/v1/token', credentials);
  return String(body.accessToken);
}

async function startHandWritten(url: string, gatewayUrl: string, token: string, stored: Seed): Promise<RunningServer> {
  const path = `/v1/transactions/source/1/externalId/${stored.externalIds[0]}`;
  const { body } = await send(gatewayUrl, token, 'GET', path);
  const { iss = '', aud = '' } = decodeJwt(token);
  const server = await startServer({
    command: [await buildHandWritten()],
    environment: {
      DATABASE_URL: url,
      POOL_SIZE: String(poolSize),
      TOKEN_ISSUER: iss,
      TOKEN_AUDIENCE: String(aud),
      TEMPLATE_ID: String(body.serviceId),
    },
    healthPath: '/health/live',
  });
  started.push(server.stop);
  return server;
}

/** Collects statistics for the planner, as autovacuum would a minute later. */
async function prepareTables(url: string): Promise<{ version: string; rowBytes: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<{ version: string; bytes: number }>(
      `SELECT current_setting('server_version') AS version,
        (SELECT avg(octet_length(document::text) + octet_length(snapshot::text))::int FROM transactions) AS bytes`,
    );
    return { version: `PostgreSQL ${rows[0]?.version}`, rowBytes: rows[0]?.bytes ?? 0 };
  } finally {
    await client.end();
  }
}

/** Before measuring, both must return the expected responses, and equal ones. */
async function requireAgreement(
  { name, ours, handWritten, expected, difference }: Case,
  gateway: Target,
  other: Target,
) {
  const answers = [await ask(gateway, ours), await ask(other, handWritten)] as const;
  for (const { status, body } of answers) {
    if (status !== expected) throw new Error(`${name}: answered ${status}, ${JSON.stringify(body).slice(0, 2_000)}`);
  }
  const found = difference(answers[0].body, answers[1].body);
  if (found) throw new Error(`${name}: the answers differ (ours / by hand): ${found}`);
}

async function ask({ url }: Target, { method, headers, next }: Shot): Promise<{ status: number; body: unknown }> {
  const { path, body } = next();
  const response = await fetch(url + path, { method, headers, body, signal: AbortSignal.timeout(patience) });
  return { status: response.status, body: await response.json() };
}

type Result = { readonly name: string; readonly ours: readonly Round[]; readonly handWritten: readonly Round[] };

type Pace = Pick<Plan, 'rounds' | 'seconds' | 'warmUpSeconds'> | typeof short;

async function compare(compared: Case, gateway: Target, handWritten: Target, plan: Pace): Promise<Result> {
  const [result] = await compareAll([{ compared, target: gateway }], handWritten, plan);
  return result!;
}

/**
 * Runs rounds on all sides in turns, each to be compared with the same rounds of the hand-written server. Their order
 * alternates, so that no side gets the quieter moments.
 */
async function compareAll(
  compared: readonly { readonly compared: Case; readonly target: Target }[],
  handWritten: Target,
  plan: Pace,
): Promise<Result[]> {
  const byHand = { target: handWritten, shot: compared[0]!.compared.handWritten, rounds: [] as Round[] };
  const ours = compared.map(({ compared: { name, ours: shot }, target }) => {
    return { name, target, shot, rounds: [] as Round[] };
  });
  const sides = [...ours, byHand];
  for (const { target, shot } of sides) await fire(target, shot, plan.warmUpSeconds);
  for (let round = 0; round < plan.rounds; round++) {
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
      side.rounds.push(await fire(side.target, side.shot, plan.seconds));
    }
  }
  return ours.map(({ name, rounds }) => ({ name, ours: rounds, handWritten: byHand.rounds }));
}

/** Processor time of server and PostgreSQL per request. */
function cpuOf(rounds: readonly Round[]): number {
  return lowerQuartile(rounds.map((round) => round.cpuPerRequest + (round.databaseCpuPerRequest ?? 0)));
}

function cpuRatio({ ours, handWritten }: Result): number {
  return cpuOf(handWritten) / cpuOf(ours);
}

function rateOf(rounds: readonly Round[]): number {
  return median(rounds.map(({ requestsPerSecond }) => requestsPerSecond));
}

function publishedOf({ name, ours, handWritten }: Result): Published {
  return {
    name,
    ours: cpuOf(ours),
    byHand: cpuOf(handWritten),
    requestsPerSecond: rateOf(ours),
    requestsPerSecondByHand: rateOf(handWritten),
  };
}

function serverTable(results: readonly Result[]): string {
  const head = [
    '',
    'ours req/s',
    'by hand',
    'ratio',
    '(rounds)',
    'p50 ms',
    'p99 ms',
    'cpu µs',
    'database µs',
    'cpu ratio',
  ];
  const rows = results.map(({ name, ours, handWritten }) => {
    const of = (rounds: readonly Round[], member: keyof Round) =>
      median(rounds.map((round) => round[member] ?? Number.NaN));
    const pair = (member: keyof Round, places: number) =>
      `${figure(of(ours, member), places)} / ${figure(of(handWritten, member), places)}`;
    const ratios = ours.map((round, index) => round.requestsPerSecond / handWritten[index]!.requestsPerSecond);
    return [
      name,
      figure(of(ours, 'requestsPerSecond')),
      figure(of(handWritten, 'requestsPerSecond')),
      figure(median(ratios), 2),
      ratios.map((ratio) => figure(ratio, 2)).join(' '),
      pair('p50', 1),
      pair('p99', 1),
      pair('cpuPerRequest', 0),
      pair('databaseCpuPerRequest', 0),
      figure(cpuRatio({ name, ours, handWritten }), 2),
    ];
  });
  return table(head, rows);
}

function coreTable(times: readonly CoreTimes[]): string {
  const head = [coreName, 'jurisdictions', 'µs', 'µs per line', 'bare decimal.js µs', 'ratio'];
  const rows = times.map(({ place, jurisdictions, lines, microseconds, bareMicroseconds }) => [
    `${place}, ${lines} ${lines === 1 ? 'line' : 'lines'}`,
    String(jurisdictions),
    figure(microseconds, 1),
    figure(microseconds / lines, 2),
    figure(bareMicroseconds, 1),
    figure(microseconds / bareMicroseconds, 2),
  ]);
  return table(head, rows);
}
