import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenRules } from './axe.ts';
import { type BuiltServer, startBuiltServer } from './built-server.ts';
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
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };

const picture = (name: string) => expectPicture(page, name, 'the same every day');

const widthOf = () => page.evaluate('document.documentElement.scrollWidth');
const text = (selector: string) => page.locator(selector).innerText();

/** Opens the reference and waits until its viewer shows the document. */
async function openReference(hash = ''): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${server.url}/v1/docs${hash}`);
  await page.getByRole('heading', { name: 'Tollgate', level: 1 }).waitFor({ timeout: 30_000 });
}

describe('the front page', () => {
  it('calculates its cart as it opens, with the six jurisdictions', async () => {
    await page.goto(`${server.url}/`);
    await expect.poll(() => text('#state')).toMatch(/^Calculated at the rates of /);
    await expect.poll(() => text('#result .total dd')).toBe('$189.03');
    await expect.poll(() => page.locator('#result tbody tr').count()).toBe(6);
    await picture('front-page');
  });

  it('calculates it again for another ZIP code, with the keyboard only', async () => {
    await page.getByLabel('Ship to ZIP code').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('97201');
    await expect.poll(() => text('#result .total dd')).toBe('$180.00');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => text('#result .total dd')).toBe('$189.03');
    await expect
      .poll(() => page.getByRole('button', { name: 'Minneapolis' }).getAttribute('aria-pressed'))
      .toBe('true');
  });

  it('explains an unknown ZIP code, and shows no figures of another', async () => {
    const zip = page.getByLabel('Ship to ZIP code');
    for (const [code, message] of [
      ['00001', 'ZIP code 00001 is unknown.'],
      ['96799', 'The rate book does not cover the taxes of American Samoa.'],
      ['abc', '"abc" is not a US ZIP code.'],
    ] as const) {
      await zip.fill(code);
      await zip.press('Enter');
      await expect.poll(() => text('#state')).toBe(message);
      expect(await text('#result')).toBe('');
    }
    await page.getByRole('button', { name: 'Minneapolis' }).click();
  });

  it('shows the notices beside a tax of zero', async () => {
    await page.getByLabel('Ship to ZIP code').fill('99999');
    await expect.poll(() => text('#result .notes')).toContain('ZIP code 99999 is not in the rate book');
    expect(await text('#result .lines')).toMatch(/No tax\s+\$0\.00/);
    await page.getByRole('button', { name: 'Portland' }).click();
    await expect.poll(() => page.locator('#result .notes').count()).toBe(0);
    await page.getByRole('button', { name: 'Minneapolis' }).click();
  });

  it('has commands with its own address and a token that work as they are', async () => {
    const commands = await page.locator('.steps pre').allInnerTexts();
    const token = /^TOKEN='(.+)'$/.exec(commands[0]!)?.[1];
    expect(commands[1]).toContain(`curl -sS ${server.url}/v1/transactions/calculate`);
    const body = /-d '([\s\S]+)'$/.exec(commands[1]!)![1]!;
    const answer = await fetch(`${server.url}/v1/transactions/calculate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body,
    });
    expect(await answer.json()).toMatchObject({ finalTransactionAmount: 189.03 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.steps .copy').nth(1).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(commands[1]);
  });

  it('explains what fails without a token', async () => {
    const other = await openPage(browser, new URL(server.url).origin);
    await other.page.route('**/v1/transactions/calculate', (route) => route.fulfill({ status: 429, body: '{}' }));
    await other.page.goto(`${server.url}/`);
    await expect.poll(() => other.page.locator('#state').innerText()).toContain('Too many requests');
    await other.page.route('**/demo/token', (route) => route.fulfill({ status: 403, body: '{}' }));
    await other.page.reload();
    await expect.poll(() => other.page.locator('#state').innerText()).toContain('No demo token');
    await other.close();
  });
});

describe('the guides', () => {
  it('are found by search and read by keyboard', async () => {
    await page.goto(`${server.url}/docs`);
    await page.locator('body').press('/');
    await page.keyboard.type('only the tax');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/(?:refunds|graphql)#/);
    await expect.poll(() => page.locator('h1').innerText()).toMatch(/Refunds|GraphQL/);
    await page.goto(`${server.url}/docs`);
    await page
      .getByRole('link', { name: /^Refunds/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'What is refused' }).first().click();
    await expect.poll(() => page.url()).toBe(`${server.url}/docs/refunds#what-is-refused`);
    await page.getByLabel('Search the guides').fill('zzzz');
    await expect.poll(() => text('#found')).toContain('No results');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('#found').isVisible()).toBe(false);
  });

  it('write the gateway’s own address into commands', async () => {
    await page.goto(`${server.url}/docs/quotes`);
    await picture('guide');
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
    const [code, copy] = [await box('.code pre'), await box('.code .copy')];
    expect(code.x + code.width).toBeLessThanOrEqual(copy.x);
    const commands = await page.locator('pre[data-lang="sh"]').allInnerTexts();
    expect(commands.every((command) => command.includes(server.url))).toBe(true);
  });
});

