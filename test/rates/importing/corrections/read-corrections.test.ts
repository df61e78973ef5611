import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IssueList, issuesOfFile } from '../../../../src/rates/importing/cells/issue-list.ts';
import { correctionColumns, correctionsTemplate } from '../../../../src/rates/importing/corrections/columns.ts';
import { readCorrections, readJsonCorrections } from '../../../../src/rates/importing/corrections/read-corrections.ts';
import { csvRows, issueTexts, ownForm, rateBookIndex } from '../../../support/rate-files.ts';

async function read(content: string, delimiter = ',', areHighRatesMeant = false) {
  const issues = new IssueList();
  const reading = {
    book: rateBookIndex(),
    issues: issuesOfFile(issues, 'file'),
    source: 'Rate file own.csv',
    areHighRatesMeant,
  };
  const { rows, facts } = await readCorrections(csvRows(content, { ...ownForm, delimiter }), reading);
  return { rows, facts, issues: issueTexts(issues) };
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

  it('finds jurisdictions by name, which then keep their name and county', async () => {
    const header = 'country,state,level,name,county,rate';
    const { rows, issues } = await read(
      [header, 'US,Illinois,CITY,chicago,,0.0125', 'US,MN,COUNTY,Hennepin,,0.002', 'US,MN,CITY,St Paul,,0.01'].join(
        '\n',
      ),
    );
    expect(issues).toEqual([]);
    expect(rows.map(({ jurisdictionId, name, county }) => [jurisdictionId, name, county])).toEqual([
      ['IL-MCHICAGO', null, null],
      ['MN-C053', null, null],
      ['MN-M58000', null, null],
    ]);
    const unknown = await read([header, 'US,MN,CITY,Atlantis,,0.01'].join('\n'));
    expect(unknown.issues).toEqual([
      'line 2, jurisdiction_id: The rate book has no CITY Atlantis in MN. For a new jurisdiction, choose an id that begins with MN-.',
    ]);
  });

  it('reads rules, holidays, caps and thresholds', async () => {
    const { facts, issues } = await read(
      [
        'country,state,level,name,fact,tax_code,treatment,rate,below,up_to,sales_threshold,transaction_threshold,from,to,source',
        'US,MN,,,RULE,C1S10,TAXED,,,,,,2027-01-01,,Act 1',
        'US,NY,COUNTY,Erie County,RULE,clothing,TAXED,,110,,,,2027-03-01,,Act 2',
        'US,MN,,,RULE,C6S1,SHARE_OF_GOODS,,,,,,2027-01-01,,Act 3',
        'DE,,,,RULE,C1S30,REDUCED,0.05,,,,,2027-01-01,2027-12-31,Act 4',
        'US,TX,,Back to school,HOLIDAY,C1S2,,,,125,,,2027-08-06,2027-08-08,Act 5',
        'US,FL,,,CAP,,,,,6000,,,,,Act 6',
        'US,KS,,,NEXUS,,,,,,250000,,2027-01-01,,Act 7',
      ].join('\n'),
    );
    expect(issues).toEqual([]);
    const days = { from: '2027-01-01' };
    const us = { country: 'US', part: 'RULE' };
    expect(facts).toEqual([
      { ...us, subdivision: 'MN', row: { category: 'groceries', taxable: 'yes', ...days }, source: 'Act 1' },
      {
        ...us,
        subdivision: 'NY',
        row: { category: 'clothing', taxable: 'yes', below: '110', places: ['NY-C029'], from: '2027-03-01' },
        source: 'Act 2',
      },
      {
        ...us,
        subdivision: 'MN',
        row: { fee: 'shipping', rule: 'follows_goods', mixed: 'IN_PROPORTION', ...days },
        source: 'Act 3',
      },
      {
        part: 'RULE',
        country: 'DE',
        subdivision: null,
        row: { category: 'books', rate: '0.05', ...days, to: '2027-12-31' },
        source: 'Act 4',
      },
      {
        part: 'HOLIDAY',
        country: 'US',
        subdivision: 'TX',
        row: {
          name: 'back_to_school',
          category: 'clothing',
          cap: '125',
          capIncluded: true,
          from: '2027-08-06',
          to: '2027-08-08',
        },
        source: 'Act 5',
      },
      {
        part: 'CAP',
        country: 'US',
        subdivision: 'FL',
        row: { levels: ['COUNTY', 'CITY', 'DISTRICT'], upTo: '6000' },
        source: 'Act 6',
      },
      { part: 'NEXUS', country: 'US', subdivision: 'KS', row: { salesThreshold: '250000', ...days }, source: 'Act 7' },
    ]);
  });

  it('refuses unlikely rates and amounts of zero in rules, caps and holidays', async () => {
    const file = [
      'country,state,level,name,fact,tax_code,treatment,rate,local_rate,below,up_to,from,to',
      'US,MN,,,RULE,C1S10,REDUCED,0.3,,,,2027-01-01,',
      'US,MN,,,RULE,C1S2,REDUCED,0.01,0.5,,,2027-01-01,',
      'DE,,,,RULE,C1S10,REDUCED,0.45,,,,2027-01-01,',
      'US,MN,CITY,Minneapolis,CAP,,,0.2,,,1000,2027-01-01,',
      'US,MN,,,CAP,,,,,,0,2027-01-01,',
      'US,NY,,,RULE,C1S2,TAXED,,,,0.00,2027-01-01,',
      'US,TX,,Back to school,HOLIDAY,C1S2,,,,0,,2027-08-06,2027-08-08',
    ].join('\n');
    const zeros = [
      'line 6, row.upTo: upTo must be above zero.',
      'line 7, row.upTo: upTo must be above zero.',
      'line 8, row.cap: cap must be above zero.',
    ];
    expect((await read(file)).issues).toEqual([
      'line 2, rate: 0.3 is 30 %, which is unlikely for a RULE. For 0.3 %, write 0.003; if 30 % is meant, add --confirm-high-rates.',
      'line 3, local_rate: 0.5 is 50 %, which is unlikely for a RULE. For 0.5 %, write 0.005; if 50 % is meant, add --confirm-high-rates.',
      'line 4, rate: 0.45 is 45 %, which is unlikely for a RULE. For 0.45 %, write 0.0045; if 45 % is meant, add --confirm-high-rates.',
      'line 5, rate: 0.2 is 20 %, which is unlikely for a CAP. For 0.2 %, write 0.002; if 20 % is meant, add --confirm-high-rates.',
      ...zeros,
    ]);
    expect((await read(file, ',', true)).issues).toEqual(zeros);
  });

  it('reads thresholds and delivery outside the US, and caps with days', async () => {
    const { facts, issues } = await read(
      [
        'country,state,fact,tax_code,treatment,up_to,sales_threshold,from,to',
        'EU,,NEXUS,,,,12000,2027-01-01,',
        'DE,,NEXUS,,,,0,2027-01-01,',
        'JP,,RULE,C6S2,FOLLOWS_GOODS,,,2027-01-01,',
        'US,FL,CAP,,,6000,,2027-01-01,2027-12-31',
        'US,FL,CAP,,,7000,,2028-01-01,',
        'US,FL,CAP,,,8000,,2028-07-01,',
      ].join('\n'),
    );
    expect(issues).toEqual(['line 7, from: FL already has a CAP for these days, in line 6.']);
    const row = (...members: object[]) => Object.assign({}, ...members, { from: '2027-01-01' });
    expect(facts.slice(0, 4).map(({ country, row: found }) => [country, found])).toEqual([
      ['EU', row({ salesThreshold: '12000' })],
      ['DE', row({ salesThreshold: '0' })],
      ['JP', row({ category: 'delivery', rate: 'general', follows: 'GOODS' })],
      ['US', row({ levels: ['COUNTY', 'CITY', 'DISTRICT'], upTo: '6000', to: '2027-12-31' })],
    ]);
  });

  it('reads due days of returns', async () => {
    const header = 'country,state,fact,due_day,due_months,frequency,from';
    const { facts, issues } = await read(
      [header, 'US,TX,DUE_DAY,25,,monthly quarterly,2027-01-01', 'CA,QC,DUE_DAY,31,2,,'].join('\n'),
    );
    expect(issues).toEqual([]);
    expect(facts).toMatchObject([
      { subdivision: 'TX', row: { months: 1, day: 25, frequencies: ['MONTHLY', 'QUARTERLY'], from: '2027-01-01' } },
      { country: 'CA', subdivision: 'CA-QC', row: { months: 2, day: 31 } },
    ]);
    const wrong = await read([header, 'US,TX,DUE_DAY,32,,WEEKLY,', 'US,MN,DUE_DAY,,,,'].join('\n'));
    expect(wrong.issues).toEqual([
      'line 2, row.day: day must be at most 31.',
      'line 2, row.frequencies.0: frequencies must be MONTHLY, QUARTERLY, HALF_YEARLY or YEARLY.',
      'line 3, due_day: An empty value is not a number, such as 20.',
    ]);
  });

  it.each([
    ['US,MN,RULE,C1S99,TAXED,,', 'line 2, tax_code: C1S99 is not a tax code or category.'],
    ['US,MN,RULE,C1S10,ZERO,,', 'line 2, treatment: ZERO is not one of TAXED, REDUCED, EXEMPT.'],
    ['US,MN,RULE,C1S10,REDUCED,,', 'line 2, rate: A rate is required.'],
    ['US,MN,HOLIDAY,C1S2,,2027-08-06,', 'line 2, name: A holiday requires a name, such as back_to_school.'],
    [
      'US,TX,HOLIDAY,C1S2,CANCELLED,2031-08-06,2031-08-08,back to school',
      'line 2, name: TX has no holiday back_to_school for clothing in 2031 to cancel.',
    ],
    ['DE,,NEXUS,,,,', 'line 2, sales_threshold: Expected an amount, such as 100000.'],
    ['CA,QC,NEXUS,,,,', 'line 2, level: A threshold applies to a US state or a whole country.'],
    ['CA,QC,RULE,C6S1,TAXED,,', 'line 2, level: Delivery can only be corrected for a whole state or country.'],
    ['DE,,RULE,C6S1,EXEMPT,,', 'line 2, treatment: EXEMPT is not one of TAXED, FOLLOWS_GOODS.'],
    ['DE,,CAP,,,,', 'line 2, fact: A CAP is allowed only in the US.'],
    ['US,MN,LAW,,,,', 'line 2, fact: LAW is not one of RATE, RULE, HOLIDAY, CAP, NEXUS, DUE_DAY.'],
  ])('refuses the fact %s', async (row, issue) => {
    const header = 'country,state,fact,tax_code,treatment,from,to,name';
    const cells = row.padEnd(row.length + 7 - row.split(',').length + 1, ',');
    expect((await read(`${header}\n${cells}`)).issues).toContain(issue);
  });

  it('reads the same from JSON, where a row may have members without a column', () => {
    const issues = new IssueList();
    const reading = { book: rateBookIndex(), issues: issuesOfFile(issues, 'file'), source: 'own.json' };
    const asked = { country: 'US', state: 'MN', fact: 'RULE', tax_code: 'C1S3', from: '2027-01-01' };
    const rate = { country: 'US', state: 'MN', level: 'CITY', name: 'Minneapolis', rate: 0.006 };
    const row = { taxable: 'yes', condition: 'exempt_if_everyday_use' };
    const { rows, facts, lines } = readJsonCorrections(JSON.stringify([{ ...asked, row }, rate]), reading);
    expect(issueTexts(issues)).toEqual([]);
    expect(rows).toMatchObject([{ jurisdictionId: 'MN-M43000', rate: '0.006' }]);
    expect(facts).toMatchObject([{ part: 'RULE', row: { ...row, from: '2027-01-01' }, source: 'own.json' }]);
    expect(lines).toEqual([2, 1]);
  });

  it('checks further members by the schema of the rate book, and reports all their issues', () => {
    const issuesOf = (...rows: object[]) => {
      const issues = new IssueList();
      const reading = { book: rateBookIndex(), issues: issuesOfFile(issues, 'file'), source: 'own.json' };
      readJsonCorrections(JSON.stringify(rows), reading);
      return issueTexts(issues);
    };
    const rule = { country: 'US', state: 'NY', fact: 'RULE', tax_code: 'C1S2' };
    const wrong = {
      ...{ taxible: 'yes', taxable: 'maybe', below: 110, places: ['NY-C029', '', 'NY-C999', 'MN-C053'] },
      ...{ condition: 'exempt_if_everydayuse', stateRate: '4', from: '2027-02-30' },
    };
    expect(issuesOf({ ...rule, row: wrong })).toEqual([
      'line 1, row.taxable: taxable must be yes, no or reduced.',
      'line 1, row.below: below must be text.',
      'line 1, row.stateRate: stateRate must be "general" or a fraction as a string, such as "0.05" for 5 percent.',
      'line 1, row.places.1: places must not be empty.',
      'line 1, row.from: from must be a valid calendar date.',
      'line 1, row.taxible: Unknown member taxible. Did you mean taxable?',
      'line 1, row.places: NY has no jurisdiction NY-C999, MN-C053; `rates ids` finds ids by name.',
      'line 1, row.condition: exempt_if_everydayuse is not a condition of the rate book. Did you mean exempt_if_everyday_use?',
    ]);
    expect(issuesOf({ ...rule, row: { taxable: 'reduced', above: '10', upTo: '20', condition: 'x' } })).toEqual([
      'line 1, row.upTo: upTo cannot be combined with above.',
      'line 1, row.stateRate: stateRate is required unless together is set.',
      'line 1, row.condition: x is not a condition of the rate book. Describe the uncertainty in `uncertain` instead.',
    ]);
    expect(
      issuesOf({ ...rule, treatment: 'TAXED', below: '1,10', from: '2027-01-01', row: { to: '2026-01-01' } }),
    ).toEqual([
      'line 1, below: 1,10 is not an amount, such as 110.00.',
      'line 1, row.to: to is before the first day, 2027-01-01.',
    ]);
    const fee = { ...rule, tax_code: 'C6S1', row: { rule: 'follows_goods', condition: 'prescription_required' } };
    expect(issuesOf(fee)).toEqual([
      'line 1, row.mixed: mixed is required if the fee follows the goods.',
      'line 1, row.condition: prescription_required is not a condition of the rate book. Describe the uncertainty in `uncertain` instead.',
    ]);
    const holiday = { ...rule, fact: 'HOLIDAY', name: 'sale', from: '2027-08-01', to: '2027-08-02' };
    const cap = { country: 'US', state: 'FL', fact: 'CAP', up_to: '5000', row: { over: '10', places: ['FL-C001'] } };
    const threshold = { country: 'US', state: 'KS', fact: 'NEXUS', sales_threshold: '1', row: { period: 'a_year' } };
    expect(
      issuesOf({ ...holiday, row: { cap: '10' } }, cap, threshold, { country: 'US', sate: 'MN', level: 'STATE' }),
    ).toEqual([
      'line 4, sate: Unknown member sate. Did you mean state?',
      'line 1, row.capIncluded: capIncluded is required with cap.',
      'line 2, row.places: Unknown member places. Allowed: levels, city, upTo, over, rate, rateAbove, on, uncertain, readOn, from, to.',
      'line 2, row.rate: rate is required with over.',
      'line 3, row.period: period must be current_or_prior_calendar_year, prior_calendar_year, prior_12_months, prior_4_quarters, prior_4_sales_tax_quarters or 12_months_ending_sep_30.',
      'line 4, state: An empty value is not a state. Use its two-letter code or its name.',
      'line 4, rate: A rate is required.',
    ]);
    const abroad = { country: 'DE', fact: 'RULE', tax_code: 'C1S2' };
    const above = { amount: '0.5', rate: '0.4' };
    expect(
      issuesOf(
        { ...rule, row: { taxable: 'yes', share: '0' } },
        { ...abroad, row: { rate: '0.05', above } },
        { ...abroad, tax_code: 'C1S10', row: { only: { COUNTRY: '0.7', REGION: '0' } } },
      ),
    ).toEqual([
      'line 1, row.share: share must be above zero.',
      'line 2, row.above: 0.4 is 40 %, which is unlikely for a RULE. For 0.4 %, write 0.004; if 40 % is meant, add --confirm-high-rates.',
      'line 3, row.only: 0.7 is 70 %, which is unlikely for a RULE. For 0.7 %, write 0.007; if 70 % is meant, add --confirm-high-rates.',
    ]);
    const surcharge = { from: '1000', rate: '0.01' };
    const second = { city: 'MN-M43000', upTo: '100', rateAbove: '0.01', over: '10', rate: '0.01' };
    expect(
      issuesOf(
        { ...rule, row: { taxable: 'no', surcharge } },
        { ...rule, tax_code: 'C1S10', row: { taxable: 'reduced', stateRate: '0.01', belowLevels: ['COUNTY'] } },
        { country: 'US', state: 'FL', fact: 'CAP', up_to: '5000', row: { on: 'WHOLE_PRICE' } },
        {
          country: 'US',
          state: 'MN',
          level: 'CITY',
          name: 'Minneapolis',
          fact: 'CAP',
          up_to: '9',
          rate: 0.01,
          row: second,
        },
      ),
    ).toEqual([
      'line 1, row.surcharge: surcharge must be absent if taxable is no.',
      'line 2, row.belowLevels: belowLevels must be absent if taxable is reduced.',
      'line 3, row.on: on is not allowed without city.',
      'line 4, row.over: over is not allowed with city.',
      'line 4, row.rate: rate is not allowed with city.',
    ]);
    // Another row of the file adds the place.
    const added = { country: 'US', state: 'NY', level: 'CITY', jurisdiction_id: 'NY-X1', name: 'Newtown', rate: 0.01 };
    expect(issuesOf({ ...rule, row: { taxable: 'no', places: ['NY-X1'] } }, added)).toEqual([]);
  });

  it('reads the days of a holiday, and the day of the reading, from members of a JSON row', () => {
    const list = new IssueList();
    const reading = { book: rateBookIndex(), issues: issuesOfFile(list, 'file'), source: 'own.json' };
    const holiday = { country: 'US', state: 'TX', fact: 'HOLIDAY', tax_code: 'C1S2', name: 'back to school' };
    const row = { from: '2027-08-06', to: '2027-08-08', readOn: '2027-05-01' };
    const { facts } = readJsonCorrections(JSON.stringify([{ ...holiday, row }]), reading);
    expect(issueTexts(list)).toEqual([]);
    expect(facts).toMatchObject([{ part: 'HOLIDAY', row: { ...row, category: 'clothing' } }]);
    readJsonCorrections(JSON.stringify([{ ...holiday, row: { from: '2027-08-06' } }]), reading);
    expect(issueTexts(list)).toHaveLength(1);
  });

  it('refuses cells and members that would be ignored', async () => {
    const { issues } = await read(
      [
        'country,state,level,name,fact,tax_code,treatment,rate,below,up_to',
        'US,NY,,,RULE,C1S2,EXEMPT,,110,',
        'US,NY,,,RULE,C1S2,TAXED,0.03,,',
        'DE,,,,RULE,C1S30,REDUCED,0.05,,20',
        'US,MN,,Minneapolis,RULE,C1S10,TAXED,,,',
        'US,MN,STATE,,,C1S10,,0.02,,',
        'US,AZ,COUNTY,Maricopa County,CAP,,,0.01,,5000',
      ].join('\n'),
    );
    const unused = (subject: string) => `A ${subject} does not use this column. Leave it empty.`;
    expect(issues).toEqual([
      `line 2, below: ${unused('RULE with treatment EXEMPT')}`,
      `line 3, rate: ${unused('RULE with treatment TAXED')}`,
      `line 4, up_to: ${unused('RULE with treatment REDUCED')}`,
      `line 5, name: ${unused('RULE with treatment TAXED')}`,
      `line 6, tax_code: ${unused('RATE')}`,
      'line 7, level: Only a whole state or a CITY can have a CAP.',
    ]);
    const list = new IssueList();
    const reading = { book: rateBookIndex(), issues: issuesOfFile(list, 'file'), source: 'own.json' };
    const rows = [
      { country: 'US', state: 'NY', fact: 'RULE', tax_code: 'C1S2', row: { taxable: 'yes', stateRate: '0.03' } },
      { country: 'JP', fact: 'RULE', tax_code: 'C6S1', row: { treatment: 'NOT_TAXABLE' } },
      { country: 'US', state: 'AZ', fact: 'CAP', up_to: '5000', row: { city: 'AZ-C013', rateAbove: '0.01' } },
      {
        ...{ country: 'US', state: 'NY', fact: 'RULE', tax_code: 'C1S2' },
        row: { taxable: 'reduced', together: '0.04', upTo: '110' },
      },
    ];
    readJsonCorrections(JSON.stringify(rows), reading);
    expect(issueTexts(list)).toContain('line 1, row.stateRate: stateRate must be absent if taxable is yes.');
    expect(issueTexts(list)).toContain('line 2, row.treatment: treatment must be absent for delivery.');
    expect(issueTexts(list)).toContain('line 3, row.city: AZ-C013 is a COUNTY, not a CITY.');
    expect(issueTexts(list)).toContain(
      'line 4, row.upTo: upTo cannot be combined with `together`, the rate of all taxes on the whole price.',
    );
  });

  it('refuses a due day of a frequency, and a rule of a place, that a list of another row contains', async () => {
    const { issues } = await read(
      ['country,state,fact,due_day,frequency', 'US,TX,DUE_DAY,20,MONTHLY', 'US,TX,DUE_DAY,25,'].join('\n'),
    );
    expect(issues).toEqual(['line 3, from: TX already has a DUE_DAY for these days, in line 2.']);
    const list = new IssueList();
    const reading = { book: rateBookIndex(), issues: issuesOfFile(list, 'file'), source: 'own.json' };
    const rule = (...places: string[]) => {
      return { country: 'US', state: 'NY', fact: 'RULE', tax_code: 'C1S2', row: { taxable: 'no', places } };
    };
    readJsonCorrections(JSON.stringify([rule('NY-C029', 'NY-C001'), rule('NY-C001', 'NY-C029')]), reading);
    expect(issueTexts(list)).toEqual(['line 2, from: NY clothing already has a RULE for these days, in line 1.']);
  });

  it('refuses two facts for the same days, except two windows of a holiday', async () => {
    const { facts, issues } = await read(
      [
        'country,state,fact,tax_code,treatment,name,from,to',
        'US,MN,RULE,C1S10,TAXED,,2027-01-01,2027-06-30',
        'US,MN,RULE,C1S10,EXEMPT,,2027-06-30,',
        'US,TX,HOLIDAY,C1S2,,back to school,2027-08-06,2027-08-08',
        'US,TX,HOLIDAY,C1S2,,back to school,2027-08-13,2027-08-15',
        'US,TX,HOLIDAY,C1S2,,back to school,2027-08-15,2027-08-15',
      ].join('\n'),
    );
    expect(facts).toHaveLength(5);
    expect(issues).toEqual([
      'line 3, from: MN groceries already has a RULE for these days, in line 2.',
      'line 6, from: TX clothing already has a HOLIDAY for these days, in line 5.',
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
    expect(await read(correctionsTemplate)).toEqual({
      rows: [],
      facts: [],
      issues: ['file: The file has a header but no rows.'],
    });
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
      'line 2, rate: 8.25% is a percentage, but rates are fractions: write 8.25 % as 0.0825.',
    ],
    ['US,MN,COUNTY,MN-C053,"0,0825",,', 'line 2, rate: 0,0825 has a comma. Use a decimal point, as in 0.0825.'],
    [
      'US,MN,COUNTY,MN-C053,8.25,,',
      'line 2, rate: 8.25 is above 0.5, but rates are fractions: write 8.25 % as 0.0825.',
    ],
    ['US,MN,COUNTY,MN-C053,-0.01,,', 'line 2, rate: -0.01 is not a rate. Expected a fraction such as 0.0825.'],
    ['US,MN,COUNTY,MN-C053,1e-2,,', 'line 2, rate: 1e-2 is not a rate. Expected a fraction such as 0.0825.'],
    ['US,MN,COUNTY,MN-C053,,,', 'line 2, rate: A rate is required.'],
    ['US,MN,COUNTY,MN-C053,0.01,2026-02-30,', 'line 2, from: 2026-02-30 is not a date. Write 2026-07-01.'],
    [
      'US,MN,COUNTY,MN-C053,0.01,2026-07-01,6/30/2026',
      'line 2, to: The last day 2026-06-30 is before the first day 2026-07-01.',
    ],
    [
      'US,MN,COUNTY,MN-C053,0.01,7/6/2026,',
      'line 2, from: "7/6/2026" is ambiguous, and no other date in the file shows the order: write 2026-07-06 or 2026-06-07.',
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
      'line 2, name: MN-NEW is not in the rate book yet, and a new jurisdiction requires a name.',
    ],
    [
      'US,MN,CITY,WI-NEW,0.01,,',
      'line 2, jurisdiction_id: WI-NEW is not a jurisdiction id. Use MN- followed by letters or digits.',
    ],
    ['US,XX,CITY,XX-NEW,0.01,,', 'line 2, state: XX is not a state. Use its two-letter code or its name.'],
    ['US,,COUNTRY,US,0.01,,', 'line 2, level: The US has no rates at level COUNTRY.'],
    ['DE,,STATE,DE,0.01,,', 'line 2, level: STATE is a level used only in the US. Use COUNTRY or REGION.'],
    ['CA,XX,REGION,,0.01,,', 'line 2, state: XX is not a region of CA in the rate book.'],
    ['ZZ,,COUNTRY,ZZ,0.01,,', 'line 2, country: ZZ is not a country in the rate book. Use its two-letter code.'],
    [
      'US,MN,PARISH,MN-C053,0.01,,',
      'line 2, level: PARISH is not one of COUNTRY, REGION, STATE, COUNTY, CITY, DISTRICT.',
    ],
    ['US,MN,COUNTY,MN-C053,0.01,', 'line 2: The row has 6 columns, but the header has 7.'],
    ['US', 'line 2: The row has 1 column, but the header has 7.'],
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
    expect(contradicting.issues).toEqual([expect.stringMatching(/^line 2, to: "07\/06\/2026" is ambiguous/)]);
  });

  it('reports all issues of a row', async () => {
    const header = 'country,state,level,jurisdiction_id,rate,zips,stacking';
    const row = `US,MN,COUNTY,MN-C053,1%,53001 5540,over,${'x'.repeat(501)}`;
    expect((await read(`${header},source\n${row}`)).issues).toEqual([
      'line 2, source: At most 500 characters are allowed.',
      'line 2, rate: 1% is a percentage, but rates are fractions: write 8.25 % as 0.0825.',
      'line 2, stacking: over is not one of add, replaces_county, replaces_all.',
      'line 2, zips: ZIP codes have five digits, unlike 5540.',
      'line 2, zips: 53001 is not a ZIP code in MN.',
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
    expect(issueTexts(issues)).toEqual(['line 2: The text is not valid UTF-8. Save the file as "CSV UTF-8".']);
  });
});
