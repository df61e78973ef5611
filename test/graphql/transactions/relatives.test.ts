import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';
import { ask, type Data, storeCustomer, storeInvoice } from '../ask.ts';

const clock = aClock();
let app: TestApp;
let customerId: string;

const store = async (externalId: string, more: Record<string, unknown> = {}) => {
  clock.advance(1_000);
  const stored = await storeInvoice(app, customerId, { externalId, ...more });
  expect(stored.__typename).toBe('Transaction');
  return stored;
};

/** The fields of the document with this external id. */
const document = async (externalId: string, fields: string, question = {}): Promise<Data> => {
  const query = `{ transaction(by: { key: { source: "9", externalId: "${externalId}" } }) { ${fields} } }`;
  const { data, errors } = await ask(app, query, question);
  expect(errors).toBeUndefined();
  return data.transaction;
};

beforeAll(async () => {
  app = await startApp({ now: clock.now });
  customerId = (await storeCustomer(app, { externalId: 'c' })).serviceId;
  await store('order', { transactionType: 'SALES_ORDER' });
  await store('invoice', { createdFrom: 'order' });
  const one = { items: [anItemBody({ quantity: 1 })], createdFrom: 'invoice' };
  await store('refund', { transactionType: 'REFUND', ...one });
  await store('taken back', { transactionType: 'REFUND', ...one, transactionStatus: 'CANCELLED' });
  await store('fresh', { transactionType: 'TAXABLE_REFUND', ...one });
  await store('elsewhere', { source: '8', createdFrom: 'invoice' });
});
afterAll(() => app.close());

describe('a document', () => {
  it('leads to the document it was created from, and further back', async () => {
    const fields = 'externalId createdFromTransaction { externalId createdFromTransaction { externalId } }';
    expect(await document('refund', fields)).toEqual({
      externalId: 'refund',
      createdFromTransaction: { externalId: 'invoice', createdFromTransaction: { externalId: 'order' } },
    });
    expect(await document('order', 'createdFromTransaction { externalId }')).toEqual({ createdFromTransaction: null });
  });

  it('finds none of another source, and none that is not stored', async () => {
    const query = `{ transaction(by: { key: { source: "8", externalId: "elsewhere" } }) {
      createdFrom createdFromTransaction { externalId }
    } }`;
    expect((await ask(app, query)).data.transaction).toEqual({ createdFrom: 'invoice', createdFromTransaction: null });
  });

  it('leads to its refunds, and to all documents created from it', async () => {
    const fields = `refunds { totalCount nodes { externalId transactionStatus } }
      inForce: refunds(filter: { transactionStatus: { ne: CANCELLED } }) { nodes { externalId } }
      derivedTransactions(orderBy: { field: EXTERNAL_ID, direction: ASC }, first: 2) {
        totalCount nodes { externalId } pageInfo { hasNextPage endCursor }
      }`;
    const { derivedTransactions, ...found } = await document('invoice', fields);
    expect(found).toEqual({
      refunds: {
        totalCount: 2,
        nodes: [
          { externalId: 'taken back', transactionStatus: 'CANCELLED' },
          { externalId: 'refund', transactionStatus: 'ACTIVE' },
        ],
      },
      inForce: { nodes: [{ externalId: 'refund' }] },
    });
    expect(derivedTransactions).toMatchObject({
      totalCount: 3,
      nodes: [{ externalId: 'fresh' }, { externalId: 'refund' }],
      pageInfo: { hasNextPage: true },
    });
    const rest = `derivedTransactions(orderBy: { field: EXTERNAL_ID, direction: ASC }, after: "${derivedTransactions.pageInfo.endCursor}") { nodes { externalId } }`;
    expect(await document('invoice', rest)).toEqual({ derivedTransactions: { nodes: [{ externalId: 'taken back' }] } });
  });

  it('needs the scope of documents to lead further', async () => {
    const query = `mutation ($input: CancelTransactionInput!) { cancelTransaction(input: $input) {
      ... on Transaction { refunds { totalCount } } } }`;
    const input = { by: { key: { source: '8', externalId: 'elsewhere' } } };
    const { errors } = await ask(app, query, { variables: { input }, scopes: ['transactions:write'] });
    expect(errors![0]!.extensions.code).toBe('FORBIDDEN');
  });
});

