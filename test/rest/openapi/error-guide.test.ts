import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '../../../src/domain/base/errors.ts';
import { missed } from '../../../src/graphql/subscriptions/live-streams.ts';
import { type HttpServer, listen } from '../../../src/http/http-server.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { errorGuideOf, errorGuides } from '../../../src/rest/openapi/error-guide.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { askRaw } from '../../support/raw-http.ts';
import { replacedStores } from '../../support/replaced-stores.ts';

let app: TestApp;
let closed: TestApp;
let server: HttpServer;
let customerId: string;
let failure: (() => Promise<never>) | null = null;
const unknownId = '01980000-0000-7000-8000-000000000000';
const customer = '/v1/customers/source/9/externalId/c-1';
const invoice = '/v1/transactions/source/9/externalId/i-1';

beforeAll(async () => {
  app = await startApp({ wrap: failing });
  closed = await startApp({ store: app.store, graphql: { persisted: { operations: new Map(), isOnly: true } } });
  server = await listen({ port: 0, host: '127.0.0.1', keepAliveTimeoutMs: 5_000 }, async () => app.listener);
  const created = await app.send('PUT', customer, aCustomerBody());
  customerId = ((await created.json()) as { serviceId: string }).serviceId;
});
afterAll(async () => {
  await server.stop(0);
  await app.close();
});

/** Stores in which customers fail or conflict on demand. */
function failing(stores: Stores): Stores {
  return {
    ...stores,
    forTenant(tenantId) {
      const records = stores.forTenant(tenantId);
      const { customers } = records;
      const findByKey: typeof customers.findByKey = (key) => failure?.() ?? customers.findByKey(key);
      const insert: typeof customers.insert = async (row) => row.externalId !== 'overtaken' && customers.insert(row);
      return replacedStores(records, { customers: { ...customers, findByKey, insert } });
    },
  };
}

type Ask = () => Promise<Response>;

const graphql = (to: () => TestApp, query: string, more: object = {}): Ask => {
  return () => to().send('POST', '/graphql', { query, ...more });
};

const jsonHeaders = async () => ({
  Authorization: `Bearer ${await app.token()}`,
  'Content-Type': 'application/json',
});

async function sendForm(body: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'multipart/form-data; boundary=b' };
  return app.fetch('/v1/exemption_imports', { method: 'POST', headers, body });
}

async function askWithoutHost(): Promise<Response> {
  const { body, status } = await askRaw(Number(new URL(server.url).port), 'GET /v1/customers HTTP/1.1\r\n\r\n');
  return new Response(body, { status });
}

async function askWithLongHeaders(): Promise<Response> {
  const lines = ['GET /v1/customers HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`, '', ''];
  const { body, status } = await askRaw(Number(new URL(server.url).port), lines.join('\r\n'));
  return new Response(body, { status });
}

async function askAsFailing(): Promise<Response> {
  failure = () => Promise.reject(new Error('the disk is full'));
  try {
    return await app.send('GET', customer);
  } finally {
    failure = null;
  }
}

const token = (): Promise<Response> =>
  app.fetch('/v1/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId: 'client_unknown', clientSecret: 'wrong' }),
  });

/** Attempts are counted before secrets are compared, so the refusal comes first. */
function askForTokens(): Promise<Response> {
  const attempts = Array.from({ length: 25 }, async () => {
    const response = await token();
    if (response.status === 429) return response;
    throw new Error(`Expected 429, not ${response.status}`);
  });
  return Promise.any(attempts);
}

const storeInvoice = (more = {}) => app.send('PUT', invoice, anInvoiceBody(customerId, more));

async function changeFiled(): Promise<Response> {
  const filed = { externalId: 'i-2', transactionFilingStatus: 'FILED' };
  const path = invoice.replace('i-1', 'i-2');
  await app.send('PUT', path, anInvoiceBody(customerId, filed));
  return app.send('PUT', path, anInvoiceBody(customerId, { ...filed, items: [anItemBody({ quantity: 4 })] }));
}

