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

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };

async function picture(name: string): Promise<void> {
  if (process.env.TEST_SCREENSHOTS) await page.screenshot({ path: `${process.env.TEST_SCREENSHOTS}/${name}.png` });
}

const isInView = async (selector: string) => {
  const box = await page.locator(selector).boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y + box.height > 0 && box.y < height;
};

describe('the documentation of REST, in a browser', () => {
  it('sends a request with the demo’s token and shows the answer', async () => {
    await expect.poll(() => page.locator('#token').inputValue()).not.toBe('');
    await page.locator('#listCustomers > summary').click();
    const form = page.locator('form[data-method="GET"][data-path="/v1/customers"]');
    await form.getByRole('button').click();
    await expect.poll(() => form.locator('output').innerText()).toContain('"name": "Demo Customer"');
    expect(await form.locator('output').innerText()).toMatch(/^GET \/v1\/customers\S*\n200/);
  });

  it('finds an operation by words, and opens it by its link or by the keyboard', async () => {
    await page.keyboard.press('Escape');
    await page.locator('body').press('/');
    await page.keyboard.type('exempt csv');
    await expect.poll(() => page.locator('nav li:visible').count()).toBeLessThan(5);
    await page.locator('nav a[href="#importExemptions"]').press('Enter');
    await expect.poll(() => isInView('#importExemptions > summary')).toBe(true);
    expect(await page.locator('#importExemptions').getAttribute('open')).not.toBeNull();
    await page.locator('#search').fill('');
  });

  it('writes the reader’s token and the gateway into samples, in the language chosen', async () => {
    await page.goto(`${server.url}/v1/docs#calculateTransaction`);
    await expect.poll(() => isInView('#calculateTransaction > summary')).toBe(true);
    await picture('reference');
    const operation = page.locator('#calculateTransaction');
    const shown = () => operation.locator('pre[data-lang]:visible').innerText();
    const token = await page.locator('#token').inputValue();
    expect(await shown()).toContain(`curl -X POST '${server.url}/v1/transactions/calculate'`);
    await expect.poll(shown).toContain(`Bearer ${token}`);
    await operation.getByLabel('Language of the samples').selectOption('Python');
    expect(await shown()).toContain(`"${server.url}/v1/transactions/calculate"`);
    expect(await shown()).toContain(`"Bearer ${token}"`);
  });

  it('has a language, a title and landmarks, and fits into any window', async () => {
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.title()).toMatch(/\w/);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('navigation').count()).toBe(1);
    for (const size of [wide, { width: 900, height: 700 }, narrow]) {
      await page.setViewportSize(size);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
    }
  });

  it('shows its menu on request on a phone', async () => {
    await page.setViewportSize(narrow);
    await page.goto(`${server.url}/v1/docs`);
    await page.reload();
    expect(await page.locator('nav li').first().isVisible()).toBe(false);
    await picture('reference-390');
    await page.getByText('Operations', { exact: true }).click();
    await page.locator('nav').getByRole('link', { name: 'List customers' }).click();
    await expect.poll(() => isInView('#listCustomers > summary')).toBe(true);
    expect(await page.locator('nav li').first().isVisible()).toBe(false);
  });

  it('is reached from the front page, which fits as well', async () => {
    for (const [size, name] of [
      [narrow, 'front-page-390'],
      [wide, 'front-page'],
    ] as const) {
      await page.setViewportSize(size);
      await page.goto(`${server.url}/`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
      await picture(name);
    }
    await page.getByRole('link', { name: 'REST reference' }).click();
    await expect.poll(() => page.title()).toBe('Tollgate: REST reference');
  });

  it('loads nothing from elsewhere, and causes no console errors or policy violations', () => {
    expect(watched.strayRequests).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });
});
