import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Issue = { readonly pointer: string; readonly path: readonly string[]; readonly message: string };
type Answer = {
  readonly errors: readonly (Issue & { readonly extensions: { readonly issues: readonly Issue[] } })[];
  readonly data?: { readonly calculateTax: { readonly issues: readonly Issue[] } };
};
type Body = Readonly<Record<string, unknown>>;
const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: '10', quantity: '1' };
const inMinneapolis = { country: 'US', state: 'MN', zip: '55401', isPartial: true };

async function answered(path: string, body: Body): Promise<Answer> {
  return (await app.send('POST', path, body)).json() as Promise<Answer>;
}

/** Sends the quote to REST; returns its issues as pointer and message. */
async function inRest(quote: Body): Promise<string[]> {
  const { errors } = await answered('/v1/transactions/calculate', quote);
  return errors.map(({ pointer, message }) => `${pointer} ${message}`);
}

async function inGraphql(input: Body): Promise<string[]> {
  const query = `query ($input: QuoteInput!) { calculateTax(input: $input) { ... on UserError { issues { path message } } } }`;
  const { data, errors } = await answered('/graphql', { query, variables: { input } });
  const issues = data?.calculateTax.issues ?? errors.flatMap(({ extensions }) => extensions.issues);
  return issues.map(({ path, message }) => `/${path.join('/')} ${message}`);
}

const quote = (more: Body = {}): Body => ({ items: [lamp], shippingAddress: inMinneapolis, ...more });
const at = (address: Body) => quote({ shippingAddress: { country: 'US', isPartial: true, ...address } });
const unknownId = '01980000-0000-7000-8000-000000000000';
const withItem = (more: Body) => quote({ items: [{ ...lamp, ...more }] });

it.each([
  [
    quote({ customerId: 'C-1' }),
    '/customerId customerId must be the serviceId of a customer (a UUID), not its externalId.',
  ],
  [
    quote({ customerId: '' }),
    '/customerId customerId must be the serviceId of a customer (a UUID), not its externalId.',
  ],
  [withItem({ unitPrice: 'cheap' }), '/items/0/unitPrice unitPrice must be a number, such as 12.5.'],
  [withItem({ unitPrice: true }), '/items/0/unitPrice unitPrice must be a number, such as 12.5.'],
  [withItem({ quantity: 'two' }), '/items/0/quantity quantity must be a number, such as 12.5.'],
  [withItem({ discount: 'half' }), '/items/0/discount discount must be a number, such as 12.5.'],
])('the REST door explains %j', async (sent, issue) => {
  expect(await inRest(sent)).toEqual([issue]);
});

it.each([
  [quote({ customerId: 'C-1' }), /^\/customerId .*must be the serviceId of a record.*, not its externalId\.$/],
  [withItem({ unitPrice: 'cheap' }), /^\/items\/0\/unitPrice .*must be a number, such as 12\.5\.$/],
])('the GraphQL door explains %j', async (sent, issue) => {
  expect(await inGraphql(sent)).toEqual([expect.stringMatching(issue)]);
});

it.each([
  [
    quote({ externalTimestamps: { createdDate: '2026-02-30', updatedDate: '2026-03-01' } }),
    '/externalTimestamps/createdDate createdDate has a day that does not exist: 2026-02-30.',
  ],
  [quote({ customerId: unknownId }), `/customerId Customer ${unknownId} not found.`],
  [at({ zip: '00001' }), '/shippingAddress/zip ZIP code 00001 is unknown. Correct it, or send the state.'],
  [at({ state: 'Minesota' }), '/shippingAddress/state "Minesota" is not a US state. Did you mean MN?'],
  [
    at({ state: 'QQ', zip: '1' }),
    '/shippingAddress/zip "1" is not a US ZIP code.',
    '/shippingAddress/state "QQ" is not a US state.',
  ],
])('both doors explain %j', async (sent, ...issues) => {
  expect(await inRest(sent)).toEqual(issues);
  expect(await inGraphql(sent)).toEqual(issues);
});

it('a notice about the date names the member that was sent', async () => {
  const sent = quote({ taxDate: '2035-01-01' });
  const rest = (await (await app.send('POST', '/v1/transactions/calculate', sent)).json()) as Noticed;
  const query = 'query ($input: QuoteInput!) { calculateTax(input: $input) { ... on Quote { notices { pointer } } } }';
  const response = await app.send('POST', '/graphql', { query, variables: { input: sent } });
  const graphql = ((await response.json()) as { data: { calculateTax: Noticed } }).data.calculateTax;
  for (const { notices } of [rest, graphql]) expect(notices.map(({ pointer }) => pointer)).toContain('/taxDate');
});

type Noticed = { readonly notices: readonly { readonly pointer: string }[] };

it.each([
  ['POST', '/v1/transactions/calculate', '', 'The body is empty.'],
  ['DELETE', '/v1/transactions/calculate', undefined, 'The path supports OPTIONS and POST, not DELETE.'],
])('%s %s with the body %j: %s', async (method, path, body, detail) => {
  const headers = { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/json' };
  const response = await app.fetch(path, { method, headers, ...(body !== undefined && { body }) });
  expect(await response.json()).toMatchObject({ detail });
});

it.each([undefined, 'Basic abc'])('explains the header Authorization: %s', async (authorization) => {
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  const detail = 'Send a valid token: Authorization: Bearer <token>. Get one from POST /v1/token.';
  expect(await (await app.fetch('/v1/customers', { headers })).json()).toMatchObject({ detail });
});

it.each([
  ['customers', 'Customer'],
  ['transactions', 'Transaction'],
  ['products', 'Product'],
  ['exemptions', 'Exemption'],
  ['webhook_endpoints', 'Webhook endpoint'],
])('a missing record of %s is named by what was looked for', async (path, kind) => {
  const detailOf = async (to: string) => ((await (await app.send('GET', to)).json()) as { detail: string }).detail;
  expect(await detailOf(`/v1/${path}/serviceId/${unknownId}`)).toMatch(
    new RegExp(`^${kind} ${unknownId} not found\\.`),
  );
  if (path === 'exemptions' || path.startsWith('webhook')) return;
  expect(await detailOf(`/v1/${path}/source/9/externalId/no%20one`)).toBe(`${kind} "no one" of source 9 not found.`);
});

it('a missing record is named in GraphQL, too', async () => {
  const query = `mutation ($by: CustomerBy!) {
    byKey: patchCustomer(input: { by: $by, patch: {} }) { ... on UserError { message } }
  }`;
  const by = { key: { source: '9', externalId: 'no one' } };
  const response = await app.send('POST', '/graphql', { query, variables: { by } });
  expect(await response.json()).toMatchObject({
    data: { byKey: { message: 'Customer "no one" of source 9 not found.' } },
  });
});
