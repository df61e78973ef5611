import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtMain } from './support/built.ts';
import { type Child, startChild } from './support/child.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
  language,
  text: text!,
}));
/** Blocks to paste into one shell, once the gateway runs, each with the next block if that shows the output. */
const commands = blocks.flatMap(({ language, text }, at) => {
  if (language !== 'sh' || /^npm /.test(text)) return [];
  const shown = blocks[at + 1];
  return [{ text, shown: shown && shown.language !== 'sh' ? shown : null }];
});
const mark = '---8<---';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-readme-'));
let gateway: Child;
let outputs: string[];
beforeAll(async () => {
  gateway = startChild(builtMain(), [], { PORT: '0', DATA_DIR: join(directory, '.data') });
  const { host } = new URL(String(JSON.parse(await gateway.errorLine(/"msg":"listening"/)).url));
  const script = commands.map(({ text }) => text.replaceAll('localhost:4000', host)).join(`\necho '${mark}'\n`);
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: directory, encoding: 'utf8' });
  expect(stderr).toBe('');
  outputs = stdout.split(`${mark}\n`);
});
afterAll(async () => {
  await gateway.end('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

it('every command of the README prints what it shows', () => {
  expect(commands.filter(({ shown }) => shown).length).toBeGreaterThan(5);
  for (const [at, { shown }] of commands.entries()) {
    if (shown?.language === 'json') expect(JSON.parse(outputs[at]!)).toMatchObject(JSON.parse(shown.text));
    else if (shown) expect(outputs[at]).toBe(shown.text);
  }
});

it('the cart has the sum of its authorities, and the files have their rows', () => {
  const cents = [...outputs[1]!.matchAll(/ ([\d.]+)'/g)].map(([, amount]) => Math.round(Number(amount) * 100));
  expect(readme).toContain(`${(cents.reduce((sum, part) => sum + part, 0) / 100).toFixed(2)} together`);
  expect(cents).toHaveLength(6);
  expect(readFileSync(join(directory, '.data/minnesota.csv'), 'utf8')).toMatch(/^zip,city,county,category,rate/);
});

it('the README is read in four minutes', () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8_500);
  expect(readme.split(/\s+/).length).toBeLessThan(1_050);
});
