import { describe, expect, it } from 'vitest';
import { placeOf, rateBook, ruleOf, ruleOfRow, termsOf } from '../../rate-book.ts';

const all = 'STATE+COUNTY+CITY+DISTRICT';
const on = '2026-06-15';

describe('rules of the US', () => {
  it('taxes general goods in full', () => {
    const { rule, notices } = ruleOf({ state: 'MN', zip: '55401' }, 'C1S1', on);
    expect(rule).toMatchObject({ id: 'US-MN/general', treatment: 'TAXABLE' });
    expect(rule.terms).toHaveLength(1);
    expect(notices).toEqual([]);
  });

  it.each([
    ['MN', '55401', 'exempt', 'EXEMPT', []],
    ['CA', '90210', 'exempt', 'EXEMPT', []],
    [
      'TN',
      '38103',
      'four percent for the state',
      'REDUCED',
      [
        'STATE percentage 0.04',
        'COUNTY general, up-to 1600',
        'CITY general, up-to 1600',
        'DISTRICT general, up-to 1600',
      ],
    ],
    ['VA', '23220', 'one percent in all', 'REDUCED', ['STATE percentage 0.01']],
    ['UT', '84101', 'three percent in all', 'REDUCED', [`${all} together 0.03`]],
    ['NC', '28202', 'two percent for the county', 'REDUCED', ['STATE none', 'COUNTY percentage 0.02']],
    [
      'KS',
      '66603',
      'local rates only',
      'REDUCED',
      ['STATE none', 'COUNTY general', 'CITY general', 'DISTRICT general'],
    ],
    ['AZ', '85001', 'Phoenix does not tax food', 'EXEMPT', []],
    ['CO', '80202', 'Denver does not tax food', 'EXEMPT', []],
    ['ID', '83702', 'taxed in full', 'TAXABLE', [`${all} general`]],
  ])('of groceries in %s %s: %s', (state, zip, _why, treatment, terms) => {
    const facts = ruleOf({ state, zip }, 'C1S10', on);
    expect(facts.rule.treatment).toBe(treatment);
    expect(termsOf(facts)).toEqual(terms);
  });

  it('taxes unknown codes as general goods of their own city, if several have a second rate', () => {
    for (const [city, zip] of [
      ['Glendale', '85301'],
      ['Avondale', '85323'],
    ] as const) {
      const at = { state: 'AZ', zip, city };
      expect(ruleOf(at, 'NEW', on).rule).toEqual(ruleOf(at, 'C1S1', on).rule);
    }
  });

  it.each([
    ['KS', '66603', 'C1S10', 'groceries', '2023-01-01', 'TAXABLE', 'REDUCED', 'STATE percentage 0.04'],
    ['KS', '66603', 'C1S13', 'bottled water', '2025-01-01', 'REDUCED', 'REDUCED', 'STATE none'],
    ['AL', '36104', 'C1S10', 'groceries', '2023-09-01', 'TAXABLE', 'REDUCED', 'STATE percentage 0.03'],
    ['TX', '77002', 'C1S24', 'diapers', '2023-09-01', 'TAXABLE', 'EXEMPT', undefined],
    ['TX', '77002', 'C1S25', 'menstrual products', '2023-09-01', 'TAXABLE', 'EXEMPT', undefined],
    ['MI', '48226', 'C1S25', 'menstrual products', '2022-02-03', 'TAXABLE', 'EXEMPT', undefined],
    ['NV', '89101', 'C1S25', 'menstrual products', '2019-01-01', 'TAXABLE', 'EXEMPT', undefined],
    ['NY', '10001', 'C1S25', 'menstrual products', '2016-09-01', 'TAXABLE', 'EXEMPT', undefined],
    ['MD', '21201', 'C2S5', 'digital games', '2021-03-14', 'NOT_TAXABLE', 'TAXABLE', `${all} general`],
    ['FL', '33130', 'C1S24', 'diapers', '2023-07-01', 'TAXABLE', 'EXEMPT', undefined],
    ['FL', '33130', 'C1S25', 'menstrual products', '2018-01-01', 'TAXABLE', 'EXEMPT', undefined],
    ['VT', '05602', 'C1S25', 'menstrual products', '2021-07-01', 'TAXABLE', 'EXEMPT', undefined],
    ['CA', '95814', 'C1S25', 'menstrual products', '2020-01-01', 'TAXABLE', 'EXEMPT', undefined],
    ['DC', '20001', 'C1S25', 'menstrual products', '2019-10-01', 'TAXABLE', 'EXEMPT', undefined],
    ['OH', '43215', 'C1S25', 'menstrual products', '2020-04-01', 'TAXABLE', 'EXEMPT', undefined],
    ['WA', '98501', 'C1S25', 'menstrual products', '2020-07-01', 'TAXABLE', 'EXEMPT', undefined],
    ['NY', '14604', 'C1S24', 'diapers', '2022-12-01', 'TAXABLE', 'EXEMPT', undefined],
    ['VA', '23220', 'C1S24', 'diapers', '2020-01-01', 'TAXABLE', 'REDUCED', 'STATE percentage 0.025'],
    ['VA', '23220', 'C1S10', 'groceries', '2023-01-01', 'REDUCED', 'REDUCED', 'STATE percentage 0.01'],
    ['VA', '23220', 'C1S25', 'menstrual products', '2023-01-01', 'REDUCED', 'REDUCED', 'STATE percentage 0.01'],
    ['NC', '27601', 'C4S11', 'gift wrapping', '2018-09-01', 'NOT_TAXABLE', 'TAXABLE', `${all} general`],
    ['AR', '72201', 'C2S1', 'e-books', '2018-01-01', 'NOT_TAXABLE', 'TAXABLE', `${all} general`],
    ['AR', '72201', 'C2S2', 'digital music', '2018-01-01', 'NOT_TAXABLE', 'TAXABLE', `${all} general`],
    ['AR', '72201', 'C2S3', 'digital video', '2018-01-01', 'NOT_TAXABLE', 'TAXABLE', `${all} general`],
    ['AR', '72201', 'C2S4', 'streaming', '2018-01-01', 'NOT_TAXABLE', 'TAXABLE', `${all} general`],
    ['AR', '72201', 'C2S7', 'audio books', '2018-01-01', 'NOT_TAXABLE', 'TAXABLE', `${all} general`],
    ['AR', '72201', 'C1S11', 'candy', '2018-01-01', 'REDUCED', 'TAXABLE', `${all} general`],
    ['AR', '72201', 'C1S12', 'soft drinks', '2018-01-01', 'REDUCED', 'TAXABLE', `${all} general`],
    ['AR', '72201', 'C1S10', 'groceries', '2019-01-01', 'REDUCED', 'REDUCED', 'STATE percentage 0.00125'],
    ['AR', '72201', 'C1S13', 'bottled water', '2026-01-01', 'REDUCED', 'REDUCED', 'STATE none'],
  ])('follows the law in %s %s, %s: %s since %s', (state, zip, taxCode, _what, since, before, then, term) => {
    const dayBefore = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10);
    const after = ruleOf({ state, zip }, taxCode, since);
    expect(ruleOf({ state, zip }, taxCode, dayBefore).rule.treatment).toBe(before);
    expect(after.rule.treatment).toBe(then);
    expect(termsOf(after)[0]).toBe(term);
  });

  it.each([
    ['FL', '33130', 'C1S24', '2022-07-01', 'exempt for infants'],
    ['OH', '43215', 'C1S24', '2023-10-01', 'exempt for infants'],
    ['CA', '95814', 'C1S24', '2020-01-01', 'exempt for infants'],
    ['FL', '33130', 'C1S4', '2022-07-01', 'aged five or younger are exempt'],
    ['MD', '21201', 'C1S54', '2025-07-01', 'at the Baltimore Convention Center'],
  ])('names the new condition of the law in %s %s for %s, since %s: %s', (state, zip, taxCode, since, words) => {
    const dayBefore = new Date(Date.parse(since) - 86_400_000).toISOString().slice(0, 10);
    const noticesOn = (day: string) =>
      ruleOf({ state, zip }, taxCode, day)
        .notices.map(({ message }) => message)
        .join();
    expect(noticesOn(dayBefore)).not.toContain(words);
    expect(noticesOn(since)).toContain(words);
  });

  it('tells of the exemption of larger sales of bullion that Maryland had', () => {
    const { rule, notices } = ruleOf({ state: 'MD', zip: '21201' }, 'C1S54', '2025-06-30');
    expect(rule.treatment).toBe('TAXABLE');
    expect(notices.map(({ message }) => message).join()).toContain('sales above 1,000 USD are exempt');
  });

  it('taxes bullion in Alabama before June 2018', () => {
    const treatmentOn = (day: string) => ruleOf({ state: 'AL', zip: '36104' }, 'C1S54', day).rule.treatment;
    expect(['2018-05-31', '2018-06-01'].map(treatmentOn)).toEqual(['TAXABLE', 'EXEMPT']);
  });

  it.each([
    ['groceries', 'C1S10', '2011-07-01', 'STATE percentage 0.015'],
    ['groceries', 'C1S10', '2018-12-31', 'STATE percentage 0.015'],
    ['candy as food', 'C1S11', '2017-12-31', 'STATE percentage 0.015'],
    ['bottled water', 'C1S13', '2025-12-31', 'STATE percentage 0.00125'],
  ])('follows the steps of the tax on food of Arkansas, for %s (%s) on %s', (_what, taxCode, day, term) => {
    expect(termsOf(ruleOf({ state: 'AR', zip: '72201' }, taxCode, day))[0]).toBe(term);
  });

  it.each([
    ['Ketchikan', '99901', '2019-12-31', 1000],
    ['Ketchikan', '99901', '2020-01-01', 2000],
    ['Petersburg', '99833', '2026-06-15', 1200],
    ['Cordova', '99574', '2023-12-31', 3000],
    ['Cordova', '99574', '2024-01-01', 5000],
  ])('taxes a sale in %s (%s) on %s up to %s USD', (city, zip, day, upTo) => {
    const facts = ruleOf({ state: 'AK', zip, city }, 'C1S1', day);
    expect(termsOf(facts)).toEqual([`${all} general, up-to ${upTo}`]);
    expect(facts.notices.map(({ code }) => code)).not.toContain('FACT_UNCERTAIN');
  });

  it('does not tax newspapers in Ohio, where the repeal of the exemption was vetoed', () => {
    for (const day of ['2025-12-31', '2026-01-01']) {
      expect(ruleOf({ state: 'OH', zip: '43215' }, 'C1S32', day).rule.terms).toEqual([]);
    }
  });

  it('follows the end of the grocery tax of Illinois', () => {
    const chicago = { state: 'IL', zip: '60601', city: 'Chicago' };
    expect(termsOf(ruleOf(chicago, 'C1S10', '2025-12-31'))).toEqual([
      'STATE percentage 0.01',
      'DISTRICT(IL-DRTA-COLLAR) general',
      'DISTRICT(IL-DRTA-COOK) percentage 0.0125',
    ]);
    const since = ruleOf(chicago, 'C1S10', '2026-01-01');
    expect(termsOf(since)).toEqual([
      'STATE none',
      'DISTRICT(IL-DRTA-COLLAR) general',
      'DISTRICT(IL-DRTA-COOK) percentage 0.0125',
    ]);
    expect(since.notices).toEqual([]);
  });

  it('applies the local grocery tax of Illinois if a city may have levied it, as uncertain', () => {
    const facts = ruleOf({ state: 'IL', zip: '62701', city: 'Springfield' }, 'C1S10', on);
    expect(termsOf(facts)).toContain('CITY percentage 0.01');
    expect(facts.notices.map(({ code }) => code)).toEqual(['FACT_UNCERTAIN']);
  });

  it.each([
    ['KS', '66603'],
    ['VA', '23220'],
    ['UT', '84101'],
    ['OK', '73102'],
    ['AL', '35203'],
    ['MO', '63101'],
    ['GA', '30303'],
  ])('of candy and soft drinks in %s %s are those of groceries', (state, zip) => {
    const groceries = termsOf(ruleOf({ state, zip }, 'C1S10', on));
    expect(termsOf(ruleOf({ state, zip }, 'C1S11', on))).toEqual(groceries);
    expect(termsOf(ruleOf({ state, zip }, 'C1S12', on))).toEqual(groceries);
  });

  it.each([
    ['MA', '02108', 'C1S2', [`${all} general, excess-above 175`], 'clothing above 175'],
    ['MA', '02108', 'C1S3', [`${all} general, excess-above 175`], 'footwear is clothing'],
    ['MA', '02108', 'C1S7', [`${all} general, excess-above 175`], 'formal wear is clothing'],
    ['MA', '02108', 'C1S6', [`${all} general`], 'athletic clothing is not'],
    ['RI', '02903', 'C1S2', [`${all} general, excess-above 250`], 'clothing above 250'],
    ['NY', '10001', 'C1S2', [`${all} general, exempt-below 110`], 'New York City has opted in'],
    ['NY', '12207', 'C1S2', ['STATE general, exempt-below 110', 'COUNTY+CITY+DISTRICT general'], 'Albany has not'],
    ['PA', '19103', 'C1S2', [], 'exempt'],
    ['TX', '77002', 'C3S1', [`${all} general, share 0.8`], 'data processing is taxed on 80 %'],
    ['CT', '06103', 'C3S1', ['STATE percentage 0.01'], 'software for business'],
    ['CT', '06103', 'C3S2', [`${all} general`], 'software for persons'],
    ['IA', '50309', 'C3S1', [], 'software for business is exempt'],
    ['IA', '50309', 'C3S2', [`${all} general`], 'software for persons is not'],
    ['FL', '33101', 'C1S1', ['STATE general', 'COUNTY+CITY+DISTRICT general, up-to 5000'], 'surtax on 5,000 a piece'],
    ['AK', '99611', 'C1S1', ['STATE+COUNTY+CITY+DISTRICT general, up-to 500'], 'the first 500 of a sale in Kenai'],
    ['AK', '99762', 'C1S1', ['STATE+COUNTY+CITY+DISTRICT general'], 'the whole price in Nome'],
    ['FL', '33101', 'C5S1', [`${all} general`], 'no cap on what is no thing'],
    [
      'TN',
      '37201',
      'C1S1',
      ['STATE general', 'COUNTY+CITY+DISTRICT general, up-to 1600', 'STATE percentage 0.0275, between 1600 and 3200'],
      'single article',
    ],
    ['MN', '55401', 'C7S1', [], 'gift cards are taxed when spent'],
  ])('of %s %s for %s: %j (%s)', (state, zip, taxCode, terms) => {
    expect(termsOf(ruleOf({ state, zip }, taxCode, on))).toEqual(terms);
  });

  it.each([
    ['New York City', '10001', '2026-11-01', `${all} general, exempt-below 110`, []],
    ['Dutchess County since 2022-03-01', '12601', '2022-03-01', `${all} general, exempt-below 110`, []],
    ['Dutchess County before', '12601', '2022-02-28', 'STATE general, exempt-below 110', []],
    ['Monroe County since 2023-03-01', '14604', '2023-03-01', `${all} general, exempt-below 110`, []],
    ['Monroe County before', '14604', '2023-02-28', 'STATE general, exempt-below 110', []],
    ['Chenango County', '13830', '2026-11-01', `${all} general, exempt-below 110`, ['FACT_UNCERTAIN']],
    ['the city of Norwich in it', '13815', '2025-02-28', 'STATE general, exempt-below 110', []],
    ['Putnam County until 2026', '10512', '2025-02-28', `${all} general, exempt-below 110`, []],
    ['Putnam County since', '10512', '2026-03-01', `${all} general, exempt-below 110`, ['FACT_UNCERTAIN']],
    ['Albany', '12207', '2025-02-28', 'STATE general, exempt-below 110', []],
    ['Albany since', '12207', '2025-03-01', 'STATE general, exempt-below 110', ['FACT_UNCERTAIN']],
  ])('of clothing in %s (%s) on %s', (_name, zip, day, firstTerm, notices) => {
    const facts = ruleOf({ state: 'NY', zip }, 'C1S2', day);
    expect(termsOf(facts)[0]).toBe(firstTerm);
    expect(facts.notices.map(({ code }) => code).filter((code) => code === 'FACT_UNCERTAIN')).toEqual(notices);
  });

  it.each([
    ['CT', 'C1S2', ['STATE percentage 0.014, exempt-below 1000.01']],
    ['CT', 'C1S51', ['STATE percentage 0.014, exempt-below 5000.01']],
    ['CT', 'C1S52', ['STATE percentage 0.014, exempt-below 50000.01']],
  ])('of %s add a surcharge on the whole price of dear pieces of %s', (state, taxCode, surcharge) => {
    expect(termsOf(ruleOf({ state }, taxCode, on))).toEqual([`${all} general`, ...surcharge]);
  });

  it.each([
    ['ID', 'C1S53', '2026-06-15', 'EXEMPT', []],
    ['TX', 'C1S54', '2026-06-15', 'EXEMPT', ['FACT_UNCERTAIN']],
    ['IN', 'C1S53', '2026-06-15', 'EXEMPT', ['CONDITION_UNKNOWN']],
    ['CO', 'C1S53', '2026-06-15', 'EXEMPT', ['LOCAL_RATES_INCOMPLETE']],
    ['WA', 'C1S53', '2025-12-31', 'EXEMPT', ['RULE_START_UNKNOWN']],
    ['WA', 'C1S53', '2026-01-01', 'TAXABLE', []],
    ['NJ', 'C1S54', '2024-12-31', 'TAXABLE', ['RULE_START_UNKNOWN']],
    ['NJ', 'C1S54', '2025-01-01', 'EXEMPT', ['CONDITION_UNKNOWN']],
    ['OH', 'C1S53', '2026-06-15', 'TAXABLE', ['CATEGORY_WITHOUT_FACTS']],
    ['MA', 'C1S55', '2026-06-15', 'EXEMPT', []],
    ['NY', 'C1S55', '2026-06-15', 'TAXABLE', ['CATEGORY_WITHOUT_FACTS']],
    ['NC', 'C4S11', '2026-06-15', 'TAXABLE', []],
    ['CA', 'C4S12', '2026-06-15', 'NOT_TAXABLE', ['CONDITION_UNKNOWN']],
    ['WA', 'C4S12', '2026-06-15', 'TAXABLE', []],
    ['TX', 'C5S4', '2026-06-15', 'TAXABLE', ['CONDITION_UNKNOWN']],
    ['VA', 'C8S1', '2026-06-15', 'NOT_TAXABLE', ['CONDITION_UNKNOWN']],
    ['FL', 'C8S1', '2026-06-15', 'TAXABLE', ['CATEGORY_WITHOUT_FACTS']],
    ['TX', 'C8S2', '2026-06-15', 'TAXABLE', ['CATEGORY_WITHOUT_FACTS']],
    ['WA', 'C2S7', '2026-06-15', 'TAXABLE', []],
  ])('knows, or says that it does not know, how %s taxes %s on %s', (state, taxCode, taxDate, treatment, notices) => {
    const facts = ruleOf({ state, isPartial: true }, taxCode, taxDate);
    expect([facts.rule.treatment, facts.notices.map(({ code }) => code)]).toEqual([treatment, notices]);
  });

  it('reports a condition that cannot be known here', () => {
    const { notices } = ruleOf({ state: 'MN', zip: '55401' }, 'C1S6', on);
    expect(notices.map(({ code }) => code)).toEqual(['CONDITION_UNKNOWN']);
  });

  it('taxes a category without facts as general goods, with a notice', () => {
    const onlyGoods = { category: 'general', taxable: 'yes', source: 'a law' };
    const { rule, notices } = ruleOfRow('PR', 'C5S1', onlyGoods);
    expect(rule.treatment).toBe('TAXABLE');
    expect(notices.map(({ code }) => code)).toEqual(['CATEGORY_WITHOUT_FACTS']);
  });

  it.each([
    ['CT', '06103', 'C1S2', '2026-08-16', '100', false, []],
    ['MA', '02108', 'C1S1', '2026-08-08', '2500', true, ['COUNTY+CITY+DISTRICT general']],
    ['TX', '77002', 'C1S3', '2026-08-07', '100', false, []],
    ['AL', '35203', 'C1S2', '2026-07-18', '156', true, ['COUNTY+CITY+DISTRICT general']],
  ])('relieves %s %s %s on the holiday of %s up to %s', (state, zip, taxCode, taxDate, cap, isCapIncluded, left) => {
    const facts = ruleOf({ state, zip }, taxCode, taxDate);
    expect(facts.rule.treatment).toBe('HOLIDAY');
    expect(facts.rule.aboveCap?.capAmount.toString()).toBe(cap);
    expect(facts.rule.aboveCap?.isCapIncluded).toBe(isCapIncluded);
    expect(facts.rule.aboveCap?.rule.treatment).toBe('TAXABLE');
    if (state !== 'CT') expect(termsOf(facts)).toEqual(left);
  });

  it('uses the earliest rule for days before it, with a notice', () => {
    const { rule, notices } = ruleOf({ state: 'TN', zip: '38103' }, 'C1S10', '2016-01-01');
    expect(rule.validFrom).toBe('2017-07-01');
    expect(rule.description).toBe(
      'Groceries: taxed at a special rate in Tennessee, also used for days before 2017-07-01',
    );
    expect(notices.map(({ code }) => code)).toEqual(['RULE_NOT_KNOWN_FOR_DATE']);
  });

  it('ends a holiday with its last day', () => {
    expect(ruleOf({ state: 'TX', zip: '77002' }, 'C1S2', '2026-08-09').rule.treatment).toBe('HOLIDAY');
    expect(ruleOf({ state: 'TX', zip: '77002' }, 'C1S2', '2026-08-10').rule.treatment).toBe('TAXABLE');
  });

  it.each([
    ['CA', '90210', 'C6S1', 'EXEMPT', null],
    ['CA', '90210', 'C6S2', 'TAXABLE', 'IN_PROPORTION'],
    ['MN', '55401', 'C6S1', 'TAXABLE', 'IN_PROPORTION'],
    ['NY', '10001', 'C6S1', 'TAXABLE', 'ALL_OR_NOTHING'],
    ['TX', '77002', 'C6S1', 'TAXABLE', 'ALL_OR_NOTHING'],
    ['HI', '96813', 'C6S1', 'TAXABLE', null],
    ['MD', '21201', 'C6S1', 'EXEMPT', null],
    ['MD', '21201', 'C6S2', 'TAXABLE', 'ALL_OR_NOTHING'],
    ['LA', '70112', 'C6S1', 'TAXABLE', 'ALL_OR_NOTHING'],
    ['MI', '48226', 'C6S2', 'EXEMPT', null],
    ['KS', '66603', 'C6S1', 'EXEMPT', null],
    ['OR', '97201', 'C6S1', 'NOT_TAXABLE', null],
    ['AK', '99801', 'C6S1', 'NOT_TAXABLE', null],
  ])('of a fee in %s %s, %s: %s, %s', (state, zip, taxCode, treatment, followsGoods) => {
    const facts = rateBook.ruleFor(placeOf({ state, zip }), on, taxCode, 'SHIPPING_FEE');
    expect(facts.rule.treatment).toBe(treatment);
    expect(facts.followsGoods).toBe(followsGoods);
  });

  it.each([
    ['MI', '48226', '2023-04-25', 'IN_PROPORTION', '2023-04-26', null],
    ['KS', '66603', '2023-06-30', 'IN_PROPORTION', '2023-07-01', null],
    ['LA', '70112', '2024-12-31', null, '2025-01-01', 'ALL_OR_NOTHING'],
  ])('follows the change of the law on delivery in %s %s after %s', (state, zip, before, then, since, now) => {
    const place = placeOf({ state, zip });
    const followsOn = (day: string) => rateBook.ruleFor(place, day, 'C6S1', 'SHIPPING_FEE').followsGoods;
    expect([followsOn(before), followsOn(since)]).toEqual([then, now]);
  });

  it.each([
    ['FL', '33101', 'C6S1', 'CONDITION_UNKNOWN', 'the buyer could have had the goods without paying for delivery'],
    ['CA', '90210', 'C6S1', 'CONDITION_UNKNOWN', 'a common carrier or the mail delivers'],
    ['CO', '80202', 'C6S2', 'FACT_UNCERTAIN', 'whether handling is taxed'],
  ])('reports in %s %s %s what cannot be known or is uncertain: %s, %s', (state, zip, taxCode, code, message) => {
    const { notices } = rateBook.ruleFor(placeOf({ state, zip }), on, taxCode, 'SHIPPING_FEE');
    expect(notices).toEqual([{ code, pointer: '/taxCode', message: expect.stringContaining(message) }]);
  });

  it('reports an uncertainty about mixed orders only for those', () => {
    const fee = rateBook.ruleFor(placeOf({ state: 'TX', zip: '77002' }), on, 'C6S1', 'SHIPPING_FEE');
    expect(fee.notices).toEqual([]);
    expect(fee.noticesIfMixed.map(({ code }) => code)).toEqual(['FACT_UNCERTAIN']);
  });

  it('treats an unknown or empty code as general goods, and that of a fee as shipping', () => {
    const place = placeOf({ state: 'MN', zip: '55401' });
    for (const taxCode of ['', '  ', 'X99']) {
      const item = rateBook.ruleFor(place, on, taxCode, 'ITEM');
      const fee = rateBook.ruleFor(place, on, taxCode, 'SHIPPING_FEE');
      expect(item.rule.category).toBe('general');
      expect(fee.rule.category).toBe('shipping');
      expect(fee.followsGoods).toBe('IN_PROPORTION');
      for (const { notices } of [item, fee]) expect(notices.map(({ code }) => code)).toEqual(['TAX_CODE_UNKNOWN']);
    }
  });

  it('returns the same rule for the same line', () => {
    const once = ruleOf({ state: 'TX', zip: '77002' }, 'C1S1', on);
    expect(ruleOf({ state: 'TX', zip: '77002' }, ' c1s1 ', '2026-05-01')).toBe(once);
    expect(ruleOf({ state: 'TX', zip: '77002' }, 'nope', on).rule).toBe(once.rule);
  });

  it('contains the nexus thresholds', () => {
    const open = rateBook.nexusThresholds('CA').filter(({ validThrough }) => validThrough === null);
    expect(open.map(({ salesAmount }) => salesAmount.toString())).toEqual(['500000']);
    expect(rateBook.nexusThresholds('OR')).toEqual([]);
  });

  it.each([
    ['AZ', 'RETAIL', { months: 0, days: 30, on: 'MONTH_START' }],
    ['NV', 'RETAIL', { months: 0, days: 30, on: 'MONTH_START' }],
    ['TN', 'RETAIL', { months: 3, days: 0, on: 'DAY' }],
    ['KS', 'GROSS', { months: 0, days: 0, on: 'DAY' }],
    ['LA', 'GROSS', { months: 0, days: 60, on: 'DAY' }],
  ])('counts the sales of %s as %s, and says when collection starts', (state, basis, first) => {
    for (const { countedSales, firstCollection } of rateBook.nexusThresholds(state)) {
      expect([countedSales?.basis, firstCollection]).toEqual([basis, expect.objectContaining(first)]);
    }
  });

  it.each([
    ['AK', [true, true]],
    ['NC', [true, true]],
    ['ME', [false, false]],
  ])('counts sales through marketplaces towards the thresholds of %s as %j', (state, counts) => {
    expect(rateBook.nexusThresholds(state).map(({ countsMarketplaceSales }) => countsMarketplaceSales)).toEqual(counts);
  });
});
