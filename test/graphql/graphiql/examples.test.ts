import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Demo } from '../../../src/domain/account/demo.ts';
import { type Example, examplesFor, liveEvent } from '../../../src/graphql/graphiql/examples.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { aTenant, openTestStore, type TestStore } from '../../support/stores.ts';
import { ask, type Data, storeCustomer } from '../ask.ts';
import { readEvents } from '../subscriptions/event-stream.ts';

const nameOf = ({ query }: Example) => /(?:query|mutation|subscription) (\w+)/.exec(query)?.[1] ?? '';

/** The expected response of each tab, with figures written out; the tabs run in order. */
const shown: Readonly<Record<string, Data>> = {
  CalculateTax: {
    calculateTax: {
      finalTransactionAmount: '259.24',
      salesTax: { amount: '15.24', rate: '0.09025' },
      items: [
        { name: 'Lamp', calculatedTotal: '162.00', taxAmount: '14.62', reason: 'TAXED' },
        { name: 'Coat', calculatedTotal: '72.00', taxAmount: '0.00', reason: 'PRODUCT_EXEMPT' },
      ],
      shippingFee: { taxAmount: '0.62' },
    },
  },
  StoreCustomer: { upsertCustomer: { name: 'Prairie Books', version: 1 } },
  StoreInvoice: { upsertTransaction: { externalId: 'INV-1001', version: 1, finalTransactionAmount: '259.24' } },
  FindDocuments: {
    transactions: { totalCount: 1, nodes: [{ externalId: 'INV-1001', salesTax: { amount: '15.24' } }] },
  },
  PageDocuments: { transactions: { nodes: [{ externalId: 'INV-1001', finalTransactionAmount: '259.24' }] } },
  FindDoubts: {
    doubtful: { nodes: [] },
    byReason: { nodes: [{ externalId: 'INV-1001', items: [{ reason: 'TAXED' }, { reason: 'PRODUCT_EXEMPT' }] }] },
  },
  WhyZero: {
    calculateTax: {
      salesTax: { amount: '9.03' },
      items: [{ reason: 'PRODUCT_EXEMPT' }, { reason: 'SENT_AS_NOT_TAXABLE' }, { reason: 'TAXED' }],
    },
  },
  // UStG § 12: 19 %, and 7 % on books.
  PrepareEInvoice: {
    calculateTax: {
      vatBreakdown: {
        subtotals: [
          { vatCategory: 'S', rate: '0.19', taxableAmount: '100.00', taxAmount: '19.00', exemptionText: null },
          { vatCategory: 'S', rate: '0.07', taxableAmount: '50.00', taxAmount: '3.50' },
        ],
        netAmount: '150.00',
        taxAmount: '22.50',
        grossAmount: '172.50',
        prepaidAmount: '72.50',
        roundingAmount: '0.00',
        payableAmount: '100.00',
        violatedRules: [],
      },
    },
  },
  ProvePlace: {
    calculateTax: {
      salesTax: { amount: '4.00', rate: '0.2' },
      notices: [{ code: 'PLACE_EVIDENCE_DIFFERS' }, { code: 'PLACE_EVIDENCE_MISSING' }],
    },
  },
  SellOnMarketplace: {
    calculateTax: {
      marketplace: 'Etsy',
      finalTransactionAmount: '154.51',
      salesTax: { amount: '4.51' },
      items: [
        { taxAmount: '0.00', reason: 'MARKETPLACE', collectedBy: 'MARKETPLACE', collectedTaxAmount: '9.03' },
        { taxAmount: '4.51', reason: 'TAXED', collectedBy: null, collectedTaxAmount: null },
      ],
      notices: [{ code: 'MARKETPLACE_SHOULD_COLLECT' }],
    },
  },
  // 5,350.656 × 0.22 is 1,177.14; the rounded amount gives 1,177.15. 20 % of 5,350.66 is 1,070.13, and 22/122 of it 964.87.
  MapProduct: { upsertProduct: { externalId: 'SKU-1', taxCode: 'C1S2', version: 1 } },
  CompareScenarios: {
    compareScenarios: {
      base: { finalTransactionAmount: '6527.81' },
      scenarios: [
        { taxAmount: '1177.14', finalTransactionAmount: '6527.80', departsAt: { kind: 'BASE_FOUND' } },
        { taxAmount: '1070.13', taxDifference: '-107.02', departsAt: { kind: 'ADDRESS_MATCHED' } },
        { taxAmount: '964.87', finalTransactionAmount: '5350.66' },
      ],
    },
  },
  ReplayInvoice: {
    transaction: { replay: { reproduces: true, taxDifference: '0.00' } },
    replays: { nodes: [{ reproduces: true, taxDifference: '0.00', changes: [] }] },
  },
  // 100 × 0.09025 is 9.03; without the city's 0.005, 8.53. Minnesota exempts clothing, and 80 × 0.09025 is 7.22.
  ReconcileDocuments: {
    reconcileDocuments: {
      rowCount: 3,
      equalCount: 1,
      worst: [
        { externalId: 'ORDER-3', cause: 'TAXABILITY', theirTaxAmount: '7.22', taxAmount: '0.00' },
        { externalId: 'ORDER-2', cause: 'JURISDICTION_MISSING', theirTaxAmount: '8.53', taxAmount: '9.03' },
      ],
    },
  },
  HandleErrors: {
    calculateTax: {
      __typename: 'InvalidInput',
      issues: [
        { path: ['items', '0', 'quantity'], message: 'quantity must be above 0.' },
        { path: ['items', '0', 'discount'] },
      ],
    },
  },
  LookUpRates: {
    salesTaxRates: { salesTaxRates: { taxRate: '0.08875' } },
    taxability: { rows: [{ cells: [{ isTaxable: true }, { isTaxable: false }, { isTaxable: true }] }] },
  },
  StoreCertificate: {
    upsertExemptions: {
      exemptions: [
        { stateName: 'Texas', certificate: { certificateId: '01-339-2026' } },
        { stateName: 'Wisconsin', certificate: { certificateId: '01-339-2026' } },
      ],
    },
  },
  AskForCertificate: {
    createCertificateRequest: { states: ['MN', 'WI'], status: 'REQUESTED', invitation: { link: expect.any(String) } },
  },
  RefundInvoice: {
    sold: { finalTransactionAmount: '218.05', salesTax: { amount: '18.05' } },
    returned: { createdFrom: 'INV-1002', finalTransactionAmount: '109.03', salesTax: { amount: '9.03' } },
  },
  CheckCertificates: {
    customer: {
      exemptionCoverage: [
        { state: 'TX', status: 'COVERED', daysLeft: 548 },
        { state: 'WI', status: 'COVERED', daysLeft: 548 },
        { state: 'NY', status: 'GAP', exemption: null },
      ],
    },
    // 15.24 for the first invoice, and the rest of the second's 18.05 after its refund of 9.03.
    exemptionImpact: { states: [{ state: 'MN', currency: 'USD', invoiceCount: 2, exemptibleTaxAmount: '24.26' }] },
  },
  CheckTaxNumbers: {
    french: { valid: true, status: 'FORMAT_ONLY' },
    german: { valid: false, status: 'INVALID', reason: 'INVALID_CHECKSUM' },
  },
  // 4, 2 and 1 % of 100; nothing below the limit, and 10 % at it; 20, 10 and 5.5 % of 100.
  TestLand: {
    account: { kind: 'TEST' },
    testClock: { isReal: true },
    stack: { salesTax: { amount: '7.00' } },
    limit: { items: [{ taxAmount: '0.00' }, { taxAmount: '10.00' }] },
    vat: { items: [{ taxAmount: '20.00' }, { taxAmount: '10.00' }, { taxAmount: '5.50' }] },
  },
  FollowDocuments: {
    transactionChanged: {
      action: 'CREATED',
      version: 1,
      transaction: { externalId: 'INV-2', customer: { name: 'Ada Lovelace' } },
    },
  },
  WatchNexus: {
    nexusTrackers: {
      nodes: [
        { name: 'New York', threshold: { salesAmount: '500000.00', transactionCount: 100 } },
        { name: 'Texas', threshold: { salesAmount: '500000.00' } },
      ],
    },
  },
  // The invoices of 244 and 200 less the refund of 100. Clothing of 72 is exempt, and so is its share of the shipping fee.
  // The demo collects everywhere.
  ReadExposure: { exposure: { from: '2026-01-01', to: '2026-12-31', places: [], notices: [] } },
  ReadLiability: {
    byState: {
      rows: [
        {
          key: { place: 'US-MN' },
          amounts: { grossSalesAmount: '344.00', taxableAmount: '268.92', exemptAmount: '72.00', taxAmount: '24.26' },
          transactionCount: 3,
        },
      ],
    },
  },
  // The refund, its invoice, and the first invoice, including 72 of exempt clothing.
  ReadJournal: {
    journal: {
      nodes: [
        { rows: [{ creditAmount: '109.03' }, { debitAmount: '100.00' }, { debitAmount: '9.03' }] },
        { rows: [{ debitAmount: '218.05' }, { creditAmount: '200.00' }, { creditAmount: '18.05' }] },
        {
          transaction: { externalId: 'INV-1001' },
          rows: [
            { account: 'Accounts Receivable (A/R)', debitAmount: '259.24' },
            { account: 'Sales of Product Income', creditAmount: '172.00' },
            { account: 'Sales of Product Income', creditAmount: '72.00' },
            { account: 'Sales Tax Payable', creditAmount: '15.24' },
          ],
        },
      ],
    },
  },
  PrepareReturn: {
    taxReturn: {
      status: 'DRAFT',
      figures: {
        totals: [
          {
            amounts: { grossSalesAmount: '344.00', taxableAmount: '268.92', exemptAmount: '72.00', taxAmount: '24.26' },
          },
        ],
      },
      transactions: { totalCount: 3 },
    },
  },
  // A text instead of a receipt.
  VerifyReceipt: { verifyReceipt: { isProved: false, signature: 'INVALID', differences: [] } },
  // The demo sells only in the US.
  PrepareOneStopShop: {
    taxReturn: { status: 'DRAFT', figures: { oneStopShop: { isNil: true, supplies: [], taxAmount: '0.00' } } },
  },
  ReadEcSalesList: { ecSalesList: { country: 'DE', currency: 'EUR', lines: [], notices: [] } },
  FileDocuments: { markTransactionsFiled: { isDryRun: true, changedCount: 3, unchangedCount: 0 } },
  AddWebhook: { createWebhookEndpoint: { endpoint: { status: 'DISABLED', url: 'https://example.com/tollgate' } } },
};

