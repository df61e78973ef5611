import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { countedDatabase } from '../support/counted-database.ts';
import { aCustomer, anExemption, anItem, aSnapshot, aStoredTransaction } from '../support/records.ts';
import { openTestStore, type TestStore } from '../support/stores.ts';
import { ask, type Data } from './ask.ts';

let plain: TestStore;
let app: TestApp;
let token: string;
let count: { statements: number };

const line = { rule: 0, supply: { kind: 'TAXED' } as const, taxLines: [] };
const at = (second: number) => {
  const instant = new Date(Date.UTC(2026, 6, 1, 12, 0, second));
  return { internalTimestamps: { createdDate: instant, updatedDate: instant } };
};

/** A hundred customers, each with two exemptions, an order, its invoice, and two refunds of the invoice. */
beforeAll(async () => {
  plain = await openTestStore();
  const counted = countedDatabase(plain);
  count = counted.count;
  app = await startApp({ store: counted.store });
  token = await app.token();
  for (let index = 0; index < 100; index++) {
    const customer = aCustomer();
    await app.records.customers.insert(customer);
    await app.records.exemptions.upsertAll([
      anExemption(customer.serviceId),
      anExemption(customer.serviceId, { state: 'WI', stateName: 'Wisconsin' }),
    ]);
    const document = (externalId: string, more: Data) =>
      aStoredTransaction(
        customer.serviceId,
        { externalId: `${externalId} ${index}`, items: [anItem()], ...more },
        { ...aSnapshot(), items: [line] },
      );
    await app.records.transactions.insertMany([
      document('order', { transactionType: 'SALES_ORDER', ...at(index) }),
      document('invoice', { createdFrom: `order ${index}`, ...at(1_000 + index) }),
      document('refund a', { transactionType: 'REFUND', createdFrom: `invoice ${index}`, ...at(100 + index) }),
      document('refund b', { transactionType: 'REFUND', createdFrom: `invoice ${index}`, ...at(200 + index) }),
    ]);
  }
});
afterAll(() => plain.close());

const statementsOf = async (query: string, variables: Record<string, unknown>) => {
  count.statements = 0;
  const { data, errors } = await ask(app, query, { variables, token });
  expect(errors).toBeUndefined();
  return { statements: count.statements, data };
};

const isEightOrNine = (counts: readonly number[]) => counts.every((count) => count === 8 || count === 9);

/** The statements of every request; its client and tenant are cached after the first. */
const warm = () => statementsOf('{ customers { totalCount } }', {});

describe('a list of documents with all that belongs to them', () => {
  const query = `query ($first: Int!) { transactions(first: $first) { nodes {
    externalId
    customer { name exemptions(filter: { state: { eq: "MN" } }) { nodes { state } totalCount } }
    createdFromTransaction { externalId }
    refunds(first: 1) { nodes { externalId } totalCount }
    items { salesTaxRates { taxRate } }
  } } }`;

  it('takes eight statements, for 10 or 100', async () => {
    await warm();
    const ten = await statementsOf(query, { first: 10 });
    const hundred = await statementsOf(query, { first: 100 });
    expect(ten.data.transactions.nodes).toHaveLength(10);
    expect(hundred.data.transactions.nodes).toHaveLength(100);
    // Documents, customers, preceding documents, refunds and their number, snapshots, exemptions and their number.
    // On a busy machine, a loader may read in two parts.
    expect([ten.statements, hundred.statements]).toSatisfy(isEightOrNine);
    expect(hundred.data.transactions.nodes[0]).toMatchObject({
      externalId: 'invoice 99',
      customer: { exemptions: { nodes: [{ state: 'MN' }], totalCount: 1 } },
      createdFromTransaction: { externalId: 'order 99' },
      refunds: { nodes: [{ externalId: 'refund b 99' }], totalCount: 2 },
    });
  });
});

describe('lists within lists', () => {
  const query = `query ($first: Int!) { customers(first: $first) { totalCount nodes {
    exemptions(first: 5) { nodes { customer { externalId } } }
    transactions(first: 2, filter: { transactionType: { in: [INVOICE, SALES_ORDER] } }, orderBy: { field: EXTERNAL_ID, direction: ASC }) {
      totalCount
      nodes { externalId customer { name } derivedTransactions(first: 5) { nodes { externalId createdFromTransaction { externalId } } } }
      pageInfo { hasNextPage endCursor }
    }
  } } }`;

  it('take eight statements, for 10 or 50', async () => {
    await warm();
    const ten = await statementsOf(query, { first: 10 });
    const fifty = await statementsOf(query, { first: 50 });
    // Customers and their number, exemptions, customers by id, documents and their number, the documents created from
    // them, and those they were created from.
    expect([ten.statements, fifty.statements]).toSatisfy(isEightOrNine);
    for (const { transactions, exemptions } of fifty.data.customers.nodes) {
      expect(exemptions.nodes).toHaveLength(2);
      expect(transactions.totalCount).toBe(2);
      const [invoice, order] = transactions.nodes;
      expect(invoice.derivedTransactions.nodes).toHaveLength(2);
      expect(order.derivedTransactions.nodes).toEqual([
        { externalId: invoice.externalId, createdFromTransaction: { externalId: order.externalId } },
      ]);
      expect(transactions.pageInfo.hasNextPage).toBe(false);
    }
  });
});

describe('a query with an error', () => {
  const failing = async (query: string) => {
    await warm();
    count.statements = 0;
    const { data, errors } = await ask(app, query, { token });
    return { statements: count.statements, data, errors };
  };

  it('repeats no statement when it fails at once', async () => {
    const list = 'transactions(first: 10) { totalCount nodes { customer { name } } }';
    const { statements, data, errors } = await failing(`{ node(id: "nonsense") { id } ${list} }`);
    expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'INVALID_INPUT' } }]);
    expect(data.transactions.nodes).toHaveLength(10);
    expect(statements).toBe(3);
  });

  it('repeats no statement when it fails deep inside a list', async () => {
    const inner = 'customer { name exemptions(first: 0) { totalCount } }';
    const { statements, data, errors } = await failing(`{ transactions(first: 10) { nodes { ${inner} } } }`);
    expect(errors![0]).toMatchObject({
      message: 'first must be from 1 to 100.',
      path: ['transactions', 'nodes', expect.any(Number), 'customer', 'exemptions'],
    });
    expect(data.transactions.nodes).toHaveLength(10);
    expect(data.transactions.nodes[0].customer.exemptions).toBeNull();
    expect(statements).toBe(2);
  });
});

it('the query of the guide takes four statements', async () => {
  await warm();
  const guide = readFileSync(new URL('../../src/graphql/GUIDE.md', import.meta.url), 'utf8');
  const section = guide.slice(guide.indexOf('## Lists'));
  const query = /```graphql\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  const july = query.replace('2026-06-30', '2026-07-31');
  const { statements, data } = await statementsOf(july, {});
  expect(data.transactions.nodes).toHaveLength(50);
  expect(statements).toBe(4);
});

it('a count without records takes one statement', async () => {
  await warm();
  expect(await statementsOf('{ transactions(filter: { source: { eq: "1" } }) { totalCount } }', {})).toEqual({
    statements: 1,
    data: { transactions: { totalCount: 400 } },
  });
});

it('documents that were calculated once need no query of their history', async () => {
  await warm();
  const query = '{ transactions(first: 100) { nodes { calculations { totalCount nodes { calculationNumber } } } } }';
  expect((await statementsOf(query, {})).statements).toBe(2); // Their summaries, followed by the documents.
});
