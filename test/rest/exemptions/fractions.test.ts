import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const path = '/v1/customers/source/9/externalId/c-1';
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody()))).serviceId;
});
afterAll(() => app.close());

type Faults = { errors: { pointer: string; code: string; message: string }[] };

const exemptionWith = (member: string, value: unknown) => ({
  exemption: { customerId, exemptionType: 'PARTIALLY', [member]: value },
  states: [{ code: 'MN' }],
});
const refundWith = (member: string, value: unknown) =>
  anInvoiceBody(customerId, { externalId: 'r', transactionType: 'REFUND', createdFrom: 'i', [member]: value });
const itemWith = (member: string, value: unknown) => {
  const items = [anItemBody({ [member]: value })];
  return anInvoiceBody(customerId, { externalId: 'r', transactionType: 'REFUND', createdFrom: 'i', items });
};
const exemptions = { method: 'POST', path: '/v1/exemptions', of: exemptionWith, at: '/exemption/' };
const refunds = { method: 'PUT', path: '/v1/transactions/source/9/externalId/r', of: refundWith, at: '/' };
const items = { ...refunds, of: itemWith, at: '/items/0/' };
const quotes = { ...refunds, method: 'POST', path: '/v1/transactions/calculate' };
const mutations = {
  exemptFraction: `mutation ($input: UpsertExemptionsInput!) { answer: upsertExemptions(input: $input) {
    ... on InvalidInput { issues { path message } } } }`,
  refundFraction: `mutation ($input: TransactionInput!) { answer: upsertTransaction(input: $input) {
    ... on InvalidInput { issues { path message } } } }`,
};

it.each([
  ['exemptFraction', exemptions],
  ['refundFraction', refunds],
  ['refundFraction', items],
  ['refundFraction', quotes],
] as const)('%s above 1 is refused with a hint', async (name, { method, path, of, at }) => {
  for (const value of [50, '1.01']) {
    const response = await app.send(method, path, of(name, value));
    expect(response.status).toBe(400);
    const { errors } = await bodyOf<Faults>(response);
    const pointer = `${at}${name}`;
    expect(errors).toMatchObject([{ pointer, message: expect.stringMatching(/12 % is 0\.12/) }]);
    const sent = of(name, String(value));
    // GraphQL has the customer beside the exemption.
    const { customerId: _, ...exemption } = Object('exemption' in sent ? sent.exemption : {});
    const variables = { input: 'exemption' in sent ? { ...sent, customerId, exemption } : sent };
    const { data } = await ask(app, mutations[name], { variables, token: await app.token() });
    expect(data.answer.issues.map((issue: { path: string[] }) => `/${issue.path.join('/')}`)).toEqual([pointer]);
  }
});

it('REST takes the words of the older service for fractions, and answers with their own names', async () => {
  expect((await app.send('POST', '/v1/exemptions', exemptionWith('exemptPercentage', 0.5))).status).toBe(200);
  const listed = await bodyOf<object[]>(app.send('GET', `/v1/exemptions?customerId=${customerId}`));
  expect(listed).toMatchObject([{ exemptFraction: 0.5 }]);
  expect(listed[0]).not.toHaveProperty('exemptPercentage');
  await app.send('PUT', '/v1/transactions/source/9/externalId/i', anInvoiceBody(customerId, { externalId: 'i' }));
  const refund = refundWith('refundLinkedPercentage', 0.25);
  expect(await bodyOf<object>(app.send('PUT', refunds.path, refund))).toMatchObject({ refundFraction: 0.25 });
});
