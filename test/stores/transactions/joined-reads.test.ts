import { describe, expect, it } from 'vitest';
import type { FactsQuestion } from '../../../src/ports/stores/transaction-store.ts';
import { aCustomer, amount, aNexusDeclaration, anExemption, aStoredTransaction } from '../../support/records.ts';
import { aTenant, openTestStore } from '../../support/stores.ts';

const { stores } = await openTestStore();

async function filledTenant() {
  const records = stores.forTenant((await aTenant(stores)).tenantId);
  const customer = aCustomer({ name: 'Ünal "&" Co\\', comment: null });
  await records.customers.insert(customer);
  const exemptions = ['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'].map((at, index) =>
    anExemption(customer.serviceId, {
      state: index === 0 ? 'MN' : 'WI',
      exemptionType: 'PARTIALLY',
      exemptPercentage: amount('0.5'),
      internalTimestamps: { createdDate: new Date(at), updatedDate: new Date(at) },
    }),
  );
  await records.exemptions.upsertAll([...exemptions].reverse());
  const stored = aStoredTransaction(customer.serviceId);
  await records.transactions.insert(stored);
  const declarations = [aNexusDeclaration({ state: 'MN' }), aNexusDeclaration({ state: 'WI' })];
  for (const declaration of declarations) await records.nexus.insert(declaration);
  return { records, customer, exemptions, stored, declarations };
}

describe('findFacts', () => {
  it('finds the customer, its exemptions, the document of the key and the declarations, exactly as stored', async () => {
    const { records, customer, exemptions, stored, declarations } = await filledTenant();
    const question = { customerId: customer.serviceId, key: stored.transaction, withDeclarations: true };
    expect(await records.transactions.findFacts(question)).toEqual({ customer, exemptions, stored, declarations });
  });

  it('finds only what was requested', async () => {
    const { records, customer, exemptions } = await filledTenant();
    const question = { customerId: customer.serviceId, key: null, withDeclarations: false };
    expect(await records.transactions.findFacts(question)).toEqual({
      customer,
      exemptions,
      stored: null,
      declarations: [],
    });
  });

  it('finds nothing for unknown ids', async () => {
    const { records } = await filledTenant();
    const nothing = { customer: undefined, exemptions: [], stored: null, declarations: [] };
    const unknown: FactsQuestion = {
      customerId: aCustomer().serviceId,
      key: { source: '1', externalId: 'unknown' },
      withDeclarations: false,
    };
    expect(await records.transactions.findFacts(unknown)).toEqual(nothing);
    expect(await records.transactions.findFacts({ ...unknown, customerId: 'no UUID' })).toEqual(nothing);
  });

  it('finds nothing of another tenant', async () => {
    const mine = await filledTenant();
    const theirs = await filledTenant();
    const question = { customerId: theirs.customer.serviceId, key: theirs.stored.transaction, withDeclarations: true };
    const found = await mine.records.transactions.findFacts(question);
    expect(found).toEqual({ customer: undefined, exemptions: [], stored: null, declarations: mine.declarations });
  });
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
