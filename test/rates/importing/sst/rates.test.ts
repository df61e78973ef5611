import { describe, expect, it } from 'vitest';
import { IssueList, issuesOfFile } from '../../../../src/rates/importing/cells/issue-list.ts';
import { readSstRates } from '../../../../src/rates/importing/sst/rates.ts';
import { csvRows, issueTexts, knownState, sstForm } from '../../../support/rate-files.ts';

async function read(state: string, ...lines: string[]) {
  const issues = new IssueList();
  const reading = { state: knownState(state), issues: issuesOfFile(issues, 'file'), asOf: '2026-02-18' };
  const found = await readSstRates(csvRows(lines.join('\r\n'), sstForm), reading);
  return { ...found, issues: issueTexts(issues), count: issues.count };
}

const minnesota = '27,45,27,0.06875,0.06875,0.06875,0.06875,20090701,29991231';

/** A row of a local tax in Minnesota. */
function local(type: string, code: string, rate: string, begin: string, end = '29991231') {
  return `27,${type},${code},${rate},${rate},${rate},${rate},${begin},${end}`;
}

describe('a rate file', () => {
  it('becomes jurisdictions with their periods, in order, for any spelling of types and codes', async () => {
    const found = await read(
      'MN',
      `\uFEFF${minnesota}`,
      local('01', '58000', '0.0150', '20240401'),
      local('1', '58000', '0.0050', '20051001', '20240331'),
      local('0', '53', '.0015', '20070101', '99991231'),
      local('63', '80004', '0.005', '20100101', '20781231'),
      '',
    );
    expect(found.issues).toEqual([]);
    expect(found.notes).toEqual([]);
    expect(found.rows).toBe(5);
    expect(found.jurisdictions).toEqual([
      {
        level: 'STATE',
        type: '45',
        code: '27',
        stacking: 'add',
        windows: [{ rate: '0.06875', validFrom: '2009-07-01', validThrough: null }],
      },
      {
        level: 'CITY',
        type: '01',
        code: '58000',
        stacking: 'add',
        windows: [
          { rate: '0.005', validFrom: '2005-10-01', validThrough: '2024-03-31' },
          { rate: '0.015', validFrom: '2024-04-01', validThrough: null },
        ],
      },
      {
        level: 'COUNTY',
        type: '00',
        code: '053',
        stacking: 'add',
        windows: [{ rate: '0.0015', validFrom: '2007-01-01', validThrough: null }],
      },
      {
        level: 'DISTRICT',
        type: '63',
        code: '80004',
        stacking: 'add',
        windows: [{ rate: '0.005', validFrom: '2010-01-01', validThrough: null }],
      },
    ]);
  });

  it('uses the intrastate rate, or the interstate one if that is missing', async () => {
    const found = await read(
      'MN',
      minnesota,
      '27,00,053,0.0015,0.001,0,0,20070101,29991231',
      '27,00,003,,0.0025,,,20070101,29991231',
    );
    expect(found.issues).toEqual([]);
    expect(found.jurisdictions.slice(1).map(({ windows }) => windows[0]?.rate)).toEqual(['0.0015', '0.0025']);
    expect(found.notes).toEqual([
      'rows with a different rate for sales from outside the state, where the in-state rate was used: 1',
    ]);
  });

  it('skips old rows without a rate, but no row in force', async () => {
    const old = await read(
      'MN',
      minnesota,
      '27,00,053,,,,,20070101,20191231',
      local('00', '053', '0.0015', '20200101'),
    );
    expect(old.issues).toEqual([]);
    expect(old.notes).toEqual(['old rows without a rate, skipped: 1 (line 2)']);
    const current = await read('MN', minnesota, '27,00,053,,,,,20070101,29991231');
    expect(current.issues).toEqual([
      'line 2, column 4 (general rate intrastate): The rate is missing, but the row is in force.',
    ]);
  });

  it('assigns a day that two rates share to the one that begins on it', async () => {
    const found = await read(
      'WI',
      '55,45,55,0.05,0.05,0.05,0.05,19800101,99991231',
      '55,00,078,0.0,0.0,0.0,0.0,19800101,20200331',
      '55,00,078,0.005,0.005,0.005,0.005,20200331,99991231',
    );
    expect(found.issues).toEqual([]);
    expect(found.jurisdictions[1]?.windows).toEqual([
      { rate: '0', validFrom: '1980-01-01', validThrough: '2020-03-30' },
      { rate: '0.005', validFrom: '2020-03-31', validThrough: null },
    ]);
    expect(found.notes).toEqual([
      'rows that end on the first day of the next row, which applies on that day: 1 (line 2)',
    ]);
  });

  it.each([
    ['WA', '53', '01', '63000', '0.0385', 'replaces_county'],
    ['TN', '47', '01', '52006', '0.0275', 'replaces_county'],
    ['TN', '47', '63', '91019', '0.0275', 'replaces_all'],
    ['TN', '47', '79', '91950', '0.005', 'add'],
    ['OK', '40', '63', '98012', '0.045', 'replaces_all'],
    ['KS', '20', '63', '15KAN', '0.0425', 'replaces_all'],
    ['KS', '20', '63', 'CAMCL', '0.01', 'add'],
    ['NE', '31', '63', 'gl801', '0.005', 'add'],
    ['MN', '27', '01', '43000', '0.005', 'add'],
  ])('knows what the rate of %s %s %s %s includes', async (state, fips, type, code, rate, stacking) => {
    const found = await read(
      state,
      `${fips},45,${fips},0.05,0.05,0,0,20000101,29991231`,
      `${fips},${type},${code},${rate},${rate},0,0,20200101,20991231`,
    );
    expect(found.issues).toEqual([]);
    expect(found.jurisdictions[1]).toMatchObject({ code: code.toUpperCase(), stacking });
  });

  it('skips the codes by which Washington names places', async () => {
    const found = await read(
      'WA',
      '53,45,53,0.065,0.065,0,0,19830601,99991231',
      '53,45,L1702,0.038,0.038,0,0,20080701,99991231',
    );
    expect(found.jurisdictions).toHaveLength(1);
    expect(found.notes).toEqual(['rows of type 45 that name places rather than taxes, skipped: 1']);
  });

  it('treats the towns of Vermont as cities', async () => {
    const found = await read(
      'VT',
      '50,45,50,0.06,0.06,0,0,20031001,29991231',
      '50,02,10675,0.01,0.01,0,0,20060701,29991231',
    );
    expect(found.jurisdictions[1]).toMatchObject({ level: 'CITY', type: '02', code: '10675' });
  });

  it('keeps duplicate rows once', async () => {
    const found = await read(
      'MN',
      minnesota,
      local('00', '053', '0.0015', '20070101'),
      local('0', '53', '0.00150', '20070101'),
    );
    expect(found.issues).toEqual([]);
    expect(found.jurisdictions[1]?.windows).toHaveLength(1);
    expect(found.notes).toEqual(['duplicate rows, counted once: 1']);
  });

  it('reports every issue with its line and column', async () => {
    const found = await read(
      'MN',
      minnesota,
      '55,00,053,0.0015,0.0015,0,0,20070101,29991231',
      '27,00,053,0.15%,0.15%,0,0,20070101,29991231',
      '27,00,053,8.25,8.25,0,0,20070101,29991231',
      '27,00,053,free,free,0,0,20070101,29991231',
      '27,00,053,0.01,0.01,0,0,20070230,29991231',
      '27,00,053,0.01,0.01,0,0,20070101,20061231',
      '27,00,053,0.01,0.01,0,0',
      '27,,053,0.01,0.01,0,0,20070101,29991231',
      '27,00,053,0.01,0.01,0,0,20070101,29991231,27,00,055,0.01,0.01,0,0,20070101,29991231',
      local('01', '58000', '0.01', '20200101'),
      local('01', '58000', '0.02', '20210101'),
    );
    expect(found.issues).toEqual([
      'line 2, column 1 (state): 55 is not the code of Minnesota, 27.',
      'line 3, column 4 (general rate intrastate): 0.15% is a percentage, but rates are fractions: write 8.25 % as 0.0825.',
      'line 4, column 4 (general rate intrastate): 8.25 is above 0.5, but rates are fractions: write 8.25 % as 0.0825.',
      'line 5, column 4 (general rate intrastate): free is not a rate. Expected a fraction such as 0.0825.',
      'line 6, column 8 (begin): 20070230 is not a date; expected YYYYMMDD.',
      'line 7, column 9 (end): The end date 20061231 is before the begin date 20070101.',
      'line 8: The row has 7 columns; a rate file has 9.',
      'line 9, column 3 (jurisdiction code): Type (empty) with code 053 is not a jurisdiction.',
      'line 10: The row has 18 columns: a line break is missing.',
      'line 12, columns 8 and 9 (begin, end): 01 58000 already has a rate for these days, in line 11.',
    ]);
  });

  it('keeps the first 20 issues, and counts all', async () => {
    const found = await read('MN', minnesota, ...Array.from({ length: 30 }, () => '27,00'));
    expect(found.count).toBe(30);
    expect(found.issues).toHaveLength(20);
  });

  it('must have the rate of the state itself', async () => {
    expect((await read('MN', local('00', '053', '0.0015', '20070101'))).issues).toEqual([
      'file: The file has no row for the state rate of Minnesota (type 45, code 27).',
    ]);
    expect((await read('MN', minnesota.replace('29991231', '20251231'))).issues).toEqual([
      'line 1, column 9 (end): The state rate of Minnesota ends before 2026-02-18.',
    ]);
    expect((await read('MN', '')).issues).toEqual(['file: The file has no rows.']);
  });

  it('must not have a gap in the rates of the state, but may have one in those of a city', async () => {
    const former = (begin: string, end: string) => `27,45,27,0.065,0.065,0.065,0.065,${begin},${end}`;
    const city = ['27,01,43000,0.005,0.005,0,0,20000101,20101231', '27,01,43000,0.005,0.005,0,0,20150101,29991231'];
    expect(
      (await read('MN', minnesota, former('19910701', '20090531'), former('19800101', '19910101'))).issues,
    ).toEqual([
      'line 2, column 8 (begin): Minnesota itself would have no rate from 1991-01-02 to 1991-06-30; add a row for these days.',
      'line 1, column 8 (begin): Minnesota itself would have no rate from 2009-06-01 to 2009-06-30; add a row for these days.',
    ]);
    expect((await read('MN', minnesota, former('19910701', '20090630'), ...city)).issues).toEqual([]);
  });
});
