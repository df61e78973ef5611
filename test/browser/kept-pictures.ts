import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const folder = import.meta.dirname;

/**
 * Allowed difference from the stored picture. On average, out of 255: letters and figures are small, another view is 5
 * to 7 away, another theme 200. `strange` is the share of cells that look different. What depends on the day may have
 * more or fewer rows.
 */
const tolerances = {
  'the same every day': { average: 3, strange: 0.01 },
  'of the day': { average: 6, strange: 0.03 },
} as const;

/**
 * Compares a page with the stored picture, or stores it (`npm run test:browser -- --screenshot`). Both are made coarse
 * before: letters become grey, so that other fonts and figures pass, while what moves, is missing or has another colour
 * does not.
 */
export async function expectPicture(page: Page, name: string, kind: keyof typeof tolerances): Promise<void> {
  if (process.env.TEST_SCREENSHOTS) {
    await page.screenshot({ path: join(process.env.TEST_SCREENSHOTS, `${name}.png`) });
    return;
  }
  const path = join(folder, `${name}.png`);
  expect(existsSync(path), `${path} is kept`).toBe(true);
  const most = tolerances[kind];
  const kept = readFileSync(path).toString('base64');
  const context = await page.context().browser()!.newContext();
  const blank = await context.newPage();
  try {
    // A page that is still rendering is checked again.
    await expect
      .poll(async () => {
        const taken = (await page.screenshot()).toString('base64');
        const { average, strange } = await difference(blank, kept, taken);
        return average <= most.average && strange <= most.strange
          ? 'alike'
          : JSON.stringify({ name, average, strange });
      })
      .toBe('alike');
  } finally {
    await context.close();
  }
}

type Difference = { readonly average: number; readonly strange: number };

/** The browser decodes the pictures and averages their colors by cell. */
function difference(blank: Page, kept: string, taken: string): Promise<Difference> {
  return blank.evaluate(`(${inBrowser})(${JSON.stringify(kept)}, ${JSON.stringify(taken)})`) as Promise<Difference>;
}

const inBrowser = `async (kept, taken) => {
  const side = 40;
  const cellsOf = async (base64) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + base64;
    await image.decode();
    const { width, height } = image;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const cells = [];
    for (let y = 0; y + side <= height; y += side) {
      for (let x = 0; x + side <= width; x += side) {
        const { data } = context.getImageData(x, y, side, side);
        const sums = [0, 0, 0];
        for (let at = 0; at < data.length; at += 4) for (let part = 0; part < 3; part += 1) sums[part] += data[at + part];
        cells.push(sums.map((sum) => sum / (side * side)));
      }
    }
    return { size: width + 'x' + height, cells };
  };
  const [before, now] = [await cellsOf(kept), await cellsOf(taken)];
  if (before.size !== now.size) return { average: 255, strange: 1 };
  const differences = before.cells.map((cell, index) =>
    cell.reduce((sum, value, part) => sum + Math.abs(value - now.cells[index][part]) / 3, 0));
  const average = differences.reduce((sum, one) => sum + one, 0) / differences.length;
  return { average, strange: differences.filter((one) => one > 30).length / differences.length };
}`;
