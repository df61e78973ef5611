import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
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
  await page.goto(`${server.url}/v1/docs`);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('the documentation of REST, in a browser', () => {
  it('sends a request with the demo’s token and shows the answer', async () => {
    await expect.poll(() => page.locator('#token').inputValue()).not.toBe('');
    const form = page.locator('form[data-method="GET"][data-path="/v1/customers"]');
    await page.locator('details', { has: form }).last().locator('summary').first().click();
    await form.getByRole('button').click();
    await expect.poll(() => form.locator('output').innerText()).toContain('"name": "Demo Customer"');
    expect(await form.locator('output').innerText()).toMatch(/^GET \/v1\/customers\S*\n200/);
  });

  it('has a language and a title, and fits into 900 pixels', async () => {
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.title()).toMatch(/\w/);
    await page.setViewportSize({ width: 900, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(900);
  });

  it('loads nothing from elsewhere, and causes no console errors or policy violations', () => {
    expect(watched.strayRequests).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });
});
