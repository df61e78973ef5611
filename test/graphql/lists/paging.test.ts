import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { ask, type Data, storeCustomer, storeInvoice } from '../ask.ts';

let app: TestApp;
let customerId: string;

beforeAll(async () => {
  app = await startApp();
  customerId = (await storeCustomer(app)).serviceId;
  for (const externalId of ['c-2', 'c-3', 'c-4', 'c-5']) await storeCustomer(app, { externalId, name: 'The same' });
  for (const externalId of ['a', 'b', 'c', 'd', 'e']) await storeInvoice(app, customerId, { externalId });
  for (const quantity of [7, 8, 9, 10])
    await storeInvoice(app, customerId, { externalId: 'a', items: anItem(quantity) });
  const certificates = `mutation ($input: UpsertExemptionsInput!) { upsertExemptions(input: $input) { __typename } }`;
  const states = ['MN', 'WI', 'IA', 'SD', 'ND'].map((code) => ({ code }));
  await ask(app, certificates, { variables: { input: { customerId, exemption: {}, states } } });
  const rates = ['2026-01-05', '2026-01-06'].flatMap((date) =>
    ['USD', 'GBP', 'CHF'].map((toCurrency) => ({
      fromCurrency: 'EUR',
      toCurrency,
      publishedOn: date,
      rate: '1.1',
      source: 'ECB',
    })),
  );
  expect((await app.send('POST', '/v1/exchange_rates/batch', { rates })).status).toBe(200);
  for (const month of [1, 2, 3, 4, 5]) await fileMonth(`2025-0${month}`);
  for (const hour of [1, 2, 3, 4, 5]) await storeCheck(hour);
});
afterAll(() => app.close());

const anItem = (quantity: number) => [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 10, quantity }];

async function fileMonth(month: string): Promise<void> {
  const mutation = `mutation ($input: FileTaxReturnInput!) { fileTaxReturn(input: $input) { __typename } }`;
  await ask(app, mutation, {
    variables: { input: { by: { key: { country: 'US', state: 'MN', period: { month } } } } },
  });
}

async function storeCheck(hour: number): Promise<void> {
  const checkedAt = new Date(Date.UTC(2026, 6, 1, hour));
  await app.records.taxNumberChecks.insert({
    serviceId: `0197c4a8-1111-7aaa-8bbb-12345678900${hour}`,
    countryCode: 'FR',
    vatNumber: 'FR40303265045',
    isRegistered: true,
    register: 'VIES',
    consultationNumber: null,
    name: null,
    address: null,
    checkedAt,
    internalTimestamps: { createdDate: checkedAt, updatedDate: checkedAt },
  });
}

/** Each list has five records or more; `$args` is replaced by the arguments of the page. */
const lists: readonly [string, string, string][] = [
  ['customers', 'customers($args)', 'serviceId'],
  ['customers by name', 'customers($args, orderBy: { field: NAME, direction: ASC })', 'serviceId'],
  ['transactions', 'transactions($args)', 'serviceId'],
  ['transactions with their items', 'transactions($args, orderBy: { field: TAX_AMOUNT })', 'serviceId items { name }'],
  ['exemptions by last day', 'exemptions($args, orderBy: { field: VALID_THROUGH })', 'serviceId'],
  ['exchangeRates', 'exchangeRates($args)', 'publishedOn toCurrency'],
  ['taxReturns', 'taxReturns($args)', 'from'],
  ['taxNumberChecks', 'taxNumberChecks($args)', 'checkedAt'],
  [
    'jurisdictions',
    'jurisdictions($args, filter: { state: { eq: "NV" }, level: { eq: COUNTY }, name: { contains: "c" } })',
    'county',
  ],
  ['rateChanges', 'rateChanges($args, filter: { country: { eq: "DE" } })', 'changeId'],
  ['tax codes', 'taxCodes($args, filter: { search: "cloth" })', 'code'],
  ['auditEntries', 'auditEntries($args, filter: { recordType: { eq: TRANSACTION } })', 'serviceId'],
];

type Page = { readonly nodes: Data[]; readonly edges: Data[]; readonly pageInfo: Data };

