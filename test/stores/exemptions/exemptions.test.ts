import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exemptionConditions } from '../../../src/domain/exemptions/certificate-filter.ts';
import { exemptionList } from '../../../src/domain/exemptions/exemption-list.ts';
import { conditionsFrom } from '../../../src/domain/lists/declared-list.ts';
import type { ExemptionStore } from '../../../src/ports/stores/exemption-store.ts';
import { aCustomer, amount, anExemption } from '../../support/records.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';

/** The filter of these query parameters. */
const exemptionFilter = (query: object) => ({
  ...conditionsFrom(exemptionList.fields, query),
  and: exemptionConditions(conditionsFrom(exemptionList.computed, query), null),
});

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function exemptionsOfACustomer(): Promise<{ exemptions: ExemptionStore; customerId: string; otherId: string }> {
  const stores = store.stores.forTenant((await aTenant(store.stores)).tenantId);
  const [customer, other] = [aCustomer(), aCustomer()];
  await stores.customers.insert(customer);
  await stores.customers.insert(other);
  return { exemptions: stores.exemptions, customerId: customer.serviceId, otherId: other.serviceId };
}

const whole = { limit: 100, after: null };

describe('upsertAll', () => {
  it('stores exemptions unchanged', async () => {
    const { exemptions, customerId } = await exemptionsOfACustomer();
    const full = anExemption(customerId, { taxCodes: ['C1S1', 'a "b", {c}'], validThrough: '2026-12-31' });
    const partial = anExemption(customerId, {
      state: null,
      stateName: null,
      classification: null,
      certificate: null,
      validationDates: null,
      validFrom: null,
      exemptionType: 'PARTIALLY',
      exemptionStatus: 'CANCELLED',
      exemptFraction: amount('0.12345678'),
      reducedRate: amount('0.05'),
    });
    expect(await exemptions.upsertAll([full, partial])).toEqual([full, partial]);
    const found = await exemptions.findMany([full.serviceId, partial.serviceId]);
    expect(new Set(found)).toEqual(new Set([full, partial]));
  });

  it('stores the same without returning them', async () => {
    const { exemptions, customerId } = await exemptionsOfACustomer();
    const exemption = anExemption(customerId);
    await exemptions.storeAll([]);
    await exemptions.storeAll([exemption, anExemption(customerId, { state: 'WI' })]);
    await exemptions.storeAll([{ ...exemption, exemptionStatus: 'CANCELLED' }]);
    const [stored] = await exemptions.findMany([exemption.serviceId]);
    expect(stored).toMatchObject({ exemptionStatus: 'CANCELLED', version: 2 });
  });

  it('replaces by customer, country, state and certificate, and keeps the id and the first date', async () => {
    const { exemptions, customerId } = await exemptionsOfACustomer();
    const first = anExemption(customerId);
    await exemptions.upsertAll([first, anExemption(customerId, { state: 'WI' })]);
    const at = new Date('2026-08-01T00:00:00.000Z');
    const again = anExemption(customerId, {
      customerId: customerId.toUpperCase(),
      exemptionStatus: 'CANCELLED',
      internalTimestamps: { createdDate: at, updatedDate: at },
    });
    const expected = {
      ...again,
      customerId,
      serviceId: first.serviceId,
      internalTimestamps: { createdDate: first.internalTimestamps.createdDate, updatedDate: at },
      version: 2,
    };
    expect(await exemptions.upsertAll([again])).toEqual([expected]);
    expect(await exemptions.count({})).toBe(2);
    expect(await exemptions.list(exemptionFilter({ state: 'MN' }), whole)).toEqual([expected]);
  });

  it('leaves identical exemptions unchanged', async () => {
    const { exemptions, customerId } = await exemptionsOfACustomer();
    const first = anExemption(customerId);
    await exemptions.upsertAll([first]);
    const at = new Date('2026-08-01T00:00:00.000Z');
    const later = { internalTimestamps: { createdDate: at, updatedDate: at } };
    const [again, other] = [anExemption(customerId, later), anExemption(customerId, { state: 'WI', ...later })];
    expect(await exemptions.upsertAll([again, other])).toEqual([first, other]);
    const changed = { ...again, classification: { code: 'G', description: null } };
    expect(await exemptions.upsertAll([changed])).toMatchObject([
      {
        serviceId: first.serviceId,
        version: 2,
        classification: { code: 'G' },
        internalTimestamps: { updatedDate: at },
      },
    ]);
  });

  it('keeps the last of two with the same key', async () => {
    const { exemptions, customerId } = await exemptionsOfACustomer();
    const [one, other] = [anExemption(customerId), anExemption(customerId, { validThrough: '2027-01-01' })];
    expect(await exemptions.upsertAll([one, other])).toEqual([other, other]);
    expect(await exemptions.list({}, whole)).toEqual([other]);
  });

  it('stores all or nothing', async () => {
    const { exemptions, customerId } = await exemptionsOfACustomer();
    const orphan = anExemption(aCustomer().serviceId);
    await expect(exemptions.upsertAll([anExemption(customerId), orphan])).rejects.toMatchObject({
      code: 'CUSTOMER_NOT_FOUND',
    });
    expect(await exemptions.count({})).toBe(0);
    expect(await exemptions.upsertAll([])).toEqual([]);
  });

  it('handles concurrent requests for the same keys', async () => {
    const { exemptions, customerId } = await exemptionsOfACustomer();
    const states = ['MN', 'WI', 'IA', 'ND', 'SD'];
    const race = Array.from({ length: 32 }, (_, index) => {
      const order = index % 2 === 0 ? states : states.toReversed();
      const taxCodes = [`C${index}S1`];
      return exemptions.upsertAll(order.map((state) => anExemption(customerId, { state, taxCodes })));
    });
    await Promise.all(race);
    const stored = await exemptions.list({}, whole);
    expect(stored.map(({ state }) => state).sort()).toEqual(['IA', 'MN', 'ND', 'SD', 'WI']);
    expect(stored.every(({ version }) => version === 32)).toBe(true);
  });
});

