import { execute, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileQuery } from '../../../src/graphql/execution/compiled/compile-query.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aContext, inputs } from '../../support/context.ts';
import { ask, type Data, faults } from '../ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-01T12:00:00Z') });
});
afterAll(() => app.close());

const answer = async (query: string, variables: Record<string, unknown> = {}): Promise<Data> => {
  const { data, errors } = await ask(app, query, { variables });
  expect(errors).toBeUndefined();
  return data;
};
const rest = async (path: string): Promise<Data> => bodyOf<Data>(app.send('GET', path));

const candidate = `
  address { city county state zip country }
  scoring { matchLevel score fieldScore { countryMatch stateMatch cityMatch zipMatch } }
  precision localRates gaps notices { code pointer message }
`;
const jurisdiction =
  'jurisdiction { jurisdictionId country state level name code taxName fips } county contains generalRate appliedRate validFrom validThrough sources { title url readOn }';
const view = 'name abbreviation taxable specialTreatment calculationType calculationValue description';
const rule = `
  ruleId category taxCodes treatment reason followsGoods conditions validFrom validThrough sources { title url readOn } notices { code pointer message }
  limits { kind levels amount toAmount share message }
  rules { ${view} cities { ${view} } regions { ${view} } }
`;
const notices = 'notices { code pointer message }';