describe('a customer', () => {
  it('leads to its documents, filtered, ordered and in pages', async () => {
    const other = (await storeCustomer(app, { externalId: 'other' })).serviceId;
    await storeInvoice(app, other, { externalId: 'of another' });
    const query = `query ($after: String) { customers(orderBy: { field: CREATED_AT, direction: ASC }) { nodes {
      externalId
      transactions(first: 2, after: $after, filter: { source: { eq: "9" } }, orderBy: { field: EXTERNAL_ID }) {
        totalCount nodes { externalId } pageInfo { hasNextPage endCursor }
      }
    } } }`;
    const [mine, theirs] = (await ask(app, query)).data.customers.nodes;
    expect(mine).toMatchObject({
      externalId: 'c',
      transactions: {
        totalCount: 5,
        nodes: [{ externalId: 'taken back' }, { externalId: 'refund' }],
        pageInfo: { hasNextPage: true },
      },
    });
    expect(theirs.transactions).toMatchObject({
      totalCount: 1,
      nodes: [{ externalId: 'of another' }],
      pageInfo: { hasNextPage: false },
    });
    const after = mine.transactions.pageInfo.endCursor;
    const next = (await ask(app, query, { variables: { after } })).data.customers.nodes;
    expect(next.map(({ transactions }: Data) => transactions.nodes)).toEqual([
      [{ externalId: 'order' }, { externalId: 'invoice' }],
      [{ externalId: 'of another' }],
    ]);
  });
});

describe('calculations', () => {
  const shown = `calculationNumber replacedAt rateBookVersion finalTransactionAmount salesTax { amount salesTaxRates { taxRate } }
    items { name taxAmount taxLines { taxAmount } } shippingAddress { zip matchedAddressData { precision } } trace { kind } checks { passed }`;

  it('remain readable, each with its own figures', async () => {
    await store('changed');
    const before = await document('changed', 'calculations { totalCount nodes { calculationNumber replacedAt } }');
    expect(before.calculations).toEqual({ totalCount: 1, nodes: [{ calculationNumber: 1, replacedAt: null }] });
    await store('changed', { items: [anItemBody({ quantity: 1 })] });
    await store('changed', { items: [anItemBody({ name: 'Coat', taxCode: 'C1S2', quantity: 1 })] });
    const replacedAt = clock.now().toISOString();
    const { calculations } = await document('changed', `calculations { totalCount nodes { ${shown} } }`);
    expect(calculations.totalCount).toBe(3);
    expect(
      calculations.nodes.map((node: Data) => [
        node.calculationNumber,
        node.finalTransactionAmount,
        node.items[0].name,
        node.items[0].taxAmount,
      ]),
    ).toEqual([
      [3, '24.50', 'Coat', '0.00'],
      [2, '26.71', 'Lamp', '2.21'],
      [1, '80.13', 'Lamp', '6.63'],
    ]);
    expect(calculations.nodes.map((node: Data) => node.replacedAt)).toEqual([null, replacedAt, expect.any(String)]);
    for (const { salesTax, trace, checks, shippingAddress, items } of calculations.nodes) {
      expect(salesTax.salesTaxRates.taxRate).toBe('0.09025');
      expect(shippingAddress).toEqual({ zip: '55401', matchedAddressData: { precision: 'CITY' } });
      expect(trace.length).toBeGreaterThan(5);
      expect(checks.every(({ passed }: Data) => passed)).toBe(true);
      expect(items[0].taxLines.length).toBeGreaterThan(3);
    }
  });

  it('come in pages', async () => {
    const page = async (args: string) =>
      (
        await document(
          'changed',
          `calculations(${args}) { edges { cursor node { calculationNumber } } pageInfo { hasNextPage hasPreviousPage } }`,
        )
      ).calculations;
    const first = await page('first: 2');
    expect(first.edges.map(({ node }: Data) => node.calculationNumber)).toEqual([3, 2]);
    expect(first.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false });
    const last = await page(`first: 2, after: "${first.edges[1].cursor}"`);
    expect(last.edges.map(({ node }: Data) => node.calculationNumber)).toEqual([1]);
    expect(last.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
    const query = '{ transactions { nodes { calculations(after: "x") { totalCount } } } }';
    expect((await ask(app, query)).errors![0]!.extensions.code).toBe('INVALID_INPUT');
  });
});
