import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { builtMain } from '../../support/built.ts';

let app: TestApp;
beforeAll(async () => {
  builtMain(); // It contains the files of the pages.
  app = await startApp();
});
afterAll(() => app.close());

const browser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

it('the front page leads to what there is', async () => {
  const response = await app.fetch('/', browser);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const page = await response.text();
  const targets = [...page.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, href]) => href!);
  expect(targets).toEqual(expect.arrayContaining(['/console', '/docs', '/v1/docs', '/graphql', '/v1/docs/errors']));
  for (const target of targets) expect([target, (await app.fetch(target, browser)).status]).toEqual([target, 200]);
});

it('shows a cart before it is calculated, and says that it is an example', async () => {
  const page = await (await app.fetch('/', browser)).text();
  expect(page).toContain('Example at the rates of Jul 1, 2026.');
  expect(page).toContain('<dt>Total</dt><dd>$189.03</dd>');
  // The same cart, from the gateway.
  const response = await app.send('POST', '/v1/transactions/calculate', {
    items: [
      { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 },
      { name: 'Coat', taxCode: 'C1S2', unitPrice: 80 },
    ],
    shippingAddress: { zip: '55401', country: 'US' },
    externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
  });
  const quote = (await response.json()) as {
    finalTransactionAmount: number;
    items: { taxLines: { jurisdiction: { name: string }; taxAmount: number }[] }[];
  };
  expect(quote.finalTransactionAmount).toBe(189.03);
  for (const { jurisdiction, taxAmount } of quote.items[0]!.taxLines) {
    expect(page).toContain(`<th scope="row">${jurisdiction.name}<small>`);
    expect(page).toContain(`<td>$${taxAmount.toFixed(2)}</td></tr>`);
  }
});

it('a common path leads to the documentation', async () => {
  for (const [path, target] of [['/openapi.json', '/v1/openapi.json']] as const) {
    const response = await app.fetch(path, { redirect: 'manual', ...browser });
    expect([response.status, response.headers.get('location')]).toEqual([308, target]);
  }
});

it('browsers find an icon', async () => {
  const response = await app.fetch('/favicon.ico', { headers: { Accept: 'image/avif,image/webp,image/*,*/*;q=0.8' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await response.text()).toContain('<svg');
});
