import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schema } from '../src/graphql/schema.ts';
import { operationOf, operations, resolved } from './support/openapi.ts';

const source = join(import.meta.dirname, '../src');

/** Folders as written in a README: `name/`, on its own or in a list of a code block. */
const foldersIn = (text: string) => [...text.matchAll(/(?<![\w./-])([a-z-]+)\/(?![\w.])/g)].map(([, name]) => name!);

it.each(['domain', 'usecases', 'graphql', 'rest', 'ports', 'stores'])('the README of %s names its folders', (layer) => {
  const entries = readdirSync(join(source, layer), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const named = new Set(foldersIn(readFileSync(join(source, layer, 'README.md'), 'utf8')));
  expect(folders.filter((name) => !named.has(name))).toEqual([]);
});

it('the page about the files of the states names all of their members', () => {
  const folder = join(source, 'rates/book/data/us');
  const named = new Set(
    [...readFileSync(join(source, 'rates/book/state-files.md'), 'utf8').matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  );
  const members = readdirSync(folder).flatMap((file) => {
    const state = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const { taxability, singleItemCaps, holidays, nexus } = state;
    return [state, state.state, ...taxability, ...singleItemCaps, ...holidays, ...nexus].flatMap(Object.keys);
  });
  expect(members.length).toBeGreaterThan(1_000);
  expect([...new Set(members)].filter((name) => !named.has(name))).toEqual([]);
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

const root = join(import.meta.dirname, '..');

/** The pages for clients and developers. */
const pages = [
  'README.md',
  ...['src', 'test/clients'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.md$/.test(path) && !/node_modules/.test(path))
      .map((path) => `${folder}/${path}`),
  ),
];

/** Operations as written on a page: `PUT`, `GET /v1/exemptions/…`, in code or in a command. */
function requestsIn(text: string): [method: string, path: string][] {
  const listed = [...text.matchAll(/((?:`?[A-Z]+`?,\s)*`?[A-Z]+)\s(\/v1\/[^\s`]*[^\s`.])/g)].flatMap(
    ([, methods, path]) => methods!.match(/[A-Z]+/g)!.map((method): [string, string] => [method, path!]),
  );
  const sent = [...text.matchAll(/curl [^\n]*?(?:-X (\w+) )?'?localhost:4000(\/v1\/[^\s']+)/g)].map(
    ([, method, path]): [string, string] => [method ?? 'POST', path!],
  );
  return [...listed, ...sent];
}

it.each(pages)('%s names requests of the OpenAPI document', (page) => {
  const unknown = requestsIn(readFileSync(join(root, page), 'utf8')).filter(([method, target]) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const operation = operationOf(method, decodeURIComponent(pathname))?.operation;
    const parameters = Object.values(operation?.parameters ?? {}).map((one) => resolved(one).name);
    return !operation || [...searchParams.keys()].some((name) => !parameters.includes(name));
  });
  expect(unknown).toEqual([]);
});

it.each(pages)('%s names ends of paths and mutations as they are', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const ends = [...text.matchAll(/`(?:[A-Z]+ )?…(\/[a-z_]+)`/g)].map(([, end]) => end!);
  expect(ends.filter((end) => !operations.some(({ path }) => path.endsWith(end)))).toEqual([]);
  const verbs =
    /`((?:upsert|patch|cancel|refund(?!Fraction)|erase|attach|detach|rotate|redeliver|reopen|convert|recalculate)[A-Z]\w+)`/g;
  const mutations = schema.getMutationType()!.getFields();
  expect([...text.matchAll(verbs)].map(([, name]) => name!).filter((name) => !(name in mutations))).toEqual([]);
});
