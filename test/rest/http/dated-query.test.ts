import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { fileReturn } from '../../support/returns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const rates = ['2025-03-31', '2025-04-01', '2025-06-30', '2025-07-01'].map((publishedOn) => ({
    ...{ fromCurrency: 'EUR', toCurrency: 'USD', publishedOn, rate: 1.1, source: 'ECB' },
  }));
  await app.send('POST', '/v1/exchange_rates/batch', { rates });
  for (const period of ['2025-03', '2025-05', '2025-07']) await fileReturn(app, { place: 'US-MN', period }, {});
});
afterAll(() => app.close());

it.each([
  ['/v1/exchange_rates', 'publishedOn', ['2025-06-30', '2025-04-01']],
  ['/v1/returns', 'period', ['2025-05']],
])('%s takes a calendar period in place of from and to', async (path, member, expected) => {
  const listed = await bodyOf<Json>(app.send('GET', `${path}?period=2025-Q2`));
  expect(listed.map((one: Json) => one[member])).toEqual(expected);
  const days = await bodyOf<Json>(app.send('GET', `${path}?from=2025-04-01&to=2025-06-30`));
  expect(listed).toEqual(days);
  const both = await app.send('GET', `${path}?period=2025-Q2&from=2025-04-01`);
  expect(both.status).toBe(400);
  expect((await app.send('GET', `${path}?period=2025-Q5`)).status).toBe(400);
});