describe('the reference', () => {
  it('shows an operation with its fields, answers and a sample with the reader’s token', async () => {
    await openReference('#tag/transactions/calculateTransaction');
    const operation = page.locator('section[id$="calculateTransaction"]').first();
    await operation.waitFor();
    await picture('reference');
    await expect.poll(() => operation.innerText()).toContain('shippingAddress');
    const sample = () => operation.locator('.scalar-code-block').first().innerText();
    await expect.poll(sample).toContain(`curl ${server.url}/v1/transactions/calculate`);
    await expect.poll(sample).not.toContain('Prefer');
    const statuses = operation.locator('.response-card').getByRole('tablist');
    const [list, last] = [await statuses.boundingBox(), await statuses.getByRole('tab').last().boundingBox()];
    expect(last!.x + last!.width).toBeLessThanOrEqual(list!.x + list!.width);
    expect(last!.y + last!.height).toBeLessThanOrEqual(list!.y + list!.height);
  });

  it('shows the records of a list in its example, not the equivalent GraphQL request', async () => {
    await openReference('#tag/transactions/listTransactions');
    const example = page.locator('section[id$="listTransactions"] .response-card').first();
    await expect.poll(() => example.innerText()).toContain('"taxDate"');
    expect(await example.innerText()).not.toContain('"untranslated"');
    await openReference('#tag/transactions/calculateTransaction');
  });

  it('has samples in five languages', async () => {
    const operation = page.locator('section[id$="calculateTransaction"]').first();
    await operation.getByRole('button', { name: /Shell Curl/ }).click();
    const groups = page.getByRole('listbox').getByRole('group');
    await groups.first().waitFor();
    await expect
      .poll(() => groups.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^C#\s+HttpClient$/),
        expect.stringMatching(/^Java\s+java\.net\.http$/),
        expect.stringMatching(/^JavaScript\s+Fetch$/),
        expect.stringMatching(/^Python\s+Requests$/),
        expect.stringMatching(/^Shell\s+Curl$/),
      ]);
    await page.keyboard.press('Escape');
  });

  it('sends a request with the demo’s token and shows the answer', async () => {
    const operation = page.locator('section[id$="calculateTransaction"]').first();
    await operation.getByRole('button', { name: /Test Request/ }).click();
    const answering = page.waitForResponse((response) => response.url().includes('/v1/transactions/calculate'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Send/ }).first().click();
    expect((await answering).status()).toBe(200);
    await expect.poll(() => dialog.innerText()).toContain('200 OK');
    await page.keyboard.press('Escape');
  });

  it('finds an operation by words', async () => {
    await openReference();
    await page
      .getByRole('button', { name: /Search/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().waitFor({ timeout: 5_000 });
    await page.keyboard.type('refundable');
    await expect.poll(() => dialog.innerText(), { timeout: 5_000 }).toMatch(/refundable amounts of an invoice/i);
    await page.keyboard.press('Escape');
  });

  it('loads its initial files in less than 1.2 MB', async () => {
    const sizes = new Map<string, number>();
    const other = await openPage(browser, new URL(server.url).origin);
    other.page.on('response', async (response) => {
      const length = response.headers()['content-length'];
      if (response.url().includes('/docs/files/')) sizes.set(response.url(), Number(length));
    });
    await other.page.goto(`${server.url}/v1/docs`);
    await other.page.getByRole('heading', { name: 'Tollgate', level: 1 }).waitFor({ timeout: 30_000 });
    const sum = [...sizes.values()].reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThan(100_000);
    expect(sum).toBeLessThan(1_200_000);
    expect([...sizes.keys()].filter((url) => /Agent/i.test(url))).toEqual([]);
    await other.close();
  });
});

const places = ['/', '/docs', '/docs/operations', '/v1/docs/errors', '/v1/docs/errors/INVALID_INPUT'];

describe.each(['light', 'dark'] as const)('every page, %s', (colorScheme) => {
  const theme = colorScheme === 'light' ? 'first' : 'second';
  let own: WatchedPage;
  beforeAll(async () => {
    own = await openPage(browser, new URL(server.url).origin, { colorScheme });
  });
  afterAll(() => own.close());

  it.each(places)('%s breaks no rule of axe and fits into the window', async (path) => {
    await own.page.goto(server.url + path);
    await own.page.waitForTimeout(500);
    for (const size of [wide, narrow]) {
      await own.page.setViewportSize(size);
      await expect.poll(() => own.page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
      expect(await brokenRules(own.page, theme)).toEqual([]);
    }
  });

  it('the reference breaks no rule of axe and fits into the window', async () => {
    await own.page.goto(`${server.url}/v1/docs`);
    await own.page.getByRole('heading', { name: 'Tollgate', level: 1 }).waitFor({ timeout: 30_000 });
    await own.page.waitForTimeout(2_000);
    for (const size of [wide, narrow]) {
      await own.page.setViewportSize(size);
      await expect.poll(() => own.page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
    }
    expect(await brokenRules(own.page, theme)).toEqual([]);
  });

  it('loads nothing from other origins, and causes no console errors or policy violations', () => {
    expect(own.strayRequests).toEqual([]);
    expect(own.complaints).toEqual([]);
  });
});

it('pictures of narrow windows', async () => {
  await page.setViewportSize(narrow);
  await page.goto(`${server.url}/`);
  await expect.poll(() => text('#state')).toMatch(/^Calculated/);
  await picture('front-page-390');
  await openReference();
  await expect.poll(widthOf).toBe(narrow.width);
  await picture('reference-390');
});

it('the pages load nothing from other origins, and cause no console errors or policy violations', () => {
  expect(watched.strayRequests).toEqual([]);
  expect(watched.complaints.filter((one) => !one.includes('400 (Bad Request)'))).toEqual([]);
});
