import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { brokenRules } from './axe.ts';
import { openPage } from './watched-page.ts';

/** Opens a path of the console, and waits until nothing is loading. */
export async function openView(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await page.locator('main h1').waitFor();
  await settled(page);
}

/** Waits until all responses and the shapes of the map have arrived. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeleton, [aria-busy="true"], .us-map-empty').count()).toBe(0);
}

/** Presses Tab until something with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused =
    'document.activeElement.getAttribute("aria-label") ?? document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText';
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    if (name.test(String(await page.evaluate(focused)))) return;
  }
  throw new Error(`The Tab key does not reach ${name}.`);
}

/** The ways in which people see a view: on a desktop, on a phone, and in the dark. */
const looks = [
  { colorScheme: 'light', size: { width: 1280, height: 800 } },
  { colorScheme: 'light', size: { width: 390, height: 844 } },
  { colorScheme: 'dark', size: { width: 390, height: 844 } },
  { colorScheme: 'dark', size: { width: 1280, height: 800 } },
] as const;

/** In every theme and size, no rule of axe is broken, and nothing is wider than the window. */
export async function expectAccessible(page: Page, url: string, path: string): Promise<void> {
  await openView(page, url, path);
  for (const { colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await settled(page);
    await expect
      .poll(() => page.evaluate('[location.pathname + location.search, document.documentElement.scrollWidth]'))
      .toEqual([path, size.width]);
    const broken = await brokenRules(page, colorScheme === 'light' ? 'first' : 'second');
    expect([path, colorScheme, size.width, broken]).toEqual([path, colorScheme, size.width, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(looks[0].size);
}

const refusals = [
  { status: 401, code: 'UNAUTHENTICATED', title: 'Sign in' },
  { status: 403, code: 'FORBIDDEN', title: 'You do not have access' },
  { status: 429, code: 'TOO_MANY_REQUESTS', title: 'Too many requests' },
  { status: 503, code: 'NOT_READY', title: 'The gateway is not ready' },
] as const;

/** Each view explains why it is empty: the first one after every refusal, and each other one after one of them. */
export async function expectRefused(browser: Browser, url: string, paths: readonly string[]): Promise<void> {
  const visitor = await openPage(browser, new URL(url).origin);
  const [first, ...others] = paths;
  const visits = [
    ...refusals.map((refusal) => ({ path: first!, refusal })),
    ...others.map((path, index) => ({ path, refusal: refusals[index % refusals.length]! })),
  ];
  for (const { path, refusal } of visits) {
    const { status, code, title } = refusal;
    await visitor.page.route('**/graphql', (route) =>
      route.fulfill({
        status,
        headers: { 'Retry-After': '30' },
        contentType: 'application/graphql-response+json',
        body: JSON.stringify({ errors: [{ message: 'No.', extensions: { code, retryAfter: 30 } }] }),
      }),
    );
    await visitor.page.goto(`${url}${path}`);
    const shown = () => visitor.page.locator('main').innerText();
    await expect.poll(shown, { message: `${path} after ${status}` }).toContain(title);
  }
  await visitor.close();
}
