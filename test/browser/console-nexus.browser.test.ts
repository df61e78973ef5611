import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenRules } from './axe.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { openView, settled, tabTo } from './console-flows.ts';
import { storeShop } from './console-shop.ts';
import { expectPicture } from './kept-pictures.ts';
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
  await storeShop(page, server.url);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (path: string) => openView(page, server.url, path);
const address = () => page.url().slice(server.url.length);
const press = (key: string) => page.keyboard.press(key);

describe('the map of nexus', () => {
  it('has every state, and the table next to it starts with states that need a decision', async () => {
    await open('/console/nexus');
    await expect.poll(() => page.locator('.us-map path').count()).toBe(51);
    const states = page.getByRole('group', { name: 'States', exact: true });
    await expect
      .poll(() => states.locator('tbody tr').first().innerText())
      .toMatch(/^Georgia\s+reached [^\t]+\s+Reached\s+210\s%/);
    await expect.poll(() => states.locator('tbody tr').nth(1).innerText()).toMatch(/^Minnesota\s+Collecting\s+0\s%/);
    await expect.poll(() => page.locator('.us-map path[data-state="GA"]').getAttribute('class')).toBe('is-reached');
    await expect.poll(() => page.locator('.us-map path[data-state="MN"]').getAttribute('class')).toBe('is-collecting');
    await expectPicture(page, 'console-nexus', 'the same every day');
  });

  it('is colored by tax due and by tax that was not collected, by its address', async () => {
    await page.getByRole('link', { name: 'Tax due' }).press('Enter');
    await expect.poll(address).toBe('/console/nexus?by=tax');
    await settled(page);
    await expect.poll(() => page.locator('.us-map path[data-state="MN"]').getAttribute('class')).toBe('shade-5');
    const table = page.getByRole('group', { name: 'Tax due' });
    await table.getByRole('link', { name: '$27' }).press('Enter');
    await expect.poll(address).toMatch(/^\/console\/documents\?reported=[\d.-]+&country=US&state=MN&currency=USD$/);
    await open('/console/nexus?by=exposure');
    await expect.poll(() => page.locator('.us-map path[data-state="GA"]').count()).toBe(1);
    await page.getByRole('link', { name: 'Previous year' }).press('Enter');
    await expect.poll(address).toMatch(/^\/console\/nexus\?by=exposure&year=\d{4}$/);
  });

  it('leads to a state by a click', async () => {
    await open('/console/nexus');
    await page.locator('.us-map path[data-state="TX"]').click();
    await expect.poll(() => page.locator('h1').innerText()).toContain('Texas');
  });
});

describe('a place', () => {
  it('has its rule with sources, its figures with the documents, and the uncollected tax', async () => {
    await open('/console/nexus/US-GA?since=first-sale');
    await expect
      .poll(() => page.getByRole('region', { name: 'Rule' }).innerText())
      .toMatch(/\$100,000\.00 of sales or 200 invoices[\s\S]*Sources\n\w/);
    const sales = page.getByRole('region', { name: 'Sales and threshold' });
    await expect.poll(() => sales.innerText()).toMatch(/\$210,000\.00 \/ \$100,000\.00\s+210\s%/);
    const exposure = page.getByRole('region', { name: 'Not collected' });
    await expect
      .poll(() => exposure.innerText())
      .toMatch(/\$[\d,]+\.\d\d of tax on \$210,000\.00 of sales · 21 documents/);
    await expect.poll(() => exposure.locator('.bars a').count()).toBe(12);
    await sales.getByRole('link', { name: '$210,000.00' }).press('Enter');
    await expect.poll(address).toMatch(/^\/console\/documents\?reported=[\d.-]+&nexus=all&country=US&state=GA$/);
  });

  it('is approved, registered, declared and ended after a question, by the keyboard', async () => {
    await open('/console/nexus/US-GA');
    await tabTo(page, /^Approve economic nexus/);
    await press('Enter');
    await expect.poll(() => page.locator('dialog[open]').innerText()).toContain('include the tax of Georgia');
    expect(await brokenRules(page)).toEqual([]);
    await page.getByLabel('First day').fill('2026-01-01');
    await page.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
    const declared = page.getByRole('region', { name: 'Declared' });
    await expect.poll(() => declared.innerText()).toMatch(/Economic nexus\s+since Jan 1, 2026/);
    await expect.poll(() => page.locator('h1').innerText()).toContain('Collecting');

    await tabTo(page, /^Register/);
    await press('Enter');
    await page.locator('dialog[open]').getByLabel('Number').fill('GA-123');
    await page.getByLabel('First day').fill('2026-02-01');
    await page.getByLabel('Filing frequency').selectOption('quarterly');
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole('button', { name: 'Register', exact: true }).press('Enter');
    await expect.poll(() => declared.innerText()).toMatch(/Registration\s+number GA-123, files quarterly/);
    await expect.poll(() => declared.innerText()).toContain('Economic nexus');

    await tabTo(page, /^Declare a presence/);
    await press('Enter');
    await page.getByLabel('Note').fill('goods in a warehouse');
    await page.getByRole('button', { name: 'Declare', exact: true }).press('Enter');
    await expect.poll(() => declared.innerText()).toMatch(/Physical presence\s+goods in a warehouse/);

    await tabTo(page, /^End/);
    await press('Enter');
    await expect
      .poll(() => page.locator('dialog[open]').innerText())
      .toContain('Everything declared for this place ends today');
    await press('Escape');
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await page.getByRole('button', { name: 'End …' }).press('Enter');
    await page.getByRole('button', { name: 'End nexus' }).press('Enter');
    await expect.poll(() => declared.innerText()).toMatch(/Jan 1, 2026 to /);
  });

  it('says why a declaration was refused, and keeps the dialog', async () => {
    await open('/console/nexus/US-WI');
    await page.getByRole('button', { name: /^Declare a presence/ }).press('Enter');
    await page.getByLabel('First day').fill('2026-03-01');
    await page.getByLabel('Last day').fill('2026-02-01');
    await page.getByRole('button', { name: 'Declare', exact: true }).press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/\w/);
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1);
    await press('Escape');
  });

  it('that does not exist is reported as not found', async () => {
    await open('/console/nexus/US-MN-1');
    await expect.poll(() => page.locator('h1').innerText()).not.toBe('');
    await open('/console/nexus/VA');
    await expect.poll(() => page.locator('h1').innerText()).toBe('Place not found');
  });
});

it('loads nothing from other origins, and causes no console errors or policy violations', () => {
  expect(watched.strayRequests).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
