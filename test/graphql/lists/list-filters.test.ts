import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { aClock } from '../../support/clock.ts';
import { ask, type Data, storeCustomer, storeInvoice } from '../ask.ts';

const clock = aClock();
let app: TestApp;
let customerId: string;

const dated = (createdDate: string) => ({ externalTimestamps: { createdDate, updatedDate: createdDate } });
const store = async (externalId: string, more: Record<string, unknown>) => {
  clock.advance(1_000);
  const stored = await storeInvoice(app, customerId, { externalId, ...more });
  expect(stored.__typename).toBe('Transaction');
};

beforeAll(async () => {
  app = await startApp({ now: clock.now });
  await storeCustomer(app, { externalId: 'c-1', source: '3' });
  clock.advance(60_000);
  customerId = (await storeCustomer(app, { externalId: 'c-2' })).serviceId;
  await store('june', dated('2026-06-30'));
  await store('july', { ...dated('2026-07-01'), createdFrom: 'order-7' });
  await store('quebec', { ...dated('2026-07-02'), shippingAddress: { country: 'CA', region: 'QC' } });
});
afterAll(() => app.close());

const list = (filter: Record<string, unknown>): Promise<Data> =>
  ask(
    app,
    `query ($filter: TransactionFilter) {
      transactions(filter: $filter) { totalCount nodes { externalId internalTimestamps { updatedDate } } }
    }`,
    { variables: { filter } },
  );

const ids = async (filter: Record<string, unknown>): Promise<string[]> => {
  const { transactions } = (await list(filter)).data;
  const found = transactions.nodes.map(({ externalId }: Data) => externalId);
  expect(transactions.totalCount).toBe(found.length);
  return found;
};

