import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IssueList, issuesOfFile } from '../../../../src/rates/importing/cells/issue-list.ts';
import { correctionColumns, correctionsTemplate } from '../../../../src/rates/importing/corrections/columns.ts';
import { readCorrections } from '../../../../src/rates/importing/corrections/read-corrections.ts';
import { csvRows, issueTexts, ownForm, rateBookIndex } from '../../../support/rate-files.ts';

async function read(content: string, delimiter = ',', areHighRatesMeant = false) {
  const issues = new IssueList();
  const reading = {
    book: rateBookIndex(),
    issues: issuesOfFile(issues, 'file'),
    source: 'Rate file own.csv',
    areHighRatesMeant,
  };
  const { rows } = await readCorrections(csvRows(content, { ...ownForm, delimiter }), reading);
  return { rows, issues: issueTexts(issues) };
}

describe('our own CSV', () => {
  it('reads rates of any country, with columns in any order', async () => {
    const { rows, issues } = await read(
      [
        '\uFEFFRate,Country,Level,State,From,To,Source',
        '0.1900,DE,COUNTRY,,2007-01-01,,',
        '0.09975,CA,REGION,CA-QC,1/1/2013,12/31/2026,Revenu Québec',
      ].join('\r\n'),
    );
    expect(issues).toEqual([]);
    const none = { name: null, county: null, stacking: null, zips: [] };
    expect(rows).toEqual([
      {
        ...none,
        country: 'DE',
        subdivision: null,
        level: 'COUNTRY',
        jurisdictionId: 'DE',
        rate: '0.19',
        validFrom: '2007-01-01',
        validThrough: null,
        source: 'Rate file own.csv',
      },
      {
        ...none,
        country: 'CA',
        subdivision: 'CA-QC',
        level: 'REGION',
        jurisdictionId: 'CA-QC',
        rate: '0.09975',
        validFrom: '2013-01-01',
        validThrough: '2026-12-31',
        source: 'Revenu Québec',
      },
    ]);
  });

  it('adds a jurisdiction with its ZIP codes, from a file saved by a spreadsheet', async () => {
    const { rows, issues } = await read(
      [
        'country;state;level;jurisdiction_id;name;county;stacking;rate;from;to;zips;source',
        'us;mn;district;mn-x1;"Riverside; Improvement\r\nDistrict";Hennepin County;ADD;0.005;7/1/2026;12/31/2026;55401 55402,55401;"City ""notice"""',
        ';;;;;;;;;;;',
        '',
      ].join('\r\n'),
      ';',
    );
    expect(issues).toEqual([]);
    expect(rows).toEqual([
      {
        country: 'US',
        subdivision: 'MN',
        level: 'DISTRICT',
        jurisdictionId: 'MN-X1',
        name: 'Riverside; Improvement District',
        county: 'Hennepin County',
        stacking: 'add',
        rate: '0.005',
        validFrom: '2026-07-01',
        validThrough: '2026-12-31',
        zips: ['55401', '55402'],
        source: 'City "notice"',
      },
    ]);
  });

  it('reads the template once its example is no longer a comment', async () => {
    expect(await read(correctionsTemplate)).toEqual({ rows: [], issues: ['file: The file has a header but no rows.'] });
    const { rows, issues } = await read(correctionsTemplate.replace('# US,MN', 'US,MN'));
    expect(issues).toEqual([]);
    expect(rows).toMatchObject([{ jurisdictionId: 'MN-X1', rate: '0.005', zips: ['55401', '55402'] }]);
  });

  it('is documented in the README of imports, column by column', () => {
    const readme = readFileSync(new URL('../../../../src/rates/importing/README.md', import.meta.url), 'utf8');
    const table = correctionColumns.map(({ name, isRequired, meaning }) => {
      return `| \`${name}\` | ${isRequired ? 'yes' : ''} | ${meaning} |`;
    });
    expect(readme).toContain(table.join('\n'));
  });

  it.each([
    [
      'US,MN,COUNTY,MN-C053,8.25%,,',
      'line 2, rate: 8.25% is a percentage; rates are fractions: write 8.25% as 0.0825.',
    ],
    ['US,MN,COUNTY,MN-C053,"0,0825",,', 'line 2, rate: 0,0825 has a comma; use a decimal point, as in 0.0825.'],
    ['US,MN,COUNTY,MN-C053,8.25,,', 'line 2, rate: 8.25 is above 0.5; rates are fractions: write 8.25% as 0.0825.'],
    ['US,MN,COUNTY,MN-C053,-0.01,,', 'line 2, rate: -0.01 is not a rate; expected a fraction such as 0.0825.'],
    ['US,MN,COUNTY,MN-C053,1e-2,,', 'line 2, rate: 1e-2 is not a rate; expected a fraction such as 0.0825.'],
    ['US,MN,COUNTY,MN-C053,,,', 'line 2, rate: A rate is required.'],
    ['US,MN,COUNTY,MN-C053,0.01,2026-02-30,', 'line 2, from: 2026-02-30 is not a date; write 2026-07-01.'],
    [
      'US,MN,COUNTY,MN-C053,0.01,2026-07-01,6/30/2026',
      'line 2, to: The last day 2026-06-30 is before the first day 2026-07-01.',
    ],
    [
      'US,MN,COUNTY,MN-C053,0.01,7/6/2026,',
      'line 2, from: "7/6/2026" can be read in two ways, and no date in the file decides: write 2026-07-06 or 2026-06-07.',
    ],
    [
      'US,MN,COUNTY,MN-C053,0.5,,',
      'line 2, rate: 0.5 is 50 %, which is unlikely for level COUNTY. For 0.5 %, write 0.005; if 50 % is meant, add --confirm-high-rates.',
    ],
    [
      'DE,,COUNTRY,,0.3,,',
      'line 2, rate: 0.3 is 30 %, which is unlikely for level COUNTRY. For 0.3 %, write 0.003; if 30 % is meant, add --confirm-high-rates.',
    ],
    ['US,MN,CITY,MN-C053,0.01,,', 'line 2, level: MN-C053 has level COUNTY in the rate book.'],
    [
      'US,MN,CITY,MN-NEW,0.01,,',
      'line 2, name: MN-NEW is not in the rate book yet, and a new jurisdiction needs a name.',
    ],
    [
      'US,MN,CITY,WI-NEW,0.01,,',
      'line 2, jurisdiction_id: WI-NEW is not a jurisdiction id; use MN- followed by letters or digits.',
    ],
    ['US,XX,CITY,XX-NEW,0.01,,', 'line 2, state: XX is not a state; use its two-letter code.'],
    ['US,,COUNTRY,US,0.01,,', 'line 2, level: The US has no rates at level COUNTRY.'],
    ['DE,,STATE,DE,0.01,,', 'line 2, level: STATE is a level used only in the US; use COUNTRY or REGION.'],
    ['CA,XX,REGION,,0.01,,', 'line 2, state: XX is not a region of CA in the rate book.'],
    ['ZZ,,COUNTRY,ZZ,0.01,,', 'line 2, country: ZZ is not a country in the rate book; use its two-letter code.'],
    [
      'US,MN,PARISH,MN-C053,0.01,,',
      'line 2, level: PARISH is not one of COUNTRY, REGION, STATE, COUNTY, CITY, DISTRICT.',
    ],
    ['US,MN,COUNTY,MN-C053,0.01,', 'line 2: The row has 6 columns, but the header has 7.'],
  ])('refuses %s', async (row, issue) => {
    expect((await read(`country,state,level,jurisdiction_id,rate,from,to\n${row}`)).issues).toEqual([issue]);
  });

  it('accepts a high rate that is confirmed', async () => {
    const { rows, issues } = await read(
      'country,state,level,jurisdiction_id,rate\nUS,MN,COUNTY,MN-C053,0.5',
      ',',
      true,
    );
    expect(issues).toEqual([]);
    expect(rows).toMatchObject([{ rate: '0.5' }]);
  });

  it('reads all days in the order that one of them proves, wherever it is', async () => {
    const fileOf = (from: string, to: string) =>
      ['country,level,rate,from,to', `DE,COUNTRY,0.19,${from},07/06/2026`, `FR,COUNTRY,0.2,,${to}`].join('\n');
    const daysOf = ({ rows }: Awaited<ReturnType<typeof read>>) => rows.map(({ validThrough }) => validThrough);
    expect(daysOf(await read(fileOf('', '25/06/2026')))).toEqual(['2026-06-07', '2026-06-25']);
    expect(daysOf(await read(fileOf('', '25.6.2026')))).toEqual(['2026-06-07', '2026-06-25']);
    expect(daysOf(await read(fileOf('5/25/2026', '2026-12-31')))).toEqual(['2026-07-06', '2026-12-31']);
    const contradicting = await read(fileOf('5/25/2026', '25/06/2026'));
    expect(contradicting.issues).toEqual([
      expect.stringMatching(/^line 2, to: "07\/06\/2026" can be read in two ways/),
    ]);
  });

  it('reports all issues of a row', async () => {
    const header = 'country,state,level,jurisdiction_id,rate,zips,stacking';
    const row = `US,MN,COUNTY,MN-C053,1%,53001 5540,over,${'x'.repeat(501)}`;
    expect((await read(`${header},source\n${row}`)).issues).toEqual([
      'line 2, rate: 1% is a percentage; rates are fractions: write 8.25% as 0.0825.',
      'line 2, stacking: over is not one of add, replaces_county, replaces_all.',
      'line 2, zips: ZIP codes have five digits, unlike 5540.',
      'line 2, zips: 53001 are not ZIP codes of MN.',
      'line 2, source: At most 500 characters are allowed.',
    ]);
  });

  it('rejects rates for the same days', async () => {
    const { issues } = await read(
      [
        'country,level,rate,from,to',
        'DE,COUNTRY,0.19,2007-01-01,',
        'DE,COUNTRY,0.19,2007-01-01,',
        'FR,COUNTRY,0.2,2014-01-01,2026-12-31',
        'FR,COUNTRY,0.21,2026-12-31,',
      ].join('\n'),
    );
    expect(issues).toEqual([
      'line 3, from: DE already has a rate for these days, in line 2.',
      'line 5, from: FR already has a rate for these days, in line 4.',
    ]);
  });

  it('rejects unknown, missing and duplicate columns', async () => {
    expect((await read('country,rate,rate,percent\nDE,0.19,0.19,19')).issues).toEqual([
      'line 1, rate: The column appears twice.',
      expect.stringMatching(/^line 1, percent: Unknown column\. The columns are country, state, level/),
      'line 1, level: The column is missing.',
    ]);
  });

  it('rejects text in another encoding', async () => {
    const issues = new IssueList();
    const bytes = Buffer.from('country,level,rate,source\nDE,COUNTRY,0.19,Zöllner', 'latin1');
    const reading = { book: rateBookIndex(), issues: issuesOfFile(issues, 'file'), source: '' };
    await readCorrections(csvRows(bytes, ownForm), reading);
    expect(issueTexts(issues)).toEqual(['line 2: The text is not valid UTF-8; save the file as "CSV UTF-8".']);
  });
});
