import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenRules } from './axe.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { openView, settled, tabTo } from './console-flows.ts';
import { dayFromToday, storeShop } from './console-shop.ts';
import { expectPicture } from './kept-pictures.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

let server: BuiltServer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;
let customers: Awaited<ReturnType<typeof storeShop>>['customers'];
const folder = mkdtempSync(join(tmpdir(), 'tollgate-certificate-'));

beforeAll(async () => {
  server = await startBuiltServer();
  browser = await startBrowser();
  watched = await openPage(browser, new URL(server.url).origin);
  page = watched.page;
  ({ customers } = await storeShop(page, server.url));
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = (path: string) => openView(page, server.url, path);
const address = () => page.url().slice(server.url.length);
const press = (key: string) => page.keyboard.press(key);

describe('the list of customers', () => {
  it('has every filter in its address', async () => {
    await open('/console/customers');
    await expect.poll(() => page.title()).toBe('Customers · Tollgate');
    await page.getByLabel('Type').selectOption('Reseller');
    await expect.poll(address).toBe('/console/customers?type=RESELLER');
    await settled(page);
    await expect.poll(() => page.locator('tbody a.strong').allInnerTexts()).toEqual(['Northwind Books']);
    await page.getByRole('link', { name: 'Clear filters' }).press('Enter');
    await page.getByLabel('Name, number or email').fill('lakeside');
    await expect.poll(address).toBe('/console/customers?q=lakeside');
    await page.reload();
    await settled(page);
    await expect
      .poll(() => page.locator('tbody tr').allInnerTexts())
      .toEqual([expect.stringMatching(/^Lakeside Food Shelf[\s\S]*MN · expires soon$/)]);
  });

  it('says when nothing matches', async () => {
    await open('/console/customers?q=nobody-of-this-name');
    await expect.poll(() => page.getByText('No customers match').isVisible()).toBe(true);
  });
});

describe('a customer', () => {
  it('shows where certificates apply, with the keyboard', async () => {
    await open(`/console/customers/${customers.charity}`);
    await expect
      .poll(() => page.getByText('1 state covered, 1 state with a certificate expiring soon').isVisible())
      .toBe(true);
    await expectPicture(page, 'console-customer', 'the same every day');
    await tabTo(page, /^AK, Alaska: /);
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await page.locator(':focus').innerText()) === 'MN') break;
      await press('ArrowRight');
    }
    await expect
      .poll(() => page.locator(':focus').getAttribute('aria-label'))
      .toMatch(/^MN, Minnesota: Expires soon, through /);
    await press('Enter');
    await expect.poll(address).toBe(`/console/customers/${customers.charity}?state=MN`);
    const detail = page.getByRole('region', { name: 'Minnesota', exact: true });
    await expect.poll(() => detail.innerText()).toMatch(/MN-CH-1[\s\S]*in 8 days[\s\S]*Charity/);
  });

  it('shows the coverage on another day', async () => {
    await open(`/console/customers/${customers.charity}?on=${dayFromToday(30)}`);
    await expect.poll(() => page.getByText('0 states covered').isVisible()).toBe(true);
  });

  it('has its tax number checked', async () => {
    await open(`/console/customers/${customers.foreign}`);
    const number = page.getByRole('region', { name: 'Tax number' });
    await expect.poll(() => number.innerText()).toContain('This number has not been checked yet.');
    await number.getByRole('button', { name: 'Check now' }).press('Enter');
    await expect
      .poll(() => number.locator('.badge').first().innerText())
      .toMatch(/^(Well-formed|Valid|Could not be checked)$/);
  });

  it('that does not exist is reported as not found', async () => {
    await open('/console/customers/00000000-0000-4000-8000-000000000000');
    await expect.poll(() => page.locator('h1').innerText()).toBe('Customer not found');
  });
});

