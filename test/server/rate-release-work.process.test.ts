import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BundledBook } from '../../src/rates/book/files/book-files.ts';
import { startRateReleases } from '../../src/server/rate-release-work.ts';
import { type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { bookWith } from '../support/rate-books.ts';
import { aCorrection, aCorrectionsLayer, aStateRatesLayer } from '../support/rate-layers.ts';
import { aKeyPair, bookWithMinneapolis, releaseOf } from '../support/rate-releases.ts';
import { openOwnStore, type TestStore } from '../support/stores.ts';

const pair = aKeyPair();
const book = bookWithMinneapolis('2027.01.1', '0.007');
const bytesOf = (one: BundledBook, by = pair) => releaseOf(one, by).bytes;
const newBook = bytesOf(book);
const forgedBook = bytesOf(book, aKeyPair());
const olderBook = bytesOf(bookWithMinneapolis('2026.01.1', '0.007'));
const manyLists = gzipSync(`[${'[],'.repeat(1_000_000)}[]]`);
const hourMs = 3_600_000;

let store: TestStore;
let server: AnsweringServer;
let work: ReturnType<typeof startRateReleases>;
let clock: number;
let lines: string[];

beforeEach(async () => {
  store = await openOwnStore();
  server = await startAnsweringServer();
  clock = Date.now();
  lines = [];
});
afterEach(async () => {
  await work.close();
  await server.close();
  await store.close();
});

function start({
  url = `${server.url}/rates.json.gz`,
  isAutomatic = false,
}: {
  url?: string | null;
  isAutomatic?: boolean;
} = {}) {
  const note = (_: unknown, message?: string) => void lines.push(String(message));
  work = startRateReleases({
    rates: { url, isAutomatic, keys: [pair.publicKey] },
    stores: store.stores,
    log: { info: note, warn: note, error: note },
    everyMs: 10,
    downloadMs: 2_000,
    now: () => new Date(clock),
  });
}

const sending = (bytes: Uint8Array) => (_: unknown, response: ServerResponse) => void response.end(bytes);
const checked = (count: number) =>
  expect.poll(() => work.checks.done + work.checks.failed, { timeout: 50_000 }).toBe(count);
const inForce = async () => (await store.stores.rateBooks.listActivations(1))[0]?.number ?? 0;
const lastFailure = async () => (await store.stores.rateBooks.lastCheck())!.failure;

it('installs a new book once a day without activating it', async () => {
  server.answer = ({ path }, response) => {
    if (path === '/moved') response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(newBook);
    else response.writeHead(302, { Location: '/moved' }).end();
  };
  start();
  await checked(1);
  expect(work.checks).toEqual({ done: 1, failed: 0 });
  expect(await store.stores.rateBooks.list()).toMatchObject([
    { number: 1, base: { version: '2027.01.1' }, layerIds: [] },
  ]);
  expect(await inForce()).toBe(0);
  expect(lines).toEqual(['a new rate book is installed and can be activated']);
  clock += 23 * hourMs;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.questions.map(({ path }) => path)).toEqual(['/rates.json.gz', '/moved']);
  clock += 2 * hourMs;
  await checked(2);
  expect(await store.stores.rateBooks.list()).toHaveLength(1);
});

it('activates a new book if it may, and not again after a rollback', async () => {
  server.answer = sending(newBook);
  start({ isAutomatic: true });
  await checked(1);
  expect(await inForce()).toBe(1);
  expect(lines).toEqual(['a new rate book is in force']);
  const { rateBooks } = store.stores;
  await rateBooks.activate(0, new Date());
  clock += 25 * hourMs;
  await checked(2);
  expect(await inForce()).toBe(0);
  // Nor over imports, which give the book another number.
  const draft = await rateBooks.beginImport();
  const { number } = await draft.commit({ layers: [], note: 'own', at: new Date(clock), onto: 0 });
  await rateBooks.activate(number, new Date(clock));
  clock += 25 * hourMs;
  await checked(3);
  expect(await inForce()).toBe(number);
});

