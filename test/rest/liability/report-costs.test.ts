import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ costPerMinute: 1_000_000, authNow: () => new Date('2026-07-01T00:00:00Z') });
});
afterAll(() => app.close());

async function budgetAfter(path: string): Promise<number> {
  const response = await app.send('GET', path);
  expect(response.status).toBe(200);
  await response.text();
  return Number(/"cost";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
}

it('charges a report for each document that it reads individually, most by marketplace', async () => {
  const customer = await bodyOf<{ serviceId: string }>(
    app.send('PUT', '/v1/customers/source/9/externalId/c', aCustomerBody({ source: '9', externalId: 'c' })),
  );
  const documents = 20;
  for (let index = 0; index < documents; index++) {
    const body = anInvoiceBody(customer.serviceId, { source: '9', externalId: `i${index}`, marketplace: 'Etsy' });
    expect((await app.send('PUT', `/v1/transactions/source/9/externalId/i${index}`, body)).status).toBe(201);
  }
  // A header shows the budget before the body is charged, so the next request shows all costs.
  const costOf = async (group: string) => {
    const before = await budgetAfter('/v1/liability?period=2020');
    await budgetAfter(`/v1/liability?from=2020-01-01&to=2030-12-31&groupBy=${group}`);
    return before - (await budgetAfter('/v1/liability?period=2020'));
  };
  const [summed, read, spelled] = [await costOf('COUNTRY'), await costOf('SOURCE'), await costOf('MARKETPLACE')];
  expect(read - summed).toBeGreaterThan(documents * 20);
  expect(spelled - read).toBeGreaterThan(documents * 40);
});
