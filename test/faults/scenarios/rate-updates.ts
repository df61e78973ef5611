import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownVersion } from '../../../src/rates/book/files/book-files.ts';
import { bookWith } from '../../support/rate-books.ts';
import { aKeyPair, bookWithMinneapolis, releaseOf } from '../../support/rate-releases.ts';
import { createReplica, type Replica } from '../gateway.ts';
import { tollgate } from '../outcome.ts';
import { createPostgres } from '../postgres.ts';
import type { Report } from '../stage.ts';

const newVersion = '2027.01.1+1';
const mostSeconds = 20;
const mostMegabytes = 150;

const places = [
  { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401', isPartial: true },
  { country: 'US', state: 'CA', city: 'Los Angeles', zip: '90012', isPartial: true },
  { country: 'DE', isPartial: true },
  { country: 'FR', isPartial: true },
];
const carts = places.flatMap((shippingAddress, place) =>
  ['C1S1', 'C2S1', 'C5S1'].map((taxCode, index) => ({
    items: [
      { name: 'Lamp', taxCode: 'C1S1', unitPrice: 19.99 + place, quantity: 3 },
      { name: 'Coat', taxCode, unitPrice: 80.05 + index, quantity: 1 },
    ],
    shippingAddress,
    currency: 'USD',
    externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' },
  })),
);

type Quote = { readonly rateBookVersion: string };
type Target = { readonly replica: Replica; readonly token: string; run(...args: string[]): Promise<void> };

/**
 * Two gateways on PostgreSQL and one with an embedded store are updated, rolled back and updated again under a load of quotes. Each quote
 * must equal one of the two books in every figure. The first update is without load, and its time and memory are measured.
 */
export async function rateUpdates(): Promise<Report> {
  const startedAt = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-rate-updates-'));
  const pair = aKeyPair();
  const file = join(folder, 'rates.json.gz');
  const german = (text: string) => text.replace('["0.19","2021-01-01",null', '["0.21","2021-01-01",null');
  const book = bookWith('2027.01.1', 'global/countries.json', german, bookWithMinneapolis('2027.01.1', '0.007'));
  writeFileSync(file, releaseOf(book, pair).bytes);
  const postgres = await createPostgres({ settings: ['fsync=off'] });
  const replicas: Replica[] = [];
  try {
    const targets = await startTargets(postgres.url, join(folder, 'data'), pair.publicKey, replicas);
    const stores = [targets[0]!, targets[2]!];
    const onAll = (...args: string[]) => Promise.all(stores.map(({ run }) => run('rates', ...args)));

    const before = await quotesOf(targets[0]!);
    const embedded = await measured(targets[2]!, async () => {
      await targets[2]!.run('rates', 'update', file);
      await untilAll([targets[2]!], newVersion);
    });
    const shared = await measured(targets[1]!, async () => {
      await targets[0]!.run('rates', 'update', file);
      await untilAll(targets, newVersion);
    });
    const after = await quotesOf(targets[0]!);
    await onAll('rollback');
    await untilAll(targets, ownVersion);

    const expected = new Map([ownVersion, newVersion].map((version, index) => [version, [before, after][index]!]));
    const load = startQuotes(targets, expected);
    for (const [args, version] of [
      [['update', file], newVersion],
      [['rollback'], ownVersion],
      [['update', file], newVersion],
    ] as const) {
      await wait(2_000);
      await onAll(...args);
      await untilAll(targets, version);
    }
    await wait(2_000);
    const { counts, mixed, failures } = await load.finish();
    const quotes = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const differing = before.filter((quote, index) => figuresOf(quote) !== figuresOf(after[index]!)).length;
    const faults = [
      ...mixed.slice(0, 5),
      ...failures.slice(0, 5),
      ...(differing < 6 ? [`only ${differing} of ${carts.length} quotes differ between the books`] : []),
      ...(counts.size === 2 && Math.min(...counts.values()) > 50
        ? []
        : [`quotes by book: ${JSON.stringify([...counts])}`]),
      ...[embedded, shared].flatMap(({ seconds, megabytes }) =>
        seconds < mostSeconds && megabytes < mostMegabytes ? [] : [`an update took ${seconds} s and ${megabytes} MB`],
      ),
    ];
    const costs = `an update took ${embedded.seconds.toFixed(1)} s of processor time and ${embedded.megabytes.toFixed(0)} MB where it was installed, ${shared.seconds.toFixed(1)} s and ${shared.megabytes.toFixed(0)} MB in another replica`;
    return {
      acknowledged: quotes,
      lost: failures.length,
      doubled: 0,
      delayed: 0,
      resets: 0,
      silent: 0,
      refusals: new Map(),
      faults,
      note: `${[...counts].map(([version, count]) => `${count} quotes of ${version}`).join(', ')}, ${mixed.length} mixed; ${costs}`,
      seconds: (Date.now() - startedAt) / 1_000,
    };
  } finally {
    await Promise.all(replicas.map((one) => one.kill()));
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startTargets(database: string, dataFolder: string, key: string, replicas: Replica[]): Promise<Target[]> {
  const keys = { RATES_PUBLIC_KEYS: key };
  const local = { ...keys, DATA_DIR: dataFolder };
  const runOn =
    (store: string | null, environment: Record<string, string>) =>
    async (...args: string[]): Promise<void> => {
      const { code, output } = await tollgate(store, args, '.', environment);
      if (code !== 0) throw new Error(`${args.join(' ')}: ${output}`);
    };
  const made = await tollgate(database, ['clients', 'create', '--tenant', 'Prairie Books']);
  const wordAfter = (label: string) => new RegExp(`^${label}\\s+(\\S+)`, 'm').exec(made.output)?.[1] ?? '';
  const client = { clientId: wordAfter('client id'), clientSecret: wordAfter('client secret') };
  for (const environment of [keys, keys, local]) {
    const one = await createReplica({ database: environment === local ? null : database, environment });
    replicas.push(one);
    await one.start();
  }
  const demo = JSON.parse(readFileSync(join(dataFolder, 'demo-client.json'), 'utf8')) as typeof client;
  return Promise.all(
    replicas.map(async (replica, index) => {
      const isEmbedded = index === 2;
      const { accessToken } = await ask<{ accessToken: string }>(`${replica.url}/v1/token`, isEmbedded ? demo : client);
      return { replica, token: accessToken, run: isEmbedded ? runOn(null, local) : runOn(database, keys) };
    }),
  );
}

async function ask<Answer>(url: string, body: unknown, token?: string): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer;
}

async function quoteOf({ replica, token }: Target, cart: unknown): Promise<Quote> {
  const { calculatedAt: _, ...quote } = await ask<Quote & { calculatedAt: string }>(
    `${replica.url}/v1/transactions/calculate`,
    cart,
    token,
  );
  return quote;
}

const quotesOf = (target: Target) => Promise.all(carts.map((cart) => quoteOf(target, cart)));
const figuresOf = ({ rateBookVersion: _, ...figures }: Quote) => JSON.stringify(figures);

async function untilAll(targets: readonly Target[], version: string): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await wait(100)) {
    const served = await Promise.all(targets.map(async (target) => (await quoteOf(target, carts[0])).rateBookVersion));
    if (served.every((one) => one === version)) return;
  }
  throw new Error(`Not all replicas use version ${version}.`);
}