describe('the examples', () => {
  let store: TestStore;
  let app: TestApp;
  let demo: Demo;
  let examples: readonly Example[];
  let answered: readonly Example[];
  const named = (name: string) => examples.find((one) => nameOf(one) === name)!;
  const run = ({ query, variables }: Example) => ask(app, query, { variables: { ...variables } });

  beforeAll(async () => {
    store = await openTestStore();
    // The demo is a test tenant.
    app = await startApp({ store, tenant: await aTenant(store.stores, {}, 'TEST') });
    const { serviceId } = await storeCustomer(app);
    demo = { issueToken: async () => ({ accessToken: '', expiresIn: 3600 }), customerId: serviceId };
    examples = examplesFor(demo);
    answered = examples.filter(({ query }) => !query.includes('subscription'));
  });
  afterAll(() => store.close());

  it('open seven of them as tabs, in the order of the work', () => {
    expect(examples.filter(({ isOpened }) => isOpened).map(nameOf)).toEqual([
      'CalculateTax',
      'StoreCustomer',
      'StoreInvoice',
      'FindDocuments',
      'StoreCertificate',
      'RefundInvoice',
      'PrepareReturn',
    ]);
  });

  it('say in their first line that they write', () => {
    // A mutation because it takes a file; it stores nothing.
    const writing = examples.filter(({ query }) => /^mutation (?!ReconcileDocuments)/m.test(query));
    expect(writing.length).toBeGreaterThan(5);
    for (const { query } of writing) expect(query).toMatch(/^# Writes\b/);
  });

  it('each have variables and two lines that explain them', () => {
    expect(examples.map(nameOf)).toEqual(Object.keys(shown));
    for (const { query, variables } of examples) {
      expect(query).toMatch(/^# .{30,110}\n# .{30,110}\n(query|mutation|subscription) /);
      expect(Object.keys(variables)).not.toEqual([]);
    }
  });

  it('use every file of their folder', () => {
    const folder = new URL('../../../src/graphql/graphiql/examples/', import.meta.url);
    const [queries, variables] = ['.graphql', '.json'].map((ending) =>
      readdirSync(folder).filter((name) => name.endsWith(ending)),
    );
    const used = [...examples, liveEvent(demo)].map(({ query }) => query);
    expect(queries!.map((name) => readFileSync(new URL(name, folder), 'utf8')).sort()).toEqual(used.sort());
    expect(variables).toEqual(queries!.map((name) => name.replace('.graphql', '.json')));
  });

  it('return their figures in a store with a single customer', async () => {
    for (const example of answered) {
      const { data, errors } = await run(example);
      expect(errors, nameOf(example)).toBeUndefined();
      expect(data, nameOf(example)).toMatchObject(shown[nameOf(example)]);
    }
  });

  it('return the same figures when they run again', async () => {
    for (const example of answered.filter((one) => nameOf(one) !== 'FindDocuments')) {
      expect((await run(example)).data, nameOf(example)).toMatchObject(shown[nameOf(example)]);
    }
  });

  it('show live what the tab StoreInvoice stores under another id', async () => {
    const follow = named('FollowDocuments');
    const stream = readEvents(
      await app.fetch('/graphql', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
          Authorization: `Bearer ${await app.token()}`,
        },
        body: JSON.stringify({ query: follow.query, variables: follow.variables }),
      }),
    );
    const { query, variables } = named('StoreInvoice');
    const { input }: Data = variables;
    await ask(app, query, { variables: { input: { ...input, externalId: 'INV-2' } } });
    await expect.poll(() => stream.events.length, { timeout: 5_000 }).toBe(1);
    expect(stream.events[0]).toMatchObject({ event: 'next', data: { data: shown.FollowDocuments } });
    await stream.cancel();
  });

  it('show live what the page itself stores with the demo', async () => {
    const { query, variables } = liveEvent(demo);
    const { data } = await ask(app, query, { variables: { ...variables } });
    expect(data.upsertTransaction).toEqual({ __typename: 'Transaction' });
  });

  it('match the certificate tab: the first tab’s cart, sent to Austin, is not taxed', async () => {
    const { query, variables } = examples[0]!;
    const { input }: Data = variables;
    const shippingAddress = { city: 'Austin', state: 'TX', zip: '78701', country: 'US', isPartial: true };
    const { customerId } = (named('StoreInvoice').variables as Data).input;
    const sent = { ...input, customerId, shippingAddress };
    const { data } = await ask(app, query, { variables: { input: sent } });
    expect(data.calculateTax).toMatchObject({ finalTransactionAmount: '244.00', salesTax: { amount: '0.00' } });
    expect(data.calculateTax.items.map(({ reason }: Data) => reason)).toEqual(['CUSTOMER_EXEMPT', 'CUSTOMER_EXEMPT']);
  });
});
