import { describe, expect, it } from 'vitest';
import { memberStates } from '../../../../src/domain/places/eu-code.ts';
import { decimalText } from '../../../../src/tax/numbers/decimal.ts';
import { issueOf, noticesOf, placeOf, rateBook, ratesOf, ruleOf, termsOf, totalRate } from '../rate-book.ts';

type Address = Parameters<typeof placeOf>[0];

const on = '2026-06-15';

describe('places outside the US', () => {
  it.each<[Address, string[], string]>([
    [{ country: 'DE', city: 'Berlin', zip: '10115' }, ['COUNTRY 0.19'], 'Germany'],
    [{ country: 'Canada', region: 'ON', city: 'Toronto' }, ['COUNTRY 0.13'], 'one harmonised rate'],
    [{ country: 'CA', state: 'Québec', city: 'Montréal' }, ['COUNTRY 0.05', 'REGION 0.09975'], 'GST and QST'],
    [{ country: 'CA', region: 'British Columbia' }, ['COUNTRY 0.05', 'REGION 0.07'], 'GST and PST'],
    [{ country: 'CA', region: 'AB' }, ['COUNTRY 0.05'], 'GST alone'],
    [{ country: 'CA', region: 'NS' }, ['COUNTRY 0.14'], 'since 2025-04-01'],
    [{ country: 'PT', zip: '9500-119' }, ['REGION 0.16'], 'Azores by postal code'],
    [{ country: 'PT', region: 'Açores' }, ['REGION 0.16'], 'Azores by name'],
    [{ country: 'PT', region: 'PT-30' }, ['REGION 0.22'], 'Madeira'],
    [{ country: 'PT', zip: '1100-148' }, ['COUNTRY 0.23'], 'Lisbon'],
    [{ country: 'ES', zip: '35001' }, ['REGION 0.07'], 'Canary Islands'],
    [{ country: 'ES', zip: '8001' }, ['COUNTRY 0.21'], 'Barcelona without its leading zero'],
    [{ country: 'FR', zip: '97110' }, ['REGION 0.085'], 'Guadeloupe'],
    [{ country: 'RE' }, ['REGION 0.085'], 'Réunion by its country code'],
    [{ country: 'Monaco' }, ['COUNTRY 0.2'], 'as France'],
    [{ country: 'IM' }, ['COUNTRY 0.2'], 'as the United Kingdom'],
    [{ country: 'GB', zip: 'BT1 5GS' }, ['COUNTRY 0.2'], 'Northern Ireland'],
    [{ country: 'UK', zip: 'JE2 3AB' }, ['COUNTRY 0.05'], 'Jersey has a tax of its own'],
    [{ country: 'FI', zip: '22100' }, ['COUNTRY 0.255'], 'Åland'],
    [{ country: 'DE', zip: '87491' }, ['REGION 0.19'], 'Jungholz is Austrian'],
    [{ country: 'IN', state: 'Maharashtra' }, ['COUNTRY 0.18'], 'IGST'],
    [{ country: 'JPN' }, ['COUNTRY 0.1'], 'Japan by alpha-3'],
    [{ country: 'Bolivia' }, ['COUNTRY 0.14942529'], '13 % of the price with tax in it'],
  ])('%j: %j (%s)', (address, rates) => {
    expect(ratesOf(placeOf(address), on)).toEqual(rates);
  });

  it('names the jurisdictions of Montréal and Toronto', () => {
    const named = (region: string) =>
      rateBook
        .placeFacts(placeOf({ country: 'CA', region }), on)
        .taxPlace.rates.map(({ jurisdiction }) => `${jurisdiction.id} ${jurisdiction.name} ${jurisdiction.code}`);
    expect(named('QC')).toEqual(['CA Canada GST', 'CA-QC Quebec QST']);
    expect(named('ON')).toEqual(['CA-ON Canada HST']);
  });

  it.each<[Address, string, string, string]>([
    [{ country: 'DE' }, '2020-06-30', '0.19', 'before the cut'],
    [{ country: 'DE' }, '2020-08-01', '0.16', 'during the cut'],
    [{ country: 'DE' }, '2021-01-01', '0.19', 'after the cut'],
    [{ country: 'EE' }, '2025-06-30', '0.22', 'before the rise'],
    [{ country: 'EE' }, '2025-07-01', '0.24', 'after the rise'],
    [{ country: 'PT', region: '20' }, '2021-06-30', '0.18', 'Azores before the cut'],
    [{ country: 'CA', region: 'NS' }, '2025-03-31', '0.15', 'before the cut'],
    [{ country: 'CH' }, '2023-12-31', '0.077', 'before the rise'],
  ])('%j on %s: %s (%s)', (address, taxDate, rate) => {
    expect(totalRate(placeOf(address), taxDate)).toBe(rate);
    expect(noticesOf(placeOf(address), taxDate)).toEqual([]);
  });

  it.each([
    [{ country: 'HK' }, 'NO_TAX_THERE'],
    [{ country: 'BR' }, 'NOT_COVERED'],
    [{ country: 'DE', zip: '78266' }, 'OUTSIDE_TERRITORY'],
    [{ country: 'DE', zip: 'D-27498' }, 'OUTSIDE_TERRITORY'],
    [{ country: 'IT', zip: '23030', city: 'Livigno' }, 'OUTSIDE_TERRITORY'],
    [{ country: 'ES', region: 'Ceuta' }, 'OUTSIDE_TERRITORY'],
    [{ country: 'GF' }, 'OUTSIDE_TERRITORY'],
    [{ country: 'GB', zip: 'GY1 1AA' }, 'NO_TAX_THERE'],
    [{ country: 'GB', zip: 'SW1A 1AA' }, 'TAXED'],
  ])('%j: %s', (address, taxation) => {
    expect(rateBook.placeFacts(placeOf(address), on).taxation).toBe(taxation);
  });

  it('reads a province from region, then state, then the postal code', () => {
    expect(placeOf({ country: 'CA', region: 'CA-QC', state: 'Québec' }).subdivision).toBe('CA-QC');
    expect(placeOf({ country: 'CA', state: 'ON' }).subdivision).toBe('CA-ON');
    expect(placeOf({ country: 'CA', zip: 'H2Y 1C6' }).subdivision).toBe('CA-QC');
    expect(issueOf({ country: 'CA', region: 'ON', zip: 'H2Y 1C6' })).toMatchObject({
      code: 'ERR-ADDR-001',
      field: 'zip',
    });
    expect(issueOf({ country: 'CA', state: 'Ontaro' })).toMatchObject({ field: 'state', suggestions: ['ON'] });
  });

  it('reports its assumptions', () => {
    expect(noticesOf(placeOf({ country: 'CA' }), on)).toEqual(['PROVINCE_UNKNOWN']);
    expect(noticesOf(placeOf({ country: 'IN' }), on)).toEqual(['SELLER_STATE_UNKNOWN']);
    expect(noticesOf(placeOf({ country: 'BR' }), on)).toEqual(['TAX_NOT_COVERED']);
    expect(noticesOf(placeOf({ country: 'NP' }), on)).toEqual(['FACT_UNCERTAIN']);
    expect(noticesOf(placeOf({ country: 'TW' }), '2025-12-31')).toEqual(['RATE_START_UNKNOWN']);
  });

  it.each([
    ['Deutschland', 'DE'],
    ['deu', 'DE'],
    ['UK', 'GB'],
    ['Great Britain', 'GB'],
    ['EL', 'GR'],
    ['Turkey', 'TR'],
    ["cote d'ivoire", 'CI'],
    ['The Netherlands', 'NL'],
    ['Korea, Republic of', 'KR'],
    ['Puerto Rico', 'PR'],
    ['Narnia', null],
  ])('finds the country %s: %s', (text, code) => {
    expect(rateBook.findCountry(text)).toBe(code);
  });

  it('rejects a country that is not in the rate book, and an unknown one', () => {
    expect(issueOf({ country: 'North Korea' }).code).toBe('COUNTRY_NOT_COVERED');
    expect(issueOf({ country: 'KP' }).code).toBe('COUNTRY_NOT_COVERED');
    expect(issueOf({ country: 'Germny' })).toMatchObject({ code: 'ERR-ADDR-001', suggestions: ['DE'] });
    expect(issueOf({ country: null })).toMatchObject({ code: 'ERR-ADDR-001', field: 'country', given: null });
  });

  it('leaves marketplace sales out wherever it leaves sales to businesses out, as the totals of documents assume', () => {
    for (const { code } of [...rateBook.countries, { code: 'EU' }]) {
      for (const threshold of ['US', 'DE'].flatMap((home) => rateBook.nexusThresholdsAbroad(code, home))) {
        expect({ code, counted: [threshold.countedSales?.basis, threshold.countsMarketplaceSales] }).not.toEqual({
          code,
          counted: ['CONSUMERS', true],
        });
      }
    }
  });

  it('contains the facts of a country', () => {
    expect(rateBook.countryFacts('GR')).toEqual({
      code: 'GR',
      name: 'Greece',
      taxName: 'VAT',
      currency: 'EUR',
      isInEu: true,
    });
    const members = rateBook.countries.filter(({ isInEu }) => isInEu).map(({ code }) => code);
    expect(members).toHaveLength(27);
    expect(new Set(members)).toEqual(memberStates);
    expect(rateBook.taxNumberFormat('DE')).toEqual({ prefix: 'DE', patterns: ['^DE[1-9]\\d{8}$'], isInVies: true });
  });
});

