import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';
import { ask, type Data, faults, storeCustomer, storeInvoice } from '../ask.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());

const named = (month: string, place: Data = { country: 'US', state: 'MN' }) => ({
  by: { key: { ...place, period: { month } } },
});
const june = named('2026-06');
const shown = `__typename ... on TaxReturn {
  id serviceId digest place state scheme period status from to reopeningReason filings { number referenceNumber amountPaid paidCurrency transactionCount figures { totals { amounts { taxAmount } } } }
  figures { totals { amounts { taxableAmount taxAmount } transactions { totalCount } } jurisdictions { key { jurisdiction { level } } } }
  difference { totals { amounts { taxAmount } transactionCount } }
  transactions { totalCount nodes { externalId transactionFilingStatus } }
} ${faults}`;

const change = async (mutation: 'fileTaxReturn' | 'reopenTaxReturn', input: Data, more = {}): Promise<Data> => {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${shown} } }`;
  const { data, errors } = await ask(app, query, { variables: { input }, ...more });
  return errors ? { errors } : data[mutation];
};

it('files, closes, reopens and amends a return', async () => {
  const items = [anItemBody({ unitPrice: 100, quantity: 1 })];
  await storeInvoice(app, customerId, { items });
  const filed = await change('fileTaxReturn', { ...june, referenceNumber: 'R-1', amountPaid: '9.03' });
  expect(filed).toMatchObject({
    __typename: 'TaxReturn',
    status: 'FILED',
    filings: [
      {
        number: 1,
        referenceNumber: 'R-1',
        amountPaid: '9.03',
        paidCurrency: 'USD',
        transactionCount: 1,
        figures: { totals: [{ amounts: { taxAmount: '9.03' } }] },
      },
    ],
    id: expect.any(String),
    ...{ place: 'US-MN', state: 'MN', scheme: 'STANDARD', period: '2026-06' },
    figures: { totals: [{ amounts: { taxableAmount: '100.00', taxAmount: '9.03' }, transactions: { totalCount: 1 } }] },
    difference: null,
    transactions: { totalCount: 1, nodes: [{ externalId: 'i-1', transactionFilingStatus: 'FILED' }] },
  });
  expect(await change('fileTaxReturn', june)).toMatchObject({ __typename: 'PeriodClosed', code: 'RETURN_FILED' });

  const put = `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) {
    __typename ... on PeriodClosed { code taxReturn { serviceId period } } ... on Transaction { reportingPeriod { from to } notices { code } }
  } }`;
  const sold = async (more: Data) => {
    const head = { source: '9', customerId, transactionType: 'INVOICE', transactionStatus: 'ACTIVE', items };
    const externalTimestamps = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
    const shippingAddress = { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401', isPartial: true };
    const input = { ...head, externalTimestamps, shippingAddress, ...more };
    return (await ask(app, put, { variables: { input } })).data.upsertTransaction;
  };
  expect(await sold({ externalId: 'i-1', transactionFilingStatus: 'NOT_FILED' })).toEqual({
    __typename: 'PeriodClosed',
    code: 'PERIOD_CLOSED',
    taxReturn: { serviceId: filed.serviceId, period: '2026-06' },
  });
  const late = await sold({ externalId: 'late' });
  expect(late.reportingPeriod).toEqual({ from: '2026-07-01', to: '2026-07-31' });
  expect(late.notices.map(({ code }: Data) => code)).toContain('REPORTED_LATE');

  expect(await change('reopenTaxReturn', { ...june, reason: 'A sale was missing' })).toMatchObject({
    status: 'DRAFT',
    reopeningReason: 'A sale was missing',
    difference: { totals: [] },
  });
  expect(await sold({ externalId: 'found' })).toMatchObject({ reportingPeriod: null });
  expect(await change('fileTaxReturn', { ...june, referenceNumber: 'R-1a' })).toMatchObject({
    status: 'AMENDED',
    difference: { totals: [{ amounts: { taxAmount: '9.03' }, transactionCount: 1 }] },
  });
  const lists = `query ($id: ID!, $serviceId: UUID!) {
    taxReturns(filter: { state: { eq: "MN" }, status: { in: [AMENDED] } }) { totalCount nodes { id status from } }
    taxReturn(by: { key: { country: "US", state: "MN", period: { month: "2026-07" } } }) {
      status serviceId figures { totals { amounts { taxAmount } } }
    }
    byId: taxReturn(by: { id: $id }) { id }
    byServiceId: taxReturn(by: { serviceId: $serviceId }) { id }
    unknown: taxReturn(by: { serviceId: "01980000-0000-7000-8000-0000000000ff" }) { id }
    node(id: $id) { id __typename }
  }`;
  const { id, serviceId } = filed;
  expect((await ask(app, lists, { variables: { id, serviceId } })).data).toEqual({
    taxReturns: { totalCount: 1, nodes: [{ id, status: 'AMENDED', from: '2026-06-01' }] },
    taxReturn: { status: 'DRAFT', serviceId: null, figures: { totals: [{ amounts: { taxAmount: '9.03' } }] } },
    byId: { id },
    byServiceId: { id },
    unknown: null,
    node: { id, __typename: 'TaxReturn' },
  });
});

it('files only the reviewed figures, if the client requires it', async () => {
  const may = named('2026-05');
  const read = async (): Promise<Data> => {
    const query = `query ($by: TaxReturnBy!) { taxReturn(by: $by) { id digest } }`;
    return (await ask(app, query, { variables: may })).data.taxReturn;
  };
  const timestamps = { createdDate: '2026-05-15', updatedDate: '2026-05-15' };
  const { id, digest } = await read();
  await storeInvoice(app, customerId, { externalId: 'may', externalTimestamps: timestamps });
  const current = await read();
  expect(current).toEqual({ id, digest: expect.not.stringMatching(`^${digest}$`) });
  const refused = await change('fileTaxReturn', { ...may, ifDigest: digest });
  expect(refused).toMatchObject({ __typename: 'FiguresChanged', code: 'FIGURES_CHANGED' });
  expect(await change('fileTaxReturn', { ...may, ifDigest: current.digest })).toMatchObject({ id, status: 'FILED' });
});

it('lists due returns, and reports errors as types', async () => {
  const registrations = [{ validFrom: '2026-01-01', filingFrequency: 'QUARTERLY', filingDueDay: 25 }];
  const set = `mutation ($input: UpsertNexusInput!) { upsertNexus(input: $input) { ... on Nexus { registrations { filingFrequency } } } }`;
  await ask(app, set, { variables: { input: { state: 'TX', registrations } } });
  const due = `{ dueTaxReturns(filter: { dueOn: { gte: "2026-01-01", lte: "2026-06-30" } }) {
    totalCount nodes { dueOn frequency sources { title } taxReturn { state to status } } } }`;
  expect((await ask(app, due)).data.dueTaxReturns.nodes).toEqual([
    {
      dueOn: '2026-04-27',
      frequency: 'QUARTERLY',
      sources: [],
      taxReturn: { state: 'TX', to: '2026-03-31', status: 'DRAFT' },
    },
  ]);
  expect(await change('fileTaxReturn', named('2026-13', { country: 'US' }))).toMatchObject({
    __typename: 'InvalidInput',
    issues: [{ path: ['by', 'key', 'period', 'month'], code: 'INVALID_FORMAT' }],
  });
  expect(await change('fileTaxReturn', named('2999-06'))).toMatchObject({
    __typename: 'InvalidInput',
    issues: [{ path: ['by', 'key', 'period'], code: 'PERIOD_NOT_ENDED' }],
  });
  expect(await change('reopenTaxReturn', { ...named('2020-01'), reason: 'Wrong' })).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await change('fileTaxReturn', june, { scopes: ['returns:read', 'transactions:read'] })).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
});

it('proves a filing by its receipt, and refuses what can be none', async () => {
  await storeInvoice(app, customerId, {
    externalId: 'proved',
    externalTimestamps: { createdDate: '2026-04-04', updatedDate: '2026-04-04' },
  });
  const filed = await ask(
    app,
    `mutation ($input: FileTaxReturnInput!) { fileTaxReturn(input: $input) { ... on TaxReturn { serviceId filings { receipt } } ${faults} } }`,
    { variables: { input: named('2026-04') } },
  );
  const { serviceId, filings } = filed.data.fileTaxReturn;
  const verify = async (receipt: string) => {
    const query = `query ($input: ReceiptInput!) { verifyReceipt(input: $input) { __typename
      ... on ReceiptCheck { isProved signature returnId number documentCount comparedCount continueOn differences { part } } ${faults} } }`;
    return (await ask(app, query, { variables: { input: { receipt } } })).data.verifyReceipt;
  };
  expect(await verify(filings.at(-1).receipt)).toEqual({
    ...{ __typename: 'ReceiptCheck', isProved: true, signature: 'VALID', returnId: serviceId, number: 1 },
    ...{ documentCount: 1, comparedCount: 1, continueOn: null, differences: [] },
  });
  expect(await verify('none')).toMatchObject({ isProved: false, signature: 'INVALID', returnId: null });
  expect(await verify('')).toMatchObject({ __typename: 'InvalidInput', issues: [{ path: ['receipt'] }] });
});
