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

/** Waits until neither an answer nor the shapes of the map are still to come. */
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

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** In both themes, on a desk and on a phone: no rule of axe is broken, and nothing is wider than the window. */
export async function expectAccessible(page: Page, url: string, path: string): Promise<void> {
  await openView(page, url, path);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of sizes) {
      await page.setViewportSize(size);
      await settled(page);
      await expect
        .poll(() => page.evaluate('[location.pathname + location.search, document.documentElement.scrollWidth]'))
        .toEqual([path, size.width]);
      const broken = await brokenRules(page, colorScheme === 'light' ? 'first' : 'second');
      expect([path, colorScheme, size.width, broken]).toEqual([path, colorScheme, size.width, []]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(sizes[0]!);
}

type Refusal = readonly [status: number, code: string, title: string];

export const refusals: readonly Refusal[] = [
  [401, 'UNAUTHENTICATED', 'Sign in'],
  [403, 'FORBIDDEN', 'You may not see this'],
  [429, 'TOO_MANY_REQUESTS', 'Too many requests'],
  [503, 'NOT_READY', 'The gateway is not ready'],
];

/** Each view says why there is nothing to see when the gateway refuses. */
export async function expectRefused(
  browser: Browser,
  url: string,
  paths: readonly string[],
  [status, code, title]: Refusal,
): Promise<void> {
  const visitor = await openPage(browser, new URL(url).origin);
  await visitor.page.route('**/graphql', (route) =>
    route.fulfill({
      status,
      headers: { 'Retry-After': '30' },
      contentType: 'application/graphql-response+json',
      body: JSON.stringify({ errors: [{ message: 'No.', extensions: { code, retryAfter: 30 } }] }),
    }),
  );
  for (const path of paths) {
    await visitor.page.goto(`${url}${path}`);
    await expect.poll(() => visitor.page.locator('main').innerText()).toContain(title);
  }
  await visitor.close();
}