const pageOf = async (list: string, node: string, args: string): Promise<Page> => {
  const page = `nodes { ${node} } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;
  const { data, errors } = await ask(app, `{ list: ${list.replace('$args', args)} { ${page} } }`);
  expect(errors).toBeUndefined();
  return data.list;
};

describe('a list read backward, page by page', () => {
  it.each(lists)('has the records of %s in the same order', async (_name, list, node) => {
    const whole = await pageOf(list, node, 'first: 100');
    expect(whole.nodes.length).toBeGreaterThanOrEqual(5);
    const read: Data[] = [];
    for (let before: string | null = null, more = true; more; ) {
      const page = await pageOf(list, node, before === null ? 'last: 2' : `last: 2, before: "${before}"`);
      expect(page.pageInfo.hasNextPage).toBe(before !== null);
      read.unshift(...page.nodes);
      ({ startCursor: before, hasPreviousPage: more } = page.pageInfo);
    }
    expect(read).toEqual(whole.nodes);
  });

  it('continues forward from any of its records', async () => {
    const [, list, node] = lists[2]!;
    const whole = await pageOf(list, node, 'first: 100');
    const last = await pageOf(list, node, 'last: 3');
    const next = await pageOf(list, node, `first: 5, after: "${last.edges[0].cursor}"`);
    expect(next.nodes).toEqual(whole.nodes.slice(-2));
    expect(next.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  it('has the places of nexus in their order, and refuses the cursor of another list', async () => {
    const all = (await ask(app, '{ nexusTrackers(asOf: "2026-07-01", first: 100) { nodes { state } } }')).data
      .nexusTrackers.nodes;
    const page = await pageOf('nexusTrackers($args, asOf: "2026-07-01")', 'state', 'first: 2');
    expect(page.nodes).toEqual(all.slice(0, 2));
    const next = `first: 2, after: "${page.pageInfo.endCursor}"`;
    expect((await pageOf('nexusTrackers($args, asOf: "2026-07-01")', 'state', next)).nodes).toEqual(all.slice(2, 4));
    const { data, errors } = await ask(app, `{ taxCodes(after: "${page.pageInfo.endCursor}") { totalCount } }`);
    expect(data).toEqual({ taxCodes: null });
    expect(errors![0]!.extensions.issues).toMatchObject([{ path: ['after'], code: 'INVALID_FORMAT' }]);
  });

  it('has the same pages for the lists of each record', async () => {
    const found = await ask(
      app,
      `{ customers(filter: { externalId: { eq: "c-1" } }) { nodes {
        transactions(last: 2) { nodes { externalId } pageInfo { hasPreviousPage hasNextPage } }
        exemptions(last: 2) { nodes { serviceId } } } } }`,
    );
    const [{ transactions, exemptions }] = found.data.customers.nodes;
    expect(exemptions.nodes).toHaveLength(2);
    expect(transactions.nodes.map(({ externalId }: Data) => externalId)).toEqual(['b', 'a']);
    expect(transactions.pageInfo).toEqual({ hasPreviousPage: true, hasNextPage: false });
  });

  it('has the earlier calculations of a document, the current one first', async () => {
    const calculations = async (args: string): Promise<Data> =>
      (
        await ask(
          app,
          `{ transaction(by: { key: { source: "9", externalId: "a" } }) { calculations(${args}) {
            totalCount edges { cursor node { calculationNumber } } pageInfo { hasNextPage hasPreviousPage } } } }`,
        )
      ).data.transaction.calculations;
    const numbersOf = ({ edges }: Data) => edges.map(({ node }: Data) => node.calculationNumber);
    const last = await calculations('last: 2');
    expect(numbersOf(last)).toEqual([2, 1]);
    expect(last.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
    const before = await calculations(`last: 2, before: "${last.edges[0].cursor}"`);
    expect(numbersOf(before)).toEqual([4, 3]);
    const top = await calculations(`last: 2, before: "${before.edges[0].cursor}"`);
    expect(numbersOf(top)).toEqual([5]);
    expect(top.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
  });
});

it.each([
  ['first: 1, last: 1', ['last']],
  ['first: 0, last: 101', ['first', 'last', 'last']],
  ['first: 1, before: "x"', ['before', 'before']],
  ['last: 1, after: "x"', ['last', 'after']],
  ['after: "x", before: "y"', ['before', 'after', 'before']],
  ['before: "x"', ['last', 'before']],
  ['last: 0', ['last']],
  ['last: 1, before: "x"', ['before']],
])('%s is refused', async (args, paths) => {
  const { errors } = await ask(app, `{ customers(${args}) { totalCount } }`);
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  expect(errors![0]!.extensions.issues.map(({ path }: Data) => path.join('.'))).toEqual(paths);
});

const badMonth = 'period: { range: { from: "2026-06-02", to: "2026-06-01" } }';

describe('a request with several faults', () => {
  it.each([
    [`journal(${badMonth}, first: 0)`, ['period.range.to OUT_OF_RANGE', 'first OUT_OF_RANGE']],
    ['journal(period: { month: "2026-13" }, last: 101)', ['period.month INVALID_FORMAT', 'last OUT_OF_RANGE']],
    ['transactions(filter: { or: [] }, before: "x")', ['filter.or TOO_SHORT', 'last REQUIRED']],
    ['customers(filter: { or: [] }, first: 0)', ['filter.or TOO_SHORT', 'first OUT_OF_RANGE']],
    ['replays(rateBook: "", filter: { or: [] }, first: 1, last: 1)', ['rateBook TOO_SHORT', 'last CONTRADICTION']],
    ['taxNumberChecks(first: 0, after: "x")', ['first OUT_OF_RANGE', 'after INVALID_FORMAT']],
    ['rulings(last: 0, before: "x")', ['last OUT_OF_RANGE', 'before INVALID_FORMAT']],
    ['rulings(first: 0)', ['first OUT_OF_RANGE']],
  ])('is refused with all of them: %s', async (list, faults) => {
    const { data, errors } = await ask(app, `{ list: ${list} { totalCount } }`);
    expect(data).toEqual({ list: null });
    const issues: readonly Data[] = errors![0]!.extensions.issues as Data[];
    expect(issues.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual(faults);
  });
});
