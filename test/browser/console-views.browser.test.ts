import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from './built-server.ts';
import { expectAccessible, expectRefused } from './console-flows.ts';
import { startYearServer } from './console-server.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

let server: BuiltServer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  server = await startYearServer();
  browser = await startBrowser();
  watched = await openPage(browser, new URL(server.url).origin);
  page = watched.page;
  page.setDefaultTimeout(15_000);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Views with the same address in every store. */
const fixed = [
  '/console',
  '/console/documents?state=MN',
  '/console/customers',
  '/console/certificates',
  '/console/certificates/requests',
  '/console/nexus',
  '/console/products',
  '/console/nexus?by=tax',
  '/console/nexus/US-GA?since=first-sale',
  '/console/nexus/US-OR',
  '/console/liability?place=US-MN',
  '/console/liability?months=12&measure=sales',
  '/console/returns',
  '/console/returns/ec-sales-list?country=DE',
  '/console/rates?place=55401&code=C1S2',
  '/console/try?place=55401&items=C1S1:2:89.90:10,C1S2:1:45&ship=9.90&compare=1&if-place=10001',
  ...['account', 'registrations', 'webhooks', 'clients', 'audit'].map((tab) => `/console/settings?tab=${tab}`),
];

/** A month of the demo year whose return is filed. */
function filedMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 3, 15)).toISOString().slice(0, 7);
}

/** Views of one record each, the first of its list. */
async function ofRecords(): Promise<readonly string[]> {
  const firstOf = async (list: string, selector: string) => {
    await page.goto(`${server.url}${list}`);
    return String(await page.locator(selector).first().getAttribute('href'));
  };
  const document = await firstOf('/console/documents?state=CO&type=INVOICE', 'tbody a.strong');
  const customer = await firstOf('/console/customers', 'tbody a.strong');
  const certificate = await firstOf('/console/certificates', 'tbody a[href^="/console/certificates/"]');
  const taxReturn = await firstOf('/console/returns', 'main a[href^="/console/returns/US-"]');
  return [
    document,
    `${customer}?state=MN`,
    `${customer}/new-certificate`,
    `${certificate}?effect=shown`,
    ...['', '?tab=jurisdictions', '?tab=form'].map((tab) => `${taxReturn}${tab}`),
    ...['', '?tab=filings'].map((tab) => `/console/returns/US-MN/${filedMonth()}${tab}`),
  ];
}

describe('every view', () => {
  it('breaks no rule of axe and fits into any window, with names of 200 characters', async () => {
    const paths = [...fixed, ...(await ofRecords())];
    const name = 'Wolfeschlegelsteinhausen'.repeat(9).slice(0, 200);
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll(/"name":"[^"]*"/g, `"name":"${name}"`);
      await route.fulfill({ response: answer, body: text });
    });
    for (const path of paths) await expectAccessible(page, server.url, path);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }, 240_000);

  it('shows the reason when the gateway refuses', async () => {
    await expectRefused(browser, server.url, [...fixed, ...(await ofRecords())]);
  }, 120_000);

  it('loads nothing from other origins, and causes no console errors or policy violations', () => {
    expect(watched.strayRequests).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });
});
