import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const script = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** The rules that the colors of a theme can break. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Targets of less than 24 pixels, which axe allows by default. */
const rules = { 'target-size': { enabled: true } };

/**
 * The rules of axe that the page breaks, each with the elements that break it; for a second theme, only color rules. The page's
 * policy does not bind the test.
 */
export async function brokenRules(page: Page, theme: 'first' | 'second' = 'first'): Promise<readonly string[]> {
  if (await page.evaluate('!window.axe')) await page.evaluate(script);
  const options = { resultTypes: ['violations'], rules, ...(theme === 'second' && { runOnly: rulesOfColour }) };
  return page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
  );
}
