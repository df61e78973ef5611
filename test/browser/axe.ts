import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const script = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** The rules of axe that the page breaks, each with the elements that break it. The page's policy does not bind the test. */
export async function brokenRules(page: Page): Promise<readonly string[]> {
  await page.evaluate(script);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
  );
}