async function refundTooMuch(): Promise<Response> {
  await storeInvoice({ items: [anItemBody({ unitPrice: 20, quantity: 1 })] });
  const refund = { transactionType: 'REFUND', externalId: 'r-1', createdFrom: 'i-1' };
  const items = [anItemBody({ unitPrice: 50, quantity: 1 })];
  const path = '/v1/transactions/source/9/externalId/r-1';
  return app.send('PUT', path, anInvoiceBody(customerId, { ...refund, items }));
}

async function refundEarlier(): Promise<Response> {
  await storeInvoice({});
  const refund = { transactionType: 'REFUND', externalId: 'r-2', createdFrom: 'i-1', items: [] };
  const externalTimestamps = { createdDate: '2026-06-14', updatedDate: '2026-06-14' };
  const path = '/v1/transactions/source/9/externalId/r-2';
  return app.send('PUT', path, anInvoiceBody(customerId, { ...refund, externalTimestamps }));
}

async function takeKey(): Promise<Response> {
  const post = (certificateId: string) =>
    app.send('POST', '/v1/exemptions', {
      exemption: { customerId, country: 'US', certificate: { certificateId } },
      states: [{ abbreviation: 'MN' }],
    });
  await post('A-1');
  await post('A-2');
  const listed = await app.send('GET', `/v1/exemptions?customerId=${customerId}`);
  const certificates = (await listed.json()) as { serviceId: string; certificate: { certificateId: string } }[];
  const second = certificates.find(({ certificate }) => certificate.certificateId === 'A-2');
  return app.send('PATCH', `/v1/exemptions/serviceId/${second?.serviceId}`, { certificate: { certificateId: 'A-1' } });
}

async function reuseIdempotencyKey(): Promise<Response> {
  const post = (key: string, externalId: string) =>
    app.send('POST', '/v1/transactions/batch', [anInvoiceBody(customerId, { externalId })], {
      'Idempotency-Key': key,
    });
  await post('k-1', 'i-1');
  return post('k-1', 'i-2');
}

/** Requests that provoke each error. The remaining errors require a crash, a slow network or another replica. */
const provocations = {
  INVALID_INPUT: () => storeInvoice({ items: [anItemBody({ name: undefined })] }),
  MALFORMED_REQUEST: askWithoutHost,
  MALFORMED_JSON: async () => app.fetch(customer, { method: 'PUT', headers: await jsonHeaders(), body: '{"name": ' }),
  MALFORMED_FORM: () => sendForm('--b\r\n'),
  KEY_MISMATCH: () => app.send('PUT', customer.replace('/9/', '/8/'), aCustomerBody()),
  'ERR-ADDR-001': () =>
    storeInvoice({ shippingAddress: { ...minneapolis, state: 'Minesota', isPartial: true, zip: undefined } }),
  COUNTRY_NOT_COVERED: () => storeInvoice({ shippingAddress: { country: 'North Korea', isPartial: true } }),
  OPERATION_LIMIT_EXCEEDED: graphql(
    () => app,
    `{ customers ${'{ edges { node { transactions '.repeat(4)} { totalCount } ${'} } } '.repeat(4)} }`,
  ),
  PERSISTED_DOCUMENT_REQUIRED: graphql(() => closed, '{ __typename }'),
  PREFLIGHT_REQUIRED: () => app.fetch('/graphql?query={__typename}'),
  UNAUTHENTICATED: () => app.fetch('/v1/customers'),
  INVALID_CLIENT: token,
  FORBIDDEN: async () =>
    app.send('PUT', customer, aCustomerBody(), { Authorization: `Bearer ${await app.token(['customers:read'])}` }),
  NOT_FOUND: () => app.send('GET', `/v1/customers/serviceId/${unknownId}`),
  CUSTOMER_NOT_FOUND: () => storeInvoice({ customerId: unknownId }),
  PATH_NOT_FOUND: () => app.send('GET', '/v1/customer'),
  METHOD_NOT_ALLOWED: () => app.send('POST', '/v1/customers', {}),
  NOT_ACCEPTABLE: () => app.send('GET', customer, undefined, { Accept: 'text/html' }),
  CONFLICT: () => app.send('PUT', customer.replace('c-1', 'overtaken'), aCustomerBody({ externalId: 'overtaken' })),
  KEY_TAKEN: takeKey,
  RETURN_INCOMPLETE: () => app.send('GET', '/v1/returns/scheme/UNION_ONE_STOP_SHOP/place/DE/period/2026-Q2/file'),
  TRANSACTION_FILED: changeFiled,
  OVER_REFUND: refundTooMuch,
  REFUND_MISMATCH: refundEarlier,
  INSUFFICIENT_COVERAGE: () =>
    storeInvoice({
      externalId: 'i-1',
      shippingAddress: { country: 'US', state: 'MN', zip: '55401', isPartial: true },
      require: { precision: 'ZIP9' },
    }),
  INVOICE_NOT_FOUND: () =>
    storeInvoice({ externalId: 'i-1', transactionType: 'REFUND', createdFrom: 'i-0', requireLink: true }),
  PRECONDITION_FAILED: () => app.send('PUT', customer, aCustomerBody(), { 'If-None-Match': '*' }),
  BODY_TOO_LARGE: () => app.send('PUT', customer, aCustomerBody({ comment: 'x'.repeat(2 ** 21) })),
  URI_TOO_LONG: () => app.send('GET', `/v1/customers?x=${'x'.repeat(9_000)}`),
  UNSUPPORTED_MEDIA_TYPE: () => app.send('PUT', customer, aCustomerBody(), { 'Content-Type': 'text/xml' }),
  IDEMPOTENCY_KEY_REUSED: reuseIdempotencyKey,
  TOO_MANY_REQUESTS: askForTokens,
  PERSISTED_DOCUMENT_NOT_FOUND: graphql(() => app, '', { query: undefined, documentId: 'sha256:0' }),
  PERSISTED_QUERY_NOT_FOUND: graphql(() => app, '', {
    query: undefined,
    extensions: { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update('x').digest('hex') } },
  }),
  HEADERS_TOO_LARGE: askWithLongHeaders,
  INTERNAL: askAsFailing,
} satisfies Partial<Record<ErrorCode, Ask>>;

