import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuiltServer } from './built-server.ts';
import { settled } from './console-flows.ts';
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

const region = (name: string | RegExp) => page.getByRole('region', { name });
const heading = () => page.locator('main h1').innerText();
const go = async (name: string) => {
  await page.locator('.side').getByRole('link', { name, exact: true }).click();
  await expect.poll(heading).toBe(name);
  await settled(page);
};

/** The first day of the month before this one, and the last. */
function lastMonth(): { readonly name: string; readonly first: string; readonly last: string } {
  const now = new Date();
  const [first, last] = [
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1)),
    new Date(Date.UTC(now.getFullYear(), now.getMonth(), 0)),
  ].map((day) => day.toISOString().slice(0, 10));
  return { name: first!.slice(0, 7), first: first!, last: last! };
}

it('a bookkeeper finds due returns, learns why a line is untaxed, corrects it, files, and proves the filing later', async () => {
  const month = lastMonth();
  // The due returns: the late return of Wisconsin, with its amount.
  await page.goto(`${server.url}/console`);
  await expect
    .poll(() => region('Returns due').getByRole('listitem').first().innerText())
    .toMatch(/^Wisconsin\n[\s\S]*\$[\d,]+\.\d\d\n\d+ days late$/);

  // The documents shipped to Georgia last month have no tax.
  await go('Documents');
  await page.getByLabel('State').selectOption('Georgia');
  await page.getByLabel('Type').selectOption('Invoice');
  await page.getByRole('textbox', { name: 'From' }).fill(month.first);
  await page.getByRole('textbox', { name: 'To' }).fill(month.last);
  await expect.poll(() => page.url()).toContain(`state=GA&type=INVOICE&from=${month.first}&to=${month.last}`);
  await settled(page);
  await expect.poll(() => page.locator('tbody tr').first().innerText()).toMatch(/Georgia\t\$0\.00\t/);
  await page.locator('tbody a.strong').first().click();
  await expect.poll(heading).toMatch(/^INV-\d+/);
  const number = /INV-\d+/.exec(await heading())![0];
  const document = new URL(page.url()).pathname;
  const tax = () => page.locator('.sums > div', { hasText: /^Tax/ }).innerText();

  // The reason: the seller does not collect there.
  await expect.poll(() => region(/^Why: /).innerText()).toMatch(/does not collect/);
  await expect.poll(tax).toMatch(/\$0\.00/);

  // The correction: the state is registered since that month, and the document is recalculated.
  await go('Nexus');
  await page.getByRole('group', { name: /./ }).getByRole('link', { name: 'Georgia' }).first().click();
  await expect.poll(heading).toContain('Georgia');
  await page.getByRole('button', { name: /^Register/ }).click();
  await page.locator('dialog[open]').getByLabel('Number').fill('GA-20261');
  await page.getByLabel('First day').fill(month.first);
  await page.getByLabel('Filing frequency').selectOption('monthly');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect.poll(() => region('Declared').innerText()).toContain('number GA-20261');
  await page.goto(`${server.url}${document}`);
  await page.getByRole('button', { name: 'Recalculate' }).click();
  await page.locator('dialog[open] input').first().fill('Registered in Georgia');
  await page.locator('dialog[open]').getByRole('button', { name: 'Recalculate' }).click();
  await expect.poll(() => region('Calculations').innerText()).toContain('Calculation 2');
  await expect.poll(tax).not.toMatch(/\$0\.00/);
  const charged = /\$[\d,]+\.\d\d/.exec(await tax())![0];

  // The return of Georgia is due now, with that tax. It is filed as reviewed.
  await go('Inbox');
  await region('Returns due')
    .getByRole('link', { name: /^Show all/ })
    .click();
  const due = region('Returns due').getByRole('listitem').filter({ hasText: 'Georgia' }).first(); // The latest is first.
  await expect.poll(() => due.innerText()).toContain(charged);
  await due.getByRole('link', { name: 'Georgia', exact: true }).click();
  await expect.poll(() => page.url()).toContain(`/console/returns/US-GA/${month.name}`);
  await page.getByRole('button', { name: /^File/ }).click();
  await page.getByLabel(/^Reference number/).fill('GA-RETURN-1');
  await page.getByLabel(/^Amount paid/).fill(charged.slice(1));
  await page.getByRole('button', { name: 'File and freeze' }).click();
  await expect.poll(() => page.locator('h1 .badge').innerText()).toBe('Filed');

  // Later, someone asks. Search finds the document, which shows what was done, why, and in which return.
  await page.reload();
  await page.locator('main h1').waitFor();
  await page.keyboard.press('/');
  await page.locator('dialog[open] input').fill(number);
  const found = page.locator('dialog[open] [role="group"]').first();
  await expect.poll(() => found.innerText().catch(() => '')).toContain(number);
  await page.keyboard.press('Enter');
  await expect.poll(heading).toContain(number);
  await expect.poll(() => page.locator('h1').innerText()).toContain('Filed');
  await expect.poll(() => region('Calculations').innerText()).toMatch(/Calculation 2[\s\S]*Registered in Georgia/);
  await expect.poll(() => region(/^Why: /).innerText()).toContain('Georgia');
  await expect.poll(() => page.getByRole('button', { name: 'Recalculate' }).isDisabled()).toBe(true);
  await page.goto(`${server.url}/console/returns/US-GA/${month.name}?tab=filings`);
  await expect.poll(() => region('First filing').innerText()).toMatch(/GA-RETURN-1/);
  await expect.poll(() => page.locator('main').innerText()).toContain(charged);

  expect(watched.complaints).toEqual([]);
  expect(watched.strayRequests).toEqual([]);
});
