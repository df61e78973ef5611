import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TransactionStore } from '../../../src/ports/stores/transaction-store.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';
import { aCustomer, aStoredTransaction } from '../../support/records.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

type Listed = Record<string, unknown> & { readonly serviceId: string; readonly externalId: string };

const asked: string[] = [];
const clock = aClock();
let app: TestApp;
let [first, second] = ['', ''];

/** Records each call of the stores. */
function noting(stores: Stores): Stores {
  const noted = <Store extends object>(store: Store, name: string): Store =>
    new Proxy(store, {
      get(target, member) {
        const value: unknown = Reflect.get(target, member);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          asked.push(`${name}.${String(member)}`);
          return value.apply(target, given);
        };
      },
    });
  return {
    ...stores,
    forTenant(tenantId) {
      const records = stores.forTenant(tenantId);
      const { customers, transactions } = records;
      return replacedStores(records, {
        customers: noted(customers, 'customers'),
        transactions: noted(transactions, 'transactions'),
      });
    },
  };
}

async function put(externalId: string, customerId: string, more: Record<string, unknown> = {}) {
  clock.advance(1_000);
  const body = anInvoiceBody(customerId, { externalId, ...more });
  const response = await app.send('PUT', `/v1/transactions/source/${body.source}/externalId/${externalId}`, body);
  expect(response.status).toBe(201);
}

beforeAll(async () => {
  app = await startApp({ wrap: noting, now: clock.now });
  const customer = async (externalId: string) => {
    const path = `/v1/customers/source/9/externalId/${externalId}`;
    return (await bodyOf<Listed>(app.send('PUT', path, aCustomerBody({ externalId })))).serviceId;
  };
  [first, second] = [await customer('c-1'), await customer('c-2')];
  await put('t-1', first);
  await put('t-2', second, { transactionType: 'ESTIMATE', items: [anItemBody(), anItemBody()] });
  await put('t-3', first, { transactionStatus: 'PAID', source: '3' });
  await put('t-4', second, { transactionFilingStatus: 'FILED' });
});
afterAll(() => app.close());

const list = async (query: string) => bodyOf<Listed[]>(app.send('GET', `/v1/transactions${query}`));
const idsOf = async (query: string) => (await list(query)).map(({ externalId }) => externalId);

describe('the list of transactions', () => {
  it('is a bare array of thin documents, newest first', async () => {
    const documents = await list('');
    expect(documents.map(({ externalId }) => externalId)).toEqual(['t-4', 't-3', 't-2', 't-1']);
    expect(JSON.stringify(documents)).not.toMatch(/"(customer|salesTaxRates|taxLines|matchedAddressData)"/);
    expect(documents[3]).toMatchObject({ customerId: first, salesTax: { amount: 6.63, rate: 0.09025 } });
  });

  it.each([
    ['?transactionType=ESTIMATE', ['t-2']],
    ['?transactionStatus=PAID', ['t-3']],
    ['?transactionFilingStatus=FILED', ['t-4']],
    ['?source=3', ['t-3']],
    ['?source=9&transactionType=INVOICE', ['t-4', 't-1']],
    ['?externalIdPrefix=T-', ['t-4', 't-3', 't-2', 't-1']],
    ['?externalIdPrefix=t-2', ['t-2']],
    ['?externalIdPrefix=-2', []],
    ['?currency=usd', ['t-4', 't-3', 't-2', 't-1']],
    ['?currency=EUR', []],
    ['?customerId=0190a0a0-0000-7000-8000-000000000000', []],
  ])('is filtered by %s', async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected);
  });

  it('is filtered by customer', async () => {
    expect(await idsOf(`?customerId=${first}`)).toEqual(['t-3', 't-1']);
    expect(await idsOf(`?customerId=${second.toUpperCase()}&detailed=true`)).toEqual(['t-4', 't-2']);
  });

  it.each(['detailed=true', 'detailed=TRUE&limit=4'])('has full documents with %s', async (query) => {
    for (const document of await list(`?${query}`)) {
      const path = `/v1/transactions/serviceId/${document.serviceId}`;
      expect(document).toEqual(await bodyOf<Listed>(app.send('GET', path)));
    }
  });

  it('queries the store once for each kind of record, however many documents there are', async () => {
    asked.length = 0;
    await list('?detailed=true');
    expect(asked.sort()).toEqual(['customers.findMany', 'transactions.findSnapshots', 'transactions.listPart']);
    asked.length = 0;
    await list('');
    expect(asked).toEqual(['transactions.listPart']);
  });

  it.each([
    'detailed=1',
    'customerId=7',
    'customerId=',
    'transactionType=BILL',
    'transactionStatus=OPEN',
    'transactionFilingStatus=NO',
    'source=0',
    'externalIdPrefix=',
    'currency=dollars',
    'limit=1000',
    'status=PAID',
  ])('refuses %s', async (query) => {
    const response = await app.send('GET', `/v1/transactions?${query}`);
    expect(response.status).toBe(400);
    const parameter = query.slice(0, query.indexOf('='));
    const { code, errors } = await bodyOf<{ code: string; errors: object[] }>(response);
    expect(code).toBe('INVALID_INPUT');
    expect(errors).toEqual([expect.objectContaining({ parameter, in: 'query' })]);
    expect(errors[0]).not.toHaveProperty('pointer');
  });

  it('accepts a calendar period in place of days, but not both', async () => {
    const listed = async (query: string) =>
      (await bodyOf<Listed[]>(app.send('GET', `/v1/transactions?${query}`))).length;
    expect(await listed('period=2026-06')).toBe(await listed('from=2026-06-01&to=2026-06-30'));
    expect(await listed('period=2026-06')).toBeGreaterThan(0);
    expect(await listed('period=2025-Q4')).toBe(0);
    const both = await app.send('GET', '/v1/tax_lines?period=2026-06&from=2026-06-01');
    expect(both.status).toBe(400);
    expect(await both.json()).toMatchObject({ errors: [{ parameter: 'period', code: 'INVALID_VALUE' }] });
  });

  it('reports all errors of a query at once', async () => {
    const response = await app.send('GET', '/v1/transactions?limit=0&detailed=no&sourse=9');
    const { errors } = await bodyOf<{ errors: { parameter: string }[] }>(response);
    expect(errors.map(({ parameter }) => parameter).sort()).toEqual(['detailed', 'limit', 'sourse']);
  });
});

