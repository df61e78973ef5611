import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateBookStore } from '../../../src/ports/stores/rate-book-store.ts';
import { loadBooks } from '../../../src/rates/book/bundled.ts';
import { layerIssues } from '../../../src/rates/book/layers/lay-over.ts';
import { makeRateBookIndex } from '../../../src/rates/book/rate-book-index.ts';
import { ImportRefused } from '../../../src/rates/importing/cells/issue-list.ts';
import { importFiles } from '../../../src/rates/importing/import-files.ts';
import type { ImportRequest, ImportTools } from '../../../src/rates/importing/import-tools.ts';
import { openBaseVersion } from '../../../src/rates/versions/base-version.ts';
import { aDirectory } from '../../support/directory.ts';
import { boundaryLine, issueText, rateBookIndex, writeFile, writeZip } from '../../support/rate-files.ts';
import { aBoundariesLayer, aCorrection, aCorrectionsLayer } from '../../support/rate-layers.ts';
import { openOwnStore, type TestStore } from '../../support/stores.ts';
import { rateBook } from '../book/rate-book.ts';

let store: TestStore;
let rateBooks: RateBookStore;

beforeAll(async () => {
  store = await openOwnStore();
  rateBooks = store.stores.rateBooks;
});
afterAll(() => store.close());

const now = new Date('2026-11-21T10:00:00Z');

/** On top of the bundled rate book by default. */
async function run(paths: readonly string[], changes: Partial<ImportRequest & ImportTools> = {}) {
  const request = { paths, asOf: null, source: null, isDryRun: false, now, ...changes };
  const tools = {
    rateBooks,
    book: rateBookIndex(),
    rateList: () => rateBook,
    brokenBase: null,
    issuesOver: layerIssues,
    onProgress: () => {},
    ...changes,
  };
  return importFiles(request, tools);
}

async function issuesOf(...paths: string[]): Promise<string[]> {
  const before = await rateBooks.list();
  const refused = await run(paths).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refused instanceof ImportRefused)) throw refused ?? new Error('It was not refused.');
  expect(await rateBooks.list()).toEqual(before);
  return refused.issues.map((issue) => `${issue.file}, ${issueText(issue)}`);
}

const rates = [
  '27,45,27,0.06875,0.06875,0,0,20090701,29991231',
  '27,01,43000,0.005,0.005,0,0,20000101,29991231',
  '27,00,053,0.0025,0.0025,0,0,20260401,29991231',
  '27,63,99901,0.01,0.01,0,0,20260401,29991231',
].join('\n');
const place = { 2: '20260101', 3: '29991231', 23: '27', 24: '27', 25: '053', 26: '43000' };
const boundaries = [
  boundaryLine({ ...place, 1: 'Z', 18: '55401', 20: '55401' }),
  boundaryLine({ ...place, 1: '4', 18: '55401', 19: '1', 20: '55401', 21: '99', 31: '99901', 32: '63' }),
].join('\n');
const aCityRate = aCorrection();
const own = 'country,level,rate,from\nDE,COUNTRY,0.2,2027-01-01\n';

