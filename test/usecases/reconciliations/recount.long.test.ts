import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../../src/domain/base/calendar.ts';
import type { ReconciledRow, Reconciliation } from '../../../src/domain/reconciliations/reconciliation.ts';
import type { Context } from '../../../src/ports/context.ts';
import { examples } from '../../support/examples.ts';
import { openTestStore, type TestStore } from '../../support/stores.ts';
import { reconcile } from './ask.ts';
import { mixedAccount, storeMixed } from './mixed-account.ts';
import { header, mixedDocuments, type PlantedDocument } from './mixed-file.ts';

let store: TestStore;
let ctx: Context;
/** More than the batch size. */
const planted = mixedDocuments(330);
beforeAll(async () => {
  store = await openTestStore();
  ctx = await mixedAccount(store);
  await storeMixed(ctx, planted);
});
afterAll(() => store.close());

type Cells = Readonly<Record<string, string>>;
type FileDocument = { readonly externalId: string; readonly date: string; readonly rows: readonly Cells[] };

const columns = [...header, 'currency'];
const inUsd = ({ externalId, rows }: PlantedDocument): FileDocument => ({ externalId, date: rows[0]!.date!, rows });

/** Sales in other countries and currencies, with a tax that is correct, incorrect, or on the wrong day. */
const abroad = fc
  .record({
    place: fc.constantFrom(
      { country: 'DE', currency: 'EUR', state: '', rate: 19 },
      { country: 'GB', currency: 'GBP', state: '', rate: 20 },
      { country: 'CA', currency: 'CAD', state: 'AB', rate: 5 },
    ),
    euros: fc.integer({ min: -500, max: 5_000 }).filter((amount) => amount !== 0),
    isEqual: fc.boolean(),
    number: fc.nat(),
  })
  .map(({ place: { rate, ...place }, euros, isEqual, number }): FileDocument => {
    const externalId = `ABROAD-${number}`;
    const taxAmount = ((euros * rate) / 100 + (isEqual ? 0 : 1)).toFixed(2);
    const date = '2026-06-15';
    const sold = { source: '1', externalId, date, taxCode: 'C1S1', unitPrice: String(euros), quantity: '1' };
    return { externalId, date, rows: [{ ...sold, ...place, taxAmount }] };
  });

/** Unreadable rows. */
const faulty = fc.nat().map((number): FileDocument => {
  const externalId = `FAULTY-${number}`;
  return { externalId, date: '', rows: [{ source: '1', externalId, date: 'soon', unitPrice: 'dear', taxAmount: '1' }] };
});

const some = (from: readonly FileDocument[]) => fc.shuffledSubarray([...from], { minLength: from.length >> 1 });
const inFile = planted.filter(({ rows }) => rows.length > 0).map(inUsd);
const ofId = { selector: ({ externalId }: FileDocument) => externalId };

const textOf = (documents: readonly FileDocument[]) =>
  [columns, ...documents.flatMap(({ rows }) => rows.map((row) => columns.map((name) => row[name] ?? '')))]
    .map((cells) => cells.join(','))
    .join('\n');

const cents = (amount: string | null) => {
  const [, sign, whole, places = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount ?? '0')!;
  expect(places.length).toBeLessThanOrEqual(2);
  return BigInt(`${sign}${whole}${places.padEnd(2, '0')}`);
};

type Sums = Readonly<Record<string, string>>;

/** Counts and sums of rows by a key, as text. */
function sums(rows: readonly ReconciledRow[], keyOf: (row: ReconciledRow) => string | null): Sums {
  const found: Record<string, { count: number; theirs: bigint; ours: bigint }> = {};
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    found[key] ??= { count: 0, theirs: 0n, ours: 0n };
    found[key].count += 1;
    found[key].theirs += cents(row.theirTaxAmount);
    found[key].ours += cents(row.taxAmount);
  }
  const entries = Object.entries(found).map(([key, { count, theirs, ours }]) => [key, `${count} ${ours - theirs}`]);
  return Object.fromEntries(entries);
}