describe('transactions', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ state: { eq: 'Minnesota' } }, ['july', 'june']],
    [{ state: { ne: 'MN' } }, ['quebec']],
    [{ state: { in: ['MN', 'CA-QC'] } }, ['quebec', 'july', 'june']],
    [{ state: { notIn: ['mn', 'WI'] } }, ['quebec']],
    [{ state: { in: [] } }, []],
    [{ state: { isNull: true } }, []],
    [{ country: { eq: 'ca' } }, ['quebec']],
    [{ country: { notIn: ['CA', 'DE'] } }, ['july', 'june']],
    [{ country: { eq: 'CA' }, state: { eq: 'Quebec' } }, ['quebec']],
    [{ taxDate: { gte: '2026-07-01' } }, ['quebec', 'july']],
    [{ taxDate: { gt: '2026-07-01' } }, ['quebec']],
    [{ taxDate: { lte: '2026-07-01' }, state: { eq: 'MN' } }, ['july', 'june']],
    [{ taxDate: { gte: '2026-07-01', lte: '2026-07-01' } }, ['july']],
    [{ taxDate: null, state: { eq: null }, createdFrom: { eq: 'order-7' } }, ['july']],
    [{ createdFrom: { ne: 'order-7' } }, ['quebec', 'june']],
    [{ createdFrom: { isNull: false } }, ['july']],
    [{ externalId: { contains: 'JU' } }, ['july', 'june']],
    [{ externalId: { startsWith: 'q' } }, ['quebec']],
    [{ externalId: { contains: '%' } }, []],
    [{ finalTransactionAmount: { gt: 80.13 } }, ['quebec']],
    [{ finalTransactionAmount: { eq: '80.1300' } }, ['july', 'june']],
    [{ finalTransactionAmount: { lte: '80.13', gte: '80.130' } }, ['july', 'june']],
    [{ updatedAt: { gte: '2120-01-01T00:00:00Z' } }, []],
    [{ transactionType: { in: ['INVOICE', 'REFUND'] }, currency: { ne: 'EUR' } }, ['quebec', 'july', 'june']],
    [{ or: [{ externalId: { eq: 'june' } }, { country: { eq: 'CA' } }] }, ['quebec', 'june']],
    [{ not: { createdFrom: { eq: 'order-7' } } }, ['quebec', 'june']],
    [{ not: { or: [{ state: { eq: 'MN' } }, { taxDate: { eq: '2026-07-02' } }] } }, []],
    [{ and: [{ state: { eq: 'MN' } }, { not: { taxDate: { lt: '2026-07-01' } } }] }, ['july']],
  ])('can be filtered by %j', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });

  it('can be filtered by the date of the last change', async () => {
    const [newest] = (await list({})).data.transactions.nodes;
    const since = await list({ updatedAt: { gte: newest.internalTimestamps.updatedDate } });
    expect(since.data.transactions.nodes).toEqual([newest]);
  });

  it('reject invalid filters with all errors at once', async () => {
    const { errors } = await list({
      state: { in: ['MN', 'ZZ'] },
      taxDate: { gte: '2026-07-02', lte: '2026-07-01' },
      or: [{ country: { eq: 'QQ' } }, { externalId: { eq: 'a\u0000' }, finalTransactionAmount: { gt: 10, lt: '9.5' } }],
      and: [{ or: [] }],
      createdAt: { gt: '2026-07-01T00:00:00Z', lt: '2026-07-01T00:00:00Z' },
      updatedAt: { gt: '2026-07-01T00:00:00Z', gte: '2026-07-03T00:00:00Z', lte: '2026-07-02T00:00:00Z' },
    });
    expect(errors[0].extensions.code).toBe('INVALID_INPUT');
    expect(errors[0].extensions.issues.map(({ path, code }: Data) => `${path.join('.')} ${code}`).sort()).toEqual([
      'filter.and.0.or TOO_SHORT',
      'filter.createdAt.lt OUT_OF_RANGE',
      'filter.or.0.country.eq UNKNOWN_VALUE',
      'filter.or.1.externalId.eq INVALID_CHARACTERS',
      'filter.or.1.finalTransactionAmount.lt OUT_OF_RANGE',
      'filter.state.in.1 UNKNOWN_VALUE',
      'filter.taxDate.lte OUT_OF_RANGE',
      'filter.updatedAt.lte OUT_OF_RANGE',
    ]);
    expect((await list({ taxDate: { eq: '7/1/2026' } })).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it.each([
    [{ finalTransactionAmount: { gt: 10, lt: '9.5' } }, 'lt (9.5) must be greater than gt (10).'],
    [{ finalTransactionAmount: { gte: 10, lte: 9 } }, 'lte (9) must not be less than gte (10).'],
    [{ taxDate: { gt: '2026-07-02', lt: '2026-07-01' } }, 'lt (2026-07-01) must be after gt (2026-07-02).'],
    [{ taxDate: { gte: '2026-07-02', lte: '2026-07-01' } }, 'lte (2026-07-01) must not be before gte (2026-07-02).'],
  ])('explain the empty range %j', async (filter, message) => {
    expect((await list(filter)).errors[0].extensions.issues).toMatchObject([{ message }]);
  });

  it('accept filters of five levels, a hundred conditions and a hundred values', async () => {
    const nested = (levels: number): Record<string, unknown> =>
      levels === 0 ? { source: { eq: '9' } } : { not: nested(levels - 1) };
    expect(await ids(nested(4))).toHaveLength(3);
    expect(await ids(nested(5))).toEqual([]);
    const faultOf = async (filter: Record<string, unknown>) => (await list(filter)).errors[0].extensions.issues[0].code;
    expect(await faultOf(nested(6))).toBe('TOO_DEEP');
    const alternatives = (count: number) => ({ or: Array.from({ length: count }, () => ({ source: { eq: '9' } })) });
    expect(await ids(alternatives(50))).toHaveLength(3);
    expect(await faultOf(alternatives(51))).toBe('TOO_LONG');
    const wrong = { or: Array.from({ length: 5_000 }, () => ({ state: { eq: 'Nowhere' } })) };
    expect((await list(wrong)).errors[0].extensions.issues.length).toBeLessThan(110);
    const named = (count: number) => ({ externalId: { in: Array.from({ length: count }, (_, index) => `${index}`) } });
    expect(await ids(named(100))).toEqual([]);
    expect(await faultOf(named(101))).toBe('TOO_LONG');
  });
});

describe('an order', () => {
  const query = `query ($orderBy: TransactionOrder, $first: Int, $after: String) {
    transactions(orderBy: $orderBy, first: $first, after: $after) {
      nodes { externalId } pageInfo { hasNextPage endCursor }
    }
  }`;
  const page = async (variables: Record<string, unknown>) => await ask(app, query, { variables });

  it.each<[Record<string, unknown>, string[]]>([
    [{ field: 'CREATED_AT' }, ['quebec', 'july', 'june']],
    [{ field: 'CREATED_AT', direction: 'ASC' }, ['june', 'july', 'quebec']],
    [{ field: 'UPDATED_AT', direction: 'ASC' }, ['june', 'july', 'quebec']],
    [{ field: 'TAX_DATE', direction: 'ASC' }, ['june', 'july', 'quebec']],
    [{ field: 'EXTERNAL_ID', direction: 'ASC' }, ['july', 'june', 'quebec']],
    [{ field: 'FINAL_TRANSACTION_AMOUNT' }, ['quebec', 'june or july', 'june or july']],
    [{ field: 'TAX_AMOUNT' }, ['quebec', 'june or july', 'june or july']],
  ])('by %j continues from page to page', async (orderBy, expected) => {
    const read: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { transactions }: Data = (await page({ orderBy, first: 1, after })).data;
      read.push(...transactions.nodes.map(({ externalId }: Data) => externalId));
      ({ endCursor: after, hasNextPage: more } = transactions.pageInfo);
    }
    const isTied = expected.includes('june or july');
    expect(read.map((id) => (isTied && id.startsWith('ju') ? 'june or july' : id))).toEqual(expected);
    expect(new Set(read).size).toBe(3);
  });

  it('rejects cursors of another order, and forged ones', async () => {
    const { endCursor } = (await page({ first: 1 })).data.transactions.pageInfo;
    const issueOf = async (variables: Record<string, unknown>) =>
      (await page(variables)).errors![0]!.extensions.issues[0];
    expect(await issueOf({ orderBy: { field: 'TAX_DATE' }, after: endCursor })).toMatchObject({
      path: ['after'],
      code: 'WRONG_ORDER',
    });
    expect(await issueOf({ orderBy: { field: 'CREATED_AT', direction: 'ASC' }, after: endCursor })).toMatchObject({
      code: 'WRONG_ORDER',
    });
    const id = '0197c4a8-1111-7aaa-8bbb-123456789abc';
    const forged = Buffer.from(JSON.stringify(['transactions', 'taxDate', 'DESC', '2026-02-30', id])).toString(
      'base64url',
    );
    expect(await issueOf({ orderBy: { field: 'TAX_DATE' }, after: forged })).toMatchObject({ code: 'INVALID_FORMAT' });
  });
});

