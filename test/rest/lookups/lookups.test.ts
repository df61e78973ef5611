import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into an answer member by member
type Body = any;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-01T23:30:00Z') });
});
afterAll(() => app.close());

const get = (path: string) => app.send('GET', path);
const read = async (path: string): Promise<Body> => bodyOf<Body>(get(path));
const codesOf = (notices: { code: string }[]) => notices.map(({ code }) => code);

const minneapolis = 'country=US&state=MN&zip=55401';
const paths = [
  `/v1/addresses/validate?${minneapolis}&isPartial=true`,
  `/v1/sales_tax_rates?${minneapolis}`,
  '/v1/gt_rates?country=DE',
  '/v1/tax_codes',
];

describe('every lookup', () => {
  it.each(paths)('%s needs the scope tax:read', async (path) => {
    const asked = async (token: string | null) =>
      (await app.fetch(path, { headers: token === null ? {} : { Authorization: `Bearer ${token}` } })).status;
    expect(await asked(null)).toBe(401);
    expect(await asked(await app.token(['transactions:read', 'customers:read', 'admin']))).toBe(403);
    expect(await asked(await app.token(['tax:read']))).toBe(200);
  });

  it.each(paths)('%s rejects unknown and repeated parameters', async (path) => {
    const join = path.includes('?') ? '&' : '?';
    for (const [more, code] of [
      ['colour=red', 'UNKNOWN_PARAMETER'],
      [path.startsWith('/v1/tax_codes') ? 'search=a&search=b' : 'country=US', 'REPEATED_PARAMETER'],
    ]) {
      const response = await get(`${path}${join}${more}`);
      expect(response.status).toBe(400);
      expect(codesOf((await bodyOf<Body>(response)).errors)).toContain(code);
    }
  });
});

it.each([
  ['handling=lenient', 200],
  ['respond-async, Handling="lenient"', 200],
  ['handling=strict', 400],
])('unknown parameters with Prefer: %s are answered with %d', async (Prefer, status) => {
  const headers = { Authorization: `Bearer ${await app.token(['tax:read'])}`, Prefer };
  expect((await app.fetch('/v1/tax_codes?search=lamp&colour=red', { headers })).status).toBe(status);
});