const told = <Total extends { rowCount: number; taxDifference: string }>(
  totals: readonly Total[],
  keyOf: (total: Total) => string,
): Sums => Object.fromEntries(totals.map((one) => [keyOf(one), `${one.rowCount} ${cents(one.taxDifference)}`]));

function expectRecounted(summary: Reconciliation, rows: readonly ReconciledRow[]): void {
  expect(summary.rowCount).toBe(rows.length);
  expect(summary.equalCount).toBe(rows.filter(({ cause }) => cause === null).length);
  expect(told(summary.causes, ({ cause, currency }) => `${cause} ${currency}`)).toEqual(
    sums(rows, ({ cause, currency }) => cause && `${cause} ${currency}`),
  );
  expect(told(summary.jurisdictions, ({ jurisdiction: { id }, currency }) => `${id} ${currency}`)).toEqual(
    sums(rows, ({ cause, jurisdiction, currency }) => cause && jurisdiction && `${jurisdiction.id} ${currency}`),
  );
  expect(told(summary.differences, ({ currency }) => currency)).toEqual(sums(rows, ({ currency }) => currency));
  for (const { currency, theirTaxAmount, taxAmount } of summary.differences) {
    const own = rows.filter((row) => row.currency === currency);
    expect(cents(theirTaxAmount)).toBe(own.reduce((sum, row) => sum + cents(row.theirTaxAmount), 0n));
    expect(cents(taxAmount)).toBe(own.reduce((sum, row) => sum + cents(row.taxAmount), 0n));
  }
}

const sorted = (ids: readonly (string | null)[]) => ids.toSorted();
const seen = new Map<string, string>();

describe('the sums of a file are those of its rows, and each document is there once', () => {
  it('compared with a calculation, in any order', async () => {
    const file = fc
      .tuple(
        some(inFile),
        fc.uniqueArray(abroad, { ...ofId, maxLength: 12 }),
        fc.uniqueArray(faulty, { ...ofId, maxLength: 4 }),
      )
      .chain((parts) => fc.shuffledSubarray(parts.flat(), { minLength: parts.flat().length }));
    await fc.assert(
      fc.asyncProperty(file, async (documents) => {
        const { summary, rows, faults } = await reconcile(ctx, textOf(documents));
        expectRecounted(summary, rows);
        const [wrong, right] = [
          documents.filter(({ date }) => date === ''),
          documents.filter(({ date }) => date !== ''),
        ];
        expect(sorted(rows.map(({ externalId }) => externalId))).toEqual(
          sorted(right.map(({ externalId }) => externalId)),
        );
        expect(new Set(faults.map(({ line }) => line)).size).toBe(wrong.length);
        // The result for a document does not depend on other documents.
        for (const { line: _, ...row } of rows.filter(({ externalId }) => externalId!.startsWith('MIX'))) {
          const before = seen.get(row.externalId!) ?? JSON.stringify(row);
          seen.set(row.externalId!, before);
          expect(JSON.stringify(row)).toBe(before);
        }
      }),
      { numRuns: examples(15) },
    );
  });

  it('compared with what is stored, with the documents that the file lacks', async () => {
    const stored = planted.flatMap(({ externalId, stored: one }) => (one ? [{ externalId, day: dateOf(one) }] : []));
    await fc.assert(
      fc.asyncProperty(some(inFile), async (documents) => {
        const { summary, rows } = await reconcile(ctx, textOf(documents), { against: 'STORED' });
        expectRecounted(summary, rows);
        const days = documents.map(({ date }) => date).toSorted();
        const ids = new Set(documents.map(({ externalId }) => externalId));
        const missing = stored.filter(
          ({ externalId, day }) => !ids.has(externalId) && day >= days[0]! && day <= days.at(-1)!,
        );
        expect(sorted(rows.map(({ externalId }) => externalId))).toEqual(
          sorted([...ids, ...missing.map(({ externalId }) => externalId)]),
        );
        expect(rows.filter(({ cause }) => cause === 'MISSING_THERE')).toHaveLength(missing.length);
      }),
      { numRuns: examples(15) },
    );
  });
});

const dateOf = (document: object) =>
  dayOf(new Date((document as { externalTimestamps: { createdDate: string } }).externalTimestamps.createdDate));