describe('an import', () => {
  it('creates one version from all files, in any order', { timeout: 60_000 }, async () => {
    const directory = aDirectory();
    const paths = [
      await writeZip(directory, 'MNB2026Q4NOV01.zip', { 'MNB2026Q4NOV01.csv': boundaries }),
      writeFile(directory, 'own.csv', own),
      writeFile(directory, 'mnr2026q4nov1.CSV', rates),
    ];
    const { version, files } = await run(paths);
    expect(files).toEqual([
      {
        file: 'mnr2026q4nov1.CSV',
        title: 'Rates of Minnesota (MNR2026Q4NOV1)',
        asOf: '2026-11-01',
        counts: '4 rows, 4 jurisdictions (1 new, 1 changed), 4 rates',
        // This reveals a truncated file.
        notes: [
          'jurisdictions that have a rate but are missing from the file: 135 (MN-C003, MN-C005, MN-C007, MN-C009, MN-C013, …); they no longer levy a tax, except where corrections add one',
        ],
      },
      {
        file: 'MNB2026Q4NOV01.zip',
        title: 'Boundaries of Minnesota (MNB2026Q4NOV01)',
        asOf: '2026-11-01',
        counts: '2 rows, 2 sets of jurisdictions',
        notes: [],
      },
      {
        file: 'own.csv',
        title: 'Corrections (own.csv)',
        asOf: '2026-11-21',
        counts: '1 row, 1 jurisdiction (0 new, 1 changed), 1 rate',
        notes: [],
      },
    ]);
    expect(version).toMatchObject({
      number: 1,
      createdAt: now,
      note: 'Rates of Minnesota (MNR2026Q4NOV1); Boundaries of Minnesota (MNB2026Q4NOV01); Corrections (own.csv)',
    });
    const layers = await rateBooks.findLayers(version!.layerIds);
    expect(layers).toMatchObject([
      { kind: 'STATE_RATES', source: 'Streamlined Sales Tax rate file MNR2026Q4NOV1', asOf: '2026-11-01' },
      { kind: 'BOUNDARIES', rowCount: 2, source: 'Streamlined Sales Tax boundary file MNB2026Q4NOV01' },
      { kind: 'CORRECTIONS', source: 'Rate file own.csv', rows: [{ jurisdictionId: 'DE', rate: '0.2' }] },
    ]);
    const query = { zip: '55401', plus4: '0042', streets: [] };
    expect(await rateBooks.findBoundaries(layers[1]!.layerId, query)).toMatchObject([
      { kind: 'ZIP', stack: 0 },
      { kind: 'ZIP4', plus4Low: '0001', plus4High: '0099', stack: 1 },
    ]);
    expect(await rateBooks.listActivations(10)).toEqual([]);

    // The next import is compared with this one.
    const newest = await openBaseVersion(rateBooks);
    const again = await run([paths[2]!], { ...newest, asOf: '2026-12-01', source: 'By hand' });
    expect(again.files[0]).toMatchObject({
      asOf: '2026-12-01',
      counts: '4 rows, 4 jurisdictions (0 new, 0 changed), 4 rates',
    });
    expect(await rateBooks.findLayers(again.version!.layerIds.slice(-1))).toMatchObject([{ source: 'By hand' }]);
  });

  it('recognizes a renamed file by its rows', async () => {
    const directory = aDirectory();
    const paths = [writeFile(directory, 'rates.txt', rates), writeFile(directory, 'boundaries.csv', boundaries)];
    const { files } = await run(paths, { isDryRun: true });
    expect(files).toMatchObject([
      {
        title: 'Rates of Minnesota (rates.txt)',
        asOf: '2026-11-21',
        notes: [
          'the file name contains no publication date, so today was used (set another date with --as-of)',
          'jurisdictions that have a rate but are missing from the file: 135 (MN-C003, MN-C005, MN-C007, MN-C009, MN-C013, …); they no longer levy a tax, except where corrections add one',
        ],
      },
      { title: 'Boundaries of Minnesota (boundaries.csv)' },
    ]);
  });

  it('writes nothing in a dry run', async () => {
    const before = await rateBooks.list();
    const path = writeFile(aDirectory(), 'MNR2026Q4NOV01.csv', rates);
    expect((await run([path], { isDryRun: true })).version).toBeNull();
    expect(await rateBooks.list()).toEqual(before);
  });

  it('keeps nothing of any file if one has an issue', async () => {
    const directory = aDirectory();
    const sound = writeFile(directory, 'MNR2026Q4NOV01.csv', rates);
    const broken = writeFile(directory, 'MNB2026Q4NOV01.csv', `${boundaries}\n${boundaryLine({ ...place, 1: 'Z' })}`);
    expect(await issuesOf(sound, broken)).toEqual([
      'MNB2026Q4NOV01.csv, line 3, column 18 (ZIP low): An empty value is not a ZIP code.',
    ]);
    expect((await run([sound])).version).not.toBeNull();
  });

  it('rejects files whose content does not match their name', async () => {
    const directory = aDirectory();
    expect(
      await issuesOf(
        writeFile(directory, 'MNB2026Q4NOV01.csv', rates),
        writeFile(directory, 'WIR2026Q4NOV01.csv', rates),
        writeFile(directory, 'XXR2026Q4NOV01.csv', rates),
        writeFile(directory, 'strange.csv', rates.replaceAll('27,', '99,')),
        writeFile(directory, 'empty.csv', '\r\n\r\n'),
        writeFile(directory, 'photo.csv', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3])),
        `${directory}/missing.csv`,
      ),
    ).toEqual([
      'MNB2026Q4NOV01.csv, file: The file name says boundaries, but the rows contain rates.',
      'WIR2026Q4NOV01.csv, line 1: The file name says Wisconsin, but the rows are for Minnesota.',
      'XXR2026Q4NOV01.csv, file: The file name begins with XX, which is not a state.',
      'strange.csv, line 1: 99 is not a state code.',
      'empty.csv, file: The file is empty.',
      expect.stringMatching(/^photo\.csv, line 1: Unknown file format\. Expected a Streamlined Sales Tax rate file/),
      'missing.csv, file: The file cannot be read: it does not exist.',
    ]);
  });

  it('rejects two files for the same state and kind', async () => {
    const directory = aDirectory();
    const paths = ['MNR2026Q3MAY20.csv', 'MNR2026Q4NOV01.csv'].map((name) => writeFile(directory, name, rates));
    expect(await issuesOf(...paths)).toEqual([
      'MNR2026Q4NOV01.csv, file: This file has the same kind and state as MNR2026Q3MAY20.csv. Import only one of them.',
    ]);
  });

  it('rejects boundaries of other rates, and counts codes without rates', async () => {
    const directory = aDirectory();
    const ofOthers = boundaryLine({ ...place, 1: 'Z', 18: '55401', 20: '55401', 25: '998', 26: '99999' });
    expect(await issuesOf(writeFile(directory, 'MNB2026Q4NOV01.csv', ofOthers))).toEqual([
      "MNB2026Q4NOV01.csv, file: No code in the file has a rate in Minnesota; import the state's rate file together with this file.",
    ]);
    const path = writeFile(directory, 'MNB2026Q4NOV02.csv', `${boundaries}\n${ofOthers}`);
    expect((await run([path], { isDryRun: true })).files[0]?.notes).toEqual([
      'districts without rates, which are not taxed: 1 (99901)',
      'counties without a rate of their own: 1',
      'places without a rate of their own: 1',
    ]);
  });

  it('says that the rate book continues after the end of our own rates', async () => {
    const directory = aDirectory();
    const header = 'country,state,level,jurisdiction_id,rate,from,to';
    const rows = [
      'US,MN,CITY,MN-M43000,0.005,2005-10-01,2026-09-30',
      'CA,CA-BC,REGION,,0.08,2026-12-01,2027-05-31',
      'CA,CA-BC,REGION,,0.09,2027-06-01,',
      'US,MN,COUNTY,MN-C053,0.0015,,2026-09-30',
      'US,MN,COUNTY,MN-C053,0,2026-10-01,',
    ];
    const path = writeFile(directory, 'own.csv', [header, ...rows].join('\n'));
    expect((await run([path], { isDryRun: true })).files[0]?.notes).toEqual([
      'rates whose end restores the previous rate: 1 (line 2: MN-M43000 at 0.005 from 2026-10-01); to end a tax, add a row with rate 0 from that day',
    ]);
  });

  it('says that ZIP codes lead to our own cities from their first day, and not to districts', async () => {
    const directory = aDirectory();
    const header = 'country,state,level,jurisdiction_id,name,rate,from,zips';
    const path = writeFile(
      directory,
      'own.csv',
      [
        header,
        'US,MN,DISTRICT,MN-X1,Mill,0.01,2027-01-01,55401',
        'US,MN,CITY,MN-X2,Newtown,0.01,2027-01-01,55402',
        'US,MN,CITY,MN-X3,Oldtown,0.01,,55403',
      ].join('\n'),
    );
    expect((await run([path], { isDryRun: true })).files[0]?.notes).toEqual([
      'rows that move their ZIP codes to their city or county, from their first day on, even after their last day: 1 (line 3)',
      'rows that move their ZIP codes to their city or county, on all dates: 1 (line 4)',
    ]);
  });

  it('warns if an official file is older than the rate book, with the lost data', async () => {
    const directory = aDirectory();
    const raised = aCorrectionsLayer({ asOf: '2026-11-10', rows: [aCityRate] });
    const boundary = aBoundariesLayer({ asOf: '2026-11-05' });
    const layers = [raised, boundary];
    const book = makeRateBookIndex(loadBooks(layers), layers);
    const paths = [
      writeFile(directory, 'MNR2026Q4NOV01.csv', rates.replace('0.0025,0.0025', '0.0015,0.0015')),
      writeFile(directory, 'MNB2026Q4NOV01.csv', boundaries),
    ];
    const { files } = await run(paths, { book, isDryRun: true });
    expect(files[0]?.notes.slice(0, 2)).toEqual([
      'it is older than the rates in the rate book for Minnesota (as of 2026-11-10): changes made since are undone',
      'jurisdictions whose newest rate is lost: 1 (MN-M43000 at 0.01 from 2026-07-01)',
    ]);
    expect(files[1]?.notes).toEqual([
      'it is older than the boundaries in the rate book for Minnesota (as of 2026-11-05)',
    ]);
    const newer = await run(paths, { book, isDryRun: true, asOf: '2026-11-10' });
    expect(newer.files.flatMap(({ notes }) => notes).join()).not.toContain('older');
  });

  it('gives the day of a list only if the list is whole and has a day', async () => {
    const daysOf = async (lines: readonly string[], changes: Partial<ImportRequest> = {}) => {
      const file = writeFile(aDirectory(), 'list.csv', lines.join('\n'));
      const { layers } = await run([file], { isDryRun: true, isPartial: true, ...changes });
      expect(layers).toHaveLength(1);
      return { lists: layers[0]!.lists, countries: layers[0]!.countries };
    };
    const title = 'Discretionary Sales Surtax Information for Calendar Year 2027,';
    const columns = 'County,Total Surtax Rate';
    const counties = rateBook
      .jurisdictions({ country: 'US', subdivision: 'FL', level: 'COUNTY', ids: null })
      .map(({ jurisdiction: { name } }) => `${name},2%`);
    const none = { lists: undefined, countries: undefined };
    const ofFlorida = { lists: { FL: '2027-01-01' }, countries: undefined };
    expect(await daysOf([title, columns, ...counties])).toEqual(ofFlorida);
    expect(await daysOf(['Florida surtax,', columns, ...counties])).toEqual(none);
    expect(await daysOf([title, columns, ...counties, 'Bay,1000%'])).toEqual(none);
    expect(await daysOf([title, columns, 'Baker,2%'])).toEqual(none);
    expect(await daysOf([title, columns, 'Baker,2%'], { completeStates: ['FL'] })).toEqual(ofFlorida);
    const tedb = ['Member State;Type;Rate;Situation on', 'DE;STANDARD;20;2027-01-01'];
    expect(await daysOf(tedb, { asOf: '2027-01-05' })).toEqual({ lists: undefined, countries: { DE: '2027-01-01' } });
    const several = [...tedb, 'FR;STANDARD;21;2025-01-01'];
    const each = { DE: '2027-01-01', FR: '2025-01-01' };
    expect((await daysOf(several, { asOf: '2027-01-05' })).countries).toEqual(each);
    expect(await daysOf([...tedb, 'FR;STANDARD;high;2027-01-01'], { asOf: '2027-01-05' })).toEqual(none);
  });

  it('refuses JSON that is too large for memory', async () => {
    const path = writeFile(aDirectory(), 'own.json', `[${' '.repeat(16 * 1024 ** 2)}]`);
    await expect(run([path], { isDryRun: true })).rejects.toThrow(
      'JSON corrections can have at most 16777216. Use CSV',
    );
  });

  it('distinguishes jurisdictions of two countries with the same id', async () => {
    const directory = aDirectory();
    const header = 'country,state,level,rate,from';
    const path = writeFile(
      directory,
      'own.csv',
      `${header}\nUS,CA,STATE,0.075,2027-01-01\nCA,,COUNTRY,0.06,2027-01-01`,
    );
    expect((await run([path], { isDryRun: true })).files[0]?.counts).toBe(
      '2 rows, 2 jurisdictions (0 new, 2 changed), 2 rates',
    );
  });

  it('rejects rates that the rate book cannot contain', async () => {
    const directory = aDirectory();
    const header = 'country,state,level,jurisdiction_id,name,rate';
    const path = writeFile(directory, 'own.csv', `${header}\nUS,MN,COUNTY,MN-C053,,0.01\nUS,OR,CITY,OR-X1,Salem,0.01`);
    expect(await issuesOf(path)).toEqual([
      'own.csv, line 3: Oregon levies no sales tax, and the rate book has no sales tax rules for it.',
    ]);
  });

  it('names the line where a quote is opened and never closed', async () => {
    const directory = aDirectory();
    expect(await issuesOf(writeFile(directory, 'own.csv', `${own}DE,"COUNTRY,0.2,2028-01-01`))).toEqual([
      'own.csv, line 3: A quote in this row is never closed.',
    ]);
  });
});
