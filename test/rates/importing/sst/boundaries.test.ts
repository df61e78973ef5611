import { describe, expect, it } from 'vitest';
import type { BoundaryRow } from '../../../../src/domain/rate-book/rate-layer.ts';
import { IssueList, issuesOfFile } from '../../../../src/rates/importing/cells/issue-list.ts';
import { readSstBoundaries } from '../../../../src/rates/importing/sst/boundaries.ts';
import { boundaryLine, csvRows, issueTexts, knownState, rateBookIndex, sstForm } from '../../../support/rate-files.ts';

async function read(state: string, ...lines: string[]) {
  const issues = new IssueList();
  const written: BoundaryRow[] = [];
  const found = await readSstBoundaries(csvRows(lines.join('\r\n'), sstForm), {
    book: rateBookIndex(),
    state: knownState(state),
    issues: issuesOfFile(issues, 'file'),
    write: async (rows) => void written.push(...rows),
  });
  return { ...found, written, issues: issueTexts(issues), count: issues.count };
}

const minneapolis = {
  2: '20240101',
  3: '29991231',
  23: '27',
  24: '27',
  25: '053',
  26: '43000',
  30: 'ST',
  31: '80004',
  32: '63',
};
const zipRow = { ...minneapolis, 1: 'z', 18: '55401', 20: '55403' };
const streetRow = { ...minneapolis, 1: 'A', 4: '100', 5: '198', 6: 'E', 8: 'Main', 9: 'st', 16: '55401' };
const noStreet = {
  houseLow: null,
  houseHigh: null,
  houseParity: null,
  preDirection: '',
  street: '',
  suffix: '',
  postDirection: '',
};

