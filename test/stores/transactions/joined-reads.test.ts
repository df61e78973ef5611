import { describe, expect, it } from 'vitest';
import { newestFirst } from '../../../src/domain/lists/list-order.ts';
import type { FactsQuestion } from '../../../src/ports/stores/transaction-store.ts';
import { aCustomer, amount, aNexusDeclaration, anExemption, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore } from '../../support/stores.ts';

const { stores } = await openTestStore();

async function filledTenant(collectionPolicy: 'EVERYWHERE' | 'WHERE_REGISTERED' = 'WHERE_REGISTERED') {
  const { tenantId, settings } = await aTenant(stores, { collectionPolicy, defaultCurrency: 'EUR' });
  const records = stores.forTenant(tenantId);
  const customer = aCustomer({ name: 'Ünal "&" Co\\', comment: null });
  await records.customers.insert(customer);
  const exemptions = ['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'].map((at, index) =>
    anExemption(customer.serviceId, {
      state: index === 0 ? 'MN' : 'WI',
      exemptionType: 'PARTIALLY',
      exemptFraction: amount('0.5'),
      internalTimestamps: { createdDate: new Date(at), updatedDate: new Date(at) },
    }),
  );
  await records.exemptions.upsertAll([...exemptions].reverse());
  const stored = aStoredTransaction(customer.serviceId);
  await records.transactions.insert(stored);
  const declarations = [aNexusDeclaration({ state: 'MN' }), aNexusDeclaration({ state: 'WI' })];
  for (const declaration of declarations) await records.nexus.insert(declaration);
  return { records, settings, customer, exemptions, stored, declarations };
}

describe('findFacts', () => {
  it('finds the customer, its exemptions, the document of the key, the settings and the declarations, exactly as stored', async () => {
    const { records, ...facts } = await filledTenant();
    const question = {
      customerId: facts.customer.serviceId,
      key: facts.stored.transaction,
      taxDates: ['2026-06-15'],
      isInvoice: false,
    };
    expect(await records.transactions.findFacts(question)).toEqual({ ...facts, closed: [], waiting: [] });
  });

  it('finds only what is needed', async () => {
    const { records, settings, customer, exemptions } = await filledTenant('EVERYWHERE');
    const question = { customerId: customer.serviceId, key: null, taxDates: null, isInvoice: false };
    expect(await records.transactions.findFacts(question)).toEqual({
      customer,
      exemptions,
      settings,
      stored: null,
      declarations: [],
      closed: [],
      waiting: [],
    });
  });

  it('finds nothing for unknown ids', async () => {
    const { records, settings, declarations } = await filledTenant();
    const nothing = {
      customer: undefined,
      exemptions: [],
      settings,
      stored: null,
      declarations,
      closed: [],
      waiting: [],
    };
    const unknown: FactsQuestion = {
      customerId: aCustomer().serviceId,
      key: { source: '1', externalId: 'unknown' },
      taxDates: null,
      isInvoice: false,
    };
    expect(await records.transactions.findFacts(unknown)).toEqual(nothing);
    expect(await records.transactions.findFacts({ ...unknown, customerId: 'no UUID' })).toEqual(nothing);
    expect(await records.transactions.findFacts({ ...unknown, customerId: null })).toEqual(nothing);
  });

  it('finds nothing of another tenant', async () => {
    const mine = await filledTenant();
    const theirs = await filledTenant();
    const question = {
      customerId: theirs.customer.serviceId,
      key: theirs.stored.transaction,
      taxDates: null,
      isInvoice: false,
    };
    const found = await mine.records.transactions.findFacts(question);
    const { settings, declarations } = mine;
    expect(found).toEqual({
      customer: undefined,
      exemptions: [],
      settings,
      stored: null,
      declarations,
      closed: [],
      waiting: [],
    });
  });
});

describe('findShown', () => {
  it('finds what lists show of a document, with its customer on request', async () => {
    const { records, customer, stored } = await filledTenant();
    const { serviceId } = stored.transaction;
    const [listed] = await records.transactions.listShown({}, { order: newestFirst, after: null, limit: 1 });
    for (const by of [{ serviceId }, { key: stored.transaction }]) {
      expect(await records.transactions.findShown(by, { withCustomer: true })).toEqual({
        transaction: listed,
        customer,
      });
      expect(await records.transactions.findShown(by, { withCustomer: false })).toEqual({ transaction: listed });
    }
    expect(await records.transactions.findShown({ serviceId: 'no UUID' }, { withCustomer: true })).toBeNull();
  });
});

describe('listShown', () => {
  it.each([{}, { transactionType: { eq: 'INVOICE' } }] as const)(
    'passes each customer of the page %j once on request, and lists the same',
    async (filter) => {
      const { records, customer, stored } = await filledTenant();
      await records.transactions.insert(aStoredTransaction(customer.serviceId));
      const page = { order: newestFirst, after: null, limit: 5 };
      const customers: unknown[] = [];
      const listed = await records.transactions.listShown(filter, page, (one) => customers.push(one));
      expect(customers).toEqual([customer]);
      expect(listed.map(({ serviceId }) => serviceId)).toContain(stored.transaction.serviceId);
      expect(await records.transactions.listShown(filter, page)).toEqual(listed);
    },
  );
});

describe('findWithCustomer', () => {
  it('finds a document by its id and by its key, with its customer, exactly as stored', async () => {
    const { records, customer, stored } = await filledTenant();
    const { serviceId } = stored.transaction;
    for (const by of [{ serviceId }, { key: stored.transaction }]) {
      expect(await records.transactions.findWithCustomer(by)).toEqual({ ...stored, customer });
    }
  });

  it('finds nothing for unknown names', async () => {
    const { records } = await filledTenant();
    for (const by of [
      { serviceId: aCustomer().serviceId },
      { serviceId: 'no UUID' },
      { key: { source: '1', externalId: '?' } },
    ]) {
      expect(await records.transactions.findWithCustomer(by)).toBeNull();
    }
  });
});
