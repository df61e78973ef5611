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
])('both doors explain %j', async (sent, issue) => {
  expect(await inRest(sent)).toEqual([issue]);
  expect(await inGraphql(sent)).toEqual([issue]);
});