describe('the GST of India', () => {
  const mumbai = placeOf({ country: 'IN', state: 'Maharashtra' });
  const seller = (state: string) => placeOf({ country: 'IN', state });
  const leviesFrom = (place: typeof mumbai, from: typeof mumbai | null) =>
    rateBook
      .placeFacts(place, on, from)
      .taxPlace.rates.map(
        ({ jurisdiction: { id, level, code }, rate }) => `${id} ${level} ${code} ${decimalText(rate)}`,
      );

  it.each([
    ['Maharashtra', ['IN COUNTRY CGST 0.09', 'IN-MH REGION SGST 0.09'], 'halved within a state'],
    ['Karnataka', ['IN COUNTRY IGST 0.18'], 'one tax between states'],
  ])('from %s to Maharashtra: %j (%s)', (state, levies) => {
    expect(leviesFrom(mumbai, seller(state))).toEqual(levies);
    expect(rateBook.placeFacts(mumbai, on, seller(state)).notices).toEqual([]);
  });

  it('has its own tax in union territories without a legislature', () => {
    expect(leviesFrom(seller('Chandigarh'), seller('Chandigarh'))).toEqual([
      'IN COUNTRY CGST 0.09',
      'IN-CH REGION UTGST 0.09',
    ]);
    expect(leviesFrom(seller('Delhi'), seller('Delhi'))).toContain('IN-DL REGION SGST 0.09');
  });

  it('is not split from abroad or if a state is unknown, with a notice', () => {
    const codes = (place: typeof mumbai, from: typeof mumbai | null) =>
      rateBook.placeFacts(place, on, from).notices.map(({ code }) => code);
    const [india, germany] = [placeOf({ country: 'IN' }), placeOf({ country: 'DE' })];
    for (const from of [null, india, germany]) expect(leviesFrom(mumbai, from)).toEqual(['IN COUNTRY IGST 0.18']);
    expect([null, india, germany].map((from) => codes(mumbai, from))).toEqual([
      ['SELLER_STATE_UNKNOWN'],
      ['SELLER_STATE_UNKNOWN'],
      [],
    ]);
    expect(codes(india, mumbai)).toEqual(['PROVINCE_UNKNOWN']);
  });
});

