import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtMain } from '../support/built.ts';
import { type Child, startChild } from '../support/child.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-shop-'));
let gateway: Child;
let shop: Child;
let url = '';

beforeAll(async () => {
  gateway = startChild(builtMain(), [], { PORT: '0', DATA_DIR: folder });
  const { url: TOLLGATE_URL } = JSON.parse(await gateway.errorLine(/"msg":"listening"/));
  shop = startChild('src/shops/sample-shop.mjs', [], { PORT: '0', DATA_DIR: folder, TOLLGATE_URL });
  url = /http:\S+/.exec(await shop.line(/is open/))![0];
});

afterAll(async () => {
  await shop?.end('SIGTERM');
  await gateway?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const shown = async (path: string, form?: string) => {
  const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
  return /<p role="status">([\s\S]*)<\/p>/.exec(await (await fetch(url + path, sent)).text())![1];
};

it('shows the tax of a cart, stores an invoice, and explains an invalid address', async () => {
  expect(await shown('/')).toBe('Tax $9.03, total $189.03');
  expect(await shown('/?Lamp=2&Coat=0&zip=55401')).toBe('Tax $18.05, total $218.05');
  expect(await shown('/', 'Lamp=1&Coat=1&zip=55401')).toMatch(/^Tax \$9\.03, total \$189\.03: stored as SHOP-\d+$/);
  expect(await shown('/?zip=%3Cb%3E')).toContain('is not a US ZIP code');
});
