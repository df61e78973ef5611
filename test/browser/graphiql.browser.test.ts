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
  await open();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The page is ready when it has the schema: its editors then show no errors. */
async function open(): Promise<void> {
  const schema = page.waitForResponse((response) => (response.request().postData() ?? '').includes('__schema'));
  await page.goto(`${server.url}/graphql`);
  await schema;
  await page.getByRole('button', { name: /^Execute query/ }).waitFor();
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
}

const result = () => page.locator('.graphiql-response .view-lines');

/** Runs the visible tab; returns the response and the first lines of the pane. */
async function run(): Promise<{ readonly status: number; readonly answer: string; readonly shown: string }> {
  const answering = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: /^Execute query/ }).click();
  const response = await answering;
  const answer = JSON.stringify(await response.json());
  await expect.poll(async () => tight(answer).startsWith(tight(await result().innerText()).slice(0, 60))).toBe(true);
  return { status: response.status(), answer, shown: tight(await result().innerText()) };
}

/** Switches to another tab. GraphiQL parses its document a tenth of a second later, and only then knows what to run. */
async function show(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await expect.poll(async () => tight(await page.locator('.graphiql-query-editor').innerText())).toContain(`${name}(`);
  await page.waitForTimeout(500);
}

/** Opens an example of the menu in a tab. */
async function choose(name: string): Promise<void> {
  const schema = page.waitForResponse((response) => (response.request().postData() ?? '').includes('__schema'));
  await page.getByLabel('More examples').selectOption(name);
  await schema;
  await expect.poll(() => page.getByRole('tab', { selected: true }).allInnerTexts()).toEqual([name]);
  await expect.poll(async () => tight(await page.locator('.graphiql-query-editor').innerText())).toContain(`${name}(`);
  await page.waitForTimeout(500);
}

/** The pane wraps lines and indents with several kinds of spaces. */
const tight = (text: string) => text.replace(/[\s\u00a0]+/g, '');

/** Each tab of GraphiQL is a list item with the role of a tab, and has two buttons in it. */
async function rulesBrokenByUs(shown: Page): Promise<readonly string[]> {
  const broken = await brokenRules(shown);
  return broken.filter((rule) => !rule.startsWith('nested-interactive: .graphiql-tab-active,'));
}

