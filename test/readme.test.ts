import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from './support/app.ts';
import { aTenant, openTestStore, type TestStore } from './support/stores.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const blocksOf = (language: string) =>
  [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, of, text]) => (of === language ? [text!] : []));
const commands = blocksOf('sh').filter((text) => text.includes('-d \'{"') || text.includes("-d '{\n"));
const answers = blocksOf('json').map((text) => JSON.parse(text) as object);

// The demo is a test tenant.
let store: TestStore;
let app: TestApp;
beforeAll(async () => {
  store = await openTestStore();
  app = await startApp({ store, tenant: await aTenant(store.stores, {}, 'TEST') });
});
afterAll(() => store.close());

/** Sends what a command sends. */
async function run(command: string, customerId = ''): Promise<{ status: number; body: Record<string, unknown> }> {
  const [, method = 'POST', path] = /curl -sS (?:-X (\w+) )?localhost:4000(\S+)/.exec(command)!;
  const [, text] = /-d '([^']*)'/.exec(command.replace("'$CUSTOMER'", customerId))!;
  const response = await app.send(method, path!, JSON.parse(text!));
  return { status: response.status, body: await bodyOf(response) };
}

it('the requests of the README get the answers that it shows', async () => {
  const [cart, customer, invoice, query, ...others] = commands;
  expect(others).toEqual([]);
  const [amount] = /"salesTax":\{"amount":[\d.]+/.exec(readme)!;
  const quote = await run(cart!);
  expect([quote.status, JSON.stringify(quote.body)]).toEqual([200, expect.stringContaining(amount)]);
  const { status, body } = await run(customer!);
  expect(status).toBe(201);
  expect(await run(invoice!, String(body.serviceId))).toMatchObject({ status: 201, body: answers[0] });
  expect(await run(query!)).toEqual({ status: 200, body: answers[1] });
  expect(await run(invoice!, String(body.serviceId))).toMatchObject({ status: 200, body: answers[0] });
});

it('the sentences that others cannot give are those that it shows', async () => {
  const orders = [
    'externalId,date,street,city,state,zip,country,totalPrice,taxAmount',
    'W-1,2026-11-02,250 Marquette Ave,Minneapolis,MN,55401,US,100,8.53',
  ];
  const headers = { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'text/csv' };
  const reconciled = app.fetch('/v1/reconciliations', { method: 'POST', headers, body: orders.join('\n') });
  const { worst } = await bodyOf<{ worst: { message: string }[] }>(reconciled);
  expect(readme).toContain(worst[0]!.message);
  const items = [{ name: 'Screws', taxCode: 'C1S1', unitPrice: 348.35, quantity: 16, discount: 222.944 }];
  const quote = { items, currency: 'EUR', shippingAddress: { country: 'IT' }, taxDate: '2026-07-01' };
  const scenarios = [{ label: 'Rounded at the end', rounding: { lineAmounts: 'EXACT' } }];
  const compared = await app.send('POST', '/v1/transactions/compare', { base: { quote }, scenarios });
  const comparison = await bodyOf<{ scenarios: { departsAt: { message: string } }[] }>(compared);
  expect(readme).toContain(comparison.scenarios[0]!.departsAt.message);
  const replayed = await app.send('GET', '/v1/transactions/source/9/externalId/INV-1/replay?rateBook=CURRENT');
  expect(JSON.stringify(await bodyOf(replayed)).replace('"currency":"USD",', '')).toContain(
    '"reproduces":true,"taxAmount":15.24,"taxDifference":0',
  );
});

it('the README is short enough to be read', () => {
  expect(Buffer.byteLength(readme)).toBeLessThan(12_000);
});
