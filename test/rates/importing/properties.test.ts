import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RateCorrection } from '../../../src/domain/rate-book/rate-layer.ts';
import type { RateBookStore } from '../../../src/ports/stores/rate-book-store.ts';
import { ImportRefused, IssueList, issuesOfFile } from '../../../src/rates/importing/cells/issue-list.ts';
import { correctionColumns } from '../../../src/rates/importing/corrections/columns.ts';
import { readCorrections } from '../../../src/rates/importing/corrections/read-corrections.ts';
import { importFiles } from '../../../src/rates/importing/import-files.ts';
import { readSstBoundary } from '../../../src/rates/importing/sst/boundary-row.ts';
import { anyText } from '../../support/any-text.ts';
import { aDirectory } from '../../support/directory.ts';
import { examples } from '../../support/examples.ts';
import { boundaryLine, csvRows, ownForm, rateBookIndex, writeFile } from '../../support/rate-files.ts';
import { rateBook } from '../book/rate-book.ts';

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2070-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const window = fc.tuple(day, fc.option(day)).map(([one, other]) => {
  const [validFrom = one, validThrough = null] = [one, other].filter((text) => text !== null).toSorted();
  return { validFrom, validThrough };
});
const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((n) => String(n).padStart(length, '0'));

const word = fc.stringMatching(/^[A-Z0-9][A-Z0-9 ]{0,10}[A-Z0-9]$/).map((text) => text.replace(/ +/g, ' '));

describe('a row of a boundary file', () => {
  it('is read as it was written', () => {
    const street = fc.record({
      window,
      zip: digits(5),
      houses: fc.tuple(fc.nat(99_999), fc.nat(99_999)).map(([one, other]) => [one, other].toSorted((a, b) => a - b)),
      houseParity: fc.constantFrom('ODD' as const, 'EVEN' as const, 'BOTH' as const),
      preDirection: fc.constantFrom('', 'N', 'SW'),
      street: word,
      suffix: fc.constantFrom('', 'ST', 'AVE'),
      postDirection: fc.constantFrom('', 'NE'),
    });
    fc.assert(
      fc.property(street, ({ window: days, zip, houses: [houseLow = 0, houseHigh = 0], houseParity, ...names }) => {
        const line = boundaryLine({
          1: 'A',
          2: days.validFrom.replaceAll('-', ''),
          3: days.validThrough?.replaceAll('-', '') ?? '29991231',
          4: String(houseLow),
          5: String(houseHigh),
          6: houseParity.slice(0, 1),
          7: names.preDirection,
          8: names.street,
          9: names.suffix,
          10: names.postDirection,
          16: zip,
          23: '27',
        });
        const row = { kind: 'STREET', ...days, zipLow: zip, zipHigh: zip, plus4Low: null, plus4High: null };
        expect(readSstBoundary({ line: 1, cells: line.split(',') }, '27')).toEqual({
          kind: 'row',
          row: { ...row, houseLow, houseHigh, houseParity, ...names },
          hasUnits: false,
        });
      }),
    );
  });
});

describe('a row of our own CSV', () => {
  it('is read as it was written', async () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .map((given) => given.replace(/[\s\p{Cc}\uFFFD]+/gu, ' ').trim())
      .filter((given) => given !== '');
    const correction: fc.Arbitrary<RateCorrection> = fc
      .record({
        window,
        number: fc.nat(99),
        name: text,
        county: fc.option(text),
        stacking: fc.constantFrom(null, 'add' as const, 'replaces_county' as const),
        rate: fc.nat(50_000).map((n) => String(n / 100_000)),
        zips: fc.uniqueArray(fc.constantFrom('55401', '55402', '56001')),
        source: text,
      })
      .map(({ window: days, number, ...rest }) => ({
        country: 'US',
        subdivision: 'MN',
        level: 'DISTRICT',
        jurisdictionId: `MN-X${number}`,
        ...days,
        ...rest,
      }));
    await fc.assert(
      fc.asyncProperty(correction, fc.constantFrom(',', ';', '\t'), async (row, delimiter) => {
        const issues = new IssueList();
        const content = csvRows(writeOwn(row, delimiter), { ...ownForm, delimiter });
        const reading = {
          book: rateBookIndex(),
          issues: issuesOfFile(issues, 'file'),
          source: '',
          areHighRatesMeant: true,
        };
        const { rows } = await readCorrections(content, reading);
        expect(issues.first).toEqual([]);
        expect(rows).toEqual([row]);
      }),
    );
  });
});

function writeOwn(row: RateCorrection, delimiter: string): string {
  const cells = [
    row.country,
    row.subdivision,
    row.level,
    row.jurisdictionId,
    row.name,
    row.county,
    row.stacking,
    row.rate,
    row.validFrom,
    row.validThrough,
    row.zips.join(' '),
    row.source,
  ];
  const quoted = cells.map((cell) => `"${(cell ?? '').replaceAll('"', '""')}"`);
  const header = correctionColumns.slice(0, cells.length).map(({ name }) => name);
  return `${header.join(delimiter)}\r\n${quoted.join(delimiter)}\r\n`;
}

describe('bytes of any kind', () => {
  const beginnings = [
    '',
    'PK\u0003\u0004',
    '27,45,27,0.06875,0.06875,0,0,20090701,29991231\n',
    `${boundaryLine({ 1: 'Z', 2: '20240101', 3: '29991231', 18: '55401', 23: '27' })}\n`,
    'country,level,rate\n',
  ];

  it('result in issues, and in nothing else', { timeout: 60_000 }, async () => {
    const directory = aDirectory();
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array)),
      anyText({ maxLength: 500 }).map((text) => Buffer.from(text)),
      fc.stringMatching(/^[A4Z27,;"\n\r0.%-]{0,400}$/).map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...beginnings), bytes, async (beginning, rest) => {
        const path = writeFile(directory, 'MNB.csv', Buffer.concat([Buffer.from(beginning, 'latin1'), rest]));
        const request = { paths: [path], asOf: '2026-11-01', source: null, isDryRun: true, now: new Date(0) };
        const tools = {
          rateBooks: noStore,
          book: rateBookIndex(),
          rateList: () => rateBook,
          brokenBase: null,
          issuesOver: () => [],
          onProgress: () => {},
        };
        await importFiles(request, tools).catch((error: unknown) => expect(error).toBeInstanceOf(ImportRefused));
      }),
      { numRuns: examples(100) },
    );
  });
});

/** A dry run never calls it. */
const noStore: RateBookStore = {
  list: unasked,
  find: unasked,
  findLayers: unasked,
  listActivations: unasked,
  activate: unasked,
  planActivation: unasked,
  findPlan: unasked,
  activateDue: unasked,
  beginCheck: unasked,
  endCheck: unasked,
  lastCheck: unasked,
  beginImport: unasked,
  listArchived: unasked,
  findArchived: unasked,
  archive: unasked,
  findBoundaries: unasked,
};

function unasked(): never {
  throw new Error('The store was asked.');
}