const isProvoked = (code: string): code is keyof typeof provocations => Object.hasOwn(provocations, code);

it('the error guide has a section for each code, in their order', () => {
  expect([...errorGuides.keys()]).toEqual(Object.keys(errorCodes));
});

describe('the example of the error guide', () => {
  it.each(Object.keys(provocations).filter(isProvoked))('for %s is what the gateway answers', async (code) => {
    const guide = errorGuideOf(code);
    const answer = await answerOf(await provocations[code]());
    const { retryable } = errorCodes[code];
    expect(answer).toEqual({ code, retryable, message: withoutSeconds(guide.example), issues: guide.issues ?? [] });
  });

  it('for CHANGES_MISSED is how a stream ends', () => {
    expect(missed().message).toBe(errorGuideOf('CHANGES_MISSED').example);
  });
});

const withoutSeconds = (message: string) => message.replace(/\d+ seconds/, 'n seconds');

/** A problem of REST, or the first top-level error of GraphQL. */
async function answerOf(response: Response) {
  const body = await response.json();
  if (response.headers.get('content-type')?.startsWith('application/problem') || body.detail !== undefined) {
    const issues = body.errors.map(({ pointer, parameter: _, ...issue }: Record<string, unknown>) =>
      issueOf(String(pointer), issue),
    );
    return { code: body.code, retryable: body.retryable, message: withoutSeconds(body.detail), issues };
  }
  const { code, retryable } = body.errors[0].extensions;
  return { code, retryable, message: body.errors[0].message, issues: [] };
}

function issueOf(pointer: string, { code, message, ...told }: Record<string, unknown>) {
  const { remainingAmount, remainingTaxAmount, ...details } = told;
  const left = {
    currency: 'USD',
    remainingAmount: String(remainingAmount),
    remainingTaxAmount: String(remainingTaxAmount),
  };
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return {
    path,
    code,
    message,
    ...(Object.keys(details).length > 0 && { details }),
    ...(remainingAmount !== undefined && { remaining: left }),
  };
}