describe('GraphiQL, in a browser with no network but the gateway', () => {
  it('shows the figures of the first tab in an empty store', async () => {
    const hint = () =>
      page.evaluate("getComputedStyle(document.querySelector('.graphiql-response'), '::before').content");
    expect(await hint()).toContain('Press ▶ or Ctrl + Enter');
    const { status, shown } = await run();
    expect(status).toBe(200);
    expect(await hint()).toBe('none');
    expect(shown).toContain('"finalTransactionAmount":"259.24","salesTax":{"amount":"15.24","rate":"0.09025"');
    await expectPicture(page, 'graphiql', 'the same every day');
    await page.setViewportSize({ width: 390, height: 844 });
    await expectPicture(page, 'graphiql-390', 'the same every day');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('follows the theme of the system, in its editors too', async () => {
    const dark = page.locator('.graphiql-query-editor .monaco-editor.vs-dark');
    for (const [colorScheme, count] of [
      ['dark', 1],
      ['light', 0],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => dark.count()).toBe(count);
    }
  });

  it('breaks no rule of axe but the one that GraphiQL breaks itself', async () => {
    expect(await rulesBrokenByUs(page)).toEqual([]);
  });

  it('runs the other tabs and examples of the menu', async () => {
    const names = await page
      .getByRole('tab')
      .getByRole('button', { name: /^[A-Z]\w+$/ })
      .allInnerTexts();
    expect(names).toEqual([
      'CalculateTax',
      'StoreCustomer',
      'StoreInvoice',
      'FindDocuments',
      'StoreCertificate',
      'RefundInvoice',
      'PrepareReturn',
    ]);
    const others = await page
      .locator('#more option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')!));
    expect(others.length).toBeGreaterThanOrEqual(13);
    for (const name of [...names.slice(1), 'WhyZero', 'HandleErrors']) {
      if (others.includes(name)) await choose(name);
      else await show(name);
      const { status, answer } = await run();
      expect(status, name).toBe(200);
      expect(answer, name).toMatch(/^\{"data":\{/);
      expect(answer, name).not.toContain('"errors":');
      const fault = /"__typename":"(InvalidInput|NotFound|Conflict|OverRefund)/;
      if (name === 'HandleErrors') expect(answer).toMatch(fault);
      else expect(answer, name).not.toMatch(fault);
    }
  });

  it('follows documents live, until it is stopped', async () => {
    await choose('FollowDocuments');
    const streaming = page.waitForResponse((response) => response.headers()['content-type'] === 'text/event-stream');
    await page.getByRole('button', { name: /^Execute query/ }).click();
    const { accessToken } = JSON.parse(
      await page.evaluate(
        "fetch('/demo/token', { method: 'POST', headers: { 'X-Tollgate-Demo': '1' } }).then((answer) => answer.text())",
      ),
    );
    const Authorization = `Bearer ${accessToken}`;
    expect((await streaming).status()).toBe(200);
    await expect.poll(async () => tight(await result().innerText())).toContain('"externalId":"ESTIMATE-LIVE"');
    const stored = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization },
      body: JSON.stringify({
        query:
          'mutation { cancelTransaction(input: { by: { key: {source: "9", externalId: "INV-1001"} } }) { __typename } }',
      }),
    });
    expect(stored.status).toBe(200);
    await expect.poll(async () => tight(await result().innerText())).toContain('"action":"CANCELLED"');
    await page.getByRole('button', { name: /^Stop query/ }).click();
    await page.getByRole('button', { name: /^Execute query/ }).waitFor();
  });

  it('opens the documentation, and finds a type', async () => {
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const documentation = page.locator('.graphiql-doc-explorer');
    await documentation.getByRole('link', { name: 'Query', exact: true }).click();
    await documentation.getByRole('link', { name: 'calculateTax', exact: true }).click();
    await expect.poll(() => documentation.innerText()).toContain('stores nothing');
    await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
  });

  it('keeps its tabs, its token and its address after a reload', async () => {
    await open();
    await expect.poll(() => page.url()).toBe(`${server.url}/graphql`);
    for (const name of ['FindDocuments', 'CalculateTax']) {
      await show(name);
      const { status, answer } = await run();
      expect([status, answer]).toEqual([200, expect.not.stringContaining('"errors":')]);
    }
    await page.getByRole('button', { name: 'Headers', exact: true }).click();
    await expect
      .poll(async () => tight(await page.locator('[aria-label="Headers"]').last().innerText()))
      .toContain('"Authorization":"Bearer');
  });

  it('restores the examples when its data is cleared', async () => {
    const tabs = page.getByRole('tab');
    const before = await tabs.count();
    await page.getByRole('button', { name: 'New tab' }).click();
    await expect.poll(() => tabs.count()).toBe(before + 1);
    await page.waitForTimeout(1_000); // GraphiQL saves its tabs half a second later.
    await open();
    await expect.poll(() => tabs.count()).toBe(before + 1);
    await page.waitForTimeout(1_000); // An opened page saves its tabs as well, which would undo the clearing.
    await page.getByRole('button', { name: 'Open settings dialog' }).click();
    await page.getByRole('button', { name: 'Clear data' }).click();
    await page.getByRole('button', { name: 'Cleared data' }).waitFor();
    await open();
    await expect.poll(() => tabs.count()).toBe(7);
  });

  it('opens the query of a link in its own tab, before the examples, and in the dark', async () => {
    const visitor = await openPage(browser, new URL(server.url).origin, { colorScheme: 'dark' });
    await visitor.page.goto(`${server.url}/graphql?query=${encodeURIComponent('query Linked { account { name } }')}`);
    const tabs = visitor.page.getByRole('tab');
    await expect.poll(() => tabs.allInnerTexts()).toEqual(expect.arrayContaining(['Linked', 'CalculateTax']));
    await expect.poll(() => visitor.page.getByRole('tab', { selected: true }).innerText()).toBe('Linked');
    expect(await rulesBrokenByUs(visitor.page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  it('has a language, a title, a main landmark, and labels for all buttons', async () => {
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    await expect.poll(() => page.title()).toBe('Tollgate: GraphiQL');
    await expect.poll(() => page.getByRole('main').count()).toBe(1);
    const buttons = await page.getByRole('button').count();
    expect(buttons).toBeGreaterThan(20);
    await expect.poll(() => page.getByRole('button', { name: /\w/ }).count()).toBe(buttons);
  });

  it.each([1280, 900, 600, 390])('keeps everything within a window %i points wide', async (width) => {
    await page.setViewportSize({ width, height: 700 });
    for (const part of [
      page.getByRole('button', { name: /^Execute query/ }),
      page.locator('.graphiql-query-editor'),
      page.locator('.graphiql-response'),
      page.getByRole('button', { name: 'Open settings dialog' }),
    ]) {
      await expect.poll(async () => (await part.boundingBox())?.width ?? 0).toBeGreaterThan(20);
      const box = await part.boundingBox();
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(width);
      expect(box!.y + box!.height).toBeLessThanOrEqual(700);
    }
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  it('loads nothing from other origins, and causes no console errors or policy violations', () => {
    expect(watched.strayRequests).toEqual([]);
    expect(watched.complaints).toEqual([]);
  });
});