describe('a boundary file', () => {
  it('reads ZIP codes, ZIP+4 and streets with their jurisdictions, in any case', async () => {
    const found = await read(
      'MN',
      boundaryLine(zipRow),
      boundaryLine({ ...minneapolis, 1: '4', 3: '20251231', 18: '55401', 19: '7', 20: '55401', 21: '42' }),
      boundaryLine({ ...streetRow, 1: 'a', 7: 'n', 10: 'NE' }, 90),
    );
    expect(found.issues).toEqual([]);
    expect(found.written).toEqual([
      {
        kind: 'ZIP',
        validFrom: '2024-01-01',
        validThrough: null,
        zipLow: '55401',
        zipHigh: '55403',
        plus4Low: null,
        plus4High: null,
        ...noStreet,
        stack: 0,
      },
      {
        kind: 'ZIP4',
        validFrom: '2024-01-01',
        validThrough: '2025-12-31',
        zipLow: '55401',
        zipHigh: '55401',
        plus4Low: '0007',
        plus4High: '0042',
        ...noStreet,
        stack: 0,
      },
      {
        kind: 'STREET',
        validFrom: '2024-01-01',
        validThrough: null,
        zipLow: '55401',
        zipHigh: '55401',
        plus4Low: null,
        plus4High: null,
        houseLow: 100,
        houseHigh: 198,
        houseParity: 'EVEN',
        preDirection: 'N',
        street: 'MAIN',
        suffix: 'ST',
        postDirection: 'NE',
        stack: 0,
      },
    ]);
    expect(found).toMatchObject({ rows: 3, rowCount: 3, notes: [] });
    expect(found.stacks).toEqual([
      { isStateTaxed: true, county: '053', place: '43000', districts: [{ type: '63', code: '80004' }] },
    ]);
  });

  it('keeps each combination of jurisdictions once, regardless of their order', async () => {
    const { stacks, written } = await read(
      'MN',
      boundaryLine(zipRow),
      boundaryLine({ ...zipRow, 25: '53', 22: '12345', 28: '-93.2' }),
      // County and city also appear as districts, in addition to their columns or instead of them.
      boundaryLine({ ...zipRow, 25: '', 26: '', 33: 'ST', 34: '053', 35: '00', 36: 'ST', 37: '43000', 38: '01' }),
      boundaryLine({ ...zipRow, 24: '', 26: '00000', 30: '', 31: '', 32: '' }),
      boundaryLine({ ...zipRow, 33: 'ST', 34: '80008', 35: '63' }),
    );
    expect(written.map(({ stack }) => stack)).toEqual([0, 0, 0, 1, 2]);
    expect(stacks.slice(1)).toEqual([
      { isStateTaxed: false, county: '053', place: null, districts: [] },
      {
        isStateTaxed: true,
        county: '053',
        place: '43000',
        districts: [
          { type: '63', code: '80004' },
          { type: '63', code: '80008' },
        ],
      },
    ]);
  });

  it('does not treat location codes of Washington as districts', async () => {
    const seattle = {
      1: 'Z',
      2: '20080701',
      3: '99991231',
      18: '98101',
      20: '98101',
      23: '53',
      24: '53',
      25: '033',
      26: '63000',
    };
    const { stacks } = await read('WA', boundaryLine({ ...seattle, 30: 'ST', 31: 'L1726', 32: '45' }, 90));
    expect(stacks).toEqual([{ isStateTaxed: true, county: '033', place: '63000', districts: [] }]);
  });

  it('leaves out the ZIP codes of other states in a range, but no single ZIP code', async () => {
    // 51001 and 51002 are in Iowa, 57001 is in South Dakota; 57104 to 57110 are in South Dakota, with gaps between.
    const sioux = { 1: 'Z', 2: '20240101', 3: '29991231', 23: '46', 24: '46' };
    const { written, notes } = await read(
      'SD',
      boundaryLine({ ...sioux, 18: '51001', 20: '51002' }),
      boundaryLine({ ...sioux, 18: '57104', 20: '57110' }),
      boundaryLine({ ...sioux, 18: '51001', 20: '51001' }),
      boundaryLine({ ...sioux, 18: '56136', 20: '57001' }),
    );
    expect(written.map(({ zipLow, zipHigh }) => `${zipLow}-${zipHigh}`)).toEqual([
      '57104-57110',
      '51001-51001',
      '57001-57001',
    ]);
    expect(notes).toEqual(['rows without a ZIP code in the state, skipped: 1']);
  });

  it('splits a range of ZIP+4 codes that spans several ZIP codes', async () => {
    const { written } = await read(
      'MN',
      boundaryLine({ ...zipRow, 1: '4', 18: '55401', 19: '9000', 20: '55404', 21: '5' }),
    );
    expect(written.map((row) => `${row.zipLow}-${row.zipHigh} ${row.plus4Low}-${row.plus4High}`)).toEqual([
      '55401-55401 9000-9999',
      '55402-55403 0000-9999',
      '55404-55404 0000-0005',
    ]);
  });

  it('skips non-numeric house numbers, with a note', async () => {
    const { written, notes, rowCount } = await read(
      'MN',
      boundaryLine({ ...streetRow, 4: 'N6W23001', 5: 'N6W23099' }),
      boundaryLine({ ...streetRow, 4: '300', 5: '100' }),
      boundaryLine({ ...streetRow, 4: '', 5: '', 6: '' }),
      boundaryLine({ ...streetRow, 12: '1', 13: '20' }),
    );
    expect(written.map(({ houseLow, houseHigh, houseParity }) => [houseLow, houseHigh, houseParity])).toEqual([
      [null, null, 'BOTH'],
      [100, 198, 'EVEN'],
    ]);
    expect(rowCount).toBe(2);
    expect(notes).toEqual([
      'rows with non-numeric house numbers, skipped (the ZIP code decides there): 2',
      'rows for single units of a building, applied to the whole building: 1',
    ]);
  });

  it('reports every issue and writes nothing after the first', async () => {
    const found = await read(
      'MN',
      boundaryLine({ ...zipRow, 23: '55' }),
      boundaryLine(zipRow),
      boundaryLine({ ...zipRow, 1: 'X' }),
      boundaryLine({ ...zipRow, 2: '20241301' }),
      boundaryLine({ ...zipRow, 3: '' }),
      boundaryLine({ ...zipRow, 18: 'MANY' }),
      boundaryLine({ ...zipRow, 20: '55001' }),
      boundaryLine({ ...zipRow, 1: '4' }),
      boundaryLine({ ...streetRow, 8: '' }),
      boundaryLine({ ...streetRow, 6: 'X' }),
      boundaryLine({ ...streetRow, 8: 'M\u0000AIN' }),
      boundaryLine({ ...zipRow, 32: '' }),
      boundaryLine(zipRow, 80),
      `${boundaryLine(zipRow)},${boundaryLine(zipRow)}`,
    );
    expect(found.issues).toEqual([
      'line 1, column 23 (state): 55 is not 27.',
      'line 3, column 1 (record type): X is not a record type; expected A, 4 or Z.',
      'line 4, column 2 (begin): 20241301 is not a date; expected YYYYMMDD.',
      'line 5, column 3 (end): An empty value is not a date; expected YYYYMMDD.',
      'line 6, column 18 (ZIP low): MANY is not a ZIP code.',
      'line 7, column 20 (ZIP high): 55001 is lower than the start of the range, 55401.',
      'line 8, column 19 (+4 low): An empty value is not the +4 of a ZIP code.',
      'line 9, column 8 (street): A row of type A needs a street.',
      'line 10, column 6 (odd, even or both): X is not one of O, E, B.',
      'line 11, column 8 (street): Expected text of at most 100 characters, without control characters.',
      'line 12, columns 24 to 89 (jurisdictions): Type (empty) with code 80004 is not a jurisdiction (columns 30 to 32).',
      'line 13: The row has 80 columns; a boundary file has 89 or more.',
      'line 14: The row has 178 columns: a line break is missing.',
    ]);
    expect(found.written).toEqual([]);
    expect((await read('MN', '')).issues).toEqual(['file: The file has no rows.']);
  });

  it('says if no row has the state tax', async () => {
    expect((await read('MN', boundaryLine({ ...zipRow, 24: '' }))).notes).toEqual([
      'no row says that the state itself levies tax (column 24)',
    ]);
  });
});
