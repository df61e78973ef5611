import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from './support/app.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const blocksOf = (language: string) =>
  [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, of, text]) => (of === language ? [text!] : []));
const commands = blocksOf('sh').filter((text) => text.includes('-d \'{"') || text.includes("-d '{\n"));
const answers = blocksOf('json').map((text) => JSON.parse(text) as object);

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

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

it('the README is short enough to be read', () => {
  expect(Buffer.byteLength(readme)).toBeLessThan(12_000);
});
