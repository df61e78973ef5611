import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { aClock } from '../support/clock.ts';
import { ask, type Data, storeCustomer, storeInvoice } from './ask.ts';

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

describe('transactions', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ state: 'Minnesota' }, ['july', 'june']],
    [{ country: 'ca' }, ['quebec']],
    [{ country: 'CA', state: 'Quebec' }, ['quebec']],
    [{ taxDate: { from: '2026-07-01' } }, ['quebec', 'july']],
    [{ taxDate: { to: '2026-07-01' }, state: 'MN' }, ['july', 'june']],
    [{ taxDate: { from: '2026-07-01', to: '2026-07-01' } }, ['july']],
    [{ taxDate: null, state: null, createdFrom: 'order-7' }, ['july']],
    [{ updatedSince: '2120-01-01T00:00:00Z' }, []],
  ])('are narrowed by %j', async (filter, expected) => {
    const { transactions } = (await list(filter)).data;
    expect(transactions.nodes.map(({ externalId }: Data) => externalId)).toEqual(expected);
    expect(transactions.totalCount).toBe(expected.length);
  });

  it('are narrowed to those that changed since', async () => {
    const [newest] = (await list({})).data.transactions.nodes;
    const since = await list({ updatedSince: newest.internalTimestamps.updatedDate });
    expect(since.data.transactions.nodes).toEqual([newest]);
  });

  it('are not listed for what cannot be; all faults are told', async () => {
    const { errors } = await list({ state: 'ZZ', taxDate: { from: '2026-07-02', to: '2026-07-01' } });
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [
        { path: ['filter', 'state'], code: 'UNKNOWN_VALUE' },
        { path: ['filter', 'taxDate', 'to'], code: 'OUT_OF_RANGE' },
      ],
    });
    expect((await list({ taxDate: { from: '7/1/2026' } })).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

it('exemptions are narrowed by place, day and change', async () => {
  const create = `mutation ($input: CreateExemptionsInput!) { createExemptions(input: $input) { __typename } }`;
  const validationDates = { fromDate: '2026-06-01', toDate: '2026-06-30' };
  const input = { exemption: { customerId, validationDates }, states: [{ code: 'MN' }] };
  await ask(app, create, { variables: { input } });
  const query = 'query ($filter: ExemptionFilter) { exemptions(filter: $filter) { totalCount nodes { state } } }';
  const count = async (filter: Record<string, unknown>) =>
    (await ask(app, query, { variables: { filter } })).data.exemptions.totalCount;
  expect(await count({ activeOn: '2026-06-30', state: 'minnesota' })).toBe(1);
  expect(await count({ activeOn: '2026-07-01' })).toBe(0);
  expect(await count({ updatedSince: '2120-01-01T00:00:00Z' })).toBe(0);
  const unknown = await ask(app, query, { variables: { filter: { country: 'ZZ' } } });
  expect(unknown.errors![0]!.extensions.issues).toMatchObject([{ path: ['filter', 'country'] }]);
});

it('customers are narrowed to those that changed since', async () => {
  const query = `query ($filter: CustomerFilter) {
    customers(filter: $filter) { nodes { externalId internalTimestamps { updatedDate } } }
  }`;
  const [newest] = (await ask(app, query)).data.customers.nodes;
  const filter = { updatedSince: newest.internalTimestamps.updatedDate };
  expect((await ask(app, query, { variables: { filter } })).data.customers.nodes).toEqual([newest]);
});
