import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledBook, bookDigest, bookText, ownBook } from '../../../src/rates/book/files/book-files.ts';
import { archiveBook, createArchivedBooks } from '../../../src/rates/versions/archived-books.ts';
import { reference } from '../../support/context.ts';
import { bookWith, compressed } from '../../support/rate-books.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';

const at = new Date('2026-11-25T10:00:00Z');
const inForce = { current: () => reference, refusal: () => null };

let store: TestStore;
const books = () => createArchivedBooks(store.stores.rateBooks, inForce);

beforeAll(async () => {
  store = await openOwnStore();
});
afterAll(() => store.close());

describe('the rate book of a release', () => {
  it('is archived once, even if several replicas start at the same time', async () => {
    const { rateBooks } = store.stores;
    await Promise.all([1, 2, 3].map(() => archiveBook(rateBooks, at)));
    await archiveBook(rateBooks, new Date('2026-12-01T10:00:00Z'));
    expect(await rateBooks.listArchived()).toEqual([
      { version: reference.version, digest: reference.digest, archivedAt: at },
    ]);
  });

  it('uses less than a megabyte', async () => {
    const [archived] = await store.stores.rateBooks.findArchived(reference.version);
    expect(archived!.content.byteLength).toBeLessThan(1_000_000);
  });
});

describe('an archived rate book', () => {
  const older = bookWith('2026.06.01-1', 'us/MN.json', (text) => text.replaceAll('0.06875', '0.065'));

  const archive = (version: string, book: BundledBook, digest = bookDigest(book)) =>
    store.stores.rateBooks.archive({ version, digest, content: compressed(bookText(book)) }, at);

  it('is opened as it was, and once', async () => {
    await archive('2026.06.01-1', older);
    const opened = books();
    let loads = 0;
    const onLoad = () => {
      loads += 1;
    };
    const [first, second] = await Promise.all([
      opened.open('2026.06.01-1', { onLoad }),
      opened.open('2026.06.01-1', { onLoad }),
    ]);
    expect(first!.version).toBe('2026.06.01-1');
    expect(first).toBe(second);
    const { matchAddress, placeFacts } = first!;
    const match = matchAddress({ ...aPlace, zip: '55401' });
    if (match.kind !== 'matched') throw new Error('Not matched.');
    const rates = placeFacts(match.place, '2026-07-01').taxPlace.rates;
    expect(rates.find(({ jurisdiction }) => jurisdiction.level === 'STATE')!.rate.toString()).toBe('0.065');
    await opened.open('2026.06.01-1', { onLoad });
    expect(loads).toBe(2); // Requested twice before the first was loaded, and not again.
  });

  it('is closed some time after its last use', async () => {
    const opened = createArchivedBooks(store.stores.rateBooks, inForce, undefined, 1);
    let loads = 0;
    const onLoad = () => {
      loads += 1;
    };
    for (const expected of [1, 2]) {
      expect((await opened.open('2026.06.01-1', { onLoad }))!.version).toBe('2026.06.01-1');
      expect(loads).toBe(expected);
      await wait(20);
    }
  });

  it('is the one in force if it is requested, without being loaded', async () => {
    const onLoad = () => {
      throw new Error('It was loaded.');
    };
    expect(await books().open(reference.version, { onLoad })).toBe(reference);
  });

  it('is distinguished by its digest from another with the same name', async () => {
    const another = bookWith('2026.06.02-1', 'us/WI.json', (text) => text.replaceAll('0.05', '0.06'));
    const third = bookWith('2026.06.02-1', 'us/IA.json', (text) => text.replaceAll('0.06', '0.07'));
    for (const book of [another, third]) await archive('2026.06.02-1', book);
    const digest = bookDigest(third);
    const opened = await books().open('2026.06.02-1', { digest });
    expect(opened!.digest).toBe(digest);
    expect(await books().open('2026.06.02-1', { digest: '0'.repeat(43) })).toBeNull();
  });

  it('is the one that was installed, if an update has the name of another', async () => {
    const [first, second] = ['0.07', '0.08'].map((rate) =>
      bookWith('2037.06.02-1', 'us/IA.json', (text) => text.replaceAll('0.06', rate)),
    );
    for (const book of [first!, second!]) await archive('2037.06.02-1', book);
    const base = { version: '2037.06.02-1', digest: bookDigest(second!) };
    const draft = await store.stores.rateBooks.beginImport();
    const { number } = await draft.commit({ layers: [], note: 'Update', at, onto: 0, base });
    const opened = await books().open(`2037.06.02-1+${number}`);
    expect(opened!.jurisdictionRate('US/IA', '2026-07-01')?.rate?.rate.toString()).toBe('0.08');
  });

  it('is not used if it was altered, does not fit this release or was never kept', async () => {
    await archive('2026.01.01-1', ownBook, '1'.repeat(43));
    await archive('2026.01.02-1', { names: ['book.json'], text: () => '{}' });
    for (const version of ['2026.01.01-1', '2026.01.02-1', '2020.01.01-1', `${reference.version}+77`, '']) {
      expect(await books().open(version)).toBeNull();
    }
  });
});

const aPlace = {
  country: 'US',
  state: 'MN',
  city: 'Minneapolis',
  county: null,
  street: null,
  region: null,
  isPartial: true,
} as const;
