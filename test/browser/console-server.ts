import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { startChild } from '../support/child.ts';
import type { BuiltServer } from './built-server.ts';
import { openPage, startBrowser } from './watched-page.ts';

/** A store with the demo year. The first worker that needs it creates it, which takes long; the others wait. */
async function yearStore(): Promise<string> {
  const folder = inject('yearFolder');
  const [store, failed] = [join(folder, 'store'), join(folder, 'failed')];
  if (isFirst(folder)) {
    const draft = join(folder, 'draft');
    await storeYear(draft).catch((error) => {
      writeFileSync(failed, '');
      throw error;
    });
    renameSync(draft, store);
  }
  while (!existsSync(store)) {
    if (existsSync(failed)) throw new Error('The demo year could not be made.');
    await wait(100);
  }
  return store;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, 'begun'));
    return true;
  } catch {
    return false;
  }
}

/** As people store it: with the button of an empty console. */
async function storeYear(folder: string): Promise<void> {
  const server = await start(folder);
  const browser = await startBrowser();
  const { page } = await openPage(browser, new URL(server.url).origin);
  await page.goto(`${server.url}/console`);
  await page.getByRole('button', { name: 'Store demo year' }).press('Enter');
  await page.getByRole('progressbar').waitFor();
  // The offer disappears once the year is stored.
  await page.getByRole('heading', { name: 'This demo is empty' }).waitFor({ state: 'detached', timeout: 240_000 });
  await page.locator('.bars').waitFor();
  await browser.close();
  await server.stop();
}

async function start(folder: string, environment: Record<string, string> = {}): Promise<BuiltServer> {
  const server = startChild('dist/main.js', [], { PORT: '0', DATA_DIR: folder, ...environment });
  const line = await server.errorLine(/"msg":"listening"/);
  return { url: String(JSON.parse(line).url), folder, stop: async () => void (await server.end('SIGTERM')) };
}

/** The built product with the demo year, in a store that only the caller changes. */
export async function startYearServer(environment: Record<string, string> = {}): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-console-'));
  cpSync(await yearStore(), folder, { recursive: true });
  const server = await start(folder, environment);
  return {
    ...server,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