/** Quotes on each replica, two at a time, until `finish`. */
function startQuotes(targets: readonly Target[], expected: ReadonlyMap<string, readonly Quote[]>) {
  const counts = new Map<string, number>();
  const mixed: string[] = [];
  const failures: string[] = [];
  let isOver = false;
  const quote = async (target: Target, first: number): Promise<void> => {
    for (let index = first; !isOver; index++) {
      const at = index % carts.length;
      try {
        const found = await quoteOf(target, carts[at]);
        counts.set(found.rateBookVersion, (counts.get(found.rateBookVersion) ?? 0) + 1);
        const wanted = expected.get(found.rateBookVersion)?.[at];
        if (!wanted || figuresOf(found) !== figuresOf(wanted))
          mixed.push(`a quote of no book: ${JSON.stringify(found)}`);
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  const running = Promise.all(targets.flatMap((target) => [quote(target, 0), quote(target, 5)]));
  return {
    async finish() {
      isOver = true;
      await running;
      return { counts, mixed, failures };
    },
  };
}

/** The processor time and the additional memory of a gateway during some work. */
async function measured({ replica: { pid } }: Target, work: () => Promise<void>) {
  const secondsBefore = processorSeconds(pid!);
  const before = residentMegabytes(pid!);
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid!));
  }, 20);
  await work().finally(() => clearInterval(sampling));
  return { seconds: processorSeconds(pid!) - secondsBefore, megabytes: most - before };
}

/** In clock ticks; Linux has 100 per second. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}