describe('GET /v1/addresses/validate', () => {
  it('answers the place of an address, and the address as sent', async () => {
    const found = await read(`/v1/addresses/validate?${minneapolis}&city=Minneapolis&isPartial=false`);
    expect(found.requestAddress).toEqual({
      country: 'US',
      state: 'MN',
      zip: '55401',
      city: 'Minneapolis',
      county: null,
      isPartial: false,
    });
    expect(found.matchedAddresses[0]).toEqual({
      address: { city: 'Minneapolis', country: 'US', county: 'Hennepin County', state: 'MN', zip: '55401' },
      scoring: {
        matchLevel: 'EXCELLENT',
        score: 1,
        fieldScore: { countryMatch: 'EXACT', stateMatch: 'EXACT', cityMatch: 'EXACT', zipMatch: 'EXACT' },
      },
      precision: 'CITY',
      localRates: 'COMPLETE',
      gaps: ['Tribal areas with their own taxes.'],
      notices: [],
    });
  });

  it('accepts an incomplete address without a country whatever `isPartial` is', async () => {
    const { matchedAddresses } = await read('/v1/addresses/validate?state=MO&zip=63005&isPartial=false');
    expect(matchedAddresses).toHaveLength(3);
  });

  it('returns all places of a ZIP code in several counties, and their missing parts', async () => {
    const { matchedAddresses } = await read('/v1/addresses/validate?country=US&state=MO&zip=63005&isPartial=true');
    const counties = matchedAddresses.map(({ address }: Body) => address.county);
    expect(counties[0]).toBe('St. Louis County');
    expect(counties).toContain('Franklin County');
    expect(matchedAddresses[0].localRates).toBe('PARTIAL');
    expect(matchedAddresses[0].gaps.join(' ')).toContain('Transportation development');
    const again = await read('/v1/addresses/validate?country=US&state=MO&zip=63005&isPartial=true');
    expect(again.matchedAddresses).toEqual(matchedAddresses);
  });

  it('answers both places if city and ZIP code are far apart', async () => {
    const { matchedAddresses } = await read(
      '/v1/addresses/validate?country=usa&state=Texas&zip=78701&city=Houston&isPartial=true',
    );
    expect(matchedAddresses.map(({ address, scoring }: Body) => [address.city, scoring.score])).toEqual([
      ['Austin', 0.8],
      ['Houston', 0.7],
    ]);
    expect(codesOf(matchedAddresses[0].notices)).toEqual(['CITY_NOT_AT_ZIP']);
  });

  it.each([
    ['country=DE&state=BE&zip=10115&isPartial=true', 'country', 'another country'],
    ['country=Narnia&state=MN&zip=55401&isPartial=true', 'country', 'no country'],
    ['country=KP&state=MN&zip=55401&isPartial=true', 'country', 'a country that is not covered'],
    ['country=US&state=MN&zip=98101&isPartial=true', 'state', 'a ZIP code of another state'],
    ['country=US&state=XX&zip=55401&isPartial=true', 'state', 'no state'],
    ['country=US&state=MN&zip=5540&isPartial=true', 'zip', 'no ZIP code'],
    ['country=US&state=GU&zip=96910&isPartial=true', 'state', 'a territory that is not covered'],
  ])('%s is ERR-ADDR-001 at %s: %s', async (query, parameter) => {
    const response = await get(`/v1/addresses/validate?${query}`);
    expect(response.status).toBe(400);
    expect(await bodyOf(response)).toMatchObject({
      code: 'ERR-ADDR-001',
      errors: [{ parameter, in: 'query', code: 'ERR-ADDR-001' }],
    });
  });

  it.each([
    ['zip=55401', { city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US', county: 'Hennepin County' }],
    ['state=MN&city=Duluth', { city: 'Duluth', state: 'MN', country: 'US', county: 'St. Louis County' }],
    [
      'city=Milwaukee&street=200%20E%20Wells%20St',
      { city: 'Milwaukee', state: 'WI', country: 'US', county: 'Milwaukee County' },
    ],
    ['country=US&zip=55401&city=Minneapolis', { city: 'Minneapolis', state: 'MN', zip: '55401' }],
  ])('completes what %s lacks', async (query, address) => {
    const { matchedAddresses } = await read(`/v1/addresses/validate?${query}`);
    expect(matchedAddresses[0].address).toMatchObject(address);
  });

  it('names the states of a city in several, and scores no state that was not sent', async () => {
    const response = await get('/v1/addresses/validate?city=Springfield');
    expect(await bodyOf<Body>(response)).toMatchObject({
      code: 'ERR-ADDR-001',
      errors: [{ parameter: 'state', suggestions: expect.arrayContaining(['IL', 'MA', 'MO']) }],
    });
    const { matchedAddresses } = await read('/v1/addresses/validate?city=Milwaukee');
    expect(matchedAddresses[0].scoring.fieldScore).toMatchObject({ stateMatch: 'NO_MATCH', cityMatch: 'EXACT' });
  });

  it('of nothing is ERR-ADDR-001', async () => {
    const response = await get('/v1/addresses/validate');
    expect([response.status, (await bodyOf<Body>(response)).code]).toEqual([400, 'ERR-ADDR-001']);
  });

  it('reports all errors of a query at once', async () => {
    const response = await get(`/v1/addresses/validate?country=%20&isPartial=perhaps&city=${'x'.repeat(101)}`);
    expect(response.status).toBe(400);
    const { code, errors } = await bodyOf<Body>(response);
    expect(code).toBe('INVALID_INPUT');
    expect(errors.map((fault: Body) => [fault.parameter, fault.code])).toEqual([
      ['city', 'TOO_LONG'],
      ['isPartial', 'INVALID_TYPE'],
    ]);
  });
});

describe('GET /v1/sales_tax_rates', () => {
  it('answers the rates of a place by kind and by jurisdiction, for today by default', async () => {
    const found = await read(`/v1/sales_tax_rates?${minneapolis}`);
    expect(found.effectiveDate).toBe('2026-07-01');
    expect(found.salesTaxRates).toEqual({
      stateRate: 0.06875,
      countyRate: 0.0015,
      cityRate: 0.005,
      countyDistrictRate: 0,
      cityDistrictRate: 0.015,
      taxRate: 0.09025,
      combinedDistrictRate: 0.015,
      ratesMetaData: { countyDistrictRate: 0, cityDistrictRate: 0.015 },
    });
    expect(
      found.jurisdictions.map(({ jurisdiction, generalRate }: Body) => [
        jurisdiction.jurisdictionId,
        jurisdiction.level,
        generalRate,
      ]),
    ).toEqual([
      ['MN', 'STATE', 0.06875],
      ['MN-C053', 'COUNTY', 0.0015],
      ['MN-M43000', 'CITY', 0.005],
      ['MN-D80004', 'DISTRICT', 0.005],
      ['MN-D80008', 'DISTRICT', 0.0075],
      ['MN-D80009', 'DISTRICT', 0.0025],
    ]);
    expect(found.jurisdictions[1]).toEqual({
      jurisdiction: {
        jurisdictionId: 'MN-C053',
        country: 'US',
        state: 'MN',
        level: 'COUNTY',
        name: 'Hennepin County',
        code: '053',
        fips: '27053',
      },
      county: 'Hennepin County',
      contains: 'NOTHING',
      generalRate: 0.0015,
      validFrom: '2007-01-01',
      sources: [{ title: 'Streamlined Sales Tax rate file of Minnesota, 2026 Q2' }],
      notices: [],
    });
    expect(found).toMatchObject({
      taxation: 'TAXED',
      matchedAddressData: { address: { city: 'Minneapolis', zip: '55401' }, precision: 'ZIP5', localRates: 'COMPLETE' },
      rateBookVersion: '2026.11.27-1',
    });
    expect(found).not.toHaveProperty('rule');
  });

  it('has an id that depends only on the query', async () => {
    const ids = [];
    for (const more of ['', '', '&asOf=2026-07-01', '&asOf=2026-07-02', '&taxCode=C1S1']) {
      ids.push((await read(`/v1/sales_tax_rates?${minneapolis}${more}`)).serviceId);
    }
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ['2026-12-31', 0.042, 'the rate before the change that is known'],
    ['2027-07-01', 0.045, 'the rate from its first day on'],
    ['2027-06-30T23:59:00-05:00', 0.042, 'the day as its sender wrote it'],
  ])('on %s South Dakota asks %s: %s', async (date, stateRate) => {
    const found = await read(`/v1/sales_tax_rates?country=US&state=SD&zip=57104&asOf=${encodeURIComponent(date)}`);
    expect(found.salesTaxRates.stateRate).toBe(stateRate);
    expect(found.effectiveDate).toBe(date.slice(0, 10));
  });

  it('says if the start of a rate is unknown', async () => {
    const found = await read('/v1/sales_tax_rates?country=US&state=SD&zip=57104&asOf=2024-07-01');
    expect(codesOf(found.notices)).toContain('RATE_START_UNKNOWN');
  });

  it('answers the rates for a tax code, with its rule', async () => {
    const clothing = await read(`/v1/sales_tax_rates?${minneapolis}&taxCode=C1S2`);
    expect(clothing.salesTaxRates.taxRate).toBe(0);
    expect(clothing.jurisdictions[0]).toMatchObject({
      jurisdiction: { jurisdictionId: 'MN' },
      generalRate: 0.06875,
      appliedRate: 0,
    });
    expect(clothing.rule).toMatchObject({
      name: 'Minnesota',
      abbreviation: 'MN',
      taxable: false,
      category: 'clothing',
      taxCodes: ['C1S2'],
      treatment: 'EXEMPT',
      reason: 'PRODUCT_EXEMPT',
      limits: [],
    });
    const groceries = await read('/v1/sales_tax_rates?country=US&state=UT&zip=84101&taxCode=C1S10');
    expect(groceries.salesTaxRates.taxRate).toBe(0.03);
    expect(groceries.rule).toMatchObject({ treatment: 'REDUCED', reason: 'REDUCED_RATE' });
  });

  it('names the price on which a rate depends', async () => {
    const { rule, salesTaxRates, notices } = await read(
      '/v1/sales_tax_rates?country=US&state=NY&zip=10001&taxCode=C1S2',
    );
    expect(salesTaxRates.taxRate).toBe(0.08875);
    expect(rule.limits).toEqual([
      {
        kind: 'EXEMPT_BELOW',
        levels: ['STATE', 'COUNTY', 'CITY', 'DISTRICT'],
        amount: 110,
        currency: 'USD',
        message: 'State, county, city and district: unit prices below 110 are exempt.',
      },
    ]);
    expect(codesOf(notices)).toContain('RATE_DEPENDS_ON_PRICE');
  });

  it('leaves out rates that apply only to a bracket of the price', async () => {
    const { rule, salesTaxRates } = await read('/v1/sales_tax_rates?country=US&state=TN&zip=37201&taxCode=C1S1');
    expect(salesTaxRates.stateRate).toBe(0.07);
    expect(rule.calculationValue).toBe(0.07);
    expect(rule.limits).toContainEqual(
      expect.objectContaining({ kind: 'BETWEEN', amount: 1600, toAmount: 3200, levels: ['STATE'] }),
    );
  });

  it('gives the reason for a zero', async () => {
    const oregon = await read('/v1/sales_tax_rates?country=US&state=OR&zip=97201');
    expect(oregon).toMatchObject({ taxation: 'NO_TAX_THERE', salesTaxRates: { taxRate: 0 } });
    expect(codesOf(oregon.notices)).toContain('NO_TAX_THERE');
    const post = await read('/v1/sales_tax_rates?country=US&state=AE&zip=09012');
    expect(post).toMatchObject({ taxation: 'OUTSIDE_TERRITORY', jurisdictions: [] });
    expect(codesOf(post.notices)).toContain('MILITARY_ADDRESS');
  });

  it.each([
    ['country=US&state=MN', [['zip', 'REQUIRED']]],
    ['country=CA&state=QC&zip=G1A', [['country', 'ERR-ADDR-001']]],
    [
      `${minneapolis}&asOf=2026-02-30&isPartial=x`,
      [
        ['isPartial', 'INVALID_TYPE'],
        ['asOf', 'INVALID_FORMAT'],
      ],
    ],
    ['country=US&state=GU&zip=96910', [['state', 'COUNTRY_NOT_COVERED']]],
  ])('rejects %s', async (query, faults) => {
    const response = await get(`/v1/sales_tax_rates?${query}`);
    expect(response.status).toBe(400);
    const { errors } = await bodyOf<Body>(response);
    expect(errors.map((fault: Body) => [fault.parameter, fault.code])).toEqual(faults);
  });
});

describe('GET /v1/gt_rates', () => {
  it('answers the rate of a country and the rules that differ from it', async () => {
    const found = await read('/v1/gt_rates?country=Germany&asOf=2026-07-01');
    expect(found).toMatchObject({
      gtRates: { countryRate: 0.19, regionRate: 0, taxRate: 0.19 },
      country: 'DE',
      taxName: 'VAT',
      currency: 'EUR',
      effectiveDate: '2026-07-01',
    });
    expect(found.rules[0]).toMatchObject({
      name: 'Germany',
      taxable: true,
      calculationValue: 0.19,
      category: 'general',
      cities: null,
      regions: null,
    });
    const books = found.rules.find(({ taxCodes }: Body) => taxCodes.includes('C1S30'));
    expect(books).toMatchObject({ calculationValue: 0.07, treatment: 'REDUCED', validFrom: '2021-01-01' });
    expect(found.jurisdictions[0]).toMatchObject({
      jurisdiction: { jurisdictionId: 'DE', level: 'COUNTRY', taxName: 'VAT' },
      generalRate: 0.19,
      validFrom: '2021-01-01',
    });
  });

  it('follows the date: Germany lowered its rate for half a year', async () => {
    expect((await read('/v1/gt_rates?country=DE&asOf=2020-09-01')).gtRates.taxRate).toBe(0.16);
    expect((await read('/v1/gt_rates?country=DE&asOf=2020-09-01&taxCode=C1S30')).gtRates.taxRate).toBe(0.05);
  });

  it.each([
    ['country=CA&state=QC', { countryRate: 0.05, regionRate: 0.09975, taxRate: 0.14975 }, 'beside the country'],
    ['country=CA&state=Ontario', { countryRate: 0.13, regionRate: 0, taxRate: 0.13 }, 'one harmonised rate'],
    ['country=PT&state=PT-20', { countryRate: 0, regionRate: 0.16, taxRate: 0.16 }, 'instead of the country'],
  ])('%s: the region levies %j, %s', async (query, gtRates) => {
    expect((await read(`/v1/gt_rates?${query}&asOf=2026-07-01`)).gtRates).toEqual(gtRates);
  });

  it('answers the rate for a tax code, with the rules of regions', async () => {
    const { gtRates, rules } = await read('/v1/gt_rates?country=CA&state=QC&asOf=2026-07-01&taxCode=C1S30');
    expect(gtRates).toEqual({ countryRate: 0.05, regionRate: 0, taxRate: 0.05 });
    expect(rules).toHaveLength(1);
    expect(rules[0]).toMatchObject({
      taxCodes: ['C1S30'],
      regions: { Quebec: { abbreviation: 'QST', calculationValue: 0, specialTreatment: true } },
    });
  });

  it('says what is missing', async () => {
    expect(codesOf((await read('/v1/gt_rates?country=CA')).notices)).toContain('PROVINCE_UNKNOWN');
    expect(codesOf((await read('/v1/gt_rates?country=DE&taxCode=ZZ')).notices)).toContain('TAX_CODE_UNKNOWN');
    const free = await read('/v1/gt_rates?country=HK');
    expect(free.taxation).toBe('NO_TAX_THERE');
    expect(codesOf(free.notices)).toContain('NO_TAX_THERE');
    const outside = await read('/v1/gt_rates?country=IT&state=Livigno');
    expect(outside).toMatchObject({ taxation: 'OUTSIDE_TERRITORY', jurisdictions: [], gtRates: { taxRate: 0 } });
    expect(outside.rules.map(({ category }: Body) => category)).toEqual(['general']);
    expect(codesOf(outside.notices)).toContain('OUTSIDE_TERRITORY');
  });

  it('refers to the other path for the US', async () => {
    for (const country of ['US', 'United%20States', 'PR']) {
      const response = await get(`/v1/gt_rates?country=${country}`);
      expect(response.status).toBe(400);
      const { detail, errors } = await bodyOf<Body>(response);
      expect(detail).toContain('/v1/sales_tax_rates');
      expect(errors[0]).toMatchObject({ parameter: 'country', code: 'OTHER_REGIME' });
    }
  });

  it.each([
    ['', 'country', 'REQUIRED'],
    ['country=KP', 'country', 'COUNTRY_NOT_COVERED'],
    ['country=Narnia', 'country', 'ERR-ADDR-001'],
    ['country=CA&state=Nowhere', 'state', 'ERR-ADDR-001'],
    ['country=DE&asOf=yesterday', 'asOf', 'INVALID_FORMAT'],
  ])('rejects "%s" at %s with %s', async (query, parameter, code) => {
    const response = await get(`/v1/gt_rates?${query}`);
    expect(response.status).toBe(400);
    expect((await bodyOf<Body>(response)).errors).toMatchObject([{ parameter, code }]);
  });
});

describe('GET /v1/tax_codes', () => {
  const codes = async (query: string) => (await read(`/v1/tax_codes${query}`)).map(({ code }: Body) => code);

  it('answers the catalogue in its order', async () => {
    const all = await codes('');
    expect(all.slice(0, 4)).toEqual(['C1S1', 'C1S2', 'C1S3', 'C1S4']);
    expect(all).toHaveLength(80);
    expect((await read('/v1/tax_codes?search=sneaker')).map(({ code }: Body) => code)).toEqual(['C1S3']);
    expect((await read('/v1/tax_codes?search=C3S1'))[0]).toEqual({
      code: 'C3S1',
      name: 'Software as a service, business use',
      description: 'Software used over the internet (SaaS, in the cloud), bought for a business.',
      category: 'saas_business',
      isTangible: false,
      isOnSite: false,
      kind: 'DIGITAL',
      attributes: ['isBusinessUse', 'isNegotiatedLicense', 'isServerInState', 'isDataProcessing'],
    });
  });

  it('names the attributes that the tax of a code depends on', async () => {
    const attributesOf = async (code: string) =>
      (await read('/v1/tax_codes')).find((one: Body) => one.code === code).attributes;
    expect(await attributesOf('C1S1')).toEqual([]);
    expect(await attributesOf('C1S21')).toEqual(['isPrescribed']);
    expect(await attributesOf('C1S31')).toEqual(['isCourseBook', 'isSoldBySchool']);
  });

  it('searches code, name, description and category, word by word', async () => {
    expect(await codes('?search=SaaS%20consumer')).toEqual(['C3S2']);
    expect(await codes('?search=e-book')).toEqual(['C1S30', 'C2S1']);
    expect(await codes('?search=otc')).toEqual(['C1S21']);
    expect(await codes('?search=unicorn')).toEqual([]);
    expect(await codes('?search=&kind=&category=')).toHaveLength(80);
  });

  it('filters by kind and category', async () => {
    expect(await codes('?kind=SERVICE')).toEqual([
      'C3S9',
      'C4S1',
      'C4S2',
      'C4S3',
      'C4S4',
      'C4S5',
      'C4S6',
      'C4S7',
      'C4S8',
      'C4S9',
      'C4S10',
      'C4S11',
      'C4S12',
      'C5S1',
      'C5S2',
      'C5S3',
      'C5S4',
      'C8S1',
      'C8S2',
    ]);
    expect(await codes('?category=clothing')).toEqual(['C1S2', 'C1S3']);
    const response = await get('/v1/tax_codes?kind=THINGS');
    expect(response.status).toBe(400);
    expect((await bodyOf<Body>(response)).errors).toMatchObject([{ parameter: 'kind', code: 'UNKNOWN_VALUE' }]);
  });
});

describe('GET /v1/capabilities', () => {
  it('needs a token, with any scope', async () => {
    expect((await app.fetch('/v1/capabilities')).status).toBe(401);
    const token = await app.token(['nexus:read']);
    expect((await app.fetch('/v1/capabilities', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await get('/v1/capabilities?verbose=true')).status).toBe(400);
  });

  it('lists limits, versions, sources and coverage', async () => {
    const info = await read('/v1/capabilities');
    expect(info).toMatchObject({
      name: 'Tollgate',
      rateBook: { version: '2026.11.27-1', bundledVersion: '2026.11.27-1', readOn: '2026-11-24' },
      registers: [
        { name: 'VIES', isConfigured: false },
        { name: 'HMRC', isConfigured: false },
      ],
    });
    const limitOf = (name: string) => info.limits.find((limit: Body) => limit.name === name).value;
    expect(limitOf('restBodyBytes')).toBe(2_097_152);
    expect(limitOf('graphqlCost')).toBe(100_000);
    const features = info.features.map(({ name }: Body) => name);
    expect(features).toEqual(expect.arrayContaining(['CALCULATE', 'SALES_TAX_RATES', 'TAXABILITY']));
    const stateOf = (code: string) => info.states.find((state: Body) => state.code === code);
    expect(stateOf('OR')).toMatchObject({ name: 'Oregon', localRates: 'NOT_LEVIED', gaps: [] });
    expect(stateOf('LA')).toMatchObject({ localRates: 'PARTIAL', sourcing: 'DESTINATION' });
    expect(stateOf('LA').gaps.join(' ')).toContain('parishes');
    expect(stateOf('LA').stateRateOnlyZipCount).toBe(194);
    expect(info.states).toHaveLength(52);
    expect(info.countries.find(({ code }: Body) => code === 'DE')).toEqual({
      code: 'DE',
      name: 'Germany',
      taxName: 'VAT',
      currency: 'EUR',
      readOn: '2026-11-20',
      verifiedOn: '2026-11-22',
      ratesAsOf: '2026-11-22',
      rateSchedule: 'BY_LAW',
      isOverdue: false,
    });
    expect(info.sources.length).toBeGreaterThan(60);
    expect(info.sources.every(({ readOn }: Body) => /^2026-\d\d-\d\d$/.test(readOn))).toBe(true);
  });
});