it('exemptions can be filtered by place, day and change, and ordered by their last day', async () => {
  const create = `mutation ($input: UpsertExemptionsInput!) { upsertExemptions(input: $input) { __typename } }`;
  const june = { fromDate: '2026-06-01', toDate: '2026-06-30' };
  for (const [validationDates, code] of [
    [june, 'MN'],
    [{ fromDate: '2026-06-15' }, 'WI'],
  ]) {
    const input = { customerId, exemption: { validationDates }, states: [{ code }] };
    await ask(app, create, { variables: { input } });
  }
  const query = `query ($filter: ExemptionFilter, $orderBy: ExemptionOrder) {
    exemptions(filter: $filter, orderBy: $orderBy) { totalCount nodes { state } }
  }`;
  const states = async (filter: Record<string, unknown>, orderBy?: Record<string, unknown>) =>
    (await ask(app, query, { variables: { filter, orderBy } })).data.exemptions.nodes.map(({ state }: Data) => state);
  expect(await states({ activeOn: '2026-06-30', state: { eq: 'minnesota' } })).toEqual(['MN']);
  expect(await states({ activeOn: '2026-06-14' })).toEqual(['MN']);
  expect(await states({ activeOn: '2026-07-01' })).toEqual(['WI']);
  expect(await states({ not: { activeOn: '2026-07-01' } })).toEqual(['MN']);
  expect(await states({ validThrough: { isNull: true } })).toEqual(['WI']);
  expect(await states({ updatedAt: { gte: '2120-01-01T00:00:00Z' } })).toEqual([]);
  expect(await states({ validThrough: { isNull: true }, validFrom: { isNull: false } })).toEqual(['WI']);
  expect(await states({ validFrom: { gte: '2100-01-01' } })).toEqual([]);
  expect(await states({}, { field: 'VALID_THROUGH' })).toEqual(['WI', 'MN']);
  expect(await states({}, { field: 'VALID_THROUGH', direction: 'ASC' })).toEqual(['MN', 'WI']);
  const unknown = await ask(app, query, { variables: { filter: { country: { eq: 'ZZ' } } } });
  expect(unknown.errors![0]!.extensions.issues).toMatchObject([{ path: ['filter', 'country', 'eq'] }]);
});

it('customers can be filtered by text fields and date of change, and ordered by name', async () => {
  const query = `query ($filter: CustomerFilter, $orderBy: CustomerOrder) {
    customers(filter: $filter, orderBy: $orderBy) { nodes { externalId internalTimestamps { updatedDate } } }
  }`;
  const nodes = async (filter: Record<string, unknown>, orderBy?: Record<string, unknown>): Promise<Data[]> =>
    (await ask(app, query, { variables: { filter, orderBy } })).data.customers.nodes;
  const [newest] = await nodes({});
  expect(await nodes({ updatedAt: { gte: newest.internalTimestamps.updatedDate } })).toEqual([newest]);
  await storeCustomer(app, { externalId: 'c-3', name: '100 % Ärzte_Bedarf' });
  await storeCustomer(app, { externalId: 'c-4', name: undefined, taxNumber: 'DE136695976' });
  const found = async (filter: Record<string, unknown>) => (await nodes(filter)).map(({ externalId }) => externalId);
  expect(await found({ name: { contains: '% är' } })).toEqual(['c-3']);
  expect(await found({ name: { startsWith: '100 % ÄRZTE_b' } })).toEqual(['c-3']);
  expect(await found({ name: { startsWith: '1.0' } })).toEqual([]);
  expect(await found({ name: { contains: '(' } })).toEqual([]);
  expect(await found({ name: { isNull: true } })).toEqual(['c-4']);
  expect(await found({ not: { name: { contains: 'e' } } })).toEqual(['c-4']);
  expect(await found({ taxNumber: { startsWith: 'de' } })).toEqual(['c-4']);
  expect(await found({ customerType: { ne: 'RETAIL' } })).toEqual([]);
  const byName = await nodes({ externalId: { in: ['c-3', 'c-4'] } }, { field: 'NAME', direction: 'ASC' });
  expect(byName.map(({ externalId }) => externalId)).toEqual(['c-4', 'c-3']);
});