describe('rules outside the US', () => {
  const both = 'COUNTRY+REGION';

  it.each([
    [{ country: 'DE' }, 'C1S1', 'TAXABLE', [`${both} general`]],
    [{ country: 'DE' }, 'C1S30', 'REDUCED', [`${both} percentage 0.07`]],
    [{ country: 'GB' }, 'C1S10', 'ZERO_RATED', [`${both} percentage 0`]],
    [{ country: 'GB' }, 'C1S4', 'ZERO_RATED', [`${both} percentage 0`]],
    [{ country: 'GB' }, 'C1S20', 'ZERO_RATED', [`${both} percentage 0`]],
    [{ country: 'GB' }, 'C1S21', 'TAXABLE', [`${both} percentage 0.2`]],
    [{ country: 'FR' }, 'C2S1', 'REDUCED', [`${both} percentage 0.055`]],
    [{ country: 'FR' }, 'C1S32', 'REDUCED', [`${both} percentage 0.021`]],
    [{ country: 'JP' }, 'C1S10', 'REDUCED', [`${both} percentage 0.08`]],
    [{ country: 'CA', region: 'ON' }, 'C1S10', 'ZERO_RATED', [`${both} percentage 0`]],
    [{ country: 'CA', region: 'QC' }, 'C1S10', 'ZERO_RATED', [`${both} percentage 0`]],
    [{ country: 'CA', region: 'QC' }, 'C1S30', 'REDUCED', ['COUNTRY general', 'REGION percentage 0']],
    [{ country: 'CA', region: 'ON' }, 'C1S30', 'REDUCED', ['COUNTRY percentage 0.05']],
    [{ country: 'PT', region: '20' }, 'C1S10', 'REDUCED', [`${both} percentage 0.04`]],
    [{ country: 'VN' }, 'C1S1', 'REDUCED', [`${both} percentage 0.08`]],
    [{ country: 'VN' }, 'C4S1', 'TAXABLE', [`${both} general`]],
    [{ country: 'MY' }, 'C1S1', 'NOT_TAXABLE', []],
    [{ country: 'MY' }, 'C4S1', 'TAXABLE', [`${both} general`]],
    [{ country: 'DE' }, 'C7S1', 'NOT_TAXABLE', []],
    [{ country: 'DE' }, 'C8S2', 'NOT_TAXABLE', []],
  ])('%j %s: %s %j', (address, taxCode, treatment, terms) => {
    const facts = ruleOf(address, taxCode, on);
    expect(facts.rule.treatment).toBe(treatment);
    expect(termsOf(facts)).toEqual(terms);
  });

  it.each([
    ['DE', 'C1S2', 'the reduced rates of Germany name none of these'],
    ['GB', 'C1S41', 'Value Added Tax Act 1994, Schedule 8'],
    ['CH', 'C3S1', 'MWSTG, art. 25'],
    ['NZ', 'C2S7', 'GST is imposed at a single rate'],
  ])('has a source for the standard rate in %s of %s: %s', (country, taxCode, source) => {
    const facts = ruleOf({ country }, taxCode, on);
    expect([facts.rule.treatment, termsOf(facts), facts.notices]).toEqual(['TAXABLE', [`${both} general`], []]);
    expect(facts.rule.source).toContain(source);
  });

  it('has no source for it in a region with its own tax or rates', () => {
    for (const address of [
      { country: 'CA', region: 'BC' },
      { country: 'ES', zip: '35001' },
    ]) {
      expect(ruleOf(address, 'C1S41', on).evidence).toBe('STANDARD_RATE');
    }
    expect(ruleOf({ country: 'CA', region: 'ON' }, 'C1S41', on).evidence).toBe('LAW');
  });

  it('follows the dates of a category', () => {
    expect(termsOf(ruleOf({ country: 'SE' }, 'C1S10', '2026-03-31'))).toEqual([`${both} percentage 0.12`]);
    expect(termsOf(ruleOf({ country: 'SE' }, 'C1S10', '2026-04-01'))).toEqual([`${both} percentage 0.06`]);
    expect(termsOf(ruleOf({ country: 'DE' }, 'C1S30', '2020-08-01'))).toEqual([`${both} percentage 0.05`]);
  });

  it.each([
    // Mending of clothes is known from 2023-04, personal services from 2023, and most goods of Vietnam from 2025-07.
    ['SE', 'C4S8', '2023-03-31', 'general', 'before 2023-04-01; the standard rate was used.'],
    ['SE', 'C4S8', '2023-04-01', 'percentage 0.12', null],
    ['LU', 'C4S4', '2022-12-31', 'general', 'before 2023-01-01; the standard rate was used.'],
    ['VN', 'C1S1', '2024-06-01', 'general', 'before 2025-07-01; the standard rate was used.'],
    ['VN', 'C1S1', '2027-01-01', 'general', null],
  ])('in %s for %s on %s is %s, with a notice before its first known day', (country, taxCode, day, term, message) => {
    const facts = ruleOf({ country }, taxCode, day);
    expect(termsOf(facts)).toEqual([`${both} ${term}`]);
    const notices = facts.notices.filter(({ code }) => code === 'CATEGORY_WITHOUT_FACTS');
    expect(notices.map((notice) => notice.message)).toEqual(message === null ? [] : [expect.stringContaining(message)]);
    expect(/assumed before (.*)/.exec(facts.rule.description)?.[1]).toBe(message?.slice(7, 17));
  });

  it.each([
    ['FR', 'AT_THEIR_RATES', [], 'Directive 2006/112/EC'],
    ['GB', 'AT_THEIR_RATES', [], 'Notice 700/24'],
    ['JP', null, [], 'Consumption Tax Act'],
    ['KE', null, ['SHIPPING_AT_STANDARD_RATE'], ''],
  ])('knows how %s taxes delivery: %s', (country, follows, ifMixed, source) => {
    const facts = rateBook.ruleFor(placeOf({ country }), on, 'C6S1', 'SHIPPING_FEE');
    expect(termsOf(facts)).toEqual([`${both} general`]);
    expect([facts.followsGoods, facts.notices]).toEqual([follows, []]);
    expect(facts.noticesIfMixed.map(({ code }) => code)).toEqual(ifMixed);
    expect(facts.rule.source).toContain(source);
  });

  it('says that a broad category is split by the law', () => {
    expect(ruleOf({ country: 'IT' }, 'C1S10', on).notices.map(({ code }) => code)).toContain('CATEGORY_IS_BROAD');
  });

  it.each([
    ['DE', 'C2S7', '0.07', []],
    ['FR', 'C2S7', '0.055', []],
    ['IE', 'C2S7', '0', []],
    ['NL', 'C2S7', '0.09', []],
    ['AT', 'C2S7', '0.1', ['FACT_UNCERTAIN']],
    ['SE', 'C2S7', '0.06', []],
    ['LU', 'C2S7', '0.03', []],
    ['PL', 'C2S7', '0.05', ['FACT_UNCERTAIN']],
    ['BE', 'C2S7', '0.06', []],
    ['CZ', 'C2S7', '0', []],
    ['GB', 'C2S7', null, []],
    ['ES', 'C2S7', '0.04', []],
    ['FI', 'C2S7', '0.135', ['FACT_UNCERTAIN']],
    ['GR', 'C2S7', '0.06', []],
    ['HU', 'C2S7', null, []],
    ['DK', 'C2S7', null, ['FACT_UNCERTAIN']],
    ['NO', 'C2S7', '0', ['CATEGORY_IS_BROAD']],
    ['IT', 'C2S7', null, ['CATEGORY_WITHOUT_FACTS']],
    ['DE', 'C2S8', '0.07', []],
    ['FR', 'C2S8', '0.021', ['CATEGORY_IS_BROAD']],
    ['GB', 'C2S8', '0', []],
    ['NL', 'C4S2', null, []],
    ['NL', 'C4S8', '0.09', []],
    ['NL', 'C4S9', '0.09', []],
    ['PT', 'C4S10', '0.06', ['CATEGORY_IS_BROAD']],
    ['DE', 'C4S9', null, []],
    ['IE', 'C4S9', '0.135', ['CATEGORY_IS_BROAD']],
    ['FI', 'C4S6', '0.135', ['CATEGORY_IS_BROAD']],
    ['ES', 'C4S6', '0.1', ['CATEGORY_IS_BROAD']],
    ['RO', 'C4S6', null, ['CATEGORY_IS_BROAD']],
    ['DE', 'C4S7', null, []],
    ['LU', 'C4S7', null, ['CATEGORY_IS_BROAD']],
    ['DE', 'C4S5', null, []],
    ['DE', 'C1S54', null, []],
    ['DE', 'C8S1', null, ['CATEGORY_WITHOUT_FACTS']],
    ['DE', 'C1S55', null, ['CATEGORY_WITHOUT_FACTS']],
    ['DE', 'C4S11', null, ['CATEGORY_WITHOUT_FACTS']],
    ['DE', 'C4S12', null, ['CATEGORY_WITHOUT_FACTS']],
    ['DE', 'C5S4', null, ['CATEGORY_IS_BROAD']],
    ['JP', 'C5S4', null, []],
    ['NO', 'C4S6', '0.12', ['CATEGORY_IS_BROAD']],
  ])('taxes in %s the code %s at %s, with the notices %j', (country, taxCode, rate, notices) => {
    const facts = ruleOf({ country }, taxCode, on);
    expect(termsOf(facts)).toEqual([rate === null ? `${both} general` : `${both} percentage ${rate}`]);
    expect(facts.notices.map(({ code }) => code)).toEqual(notices);
  });

  it.each([
    ['DE', 'C1S53', []],
    ['GB', 'C1S53', []],
    ['IE', 'C4S6', ['CATEGORY_IS_BROAD']],
    ['GB', 'C8S1', []],
    ['GB', 'C8S2', ['FACT_UNCERTAIN']],
  ])('exempts in %s the code %s, with the notices %j', (country, taxCode, notices) => {
    const facts = ruleOf({ country }, taxCode, on);
    expect(facts.rule.treatment).toBe('NOT_TAXABLE');
    expect(facts.notices.map(({ code }) => code)).toEqual(notices);
  });

  it.each([
    ['GB', '2020-07-14', '0.2'],
    ['GB', '2020-07-15', '0.05'],
    ['GB', '2021-10-01', '0.125'],
    ['GB', '2022-04-01', '0.2'],
    ['AT', '2021-12-31', '0.05'],
    ['AT', '2022-01-01', '0.1'],
  ])('follows the relief of restaurants in %s on %s: %s', (country, taxDate, rate) => {
    expect(termsOf(ruleOf({ country }, 'C1S15', taxDate))).toEqual([`COUNTRY+REGION percentage ${rate}`]);
  });
});

