import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChild } from '../support/child.ts';
import { aKeyPair, bookWithMinneapolis, releaseOf } from '../support/rate-releases.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
import { expectAccessible, openView, settled, tabTo } from './console-flows.ts';
import { openPage, startBrowser, type WatchedPage } from './watched-page.ts';

const pair = aKeyPair();
let server: BuiltServer;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  server = await startBuiltServer({ RATES_PUBLIC_KEYS: pair.publicKey });
  browser = await startBrowser();
  watched = await openPage(browser, new URL(server.url).origin);
  page = watched.page;
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const open = (path: string) => openView(page, server.url, path);
const address = () => decodeURIComponent(page.url().slice(server.url.length));
const press = (key: string) => page.keyboard.press(key);
const textOf = (name: string | RegExp) => page.getByRole('region', { name, exact: true }).innerText();

describe('rates', () => {
  it('of a place are found by typing, and stack up with their sources', async () => {
    await open('/console/rates');
    expect(await page.locator('main').innerText()).toContain('Choose a place');
    await tabTo(page, /^ZIP code/);
    await page.keyboard.type('55401');
    await expect.poll(address).toBe('/console/rates?place=55401');
    await expect.poll(() => textOf('Rates')).toMatch(/Minneapolis, Hennepin County, Minnesota, 55401/);
    expect(await textOf('Rates')).toMatch(
      /Minnesota\s+State · since Jul 1, 2009[\s\S]*6.875\s%[\s\S]*Together\s+9.025\s%/,
    );
    await page.getByRole('region', { name: 'Rates', exact: true }).getByText('3 sources').first().click();
    await expect.poll(() => textOf('Rates')).toContain('TaxLocus sales-tax data');
    await expect.poll(() => textOf('Sources of the rules')).toMatch(/Minnesota: 80 tax codes[\s\S]*A law\s+\d+ of 80/);
  });

  it('for a tax code are those of its rule', async () => {
    await page.getByRole('link', { name: 'Clothing', exact: true }).press('Enter');
    await expect.poll(address).toBe('/console/rates?place=55401&code=C1S2');
    await expect.poll(() => textOf('Rates for C1S2')).toMatch(/6.875\s% in general[\s\S]*Together\s+0\s%[\s\S]*Exempt/);
  });

  it('of a country are not those of a state with its code, which is offered', async () => {
    await open('/console/rates?place=DE&code=books&on=2020-08-01');
    await expect.poll(() => textOf('Rates for C1S30')).toMatch(/Germany\s+On Aug 1, 2020 · VAT[\s\S]*Together\s+5\s%/);
    await page.getByRole('link', { name: 'Delaware' }).press('Enter');
    await expect.poll(() => textOf('Rates for C1S30')).toContain('Delaware');
    await open('/console/rates?place=Atlantis');
    expect(await page.locator('main').innerText()).toContain('Place not found');
  });

  it('change: announced changes first, then past changes, latest first', async () => {
    await open('/console/rates?place=US-SD');
    await expect.poll(() => textOf('Changes')).toMatch(/Jul 1, 2027[\s\S]*General rate\s+4.2\s%\s+4.5\s%/);
    await expect
      .poll(() => textOf('Rate book'))
      .toMatch(/In force\s+2\d{3}\.[\s\S]*No other versions have been imported/);
    await page.getByRole('link', { name: 'Past' }).press('Enter');
    await expect.poll(address).toBe('/console/rates?place=US-SD&changes=past');
    await expect.poll(() => textOf('Changes')).toMatch(/Jul 1, 2023\s+to Jun 30, 2027[\s\S]*4.5\s%\s+4.2\s%/);
    await open('/console/rates?changes=past');
    const first = () => page.getByRole('group', { name: 'Changes' }).locator('tbody tr').first().innerText();
    const newest = await first();
    await page.getByRole('link', { name: 'Earlier' }).press('Enter');
    await expect.poll(first).not.toBe(newest);
    await settled(page);
  });

  it('of an installed book are in the inbox, with their effect, before it is in force', async () => {
    const { name, bytes } = releaseOf(bookWithMinneapolis('2099.01.1', '0.006'), pair);
    writeFileSync(join(server.folder, name), bytes);
    const update = ['rates', 'update', join(server.folder, name), '--activate-on', '2099-01-01'];
    const environment = { DATA_DIR: server.folder, RATES_PUBLIC_KEYS: pair.publicKey };
    expect(await startChild('dist/cli/tollgate.js', update, environment).ended()).toBe(0);
    await open('/console');
    await page.getByRole('link', { name: /^Rate book 2099\.01\.1\+1 is installed/ }).press('Enter');
    await expect.poll(address).toBe('/console/rates?changes=update-1');
    await expect
      .poll(() => textOf('Update 2099.01.1+1'))
      .toMatch(/1 change\. Takes effect on [\s\S]*Minnesota\s+1\s+0/);
    await expect.poll(() => textOf('Changes')).toMatch(/Minneapolis\s+Minnesota[\s\S]*0.5\s%\s+0.6\s%/);
    await page.getByRole('button', { name: 'Show the effect' }).press('Enter');
    await expect.poll(() => textOf('Changes')).toContain('Same tax');
    await expectAccessible(page, server.url, '/console/rates?changes=update-1');
  }, 120_000);
});

