import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseEncoding, type Encoding } from './compression.ts';

/**
 * The folder with the browser files built by `npm run build`: next to the built gateway, or in `dist` when the gateway
 * runs from source.
 */
const folders = ['../web/pages/', '../../dist/web/pages/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The URL path of the files. Their names contain a hash of their content, so browsers can cache them forever. */
export const filesPath = '/docs/files/';

type Manifest = {
  /** The hashed name of each file, by its plain name, such as `page.css`. */
  readonly files: Readonly<Record<string, string>>;
  /** The static imports of each script, so that the browser does not discover them one by one. */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
};

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
};

/** Names of files, with subfolders. Hidden and compressed files are not allowed. */
const fileName = /^(?:[\w-]+(?:\.[\w-]+)*\/)*[\w-]+(?:\.[\w-]+)*\.(?:js|css|json)$/;

type BuiltFile = { readonly contentType: string; readonly bytes: Buffer; readonly encoding: Encoding | null };

let known: { readonly folder: string; readonly manifest: Manifest } | null = null;

/** The build output, read when the first page is opened; null if the pages have not been built. */
function built() {
  const folder = known ? null : folders.find((one) => existsSync(join(one, 'manifest.json')));
  if (folder) known = { folder, manifest: JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) };
  return known;
}

/** The URL of a file. Without a build the URL is dead, but the page is readable without the file. */
export function builtAddress(name: string): string {
  return `${filesPath}${built()?.manifest.files[name] ?? name}`;
}

export function preloadsOf(name: string): readonly string[] {
  return (built()?.manifest.preloads[name] ?? []).map((file) => `${filesPath}${file}`);
}

/**
 * Reads a file in an encoding that the client accepts; null if the file does not exist. Files are not cached in memory:
 * browsers request them once.
 */
export async function readBuiltFile(name: string, acceptEncoding: string | null): Promise<BuiltFile | null> {
  const folder = built()?.folder;
  if (!folder || !fileName.test(name) || !existsSync(join(folder, 'files', name))) return null;
  const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)]!;
  const encoding = chooseEncoding(acceptEncoding ?? '');
  const ending = encoding === 'br' ? '.br' : encoding === 'gzip' ? '.gz' : '';
  return { contentType, encoding, bytes: await readFile(join(folder, 'files', name + ending)) };
}

/** Reads build output for the gateway itself rather than for browsers. */
export function readBuiltText(name: string): string | null {
  const folder = built()?.folder;
  return folder && existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null;
}
