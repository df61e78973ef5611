import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerFilter } from '../../../src/domain/customers/customer-list.ts';
import type { CustomerStore } from '../../../src/ports/stores/customer-store.ts';
import { aCustomer } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function customersOfATenant(): Promise<CustomerStore> {
  return store.stores.forTenant((await aTenant(store.stores)).tenantId).customers;
}

describe('insert', () => {
  it('stores a customer unchanged', async () => {
    const customers = await customersOfATenant();
    const customer = aCustomer({
      externalId: `a/b?c=%2F "ü" 漢字 😀 \\ ' ${'x'.repeat(200)}`,
      comment: '漢'.repeat(200),
      email: 'ü@example.com',
      taxNumber: 'DE136695976',
      customerType: 'RETAIL_EXEMPT',
      address: {
        city: 'Köln',
        country: 'DE',
        county: null,
        state: null,
        street: 'Domkloster 4\n"Hof"',
        region: null,
        zip: '50667',
        isPartial: null,
      },
      externalTimestamps: { createdDate: '2026-07-01 08:00', updatedDate: '2026-07-01T08:00:00.000+14:00' },
    });
    expect(await customers.insert(customer)).toBe(true);
    expect(await customers.findByKey(customer)).toEqual(customer);
    expect(await customers.findMany([customer.serviceId])).toEqual([customer]);
    expect(await customers.list({}, { limit: 10, after: null })).toEqual([customer]);
  });

  it('stores the instants of external dates for filters', async () => {
    const customers = await customersOfATenant();
    const customer = aCustomer({
      externalTimestamps: { createdDate: '2026-07-01T23:30:00-05:00', updatedDate: '2026-07-02' },
    });
    await customers.insert(customer);
    const row = await store.database.prisma.customer.findFirst({ where: { serviceId: customer.serviceId } });
    expect(row?.externalCreatedAt.toISOString()).toBe('2026-07-02T04:30:00.000Z');
    expect(row?.externalUpdatedAt.toISOString()).toBe('2026-07-02T00:00:00.000Z');
    expect(row?.createdAt.toISOString()).toBe('2026-07-01T12:00:00.123Z');
  });

  it('is false if the key is taken', async () => {
    const customers = await customersOfATenant();
    await customers.insert(aCustomer({ externalId: 'taken' }));
    expect(await customers.insert(aCustomer({ externalId: 'taken' }))).toBe(false);
    expect(await customers.insert(aCustomer({ externalId: 'taken', source: '2' }))).toBe(true);
    expect(await customers.count({})).toBe(2);
  });

  it('is true for exactly one of many concurrent requests', async () => {
    const customers = await customersOfATenant();
    const race = Array.from({ length: 32 }, () => customers.insert(aCustomer({ externalId: 'raced' })));
    expect((await Promise.all(race)).filter(Boolean)).toHaveLength(1);
  });
});

describe('replace', () => {
  it('overwrites every field of the named version', async () => {
    const customers = await customersOfATenant();
    const first = aCustomer({ comment: 'before' });
    await customers.insert(first);
    const second = aCustomer({
      ...first,
      name: null,
      email: null,
      comment: null,
      customerType: 'RESELLER',
      taxNumber: 'X1',
      externalTimestamps: { createdDate: '2026-07-03', updatedDate: '2026-07-04' },
      internalTimestamps: { ...first.internalTimestamps, updatedDate: new Date('2026-07-05T00:00:00.001Z') },
      version: 2,
    });
    expect(await customers.replace(second, 1)).toBe(true);
    expect(await customers.findByKey(first)).toEqual(second);
  });

  it('is false for an outdated version, and changes nothing', async () => {
    const customers = await customersOfATenant();
    const first = aCustomer();
    await customers.insert(first);
    const race = Array.from({ length: 16 }, (_, index) =>
      customers.replace({ ...first, name: `try ${index}`, version: 2 }, 1),
    );
    expect((await Promise.all(race)).filter(Boolean)).toHaveLength(1);
    expect(await customers.replace({ ...first, name: 'late', version: 2 }, 1)).toBe(false);
    expect((await customers.findByKey(first))?.name).toMatch(/^try /);
    expect(await customers.replace(aCustomer({ version: 2 }), 1)).toBe(false);
  });
});