it('leaves a book without a country to the operator, and reports it, but not one with other regions', async () => {
  const without = bookWith('2027.02.1', 'global/countries.json', (text) => {
    const file = JSON.parse(text) as { countries: unknown[][] };
    return JSON.stringify({ ...file, countries: file.countries.filter(([code]) => code !== 'SC') });
  });
  const divided = bookWith('2027.03.1', 'global/regions.json', (text) => text.replaceAll('GR-ISL-2026', 'GR-ISL-2027'));
  server.answer = sending(bytesOf(without));
  start({ isAutomatic: true });
  await checked(1);
  expect(work.checks).toEqual({ done: 0, failed: 1 });
  expect(await lastFailure()).toBe('Rate book 2027.02.1 has no data for SC. Activate version 1 if this is intended.');
  expect(await inForce()).toBe(0);
  server.answer = sending(bytesOf(divided));
  clock += 25 * hourMs;
  await checked(2);
  expect([await lastFailure(), await inForce()]).toEqual([null, 2]);
});

it('leaves a book that makes a correction obsolete to the operator', async () => {
  const { rateBooks } = store.stores;
  const draft = await rateBooks.beginImport();
  await draft.commit({ layers: [aCorrectionsLayer({ rows: [aCorrection()] })], note: 'own', at: new Date(clock) });
  await rateBooks.activate(1, new Date(clock));
  const without = bookWith('2027.04.1', 'us/MN.json', (text) => text.replaceAll('MN-M43000', 'MN-M43001'));
  server.answer = sending(bytesOf(without));
  start({ isAutomatic: true });
  await checked(1);
  expect(await lastFailure()).toMatch(/^MN-M43000: the imported rate .* is not applied: .* Activate version 2 if/);
  expect(await inForce()).toBe(1);
});

it('leaves the activation to a plan', async () => {
  const { rateBooks } = store.stores;
  await rateBooks.planActivation({ number: 0, activatedAt: new Date(clock + 100 * hourMs) });
  server.answer = sending(newBook);
  start({ isAutomatic: true });
  await checked(1);
  expect(await inForce()).toBe(0);
  expect(await rateBooks.findPlan()).not.toBeNull();
});

it('leaves out a book that is not later than the one in force, without a failure', async () => {
  server.answer = sending(olderBook);
  start({ isAutomatic: true });
  await checked(1);
  expect(work.checks).toEqual({ done: 1, failed: 0 });
  expect(await store.stores.rateBooks.list()).toEqual([]);
});

it.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['slow', () => {}, /^The server did not send the file within 2 s\.$/],
  ['slow in the middle', (response) => void response.write(newBook.subarray(0, 1_000)), /did not send the file within/],
  ['broken', (response) => void response.writeHead(500).end(), /^The server responded with status 500\.$/],
  [
    'broken off',
    (response) => void response.writeHead(200, { 'Content-Length': 2_000_000 }).write('x', () => response.destroy()),
    /^The download failed: /,
  ],
  ['one with a cut file', (response) => void response.end(newBook.subarray(0, 1_000)), /^The file is not a rate book/],
  ['one with a forged book', (response) => void response.end(forgedBook), /signed with the unknown key/],
  ['one with many lists', (response) => void response.end(manyLists), /^The file is not a rate book/],
  [
    'one with an endless file',
    (response) => {
      const more = () =>
        void (response.write(Buffer.alloc(1_000_000)) ? setImmediate(more) : response.once('drain', more));
      more();
    },
    /^The file is larger than 16 MB\.$|did not send the file within/,
  ],
])('reports a server that is %s, and tries again in an hour', async (_name, answer, failure) => {
  server.answer = (_question, response) => answer(response);
  start({ isAutomatic: true });
  await checked(1);
  expect(work.checks).toEqual({ done: 0, failed: 1 });
  expect(await lastFailure()).toMatch(failure);
  expect(lines).toEqual(['no new rate book could be installed; trying again in an hour']);
  expect(await store.stores.rateBooks.list()).toEqual([]);
  server.answer = sending(newBook);
  clock += hourMs + 1;
  await checked(2);
  expect(await lastFailure()).toBeNull();
  expect(await inForce()).toBe(1);
});

