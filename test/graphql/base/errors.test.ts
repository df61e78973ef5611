import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { ask, storeCustomer, storeInvoice } from '../ask.ts';

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());

const issuesOf = async (mutation: string, type: string, input: Record<string, unknown>) => {
  const query = `mutation ($input: ${type}!) { answer: ${mutation}(input: $input) {
    __typename ... on UserError { code message issues { path code message } } } }`;
  const { data, errors } = await ask(app, query, { variables: { input } });
  expect(errors).toBeUndefined();
  const { __typename, message, issues } = data.answer;
  expect(message).toContain(issues[0].message);
  return [__typename, ...issues.map(({ path, code }: { path: string[]; code: string }) => `${path.join('.')} ${code}`)];
};
const unknownId = '01980000-0000-7000-8000-000000000000';
const none = { key: { source: '9', externalId: 'none' } };

describe('every error has issues, each with the path of the field concerned', () => {
  it('an invalid input', async () => {
    const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: '1', quantity: '1', discount: '5' };
    expect((await storeInvoice(app, customerId, { externalId: 'I-1', items: [lamp] })).__typename).toBe('InvalidInput');
    const by = { key: { source: '11', externalId: 'C-1' } };
    expect(await issuesOf('patchCustomer', 'PatchCustomerInput', { by, patch: { name: '' } })).toEqual([
      'InvalidInput',
      'by.key.source INVALID_FORMAT',
    ]);
  });

  it.each([
    ['cancelTransaction', 'CancelTransactionInput', { by: none }, 'by NOT_FOUND'],
    ['patchCustomer', 'PatchCustomerInput', { by: { serviceId: unknownId }, patch: { name: 'x' } }, 'by NOT_FOUND'],
  ])('a missing record of %s', async (mutation, type, input, issue) => {
    expect(await issuesOf(mutation, type, input)).toEqual(['NotFound', issue]);
  });

  it('another version, and a missing customer', async () => {
    const key = { source: '9', externalId: 'I-2' };
    await storeInvoice(app, customerId, { externalId: 'I-2' });
    expect(await issuesOf('cancelTransaction', 'CancelTransactionInput', { by: { key }, ifVersion: 7 })).toEqual([
      'VersionMismatch',
      'ifVersion PRECONDITION_FAILED',
    ]);
    const patch = { customerId: unknownId };
    expect(await issuesOf('patchTransaction', 'PatchTransactionInput', { by: { key }, patch })).toEqual([
      'NotFound',
      'customerId CUSTOMER_NOT_FOUND',
    ]);
  });
});
