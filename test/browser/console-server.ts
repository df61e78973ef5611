import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../support/child.ts';
import type { BuiltServer } from './built-server.ts';

/** A store with the demo year, made once for all files of tests. */
let template: Promise<string> | null = null;

async function storeYear(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-year-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const server = await start(folder);
  const script = spawn(process.execPath, ['src/build/demo-year.mjs', server.url], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve) => script.once('close', resolve));
  await server.stop();
  if (code !== 0) throw new Error('The demo year was not stored.');
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