describe('a long list', () => {
  const length = 450;
  let long: TestApp;
  let store: TransactionStore;
  beforeAll(async () => {
    long = await startApp({ store: app.store, wrap: noting });
    const customer = aCustomer();
    await long.records.customers.insert(customer);
    store = long.records.transactions;
    for (let index = 0; index < length; index++) {
      const createdDate = new Date(Date.parse('2026-07-01T00:00:00Z') + Math.floor(index / 7));
      const internalTimestamps = { createdDate, updatedDate: createdDate };
      await store.insert(aStoredTransaction(customer.serviceId, { externalId: `n-${index}`, internalTimestamps }));
    }
  });

  it.each(['', '?detailed=true'])('is complete and in order when read in pages%s', async (query) => {
    asked.length = 0;
    const documents = await bodyOf<Listed[]>(long.send('GET', `/v1/transactions${query}`));
    expect(new Set(documents.map(({ externalId }) => externalId)).size).toBe(length);
    const keys = documents.map((each) => {
      const { createdDate } = each.internalTimestamps as { createdDate: string };
      return `${createdDate} ${each.serviceId}`;
    });
    expect(keys).toEqual([...keys].sort().reverse());
    const pages = asked.filter((question) => question === 'transactions.listPart').length;
    expect(pages).toBe(query === '' ? 3 : 10);
    expect(asked.filter((question) => question === 'transactions.findSnapshots')).toHaveLength(query === '' ? 0 : 10);
  });

  it('is the same along its links', async () => {
    const whole = await bodyOf<Listed[]>(long.send('GET', '/v1/transactions'));
    const found: string[] = [];
    for (let path: string | undefined = '/v1/transactions?limit=100'; path; ) {
      const response: Response = await long.send('GET', path);
      found.push(...(await bodyOf<Listed[]>(response)).map(({ serviceId }) => serviceId));
      path = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual(whole.map(({ serviceId }) => serviceId));
  });

  it('is not read further once the client stops reading', async () => {
    asked.length = 0;
    const head = await long.send('HEAD', '/v1/transactions');
    expect(head.status).toBe(200);
    const response = await long.send('GET', '/v1/transactions');
    await response.body?.cancel();
    expect(asked).toEqual(['transactions.listPart']); // For the GET; a HEAD reads nothing from the list.
  });
});
