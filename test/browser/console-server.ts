import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../support/child.ts';
import type { BuiltServer } from './built-server.ts';
import { openPage, startBrowser } from './watched-page.ts';

/** A store with the demo year, made once for all files of tests, as people make it: with the button of an empty console. */
let template: Promise<string> | null = null;

async function storeYear(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-year-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const server = await start(folder);
  const browser = await startBrowser();
  const { page } = await openPage(browser, new URL(server.url).origin);
  await page.goto(`${server.url}/console`);
  await page.getByRole('button', { name: 'Store a year' }).press('Enter');
  await page.getByRole('progressbar').waitFor();
  // The offer goes when the year is there.
  await page.getByRole('heading', { name: 'This demo is empty' }).waitFor({ state: 'detached', timeout: 240_000 });
  await page.locator('.bars').waitFor();
  await browser.close();
  await server.stop();
  return folder;
}

async function start(folder: string, environment: Record<string, string> = {}): Promise<BuiltServer> {
  const server = startChild('dist/main.js', [], { PORT: '0', DATA_DIR: folder, ...environment });
  const line = await server.errorLine(/"msg":"listening"/);
  return { url: String(JSON.parse(line).url), stop: async () => void (await server.end('SIGTERM')) };
}

/** The built product with the demo year, in a store that only the caller changes. */
export async function startYearServer(environment: Record<string, string> = {}): Promise<BuiltServer> {
  template ??= storeYear();
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-console-'));
  cpSync(await template, folder, { recursive: true });
  const server = await start(folder, environment);
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