const queries = {
  validateAddress: `query ($input: ValidateAddressInput!) { validateAddress(input: $input) {
    __typename ... on AddressValidation { matchedAddresses { ${candidate} } requestAddress { city county state zip country street region isPartial } } ${faults} } }`,
  salesTaxRates: `query ($input: SalesTaxRatesInput!) { salesTaxRates(input: $input) {
    __typename ... on SalesTaxRatesLookup {
      serviceId effectiveDate taxation taxCode rateBookVersion ${notices}
      matchedAddressData { ${candidate} }
      salesTaxRates { stateRate countyRate cityRate countyDistrictRate cityDistrictRate combinedDistrictRate taxRate
        ratesMetaData { countyDistrictRate cityDistrictRate } }
      jurisdictions { ${jurisdiction} } rule { ${rule} } } ${faults} } }`,
  globalTaxRates: `query ($input: GlobalTaxRatesInput!) { globalTaxRates(input: $input) {
    __typename ... on GlobalTaxRatesLookup {
      country state taxName currency effectiveDate taxation taxCode rateBookVersion ${notices}
      gtRates { countryRate regionRate taxRate } jurisdictions { ${jurisdiction} } rules { ${rule} } } ${faults} } }`,
  taxCodes:
    'query ($search: String) { taxCodes(filter: { search: $search }, first: 100) { nodes { code name description category kind isTangible isOnSite attributes } } }',
  jurisdictions: `query ($filter: JurisdictionFilter, $zip: String, $asOf: Date, $after: String) {
    jurisdictions(filter: $filter, zip: $zip, asOf: $asOf, first: 2, after: $after) { totalCount
      nodes { jurisdiction { jurisdictionId name level country state } county generalRate validFrom sources { title url readOn } ${notices} }
      edges { cursor node { county } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
  taxability: `query ($input: TaxabilityInput!) {
    taxability(input: $input) { __typename ... on TaxabilityGrid { asOf rateBookVersion
      rows { taxCode { code name } cells { state stateName isTaxable stateRate treatment reason reasonText
        limits { kind amount levels } followsGoods conditions attributes sources { title url readOn } validFrom validThrough notices { code } } } } ${faults} } }`,
  serviceInfo: `{ serviceInfo { name features { name description } limits { name value description }
    rateBook { version bundledVersion readOn } registers { name description isConfigured }
    sources { name readOn places } states { code name sourcing localRates gaps stateRateOnlyZipCount readOn verifiedOn isOverdue }
    countries { code name taxName currency readOn verifiedOn isOverdue } } }`,
} as const;

const minneapolis = { country: 'US', state: 'MN', zip: '55401', isPartial: true };
const examples: [keyof typeof queries, Record<string, unknown>][] = [
  ['validateAddress', { input: { address: minneapolis } }],
  ['salesTaxRates', { input: { address: minneapolis, taxCode: 'C1S2' } }],
  ['globalTaxRates', { input: { country: 'CA', state: 'QC' } }],
  ['taxCodes', { search: 'book' }],
  ['jurisdictions', { filter: { state: { eq: 'MN' }, level: { eq: 'CITY' } } }],
  ['taxability', { input: { taxCodes: ['C1S1', 'C1S2'], states: ['MN', 'NY'] } }],
  ['serviceInfo', {}],
];

describe('validateAddress', () => {
  it('completes missing parts of an address, unless it is declared complete', async () => {
    const found = (await answer(queries.validateAddress, { input: { address: { zip: '55401' } } })).validateAddress;
    expect(found.matchedAddresses[0].address).toMatchObject({ city: 'Minneapolis', state: 'MN', country: 'US' });
    const address = { zip: '55401', country: 'US', isPartial: false };
    const refused = (await answer(queries.validateAddress, { input: { address } })).validateAddress;
    expect(refused.__typename).toBe('InvalidInput');
    expect(refused.issues.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
      'address.city',
      'address.state',
      'address.street',
    ]);
  });
});

describe('every lookup', () => {
  it.each(examples)('%s needs its scope', async (name, variables) => {
    const asked = (question: object) => ask(app, queries[name], { variables, ...question });
    expect((await asked({ token: null })).status).toBe(401);
    const other = await asked({ scopes: ['transactions:read', 'nexus:read', 'admin'] });
    if (name === 'serviceInfo') expect(other.errors).toBeUndefined();
    else expect(other.errors).toMatchObject([{ path: [name], extensions: { code: 'FORBIDDEN' } }]);
    expect((await asked({ scopes: ['tax:read'] })).errors).toBeUndefined();
  });

  it.each(examples)('%s runs compiled, and answers as graphql-js does', async (name, variables) => {
    const never = (): never => {
      throw new Error('Nobody asks for a token here.');
    };
    const context = {
      ...aContext(app.stores, app.tenant),
      now: () => new Date('2026-07-01T12:00:00Z'),
      remoteAddress: '',
      inputs,
      tokens: { issueToken: never },
    };
    const document = parse(queries[name]);
    expect(validate(schema, document)).toEqual([]);
    const ours = await compileQuery(schema, document, undefined)!({ context, variables, rootResults: new Map() });
    const theirs = await execute({ schema, document, contextValue: context, variableValues: variables });
    expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
    expect(theirs.errors).toBeUndefined();
  });
});

/** A REST response in the form of GraphQL: numbers as text, and null for absent members. */
const inGraphqlTerms = (wanted: Data, given: Data): Data => {
  if (Array.isArray(wanted)) return wanted.map((one, index) => inGraphqlTerms(one, given?.[index]));
  if (wanted === null || typeof wanted !== 'object') {
    if (typeof given !== 'number' || typeof wanted === 'number') return given ?? null;
    // Amounts have the decimal places of their currency.
    return Number(wanted) === given ? wanted : String(given);
  }
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, inGraphqlTerms(wanted[key], given?.[key])]));
};

/** A rule in REST includes the members of the view. */
const ruleOf = (given: Data): Data => ({
  ...given,
  rules: {
    ...given,
    cities: given.cities && Object.values(given.cities),
    regions: given.regions && Object.values(given.regions),
  },
});

describe('both interfaces answer the same', () => {
  const sameAs = (found: Data, given: Data) => {
    const { __typename, ...members } = found;
    expect(__typename).not.toBe('InvalidInput');
    expect(members).toEqual(inGraphqlTerms(members, given));
  };

  it.each([
    ['MN', '55401', 'Minneapolis'],
    ['MO', '63005', null],
    ['TX', '78701', 'Houston'],
    ['LA', '70801', null],
  ])('of the address %s %s %s', async (state, zip, city) => {
    const input = { address: { country: 'US', state, zip, city, isPartial: true } };
    const found = (await answer(queries.validateAddress, { input })).validateAddress;
    const given = await rest(
      `/v1/addresses/validate?country=US&state=${state}&zip=${zip}&isPartial=true${city ? `&city=${city}` : ''}`,
    );
    expect(found.matchedAddresses).toHaveLength(given.matchedAddresses.length);
    sameAs(found, given);
  });

  it.each([
    [minneapolis, { taxCode: 'C1S2' }],
    [minneapolis, { asOf: '2020-01-01' }],
    [{ country: 'US', state: 'NY', zip: '10001' }, { taxCode: 'C1S2' }],
    [{ country: 'US', state: 'TN', zip: '37201' }, { taxCode: 'C1S1' }],
    [{ country: 'US', state: 'TX', zip: '78701' }, { taxCode: 'C6S1' }],
    [{ country: 'US', state: 'OR', zip: '97201' }, { taxCode: 'nothing' }],
  ])('of the rates of %j for %j', async (sent, question) => {
    const address = { ...sent, isPartial: true };
    const found = (await answer(queries.salesTaxRates, { input: { address, ...question } })).salesTaxRates;
    const given = await rest(`/v1/sales_tax_rates?${new URLSearchParams({ ...sent, isPartial: 'true', ...question })}`);
    sameAs(found, {
      ...given,
      matchedAddressData: { ...given.matchedAddressData, notices: found.matchedAddressData.notices },
      rule: given.rule && ruleOf(given.rule),
    });
  });

  it.each([
    [{ country: 'DE' }],
    [{ country: 'FR', taxCode: 'C1S30' }],
    [{ country: 'CA', state: 'QC', asOf: '2025-01-01' }],
    [{ country: 'IN' }],
    [{ country: 'HK' }],
  ])('of the VAT or GST of %j', async (input) => {
    const found = (await answer(queries.globalTaxRates, { input })).globalTaxRates;
    const given = await rest(`/v1/gt_rates?${new URLSearchParams(input)}`);
    expect(found.rules).toHaveLength(given.rules.length);
    sameAs(found, {
      ...given,
      rules: given.rules.map(ruleOf),
    });
  });

  it.each([
    ['validateAddress', { country: 'DE', state: 'BE', zip: '10115', isPartial: true }, '/v1/addresses/validate'],
    ['salesTaxRates', { country: 'US', state: 'MN', zip: '98101', isPartial: true }, '/v1/sales_tax_rates'],
    ['salesTaxRates', { country: 'FR', state: 'MN', zip: '98101', isPartial: true }, '/v1/sales_tax_rates'],
  ] as const)('of the errors of %s %j', async (name, address, path) => {
    const found = (await answer(queries[name], { input: { address } }))[name];
    const query = new URLSearchParams(Object.entries(address).map(([key, value]) => [key, String(value)]));
    const given = await rest(`${path}?${query}`);
    expect(found).toMatchObject({ __typename: 'InvalidInput', code: 'ERR_ADDR_001', message: given.detail });
    expect(found.issues.map(({ path: [, at] }: Data) => at)).toEqual(
      given.errors.map(({ parameter }: Data) => parameter),
    );
    expect(found.issues[0].path[0]).toBe('address');
  });

  it('of addresses as incomplete as a document may not have', async () => {
    const missing = async (address: object) =>
      (await answer(queries.salesTaxRates, { input: { address } })).salesTaxRates.issues.map(({ path, code }: Data) => [
        path.join('.'),
        code,
      ]);
    const { isPartial, ...whole } = minneapolis;
    expect(await missing(whole)).toEqual([
      ['address.city', 'REQUIRED'],
      ['address.street', 'REQUIRED'],
    ]);
    expect(await missing({ state: 'MN' })).toEqual([['address.country', 'REQUIRED']]);
    const input = { address: { state: 'MN', isPartial: true } };
    const { salesTaxRates } = await answer(queries.salesTaxRates, { input });
    expect(salesTaxRates.matchedAddressData).toMatchObject({ precision: 'STATE' });
  });

  it('of the catalogue, and of the service', async () => {
    expect((await answer(queries.taxCodes)).taxCodes.nodes).toEqual(await rest('/v1/tax_codes'));
    const { serviceInfo } = await answer(queries.serviceInfo);
    const given = await rest('/v1/capabilities');
    for (const part of ['features', 'rateBook', 'registers', 'sources', 'states', 'countries']) {
      expect(serviceInfo[part]).toEqual(inGraphqlTerms(serviceInfo[part], given[part]));
    }
    expect(serviceInfo.limits).toContainEqual({
      name: 'itemsPerDocument',
      value: '1000',
      description: 'Maximum number of items in a sales document.',
    });
  });

  it.each([
    ['globalTaxRates', { country: 'US' }, '/v1/gt_rates'],
    ['globalTaxRates', { country: 'KP' }, '/v1/gt_rates'],
  ] as const)('of the errors of %s %j', async (name, input, path) => {
    const found = (await answer(queries[name], { input }))[name];
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
    const given = await rest(`${path}?${query}`);
    expect(found).toMatchObject({
      __typename: 'InvalidInput',
      code: given.code.replaceAll('-', '_'),
      message: given.detail,
    });
    expect(found.issues.map(({ path: [at], code }: Data) => [at, code])).toEqual(
      given.errors.map(({ parameter, code }: Data) => [parameter, code]),
    );
  });
});

describe('jurisdictions', () => {
  const page = async (variables: Record<string, unknown>) =>
    (await answer(queries.jurisdictions, variables)).jurisdictions;

  it('are listed page by page, each once', async () => {
    const filter = { state: { eq: 'Nevada' }, level: { eq: 'COUNTY' }, name: { contains: 'C' } };
    const ids: string[] = [];
    let after: string | null = null;
    let found = await page({ filter });
    const { totalCount } = found;
    for (; ; found = await page({ filter, after })) {
      ids.push(...found.nodes.map(({ jurisdiction: { jurisdictionId } }: Data) => jurisdictionId));
      expect(found.totalCount).toBe(totalCount);
      expect(found.pageInfo.hasPreviousPage).toBe(after !== null);
      expect(found.pageInfo.endCursor).toBe(found.edges.at(-1).cursor);
      if (!found.pageInfo.hasNextPage) break;
      after = found.pageInfo.endCursor;
    }
    expect(ids).toHaveLength(totalCount);
    expect(new Set(ids).size).toBe(totalCount);
    expect([...ids].sort()).toEqual(ids);
  });

  it('show the rate in force on the day, with its source', async () => {
    const rateOn = async (on: string) =>
      (await page({ filter: { state: { eq: 'SD' }, level: { in: ['STATE'] } }, asOf: on })).nodes[0];
    expect(await rateOn('2026-12-31')).toMatchObject({
      jurisdiction: { jurisdictionId: 'SD', name: 'South Dakota', country: 'US', state: 'SD' },
      generalRate: '0.042',
    });
    expect(await rateOn('2027-07-01')).toMatchObject({ generalRate: '0.045', validFrom: '2027-07-01' });
    const { sources } = await rateOn('2027-07-01');
    expect(sources).toContainEqual(
      expect.objectContaining({ title: expect.stringContaining('South Dakota Department of Revenue') }),
    );
    const early = (await page({ filter: { jurisdictionId: { eq: 'SD-M59020' } }, asOf: '2024-01-01' })).nodes[0];
    expect(early.notices).toMatchObject([{ code: 'RATE_START_UNKNOWN' }]);
    const notYet = (await page({ filter: { jurisdictionId: { in: ['MN-D80008'] } }, asOf: '2020-01-01' })).nodes[0];
    expect(notYet).toMatchObject({ generalRate: null, sources: [] });
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ country: { in: ['NO'] } }, ['NO']],
    [{ country: { eq: 'CA' }, state: { eq: 'Québec' } }, ['CA-QC']],
    [{ state: { in: ['Nebraska', 'RI'] }, level: { eq: 'STATE' } }, ['NE', 'RI']],
    [{ country: { eq: 'CA' }, name: { startsWith: 'QUEB' } }, ['CA-QC']],
    [{ jurisdictionId: { in: ['MN', 'MN-C053'] }, country: { ne: 'MN' } }, ['MN', 'MN-C053']],
    [{ jurisdictionId: { eq: 'MN' }, state: { isNull: false } }, ['MN']],
  ])('meet all conditions of %j', async (filter, ids) => {
    const { nodes } = await page({ filter });
    expect(nodes.map(({ jurisdiction: { jurisdictionId } }: Data) => jurisdictionId)).toEqual(ids);
  });

  it('are found by ZIP code, and by country', async () => {
    const atZip = await answer(
      '{ jurisdictions(zip: "55401", first: 10) { totalCount nodes { jurisdiction { jurisdictionId } } } }',
    );
    expect(atZip.jurisdictions.nodes.map(({ jurisdiction: { jurisdictionId } }: Data) => jurisdictionId)).toEqual([
      'MN',
      'MN-C053',
      'MN-D80004',
      'MN-D80008',
      'MN-D80009',
      'MN-M43000',
    ]);
    expect((await page({ filter: { country: { eq: 'DE' } } })).nodes).toMatchObject([
      { jurisdiction: { jurisdictionId: 'DE', country: 'DE', state: null }, generalRate: '0.19' },
    ]);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ filter: { state: { eq: 'XX' }, country: { eq: 'ZZ' } } }, ['filter.country.eq', 'filter.state.eq']],
    [{ zip: '1' }, ['zip']],
    [{ filter: { jurisdictionId: { in: Array.from({ length: 101 }, () => 'MN') } } }, ['filter.jurisdictionId.in']],
    [{ after: 'nonsense' }, ['after']],
  ])('refuse %j', async (variables, paths) => {
    const { errors } = await ask(app, queries.jurisdictions, { variables });
    expect(errors).toMatchObject([{ path: ['jurisdictions'], extensions: { code: 'INVALID_INPUT' } }]);
    const at = errors![0]!.extensions.issues.map(({ path }: Data) => path.join('.'));
    expect(at.sort()).toEqual(paths);
  });

  it('have pages of 1 to 100', async () => {
    const { errors } = await ask(app, '{ jurisdictions(first: 101) { totalCount } }');
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });
});

describe('taxability', () => {
  const grid = async (input: Record<string, unknown>) => (await answer(queries.taxability, { input })).taxability;
  const cellOf = async (taxCode: string, state: string, on = '2026-07-01') =>
    (await grid({ taxCodes: [taxCode], states: [state], asOf: on })).rows[0].cells[0];

  it('is a grid of codes and states, in the requested order', async () => {
    const { asOf, rows } = await grid({ taxCodes: ['C1S2', 'c1s1'], states: ['New York', 'MN', '48'] });
    expect(asOf).toBe('2026-07-01');
    expect(rows.map(({ taxCode, cells }: Data) => [taxCode.code, cells.map((cell: Data) => cell.state)])).toEqual([
      ['C1S2', ['NY', 'MN', 'TX']],
      ['C1S1', ['NY', 'MN', 'TX']],
    ]);
    expect((await grid({ taxCodes: ['C1S1'] })).rows[0].cells).toHaveLength(52);
  });

  it.each<[string, string, object, string]>([
    ['C1S1', 'MN', { isTaxable: true, stateRate: '0.06875', treatment: 'TAXABLE', reason: 'TAXED' }, 'general goods'],
    ['C1S2', 'MN', { isTaxable: false, stateRate: '0', treatment: 'EXEMPT', reason: 'PRODUCT_EXEMPT' }, 'exempt'],
    ['C1S10', 'UT', { isTaxable: true, treatment: 'REDUCED', reason: 'REDUCED_RATE' }, 'a rate of its own'],
    ['C1S1', 'OR', { isTaxable: false, stateRate: '0', reason: 'NO_TAX_THERE' }, 'no tax'],
    ['C6S1', 'MN', { followsGoods: 'IN_PROPORTION' }, 'shipping that follows its goods'],
    ['C1S21', 'KY', { attributes: ['isPrescribed'] }, 'a condition that the seller can decide'],
    ['C1S10', 'KY', { conditions: [], attributes: [] }, 'no condition'],
    ['C7S1', 'CA', { isTaxable: false, treatment: 'NOT_TAXABLE', reason: 'PRODUCT_NOT_TAXABLE' }, 'stored value'],
  ])('of %s in %s is %j: %s', async (taxCode, state, expected) => {
    expect(await cellOf(taxCode, state)).toMatchObject(expected);
  });

  it('shows thresholds and holidays', async () => {
    expect((await cellOf('C1S2', 'MA')).limits).toEqual([
      { kind: 'EXCESS_ABOVE', amount: '175.00', levels: ['STATE', 'COUNTY', 'CITY', 'DISTRICT'] },
    ]);
    expect(await cellOf('C1S2', 'FL', '2026-08-05')).toMatchObject({
      isTaxable: false,
      reason: 'HOLIDAY',
      reasonText: 'Not taxed: a sales tax holiday applies.',
      limits: [{ kind: 'HOLIDAY_UP_TO', amount: '100.00' }],
      validFrom: '2026-08-01',
      validThrough: '2026-08-31',
    });
    expect(await cellOf('C1S2', 'FL', '2026-09-05')).toMatchObject({ isTaxable: true, stateRate: '0.06' });
  });

  it('reports unknown values', async () => {
    const codes = ({ notices: said }: Data) => said.map(({ code }: Data) => code);
    expect(codes(await cellOf('C3S7', 'TX'))).toContain('FACT_UNCERTAIN');
    expect(codes(await cellOf('C1S1', 'AK'))).toContain('LOCAL_TAXES_ONLY');
    const textbooks = await cellOf('C1S31', 'NJ');
    expect(textbooks.conditions.length + codes(textbooks).length).toBeGreaterThan(0);
  });

  it('rejects unknown codes and states, all at once, and grids that are too large', async () => {
    const wrong = await grid({ taxCodes: ['C1S1', 'ZZ'], states: ['XX', 'MN'] });
    expect(wrong).toMatchObject({
      __typename: 'InvalidInput',
      issues: [
        { path: ['taxCodes', '1'], code: 'UNKNOWN_VALUE' },
        { path: ['states', '0'], code: 'UNKNOWN_VALUE' },
      ],
    });
    const large = await grid({ taxCodes: Array.from({ length: 21 }, () => 'C1S1') });
    expect(large).toMatchObject({ __typename: 'InvalidInput', issues: [{ path: ['taxCodes'], code: 'TOO_LONG' }] });
    expect((await grid({ taxCodes: [] })).issues).toMatchObject([{ path: ['taxCodes'], code: 'TOO_SHORT' }]);
  });

  it('costs the product of its codes and states', async () => {
    const fields = 'isTaxable stateRate treatment reason reasonText category ruleId validFrom validThrough';
    const many = (count: number) =>
      Array.from(
        { length: count },
        (_, index) =>
          `a${index}: taxability(input: { taxCodes: $codes }) { ... on TaxabilityGrid { rows { cells { ${fields} } } } }`,
      ).join(' ');
    const query = `query ($codes: [String!]!) { ${many(8)} }`;
    const codes = Array.from({ length: 20 }, () => 'C1S1');
    const { errors } = await ask(app, query, { variables: { codes } });
    expect(errors![0]!.message).toContain('cost is');
    expect((await ask(app, query, { variables: { codes: ['C1S1'] } })).errors).toBeUndefined();
  });
});
