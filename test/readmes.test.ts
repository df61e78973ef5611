import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../src');

/** Folders as a README writes them: `name/`, on its own or in a list of a code block. */
const foldersIn = (text: string) => [...text.matchAll(/(?<![\w./-])([a-z-]+)\/(?![\w.])/g)].map(([, name]) => name!);

it.each(['domain', 'usecases', 'graphql', 'rest', 'ports'])('the README of %s names its folders', (layer) => {
  const entries = readdirSync(join(source, layer), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const named = new Set(foldersIn(readFileSync(join(source, layer, 'README.md'), 'utf8')));
  expect(folders.filter((name) => !named.has(name))).toEqual([]);
});

it('the README of ports names its files', () => {
  const files = readdirSync(join(source, 'ports')).filter((name) => name.endsWith('.ts'));
  const text = readFileSync(join(source, 'ports/README.md'), 'utf8');
  expect(files.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

it.each(['domain', 'rest'])('the table of %s names no folder that is not there', (layer) => {
  const text = readFileSync(join(source, layer, 'README.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (`[a-z-]+\/`(?:, `[a-z-]+\/`)*) \|/gm)].flatMap(([, cell]) => foldersIn(cell!));
  const folders = readdirSync(join(source, layer), { withFileTypes: true }).map(({ name }) => name);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((name) => !folders.includes(name))).toEqual([]);
});
