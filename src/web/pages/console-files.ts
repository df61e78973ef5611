import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the console. Its name has a hash of its content, so browsers can cache it forever. */
type ConsoleFile = {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Compressed with brotli at the highest level when the gateway was built. */
  readonly brotli: Buffer;
};

export type ConsoleFiles = {
  /** Paths relative to `/console/files/`. */
  readonly script: string;
  readonly styles: string;
  /** Modules that the script imports, listed so that the browser need not discover them one by one. */
  readonly preloads: readonly string[];
  names(): string[];
  find(name: string): ConsoleFile | null;
};

type Manifest = Pick<ConsoleFiles, 'script' | 'styles' | 'preloads'>;

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
};

/** Matches the files to serve, but neither folders nor compressed files. */
const fileName = /^[\w-]+(?:\.[\w-]+)*\.(?:js|css|json)$/;

/** The console's build folder: next to the built gateway, or in `dist` when the gateway runs from source. */
const folders = ['../console/', '../../../dist/web/console/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

function builtFolder(): string | null {
  return folders.find((folder) => existsSync(join(folder, 'manifest.json'))) ?? null;
}

/** Reads the list of console files; null if the console has not been built. */
export function readConsoleFiles(): ConsoleFiles | null {
  const folder = builtFolder();
  if (folder === null) return null;
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const read = new Map<string, ConsoleFile | null>();
  return {
    ...manifest,
    names: () => readdirSync(join(folder, 'files')).filter((name) => fileName.test(name)),
    find(name) {
      const known = read.get(name);
      if (known !== undefined) return known;
      if (!fileName.test(name) || !existsSync(join(folder, 'files', name))) return null;
      const file = readFile(join(folder, 'files', name));
      read.set(name, file);
      return file;
    },
  };
}

function readFile(path: string): ConsoleFile {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  return { contentType: contentTypes[ending]!, bytes: readFileSync(path), brotli: readFileSync(`${path}.br`) };
}

/**
 * The console's GraphQL operations by the SHA-256 of their text. The console sends no other operations. Empty if the
 * console has not been built.
 */
export function readConsoleOperations(): ReadonlyMap<string, string> {
  const folder = builtFolder();
  if (folder === null) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(join(folder, 'operations.json'), 'utf8'))));
}
