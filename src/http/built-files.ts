import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseEncoding, type Encoding } from './compression.ts';

/** Where `npm run build` has what browsers load: beside the built gateway, or in `dist` when the gateway runs from its source. */
const folders = ['../web/pages/', '../../dist/web/pages/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The address of the files. Their names have a hash of their content, so browsers can keep them for ever. */
export const filesPath = '/docs/files/';

type Manifest = {
  /** The name with a hash of each file, such as `page.css`. */
  readonly files: Readonly<Record<string, string>>;
  /** What a script imports at its start, so that the browser need not find it one after the other. */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
};

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
};

/** Lower folders are allowed, but no hidden and no compressed files. */
const fileName = /^(?:[\w-]+(?:\.[\w-]+)*\/)*[\w-]+(?:\.[\w-]+)*\.(?:js|css|json)$/;

type BuiltFile = { readonly contentType: string; readonly bytes: Buffer; readonly encoding: Encoding | null };

let known: { readonly folder: string; readonly manifest: Manifest } | null = null;

/** Null if the pages have not been built. It is read when the first page is opened. */
function built() {
  const folder = known ? null : folders.find((one) => existsSync(join(one, 'manifest.json')));
  if (folder) known = { folder, manifest: JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) };
  return known;
}

/** The address of a file. Without a build it leads nowhere, and the page is readable without it. */
export function builtAddress(name: string): string {
  return `${filesPath}${built()?.manifest.files[name] ?? name}`;
}

export function preloadsOf(name: string): readonly string[] {
  return (built()?.manifest.preloads[name] ?? []).map((file) => `${filesPath}${file}`);
}

/** Reads a file in a form that the client accepts; null if there is none. Files are not kept in memory: browsers ask once. */
export async function readBuiltFile(name: string, acceptEncoding: string | null): Promise<BuiltFile | null> {
  const folder = built()?.folder;
  if (!folder || !fileName.test(name) || !existsSync(join(folder, 'files', name))) return null;
  const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)]!;
  const encoding = chooseEncoding(acceptEncoding ?? '');
  const ending = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : '';
  return { contentType, encoding, bytes: await readFile(join(folder, 'files', name + ending)) };
}

/** Reads what the build has for the gateway itself, and not for browsers. */
export function readBuiltText(name: string): string | null {
  const folder = built()?.folder;
  return folder && existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null;
}
