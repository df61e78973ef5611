import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let now = new Date('2026-07-01T12:00:00Z');
beforeAll(async () => {
  app = await startApp({ now: () => now });
});
afterAll(() => app.close());

const zip = 'street=250%20Marquette%20Ave&city=Minneapolis&state=MN&zip=55401&country=US&isPartial=false';

describe('reference data is cached by clients and revalidated', () => {
  it.each([
    '/v1/tax_codes?search=cloth',
    '/v1/jurisdictions?state=MN&level=STATE',
    '/v1/jurisdictions?state=MN&limit=2',
    '/v1/capabilities',
    '/v1/taxability?taxCode=C1S2&state=MN',
    '/v1/exemption_reasons?state=MN',
    `/v1/sales_tax_rates?${zip}`,
    '/v1/gt_rates?country=DE',
  ])('GET %s', async (path) => {
    const first = await app.send('GET', path);
    const tag = first.headers.get('etag')!;
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(tag).toMatch(/^W\/"/);
    const again = await app.send('GET', path, undefined, { 'If-None-Match': tag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
    const other = await app.send('GET', path, undefined, { 'If-None-Match': 'W/"another"' });
    expect(other.status).toBe(200);
    expect(await bodyOf<unknown>(other)).toEqual(await bodyOf<unknown>(first));
  });

  it('another day or question has another tag', async () => {
    const tagOf = async (path: string) => (await app.send('GET', path)).headers.get('etag');
    const path = '/v1/jurisdictions?state=SD&level=STATE';
    const before = await tagOf(path);
    expect(await tagOf('/v1/jurisdictions?state=MN&level=STATE')).not.toBe(before);
    now = new Date('2027-07-01T12:00:00Z');
    // South Dakota goes from 4.2 % to 4.5 % on that day.
    expect(await tagOf(path)).not.toBe(before);
    now = new Date('2026-07-01T12:00:00Z');
  });
});

it('what only answers a question ignores an idempotency key', async () => {
  const ask = (quantity: number) =>
    app.send(
      'POST',
      '/v1/transactions/calculate',
      { items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100, quantity }], shippingAddress: { country: 'DE' } },
      { 'Idempotency-Key': 'the same' },
    );
  const totals = [];
  for (const quantity of [1, 2]) {
    const answer = await ask(quantity);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
    totals.push((await bodyOf<{ salesTax: { amount: number } }>(answer)).salesTax.amount);
  }
  // 19 % of 100 and of 200.
  expect(totals).toEqual([19, 38]);
});