describe('findMany', () => {
  it('finds what exists, and accepts any text as an id', async () => {
    const customers = await customersOfATenant();
    const [one, other] = [aCustomer(), aCustomer()];
    await customers.insert(one);
    await customers.insert(other);
    const found = await customers.findMany([other.serviceId, one.serviceId, 'no id', '', aCustomer().serviceId]);
    expect(new Set(found)).toEqual(new Set([one, other]));
    expect(await customers.findMany([])).toEqual([]);
  });

  it('refuses a key that PostgreSQL cannot compare, instead of failing', async () => {
    const customers = await customersOfATenant();
    await expect(customers.findByKey({ source: '1', externalId: 'a\u0000b' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });
});

describe('findByKeys', () => {
  it('finds existing records, with any characters in their ids', async () => {
    const customers = await customersOfATenant();
    const ids = ['plain', 'a "b", {c}', "d'e", 'Ärger 🎈', '1'];
    const stored = ids.map((externalId) => aCustomer({ externalId, source: '9' }));
    for (const customer of [...stored, aCustomer({ externalId: '1', source: '3' })]) await customers.insert(customer);
    const found = await customers.findByKeys([...stored, { source: '1', externalId: 'plain' }]);
    expect(new Set(found)).toEqual(new Set(stored));
    expect(await customers.findByKeys([])).toEqual([]);
  });
});

describe('list', () => {
  it('filters by the date of the last change', async () => {
    const customers = await customersOfATenant();
    const updatedDate = new Date('2026-08-01T00:00:00.000Z');
    const changed = aCustomer({ internalTimestamps: { createdDate: new Date('2026-07-01T00:00:00Z'), updatedDate } });
    await customers.insert(changed);
    await customers.insert(aCustomer());
    expect(await customers.list({ updatedAt: { gte: updatedDate } }, { limit: 10, after: null })).toEqual([changed]);
    expect(await customers.count({ updatedAt: { gte: new Date('2026-08-01T00:00:00.001Z') } })).toBe(0);
  });

  it('pages through customers created in the same millisecond, each exactly once', async () => {
    const customers = await customersOfATenant();
    const made = Array.from({ length: 25 }, (_, index) => {
      const createdDate = new Date(Date.UTC(2026, 6, 1, 12, 0, 0, index < 20 ? 7 : 8));
      return aCustomer({
        source: index % 2 === 0 ? '1' : '2',
        internalTimestamps: { createdDate, updatedDate: createdDate },
      });
    });
    for (const customer of made) await customers.insert(customer);
    const key = ({ internalTimestamps: { createdDate }, serviceId }: (typeof made)[number]) =>
      `${createdDate.toISOString()} ${serviceId}`;
    const expected = made.map(key).sort().reverse();

    expect((await readAll(customers, {}, 7)).map(key)).toEqual(expected);
    expect((await readAll(customers, {}, 1)).map(key)).toEqual(expected);
    const even = made
      .filter(({ source }) => source === '1')
      .map(key)
      .sort()
      .reverse();
    expect((await readAll(customers, { source: { eq: '1' } }, 4)).map(key)).toEqual(even);
    expect(await customers.count({ source: { eq: '1' } })).toBe(13);
  });

  it('does not repeat or skip customers if others are added in the meantime', async () => {
    const customers = await customersOfATenant();
    const at = (second: number) => {
      const createdDate = new Date(Date.UTC(2026, 6, 1, 12, 0, second));
      return { internalTimestamps: { createdDate, updatedDate: createdDate } };
    };
    const made = [1, 2, 3, 4].map((second) => aCustomer(at(second)));
    for (const customer of made) await customers.insert(customer);
    const first = await customers.list({}, { limit: 2, after: null });
    await customers.insert(aCustomer(at(5)));
    const second = await customers.list({}, { limit: 2, after: positionOf(first.at(-1)!) });
    expect([...first, ...second]).toEqual(made.toReversed());
  });
});

async function readAll(customers: CustomerStore, filter: CustomerFilter, limit: number) {
  const all = [];
  let page = await customers.list(filter, { limit, after: null });
  while (page.length > 0) {
    all.push(...page);
    page = await customers.list(filter, { limit, after: positionOf(page.at(-1)!) });
  }
  return all;
}

function positionOf({ internalTimestamps, serviceId }: ReturnType<typeof aCustomer>) {
  return { createdAt: internalTimestamps.createdDate, serviceId };
}
