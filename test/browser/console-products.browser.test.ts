import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenRules } from './axe.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { openView, settled } from './console-flows.ts';
import { demoToken } from './console-shop.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

let server: BuiltServer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  server = await startBuiltServer();
  browser = await startBrowser();
  watched = await openPage(browser, new URL(server.url).origin);
  page = watched.page;
  const authorization = `Bearer ${await demoToken(page, server.url)}`;
  const stored = await fetch(`${server.url}/v1/products/source/9/externalId/SKU-1`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', authorization },
    body: JSON.stringify({ source: '9', externalId: 'SKU-1', name: 'Rain coat' }),
  });
  expect(stored.status).toBe(201);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('suggests a tax code for a product without one, and stores the code that a person saves', async () => {
  await openView(page, server.url, '/console/products');
  await expect.poll(() => page.title()).toBe('Products · Tollgate');
  const rowOf = (list: string) => page.getByRole('region', { name: list }).getByRole('row', { name: /Rain coat/ });
  await expect.poll(() => rowOf('Without a tax code').innerText()).toMatch(/Clothing C1S2/);
  await expect.poll(() => rowOf('All products').innerText()).not.toMatch(/C1S2/);
  await page.getByRole('button', { name: 'Map Rain coat' }).click();
  await page.getByRole('button', { name: 'Save tax code' }).click();
  await settled(page);
  await expect.poll(() => page.getByText('Every product has a tax code').isVisible()).toBe(true);
  await expect.poll(() => rowOf('All products').innerText()).toMatch(/C1S2/);
  expect(await brokenRules(page)).toEqual([]);
});
