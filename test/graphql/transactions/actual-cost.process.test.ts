import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../../src/domain/account/scope.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';
import { aTenant } from '../../support/stores.ts';
import { type Data, storeCustomer, storeInvoice } from '../ask.ts';

const itemCount = 200;

let app: TestApp;
let Authorization: string;
beforeAll(async () => {
  app = await startApp();
  Authorization = `Bearer ${await app.token()}`;
  const { serviceId: customerId } = await storeCustomer(app);
  const items = Array.from({ length: itemCount }, (_, index) =>
    anItemBody({ name: `Lamp ${index}`, description: 'x'.repeat(4_000) }),
  );
  await storeInvoice(app, customerId, { externalId: 'long', items });
  await storeInvoice(app, customerId, { externalId: 'short' });
});
afterAll(() => app.close());

async function ask(query: string): Promise<{ status: number; data: Data; errors: Data; extensions: Data }> {
  const response = await app.fetch('/graphql', {
    method: 'POST',
    headers: { Authorization, 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, ...((await response.json()) as { data: Data; errors: Data; extensions: Data }) };
}

const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}:${field}`).join(' ');
const long = 'transaction(by:{key:{source:"9",externalId:"long"}})';
const short = 'transaction(by:{key:{source:"9",externalId:"short"}})';

describe('the cost of an operation', () => {
  it('is charged by the actual items, and reports the cost if it is higher', async () => {
    const { extensions } = await ask(`{${long}{items{name quantity}}}`);
    // The document and its items, 10 for reading each, and two fields of each.
    expect(extensions.cost).toEqual({ requested: 12, limit: 100_000, actual: itemCount * (10 + 2) });
  });

  it('charges a document that is read in two forms once', async () => {
    const { extensions } = await ask(`{a:${long}{items{name}} b:${long}{items{name} shippingFee{totalPrice}}}`);
    expect(extensions.cost.actual).toBe(itemCount * (10 + 1 + 1));
  });

  it('is the estimate where no list is longer', async () => {
    const { extensions } = await ask(`{${short}{items{name quantity}}}`);
    expect(extensions.cost).toEqual({ requested: 12, limit: 100_000 });
  });

  it.each(['trace{kind}', 'checks{name}'])('has %s derived once, even with several aliases', async (field) => {
    const actualOf = async (query: string) => (await ask(query)).extensions.cost.actual as number;
    const { data } = await ask(`{${long}{${field}}}`);
    const records = Object.values<unknown[]>(data.transaction)[0]!.length;
    const alone = await actualOf(`{${long}{${field}}}`);
    expect(await actualOf(`{${long}{a:${field} b:${field} c:${field}}}`)).toBe(alone + 2 * records);
    expect(await actualOf(`{a:${long}{${field}} b:${long}{${field}} c:${long}{${field}}}`)).toBe(alone + 2 * records);
  });

  it.each(['taxLines{taxAmount}', 'refundable{amount}', 'invoiceNotes', 'certificates{name}', 'buyer{name}'])(
    'does not grow with the items for each alias of %s',
    async (field) => {
      const actualOf = async (query: string) => (await ask(query)).extensions.cost.actual as number;
      const alone = await actualOf(`{${long}{${field}}}`);
      expect(await actualOf(`{${long}{${aliases(45, field)}}}`)).toBeLessThan(alone + itemCount * 5);
    },
  );

  it('is refused completely once it exceeds the limit', async () => {
    const field = 'trace{kind pointer message reason basis rate exact amount validFrom validThrough sources { title }}';
    const { status, data, errors, extensions } = await ask(`{${long}{${aliases(45, field)}}}`);
    expect([status, data]).toEqual([400, undefined]);
    expect(errors).toEqual([
      {
        message:
          'This operation costs more than 1000000 because of its long lists. Select fewer fields or records. If the operation is a mutation, its changes are stored.',
        extensions: {
          code: 'OPERATION_LIMIT_EXCEEDED',
          requestId: expect.any(String),
          retryable: false,
          limit: { name: 'actualCost', allowed: 1_000_000 },
        },
      },
    ]);
    expect(extensions.cost).toMatchObject({ limit: 100_000, actual: expect.any(Number) });
    expect((await ask(`{${short}{${aliases(45, field)}}}`)).errors).toBeUndefined();
  });

  it('is also refused in a query with directives', async () => {
    const field = 'items{taxLines{taxAmount reason taxableAmount exemptAmount} notices{code} salesTaxRates{taxRate}}';
    const { errors } = await ask(`{${long}{${aliases(45, field)}} b:${short} @include(if:true){version}}`);
    expect(errors[0].extensions).toMatchObject({ code: 'OPERATION_LIMIT_EXCEEDED', limit: { name: 'actualCost' } });
  });
});

describe('a long answer', () => {
  it('is the same text as a short one would be', async () => {
    const { data } = await ask(
      `{${long}{a:trace{kind pointer amount} b:trace{kind pointer amount} items{name taxAmount}}}`,
    );
    expect(data.transaction.a).toEqual(data.transaction.b);
    expect(data.transaction.items).toHaveLength(itemCount);
    expect(data.transaction.items[7]).toEqual({ name: 'Lamp 7', taxAmount: '6.63' });
  });

  it('of too many bytes is refused', async () => {
    // 45 times 200 texts of 4,000 characters: 36 MB.
    const { status, data, errors } = await ask(`{${long}{items{${aliases(45, 'description')}}}}`);
    expect([status, data]).toEqual([400, undefined]);
    expect(errors[0]).toMatchObject({
      message: 'The response is longer than 24000000 bytes. Select fewer fields or records.',
      extensions: { code: 'OPERATION_LIMIT_EXCEEDED', limit: { name: 'answerBytes', allowed: 24_000_000 } },
    });
    expect((await ask(`{${long}{items{${aliases(20, 'description')}}}}`)).errors).toBeUndefined();
  });
});

it('of quotes is refused before any is calculated, if their items are too many together', async () => {
  const quotes = async (count: number, items: number) => {
    const input = { items: Array.from({ length: items }, () => anItemBody()), shippingAddress: { country: 'DE' } };
    const query = `query ($input: QuoteInput!) { ${aliases(count, 'calculateTax(input: $input) { __typename }')} }`;
    const answer = await app.send('POST', '/graphql', { query, variables: { input } });
    return (await answer.json()) as { errors?: { extensions: unknown }[]; extensions: { cost: unknown } };
  };
  expect((await quotes(2, 1)).extensions.cost).toEqual({ requested: 2 * (700 + 2), limit: 100_000 });
  const { errors } = await quotes(45, 900);
  expect(errors![0]!.extensions).toMatchObject({ code: 'OPERATION_LIMIT_EXCEEDED', limit: { name: 'actualCost' } });
});

it('of a quote is counted by its items, so that a limit per minute allows many small ones', async () => {
  const at = new Date();
  const limited = await startApp({ store: app.store, costPerMinute: 50_000, authNow: () => at });
  const statusesOf = async (items: number, times: number) => {
    const token = await limited.token([...scopes], await aTenant(limited.stores));
    const input = { items: Array.from({ length: items }, () => anItemBody()), shippingAddress: { country: 'DE' } };
    const query = 'query ($input: QuoteInput!) { calculateTax(input: $input) { __typename } }';
    const statuses: number[] = [];
    for (let time = 0; time < times; time++) {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await limited.send('POST', '/graphql', { query, variables: { input } }, headers);
      statuses.push(answer.status);
    }
    return statuses;
  };
  expect(new Set(await statusesOf(1, 40))).toEqual(new Set([200]));
  expect(await statusesOf(1_000, 3)).toEqual([200, 429, 429]);
});