describe('medicines in the Czech Republic', () => {
  // Act 349/2023 Coll. replaced 10 % and 15 % with 12 %; only books are exempt.
  it.each([
    ['C1S20', '2015-01-01', '0.1'],
    ['C1S20', '2023-12-31', '0.1'],
    ['C1S20', '2024-01-01', '0.12'],
    ['C1S20', '2026-11-23', '0.12'],
    ['C1S21', '2026-11-23', '0.12'],
  ])('bear the reduced rate, with or without prescription: %s on %s', (code, day, rate) => {
    const facts = ruleOf({ country: 'CZ' }, code, day);
    expect(termsOf(facts)).toEqual([`COUNTRY+REGION percentage ${rate}`]);
    expect(facts.notices).toEqual([]);
  });
});

describe('regions whose lower rates are for sellers established there', () => {
  const athens = placeOf({ country: 'GR', city: 'Athens', zip: '10563' });
  const at = (address: Address, seller: ReturnType<typeof placeOf> | null, taxDate = on) => {
    const place = rateBook.placeForSeller(placeOf(address), seller);
    return [totalRate(place, taxDate), noticesOf(place, taxDate)];
  };

  it.each<[Address, string]>([
    [{ country: 'GR', city: 'Mytilene', zip: '81100' }, 'Lesvos'],
    [{ country: 'GR', city: 'Chios', zip: '82100' }, 'Chios'],
    [{ country: 'GR', city: 'Vathy', zip: '83100' }, 'Samos'],
    [{ country: 'GR', city: 'Kos', zip: '85300' }, 'Kos'],
    [{ country: 'GR', city: 'Leros', zip: '85400' }, 'Leros'],
    [{ country: 'GR', city: 'Myrina', zip: '81400' }, 'Lemnos'],
    [{ country: 'GR', city: 'Ikaria', zip: '83300' }, 'Ikaria'],
    [{ country: 'GR', zip: '85303' }, 'Nisyros, whose postal code is published'],
    [{ country: 'GR', city: 'Kalymnos' }, 'Kalymnos, by name'],
    [{ country: 'GR', city: 'Kastellorizo', zip: '85111' }, 'Kastellorizo'],
    [{ country: 'GR', city: 'Samothraki', zip: '68002' }, 'Samothrace'],
  ])('%j: 17 %% from a seller of the islands, 24 %% from the mainland (%s)', (address) => {
    const chios = placeOf({ country: 'GR', city: 'Chios', zip: '82100' });
    expect(at(address, chios)).toEqual(['0.17', []]);
    expect(at(address, null)).toEqual(['0.17', ['REGIONAL_RATE_CONDITIONAL']]);
    expect(at(address, athens)).toEqual(['0.24', ['REGIONAL_RATE_NOT_APPLIED']]);
  });

  it.each([
    ['81300', 'Polichnitos on Lesbos'],
    ['82100', 'Chios'],
    ['82101', 'Oinousses, with a code among those of Chios'],
    ['83200', 'Karlovasi on Samos'],
    ['85401', 'Lakki on Leros'],
    ['85500', 'Patmos'],
    ['68002', 'Samothraki'],
  ])('places a Greek island by its postal code only: %s, %s', (zip) => {
    const chios = placeOf({ country: 'GR', city: 'Chios', zip: '82100' });
    const address = { country: 'GR', zip };
    expect(at(address, null)).toEqual(['0.17', ['REGIONAL_RATE_CONDITIONAL']]);
    expect(at(address, chios)).toEqual(['0.17', []]);
    expect(at(address, athens)).toEqual(['0.24', ['REGIONAL_RATE_NOT_APPLIED']]);
  });

  it.each(['Μυτιλήνη', 'ΚΩΣ', 'Λέρος', 'Σαμοθράκη', 'Καστελλόριζο'])('finds a Greek island by name: %s', (city) => {
    expect(at({ country: 'GR', city, isPartial: true }, null)[0]).toBe('0.17');
  });

  it('says that a place is uncertain if only an unchecked postal code places it', () => {
    expect(at({ country: 'MX', zip: '22000' }, null)).toEqual([
      '0.08',
      ['REGIONAL_RATE_CONDITIONAL', 'FACT_UNCERTAIN'],
    ]);
  });

  it('lowers every Greek rate by 30 % on the islands', () => {
    const codes = rateBook.taxCodes.map(({ code }) => code);
    const rateOf = (zip: string, code: string) => {
      const place = placeOf({ country: 'GR', zip });
      const [term] = rateBook.ruleFor(place, on, code, 'ITEM').rule.terms;
      if (term?.rate.kind === 'percentage') return decimalText(term.rate.rate);
      return term?.rate.kind === 'general' ? totalRate(place, on) : 'none';
    };
    const lowered: Readonly<Record<string, string>> = { '0.24': '0.17', '0.13': '0.09', '0.06': '0.04', none: 'none' };
    const onMainland = codes.map((code) => [code, lowered[rateOf('10563', code)]]);
    expect(codes.map((code) => [code, rateOf('82100', code)])).toEqual(onMainland);
    expect(codes.map((code) => [code, rateOf('81400', code)])).toEqual(onMainland);
    expect(new Set(onMainland.map(([, rate]) => rate))).toContain('0.04');
  });

  it.each<Address>([
    { country: 'GR', zip: '83701' },
    { country: 'GR', city: 'Somewhere', zip: '85099' },
    { country: 'MX', zip: '84390' },
    { country: 'MX', zip: '30160' },
  ])('says that an island or border town was not placed: %j', (address) => {
    const { country = '' } = address;
    const general = country === 'GR' ? '0.24' : '0.16';
    expect(at(address, null)).toEqual([general, ['FACT_UNCERTAIN']]);
    expect(at(address, placeOf({ country, zip: country === 'GR' ? '10563' : '06000' }))[0]).toBe(general);
  });

  it('prefers the name of a town to a postal area in which it is not placed', () => {
    expect(at({ country: 'GR', city: 'Kalymnos', zip: '85000' }, null)).toEqual([
      '0.17',
      ['REGIONAL_RATE_CONDITIONAL'],
    ]);
  });

  it('gives a seller from an unplaced island no lower rates elsewhere', () => {
    const unplaced = placeOf({ country: 'GR', zip: '83701' });
    expect(at({ country: 'GR', city: 'Kos', zip: '85300' }, unplaced)).toEqual(['0.24', ['REGIONAL_RATE_NOT_APPLIED']]);
  });

  it('keeps Rhodes and Crete at the general rate', () => {
    expect(at({ country: 'GR', city: 'Rhodes', zip: '85100' }, athens)).toEqual(['0.24', []]);
    expect(at({ country: 'GR', city: 'Heraklion', zip: '71201' }, athens)).toEqual(['0.24', []]);
  });

  it('has the islands added in 2026 at the general rate until then', () => {
    const patmos = placeOf({ country: 'GR', zip: '85500' });
    expect(totalRate(patmos, '2025-12-31')).toBe('0.24');
    expect(termsOf(rateBook.ruleFor(patmos, '2025-12-31', 'C1S30', 'ITEM'))).toEqual([
      'COUNTRY+REGION percentage 0.06',
    ]);
    expect(termsOf(rateBook.ruleFor(patmos, on, 'C1S30', 'ITEM'))).toEqual(['COUNTRY+REGION percentage 0.04']);
  });

  it("levies 8 % at Mexico's borders, with a doubt since 2026", () => {
    const tijuana = { country: 'MX', city: 'Tijuana', zip: '22000' };
    const seller = placeOf({ country: 'MX', zip: '21000' });
    expect(at(tijuana, seller, '2025-06-15')).toEqual(['0.08', []]);
    expect(at(tijuana, seller)).toEqual(['0.08', ['FACT_UNCERTAIN']]);
    expect(at(tijuana, placeOf({ country: 'MX', zip: '06000' }))).toEqual(['0.16', ['REGIONAL_RATE_NOT_APPLIED']]);
  });
});
