/*
 * Typical code of an integrator for each client. The compiler checks every path, member and response, and must find the
 * error in each line after `@ts-expect-error`.
 */

const invoice = `{
  source: '9',
  externalId: 'INV-1',
  transactionType: 'INVOICE',
  transactionStatus: 'ACTIVE',
  externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' },
  items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100.00', quantity: 2 }],
  shippingAddress: { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' },
}`;

const customer = `{
  source: '9',
  externalId: 'C-1',
  name: 'Prairie Books',
  externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' },
}`;

const withOpenapiFetch = `
import createClient from 'openapi-fetch';
import type { paths } from './tollgate';

export async function sell(baseUrl: string, credentials: { clientId: string; clientSecret: string }) {
  const open = createClient<paths>({ baseUrl });
  const { data: token } = await open.POST('/v1/token', { body: credentials });
  if (!token || !('accessToken' in token)) throw new Error('no token');
  const api = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + token.accessToken } });

  const { data: customer } = await api.PUT('/v1/customers/source/{source}/externalId/{externalId}', {
    params: { path: { source: '9', externalId: 'C-1' } },
    body: ${customer},
  });
  if (!customer) throw new Error('no customer');

  const path = { source: '9', externalId: 'INV-1' };
  const { data: invoice } = await api.PUT('/v1/transactions/source/{source}/externalId/{externalId}', {
    params: { path },
    body: { customerId: customer.serviceId, ...${invoice} },
  });
  const query = { customerId: customer.serviceId, limit: 10 };
  const { data: list } = await api.GET('/v1/transactions', { params: { query } });
  const { error } = await api.GET('/v1/transactions/serviceId/{serviceId}', {
    params: { path: { serviceId: customer.serviceId } },
  });
  return {
    tax: invoice?.salesTax.amount,
    jurisdictions: invoice?.taxLines.map(({ jurisdiction }) => jurisdiction.name),
    listed: Array.isArray(list) ? list.map(({ externalId }) => externalId) : [], // text, if CSV is asked for
    missing: error?.code,
  };
}

export async function slips(api: ReturnType<typeof createClient<paths>>) {
  // @ts-expect-error There is no such path.
  await api.GET('/v1/customer');
  // @ts-expect-error There is no such format.
  await api.GET('/v1/transactions', { params: { query: { format: 'xlsx' } } });
  // @ts-expect-error A token needs both.
  await api.POST('/v1/token', { body: { clientId: 'c' } });
}
`;

const withOazapfts = `
import { ok } from '@oazapfts/runtime';
import * as tollgate from './tollgate';

export async function sell(baseUrl: string, credentials: { clientId: string; clientSecret: string }) {
  tollgate.defaults.baseUrl = baseUrl;
  const token = await ok(tollgate.createToken({ credentials }));
  if (!('accessToken' in token)) throw new Error('no token');
  tollgate.defaults.headers = { Authorization: 'Bearer ' + token.accessToken };

  const customer = await tollgate.putCustomer({ source: '9', externalId: 'C-1', customerInput: ${customer} });
  if (customer.status !== 200 && customer.status !== 201) throw new Error('no customer');
  const { serviceId } = customer.data;
  const invoice = await tollgate.putTransaction({
    source: '9',
    externalId: 'INV-1',
    transactionInput: { customerId: serviceId, ...${invoice} },
  });
  if (invoice.status !== 200 && invoice.status !== 201) throw new Error('no invoice');
  const list = await ok(tollgate.listTransactions({ customerId: serviceId, limit: 10 }));
  const missing = await tollgate.getTransactionByServiceId({ serviceId });
  return {
    tax: invoice.data.salesTax.amount,
    jurisdictions: invoice.data.taxLines.map(({ jurisdiction }) => jurisdiction.name),
    listed: list.map(({ externalId }) => externalId),
    missing: missing.status === 404 ? missing.data.code : undefined,
  };
}

export async function slips() {
  // @ts-expect-error There is no such format.
  await tollgate.listTransactions({ format: 'xlsx' });
  // @ts-expect-error A token needs both.
  await tollgate.createToken({ credentials: { clientId: 'c' } });
}
`;

const withCodegen = `
import { ApiError, CustomersService, OpenAPI, TokensService, TransactionsService } from './tollgate';

export async function sell(baseUrl: string, credentials: { clientId: string; clientSecret: string }) {
  OpenAPI.BASE = baseUrl;
  const token = await TokensService.createToken({ requestBody: credentials });
  if (!('accessToken' in token)) throw new Error('no token');
  OpenAPI.TOKEN = token.accessToken;

  const path = { source: '9', externalId: 'C-1' };
  const customer = await CustomersService.putCustomer({ ...path, requestBody: ${customer} });
  const invoice = await TransactionsService.putTransaction({
    source: '9',
    externalId: 'INV-1',
    requestBody: { customerId: customer.serviceId, ...${invoice} },
  });
  const list = await TransactionsService.listTransactions({ customerId: customer.serviceId, limit: 10 });
  const missing = await TransactionsService.getTransactionByServiceId({ serviceId: customer.serviceId }).catch(
    (error) => error,
  );
  return {
    tax: invoice.salesTax.amount,
    jurisdictions: invoice.taxLines.map(({ jurisdiction }) => jurisdiction.name),
    listed: list.map(({ externalId }) => externalId),
    missing: missing instanceof ApiError ? missing.body.code : undefined,
  };
}

export async function slips() {
  // @ts-expect-error There is no such format.
  await TransactionsService.listTransactions({ format: 'xlsx' });
  // @ts-expect-error A token needs both.
  await TokensService.createToken({ requestBody: { clientId: 'c' } });
}
`;

/** The programs by generator. */
export const programs: Readonly<Record<string, string>> = {
  'openapi-typescript': withOpenapiFetch,
  oazapfts: withOazapfts,
  'openapi-typescript-codegen': withCodegen,
};