describe('try', () => {
  it('calculates while typing, with the keyboard only', async () => {
    await open('/console/try');
    await expect.poll(() => textOf('Result')).toContain('Enter the destination');
    await tabTo(page, /^Ships to/);
    await page.keyboard.type('55401');
    await tabTo(page, /^Tax code/);
    await page.keyboard.type('general');
    await tabTo(page, /^Price/);
    await page.keyboard.type('100');
    await expect.poll(address).toBe('/console/try?place=55401&items=general:1:100');
    await expect.poll(() => textOf('Result')).toMatch(/\$100.00\s+9.025\s%\s+\$9.03[\s\S]*Total\s+\$109.03/);
    expect(await textOf('Why: General goods')).toMatch(/Minnesota\s+State\s+6.875\s%\s+\$6.88[\s\S]*Step by step/);
    await press('Tab');
    await page.keyboard.type('50');
    await expect.poll(() => textOf('Result')).toMatch(/Total\s+\$54.51/);
    await tabTo(page, /^Add an item/);
    await press('Enter');
    await expect.poll(() => page.getByRole('group', { name: 'Item 2' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Remove item 2' }).press('Enter');
    await expect.poll(() => page.getByRole('group', { name: 'Item 2' }).count()).toBe(0);
  });

  it('compares with a second variant, and a link contains both', async () => {
    await open('/console/try?place=55401&items=C1S2:1:100');
    await page.getByRole('link', { name: 'What if …' }).press('Enter');
    const other = page.getByRole('form', { name: 'What if' });
    await other.getByLabel('Ships to').fill('75001');
    await expect.poll(address).toBe('/console/try?place=55401&items=C1S2:1:100&compare=1&if-place=75001');
    await expect.poll(() => textOf('Differences')).toMatch(/Tax\s+\$0.00\s+\$8.25\s+\+\$8.25/);
    await page.reload();
    await expect.poll(() => textOf('Differences')).toMatch(/Texas\s+\$0.00\s+\$6.25\s+\+\$6.25/);
    expect(await page.getByRole('region', { name: 'Why (what if): Clothing' }).locator('mark').count()).toBeGreaterThan(
      3,
    );
    await page.getByRole('link', { name: 'Stop comparing' }).press('Enter');
    await expect.poll(address).toBe('/console/try?place=55401&items=C1S2:1:100');
  });

  it('says what is missing or wrong', async () => {
    await open('/console/try?place=55401&items=C1S2:1:ten');
    await expect.poll(() => textOf('Result')).toContain('Enter amounts such as 19.90.');
    await open('/console/try?place=MN%2010001&items=C1S2:1:10');
    await expect.poll(() => textOf('Result')).toContain('Tax cannot be calculated');
  });
});

it('loads nothing from other origins, and causes no console errors or policy violations', () => {
  expect(watched.strayRequests).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