describe('a late certificate', () => {
  it('is previewed, stored and returns the tax of past sales, by the keyboard', async () => {
    const file = join(folder, 'paper.pdf');
    writeFileSync(file, '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
    await open(`/console/customers/${customers.reseller}/new-certificate`);
    await press('Tab');
    await tabTo(page, /^Minnesota$/);
    await press('Space');
    await tabTo(page, /^Number/);
    await page.keyboard.type('ST3-77');
    await page.getByLabel('Reason').selectOption('Resale');
    await page.getByLabel('File').setInputFiles(file);
    await tabTo(page, /^Preview the effect$/);
    await press('Enter');
    const effect = page.getByRole('region', { name: 'Effect on past sales', exact: true });
    await expect.poll(() => effect.innerText()).toMatch(/Minnesota\s+2\s/);
    await expect.poll(() => effect.innerText()).toMatch(/K-INV-1[\s\S]*K-INV-2/);
    expect(await brokenRules(page)).toEqual([]);
    await page.getByLabel('Refund the tax on these past sales').press('Space');
    await page.getByRole('button', { name: 'Store the certificate' }).press('Enter');
    const dialog = page.locator('dialog[open]');
    await expect
      .poll(() => dialog.innerText())
      .toMatch(/in Minnesota will be exempt[\s\S]*Tax refunds totaling \$27\.\d\d/);
    expect(await brokenRules(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Store the certificate' }).press('Enter');
    await expect.poll(() => page.locator('h1').innerText()).toBe('The certificate is stored');
    await expect.poll(() => page.locator('main').innerText()).toMatch(/2 refunds were stored: \$27\.\d\d\./);
    await page.getByRole('link', { name: 'Certificate for Minnesota' }).press('Enter');
    await expect.poll(() => page.locator('h1').innerText()).toContain('ST3-77');
    await settled(page);
  });

  it('has its file, which is downloaded and removed after a question', async () => {
    const panel = page.getByRole('region', { name: 'File' });
    await expect.poll(() => panel.innerText()).toContain('paper.pdf');
    const downloading = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download' }).press('Enter');
    expect((await downloading).suggestedFilename()).toBe('paper.pdf');
    await panel.getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByRole('button', { name: 'Remove file' }).press('Enter');
    await expect.poll(() => panel.innerText()).toContain('No file is attached');
  });

  it('shows an image without leaving the page', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const buffer = Buffer.from(pixel, 'base64');
    await page.locator('input[type="file"]').setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'View' }).press('Enter');
    await expect.poll(() => page.evaluate('document.querySelector("dialog[open] img")?.naturalWidth')).toBe(1);
    await press('Escape');
  });

  it('has no more tax to return once it was returned', async () => {
    await page.getByRole('link', { name: 'Show the effect' }).press('Enter');
    await expect.poll(address).toContain('effect=shown');
    await settled(page);
    await expect.poll(() => page.getByRole('button', { name: 'Refund this tax …' }).count()).toBe(0);
  });

  it('is cancelled after a question', async () => {
    await page.getByRole('button', { name: 'Cancel the certificate' }).press('Enter');
    await page.getByRole('button', { name: 'Cancel certificate' }).press('Enter');
    await expect.poll(() => page.locator('h1').innerText()).toContain('Cancelled');
  });

  it('needs a state, and days in order', async () => {
    await open(`/console/customers/${customers.reseller}/new-certificate`);
    await page.getByRole('button', { name: 'Preview the effect' }).press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toBe('Choose at least one state.');
  });
});

describe('the list of certificates', () => {
  it('begins with those that expire soon, and shows others by its address', async () => {
    await open('/console/certificates');
    await expect
      .poll(() => page.locator('tbody tr').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^MN-CH-1\s+Lakeside Food Shelf\s+Minnesota\s+Charity\s+.* in 8 days\s+Expires soon$/),
      ]);
    await page.getByRole('link', { name: 'All', exact: true }).press('Enter');
    await expect.poll(address).toBe('/console/certificates?status=all');
    await settled(page);
    await expect
      .poll(() => page.locator('tbody a.strong').allInnerTexts())
      .toEqual(expect.arrayContaining(['ST3-77', 'MN-CH-1']));
    await page.getByRole('link', { name: 'Expired' }).press('Enter');
    await expect.poll(() => page.locator('main').innerText()).toContain('No certificate has expired');
  });
});

it('a certificate is renewed once the effect was shown', async () => {
  await open('/console/certificates');
  await page.getByRole('link', { name: 'MN-CH-1' }).press('Enter');
  await page.getByRole('button', { name: /^Renew/ }).press('Enter');
  const dialog = page.locator('dialog[open]');
  await expect.poll(() => dialog.innerText()).toMatch(/Sales from [\s\S]* are exempt[\s\S]*No past sale is affected/);
  const [renew, lastDay] = [dialog.getByRole('button', { name: 'Renew' }), dialog.getByLabel('New last day')];
  await lastDay.fill(dayFromToday(8));
  await expect.poll(() => dialog.innerText()).toContain('Enter a day after');
  expect(await renew.isDisabled()).toBe(true);
  await lastDay.fill(dayFromToday(400));
  expect(await brokenRules(page)).toEqual([]);
  await renew.press('Enter');
  await expect.poll(() => page.locator('h1').innerText()).toMatch(/MN-CH-1\s+Valid/);
  await expect.poll(() => page.getByRole('region', { name: 'Terms' }).innerText()).toContain('in 13 months');
});

it('loads nothing from other origins, and causes no console errors or policy violations', () => {
  expect(watched.strayRequests).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