it('follows no redirect to another server without HTTPS, and few on the same', async () => {
  const other = server.url.replace('127.0.0.1', 'localhost');
  server.answer = (_question, response) => void response.writeHead(302, { Location: `${other}/rates.json.gz` }).end();
  start();
  await checked(1);
  expect(await lastFailure()).toBe(
    `The server redirects to ${other}/rates.json.gz. Redirects must go to an HTTPS URL or stay on the same server.`,
  );
  expect(server.questions).toHaveLength(1);
  server.answer = (_question, response) => void response.writeHead(302, { Location: '/rates.json.gz' }).end();
  clock += hourMs + 1;
  await checked(2);
  expect(await lastFailure()).toBe('The server redirected more than 5 times.');
  expect(server.questions).toHaveLength(7);
});

it('reports a server that cannot be reached', async () => {
  start({ url: 'http://127.0.0.1:9/rates.json.gz' });
  await checked(1);
  expect(await lastFailure()).toMatch(/^The download failed: /);
});

it('is done by one replica only', async () => {
  const { rateBooks } = store.stores;
  const until = new Date(clock + hourMs);
  const begun = await Promise.all([1, 2, 3].map(() => rateBooks.beginCheck(new Date(clock), until)));
  expect(begun.filter((one) => one)).toHaveLength(1);
  // One whose process died is started again.
  expect(await rateBooks.beginCheck(new Date(clock + hourMs + 1), new Date(clock + 2 * hourMs))).toBe(true);
  start({ url: null });
});

it('activates a planned version when its time has come', async () => {
  server.answer = sending(newBook);
  start();
  await checked(1);
  await store.stores.rateBooks.planActivation({ number: 1, activatedAt: new Date(Date.now() + 500) });
  expect(await inForce()).toBe(0);
  await expect.poll(inForce, { timeout: 50_000 }).toBe(1);
  expect(lines.at(-1)).toBe('the planned rate book version is in force');
});

it('activates no planned version that cannot be loaded, and reports it once', async () => {
  const { rateBooks } = store.stores;
  const layers = [aStateRatesLayer({ jurisdictions: [] })];
  await (await rateBooks.beginImport()).commit({ layers, note: 'strange', at: new Date(clock) });
  await rateBooks.planActivation({ number: 1, activatedAt: new Date(clock - 1_000) });
  start({ url: null });
  await expect.poll(() => lines, { timeout: 50_000 }).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lines).toEqual(['the planned rate book version cannot be loaded and will not be activated']);
  expect(await inForce()).toBe(0);
  expect(await rateBooks.findPlan()).not.toBeNull();
  // It does not block a new book.
  await work.close();
  server.answer = sending(newBook);
  start({ isAutomatic: true });
  await checked(1);
  expect(await inForce()).toBe(2);
});

it('keeps a plan that only replicas of a later release can load', async () => {
  const { rateBooks } = store.stores;
  await (await rateBooks.beginImport()).commit({ layers: [], note: 'later', at: new Date(clock) });
  await store.database.prisma
    .$executeRaw`UPDATE rate_book_versions SET layer_ids = ARRAY['format 99'] WHERE number = 1`;
  await rateBooks.planActivation({ number: 1, activatedAt: new Date(clock - 1_000) });
  server.answer = sending(newBook);
  start({ isAutomatic: true });
  await checked(1);
  expect([await inForce(), (await rateBooks.findPlan())?.number]).toEqual([0, 1]);
});
