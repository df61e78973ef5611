import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { openView } from './console-flows.ts';
import { dayFromToday, demoToken, storeShop } from './console-shop.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

const documents = 10_000;
const perBatch = 500;

let server: BuiltServer;
let browser: Browser;
let watched: WatchedPage;

beforeAll(async () => {
  server = await startBuiltServer();
  browser = await startBrowser();
  watched = await openPage(browser, new URL(server.url).origin);
  const { customers } = await storeShop(watched.page, server.url);
  const token = await demoToken(watched.page, server.url);
  for (let first = 0; first < documents; first += perBatch) await storeBatch(token, customers.reseller, first);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const minneapolis = { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' };

/** Invoices of the last hundred days. The demo has a budget, so a batch may have to wait. */
async function storeBatch(token: string, customerId: string, first: number): Promise<void> {
  const transactions = Array.from({ length: perBatch }, (_, index) => {
    const day = dayFromToday(-((first + index) % 100));
    return {
      source: '9',
      externalId: `MANY-${first + index}`,
      customerId,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: { createdDate: day, updatedDate: day },
      items: [{ name: 'Shelf', taxCode: 'C1S1', unitPrice: 100 }],
      shippingAddress: minneapolis,
    };
  });
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const body = JSON.stringify({ transactions });
  for (;;) {
    const answer = await fetch(`${server.url}/v1/transactions/batch`, { method: 'POST', headers, body });
    if (answer.status !== 429 && answer.status !== 503) {
      expect(answer.status).toBe(200);
      const { failed = 0 } = (await answer.json()) as { failed?: number };
      expect(failed).toBe(0);
      return;
    }
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await new Promise((resume) => setTimeout(resume, seconds * 1_000));
  }
}

/** The cost of the requests of a view as reported by the gateway, by the most expensive one. */
async function costOf(path: string): Promise<number> {
  const { page } = watched;
  const costs: number[] = [];
  const reading: Promise<void>[] = [];
  const read = async (answer: { url(): string; text(): Promise<string> }) => {
    if (!answer.url().endsWith('/graphql')) return;
    // The browser drops the text of a request that a newer one replaced.
    const text = await answer.text().catch(() => null);
    if (text === null) return;
    const { extensions } = JSON.parse(text) as { extensions?: { cost?: Cost } };
    costs.push(extensions?.cost?.actual ?? extensions?.cost?.requested ?? 0);
  };
  const listen = (answer: Parameters<typeof read>[0]) => void reading.push(read(answer));
  page.on('response', listen);
  await openView(page, server.url, path);
  page.off('response', listen);
  await Promise.all(reading);
  expect(costs.length).toBeGreaterThan(0);
  return Math.max(...costs);
}
type Cost = { readonly requested: number; readonly actual?: number };

it.each(['/console/documents', '/console/customers', '/console/certificates', '/console/returns'])(
  '%s costs no more with 10,000 documents',
  async (path) => {
    expect(await costOf(path)).toBeLessThan(2_000);
  },
);

// The inbox, liability and nexus also read the sums of days, which have a fixed cost.
it.each(['/console', '/console/liability', '/console/nexus', '/console/nexus/US-MN'])('%s reads sums', async (path) => {
  expect(await costOf(path)).toBeLessThan(8_000);
});

it('pages through the documents, and finds one of them', async () => {
  const { page } = watched;
  await openView(page, server.url, '/console/documents');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
  const first = await page.locator('tbody tr').first().innerText();
  await page.getByRole('link', { name: 'Older' }).press('Enter');
  await expect.poll(() => page.locator('tbody tr').first().innerText()).not.toBe(first);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
  await openView(page, server.url, '/console/documents?q=MANY-777');
  await expect.poll(() => page.locator('tbody').innerText()).toContain('MANY-777');
});

it('causes no errors in the console, and loads nothing from other origins', () => {
  expect(watched.complaints).toEqual([]);
  expect(watched.strayRequests).toEqual([]);
});
