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

const june = { country: 'US', state: 'MN', month: '2026-06' };
const shown = `__typename ... on Return {
  serviceId status from to reopenedBecause filings { number referenceNumber amountPaid paidCurrency documentCount }
  figures { totals { taxableAmount taxAmount } jurisdictions { jurisdiction { level } } }
  difference { totals { taxAmount documentCount } }
  transactions { totalCount nodes { externalId transactionFilingStatus } }
} ${faults}`;

const change = async (mutation: 'fileReturn' | 'reopenReturn', input: Data, more = {}): Promise<Data> => {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${shown} } }`;
  const { data, errors } = await ask(app, query, { variables: { input }, ...more });
  return errors ? { errors } : data[mutation];
};

it('files, closes, reopens and amends a return', async () => {
  const items = [anItemBody({ unitPrice: 100, quantity: 1 })];
  await storeInvoice(app, customerId, { items });
  const filed = await change('fileReturn', { ...june, referenceNumber: 'R-1', amountPaid: '9.03' });
  expect(filed).toMatchObject({
    __typename: 'Return',
    status: 'FILED',
    filings: [{ number: 1, referenceNumber: 'R-1', amountPaid: '9.03', paidCurrency: 'USD', documentCount: 1 }],
    figures: { totals: [{ taxableAmount: '100.00', taxAmount: '9.03' }] },
    difference: null,
    transactions: { totalCount: 1, nodes: [{ externalId: 'i-1', transactionFilingStatus: 'FILED' }] },
  });
  expect(await change('fileReturn', june)).toMatchObject({ __typename: 'PeriodClosed', code: 'RETURN_FILED' });

  const put = `mutation ($input: TransactionInput!) { upsertTransaction(input: $input) {
    __typename ... on PeriodClosed { code taxReturnId } ... on Transaction { reportingPeriod { from to } notices { code } }
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
    taxReturnId: filed.serviceId,
  });
  const late = await sold({ externalId: 'late' });
  expect(late.reportingPeriod).toEqual({ from: '2026-07-01', to: '2026-07-31' });
  expect(late.notices.map(({ code }: Data) => code)).toContain('REPORTED_LATE');

  expect(await change('reopenReturn', { ...june, reason: 'A sale was missing' })).toMatchObject({
    status: 'DRAFT',
    reopenedBecause: 'A sale was missing',
    difference: { totals: [] },
  });
  expect(await sold({ externalId: 'found' })).toMatchObject({ reportingPeriod: null });
  expect(await change('fileReturn', { ...june, referenceNumber: 'R-1a' })).toMatchObject({
    status: 'AMENDED',
    difference: { totals: [{ taxAmount: '9.03', documentCount: 1 }] },
  });
  const lists = `{ returns(filter: { state: "MN" }) { totalCount nodes { status from } }
    return(country: "US", state: "MN", month: "2026-07") { status serviceId figures { totals { taxAmount } } } }`;
  expect((await ask(app, lists)).data).toEqual({
    returns: { totalCount: 1, nodes: [{ status: 'AMENDED', from: '2026-06-01' }] },
    return: { status: 'DRAFT', serviceId: null, figures: { totals: [{ taxAmount: '9.03' }] } },
  });
});

it('lists what is due, and answers faults as types', async () => {
  const registrations = [{ validFrom: '2026-01-01', filingFrequency: 'QUARTERLY', filingDueDay: 25 }];
  const set = `mutation ($input: UpsertNexusInput!) { upsertNexus(input: $input) { ... on Nexus { registrations { filingFrequency } } } }`;
  await ask(app, set, { variables: { input: { state: 'TX', registrations } } });
  const due = `{ dueReturns(since: "2026-01-01", by: "2026-06-30") { dueOn frequency source return { state to status } } }`;
  expect((await ask(app, due)).data.dueReturns).toEqual([
    {
      dueOn: '2026-04-25',
      frequency: 'QUARTERLY',
      source: null,
      return: { state: 'TX', to: '2026-03-31', status: 'DRAFT' },
    },
  ]);
  expect(await change('fileReturn', { country: 'US', month: '2026-13' })).toMatchObject({ __typename: 'InvalidInput' });
  expect(await change('fileReturn', { ...june, month: '2999-06' })).toMatchObject({
    __typename: 'InvalidInput',
    issues: [{ path: ['month'], code: 'PERIOD_NOT_ENDED' }],
  });
  expect(await change('reopenReturn', { ...june, month: '2020-01', reason: 'Wrong' })).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await change('fileReturn', june, { scopes: ['returns:read', 'transactions:read'] })).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
});