describe('replace', () => {
  it('overwrites only the version that was read', async () => {
    const { exemptions, customerId } = await exemptionsOfACustomer();
    const first = anExemption(customerId);
    await exemptions.upsertAll([first]);
    const changed = anExemption(customerId, {
      serviceId: first.serviceId,
      certificate: { certificateId: 'ST3-2', url: 'https://example.com/2', name: null },
      exemptionType: 'PARTIALLY',
      exemptionStatus: 'CANCELLED',
      exemptFraction: amount('0.25'),
      reducedRate: amount('0.01'),
      taxCodes: ['C1S1', 'C1S2'],
      validationDates: null,
      validFrom: null,
      version: 2,
    });
    expect(await exemptions.replace(changed, 1)).toBe('replaced');
    expect(await exemptions.findMany([first.serviceId])).toEqual([changed]);
    expect(await exemptions.replace({ ...changed, version: 2 }, 1)).toBe('overtaken');
    const key = { customerId, country: 'US', state: 'MN' };
    expect(await exemptions.findByKey({ ...key, certificateId: 'ST3-2' })).toEqual(changed);
    expect(await exemptions.findByKey({ ...key, certificateId: 'ST3-1' })).toBeNull();
  });

  it('rejects the key of another exemption', async () => {
    const { exemptions, customerId, otherId } = await exemptionsOfACustomer();
    const unnumbered = { certificate: null };
    const [one, other] = [anExemption(customerId, unnumbered), anExemption(customerId)];
    await exemptions.upsertAll([one, other, anExemption(otherId, unnumbered)]);
    expect(await exemptions.replace({ ...other, certificate: null, version: 2 }, 1)).toBe('key-taken');
    expect(await exemptions.findMany([other.serviceId])).toEqual([other]);
  });
});

describe('reading', () => {
  it('filters by validity on a day and by the date of the last change', async () => {
    const { exemptions, customerId } = await exemptionsOfACustomer();
    const changedAt = (text: string) => ({
      internalTimestamps: { createdDate: new Date('2026-07-01T00:00:00Z'), updatedDate: new Date(text) },
    });
    const june = anExemption(customerId, { state: 'MN', validFrom: '2026-06-01', validThrough: '2026-06-30' });
    const open = anExemption(customerId, { state: 'WI', validFrom: null, ...changedAt('2026-09-01T10:00:00Z') });
    const dead = anExemption(customerId, { state: 'IA', validFrom: null, exemptionStatus: 'CANCELLED' });
    await exemptions.upsertAll([june, open, dead]);
    const statesOn = async (activeOn: string) =>
      (await exemptions.list(exemptionFilter({ activeOn }), whole)).map(({ state }) => state).sort();
    expect(await statesOn('2026-05-31')).toEqual(['WI']);
    expect(await statesOn('2026-06-01')).toEqual(['MN', 'WI']);
    expect(await statesOn('2026-06-30')).toEqual(['MN', 'WI']);
    expect(await statesOn('2026-07-01')).toEqual(['WI']);
    expect(await exemptions.count(exemptionFilter({ activeOn: '2026-06-30', state: 'MN' }))).toBe(1);
    expect(await exemptions.count(exemptionFilter({ updatedSince: new Date('2026-09-01T10:00:00Z') }))).toBe(1);
    expect(await exemptions.count(exemptionFilter({ updatedSince: new Date('2026-09-01T10:00:00.001Z') }))).toBe(0);
  });

  it('finds all exemptions of the given customers, oldest first', async () => {
    const { exemptions, customerId, otherId } = await exemptionsOfACustomer();
    const at = (day: number) => {
      const createdDate = new Date(Date.UTC(2026, 6, day));
      return { internalTimestamps: { createdDate, updatedDate: createdDate } };
    };
    const third = anExemption(customerId, { state: 'MN', ...at(3) });
    const first = anExemption(otherId, { state: 'WI', ...at(1) });
    const second = anExemption(customerId, { state: 'IA', exemptionStatus: 'CANCELLED', ...at(2) });
    await exemptions.upsertAll([third, first, second]);
    expect(await exemptions.findByCustomers([customerId, otherId])).toEqual([first, second, third]);
    expect(await exemptions.findByCustomers([customerId, 'no id'])).toEqual([second, third]);
    expect(await exemptions.list(exemptionFilter({ customerId }), whole)).toEqual([third, second]);
    expect(
      await exemptions.list(exemptionFilter({ customerId, exemptionStatus: ['ACTIVE'], country: 'US' }), whole),
    ).toEqual([third]);
    const after = { createdAt: third.internalTimestamps.createdDate, serviceId: third.serviceId };
    expect(await exemptions.list({}, { limit: 1, after })).toEqual([second]);
    expect(await exemptions.count(exemptionFilter({ customerId }))).toBe(2);
    expect(await exemptions.count(exemptionFilter({ country: 'DE' }))).toBe(0);
    expect(await exemptions.list(exemptionFilter({ customerId: 'no id' }), whole)).toEqual([]);
    expect(await exemptions.count(exemptionFilter({ customerId: 'no id' }))).toBe(0);
  });
});
