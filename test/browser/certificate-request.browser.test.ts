import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samplePng } from '../support/sample-files.ts';
import { brokenRules } from './axe.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { expectAccessible, openView, settled } from './console-flows.ts';
import { storeShop } from './console-shop.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

let server: BuiltServer;
let browser: Browser;
let seller: WatchedPage;
let buyer: WatchedPage;
let customers: Awaited<ReturnType<typeof storeShop>>['customers'];

beforeAll(async () => {
  server = await startBuiltServer();
  browser = await startBrowser();
  seller = await openPage(browser, new URL(server.url).origin);
  buyer = await openPage(browser, new URL(server.url).origin);
  ({ customers } = await storeShop(seller.page, server.url));
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The seller asks in the console; returns the link for the buyer. */
async function ask(states: string): Promise<string> {
  const { page } = seller;
  await openView(page, server.url, `/console/customers/${customers.reseller}`);
  await page.getByRole('link', { name: 'Request a certificate' }).click();
  await page.getByLabel('States', { exact: true }).fill(states);
  await page.getByRole('button', { name: 'Create the request' }).click();
  await page.getByText('Request created.').waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Link …' }).first().click();
  const link = page.getByLabel('Link', { exact: false }).and(page.locator('input[readonly]'));
  await expect.poll(() => link.inputValue()).toMatch(/^http:\/\/.*\/certificates\//);
  const found = await link.inputValue();
  await page.getByText('Close', { exact: true }).click();
  return found;
}

it('is requested in the console, filled in by the buyer without an account, and accepted', async () => {
  const link = await ask('MN, WI');
  const { page } = buyer;
  await page.goto(link);
  expect(await brokenRules(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  const fields = {
    ...{ 'Name of purchaser': 'Northwind Books', 'Business address': '1 Main St', City: 'Omaha', 'ZIP code': '68102' },
    ...{ 'Identification number in Minnesota': '1234567', 'Printed name': 'Ada Lovelace', Title: 'Owner' },
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('State', { exact: true }).fill('NE');
  await page.getByLabel('Country', { exact: true }).fill('US');
  await page.getByLabel('Type of business').selectOption('10 Retail trade');
  await page.getByLabel('Reason for exemption').selectOption('G Resale');
  await page.getByLabel('I declare').check();
  await page.getByRole('button', { name: 'Sign and submit' }).click();
  await expect.poll(() => page.getByRole('status').innerText()).toContain('Submitted at');
  expect(page.url()).toBe(link);

  await openView(seller.page, server.url, '/console');
  const item = seller.page.getByRole('link', { name: 'submitted a certificate' });
  await expect
    .poll(() => item.getAttribute('href'))
    .toBe(`/console/certificates/requests?customer=${customers.reseller}`);
  await openView(seller.page, server.url, '/console/certificates/requests');
  await expectAccessible(seller.page, server.url, '/console/certificates/requests');
  await seller.page.getByRole('button', { name: 'Decide …' }).click();
  await expect
    .poll(() => seller.page.getByRole('dialog').innerText())
    .toMatch(/Northwind Books[\s\S]*Resale[\s\S]*1234567/);
  expect(await brokenRules(seller.page)).toEqual([]);
  await seller.page.getByRole('button', { name: 'Save the decision' }).click();
  await expect.poll(() => seller.page.getByText('No certificate requests').isVisible()).toBe(true);
  await openView(seller.page, server.url, `/console/customers/${customers.reseller}`);
  await expect.poll(() => seller.page.getByRole('link', { name: '1234567' }).isVisible()).toBe(true);
  await page.goto(link);
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('This link is invalid');
});

it('accepts a certificate file, refuses other files with a reason, and can be declined by the seller', async () => {
  const link = await ask('CA');
  const { page } = buyer;
  await page.goto(link);
  expect(await page.getByText('F0003').count()).toBe(0);
  const upload = async (buffer: Buffer) => {
    await page.getByLabel('File').setInputFiles({ name: 'scan.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Upload' }).click();
  };
  await upload(Buffer.from('<script>alert(1)</script>'));
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('The content of the file is not image/png');
  await upload(samplePng);
  await expect.poll(() => page.getByRole('status').innerText()).toContain('Submitted at');

  await openView(seller.page, server.url, '/console/certificates/requests');
  await seller.page.getByRole('button', { name: 'scan.png' }).waitFor();
  await seller.page.getByRole('button', { name: 'Decide …' }).click();
  await seller.page.setViewportSize({ width: 390, height: 844 });
  const paper = seller.page.getByRole('dialog').getByRole('button', { name: 'scan.png' });
  const [download] = await Promise.all([seller.page.waitForEvent('download'), paper.click()]);
  expect(download.suggestedFilename()).toBe('scan.png');
  await seller.page.setViewportSize({ width: 1280, height: 800 });
  await seller.page.locator('select[name=decision]').selectOption('Decline');
  await seller.page.getByRole('button', { name: 'Save the decision' }).click();
  await openView(seller.page, server.url, '/console/certificates/requests?status=decided');
  await expect.poll(() => seller.page.getByText('Declined').isVisible()).toBe(true);
  expect(buyer.strayRequests).toEqual([]);
  expect(buyer.complaints.filter((one) => !/status of 4(00|04)/.test(one))).toEqual([]);
  expect(seller.complaints).toEqual([]);
});
