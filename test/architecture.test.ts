import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What the files of a folder may import from `src/`: folders, or single files that only name what is plugged in. */
const mayImport: Record<string, readonly string[]> = {
  tax: ['tax'],
  reference: ['reference', 'tax'],
  domain: ['domain', 'tax', 'reference/reference-data.ts'],
  registers: ['registers', 'domain', 'reference/reference-data.ts', 'config.ts'],
  uploads: ['uploads', 'domain/errors.ts'],
  imports: [
    'imports',
    'tax/decimal.ts',
    'reference/rate-layer.ts',
    'reference/known-book.ts',
    'stores/rate-book-store.ts',
  ],
  'rate-book': [
    'rate-book',
    'domain/errors.ts',
    'reference/bundled.ts',
    'reference/rate-layer.ts',
    'reference/reference-data.ts',
    'stores/rate-book-store.ts',
  ],
  usecases: [
    'usecases',
    'uploads',
    'domain',
    'tax',
    'context.ts',
    'stores/stores.ts',
    'stores/change-store.ts',
    'reference/reference-data.ts',
    'registers/register.ts',
  ],
  stores: [
    'stores',
    'domain',
    'tax/decimal.ts',
    'tax/assessment.ts',
    'tax/reasons.ts',
    'reference/rate-layer.ts',
    'config.ts',
  ],
  auth: ['auth', 'domain', 'context.ts', 'stores/stores.ts', 'stores/loaders.ts', 'config.ts'],
  rest: [
    'rest',
    'uploads',
    'usecases',
    'domain',
    'context.ts',
    'tax/assessment.ts',
    'tax/reasons.ts',
    'tax/place.ts',
    'stores/stores.ts',
    'reference/reference-data.ts',
    'auth/authenticator.ts',
  ],
  graphql: [
    'graphql',
    'uploads',
    'usecases',
    'domain',
    'context.ts',
    'tax/assessment.ts',
    'tax/reasons.ts',
    'tax/place.ts',
    'stores/stores.ts',
    'stores/loaders.ts',
    'reference/reference-data.ts',
    'auth/authenticator.ts',
  ],
  'context.ts': [
    'domain',
    'reference/reference-data.ts',
    'registers/register.ts',
    'stores/stores.ts',
    'stores/loaders.ts',
  ],
  'config.ts': ['domain'],
};

/** Packages that only some folders may know. */
const packageHomes: Record<string, readonly string[]> = {
  'decimal.js': ['tax/decimal.ts'],
  '@prisma/client': ['stores'],
  '@prisma/adapter-pg': ['stores'],
  pg: ['stores', 'graphql'],
  '@electric-sql/pglite': ['stores'],
  graphql: ['graphql', 'app.ts'],
  'graphql-yoga': ['graphql', 'app.ts'],
  '@pothos/core': ['graphql'],
  hono: ['rest'],
  jose: ['auth'],
  'csv-parse': ['imports', 'uploads'],
  '@fastify/busboy': ['uploads'],
  yauzl: ['imports'],
  zod: ['domain', 'graphql', 'registers', 'rest', 'config.ts'],
};

const root = join(import.meta.dirname, '../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.startsWith('stores/generated'),
);

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [
    ...text.matchAll(/(?:^|\s)(?:import|export)\b[^;'"]*?from\s+'([^']+)'|(?:^|[\s(])import\(?\s*'([^']+)'/g),
  ].map((match) => match[1] ?? match[2]!);
}

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

describe('imports', () => {
  it('finds the source files', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(importsOf('app.ts')).toContain('./context.ts');
  });

  it.each(Object.keys(mayImport))('of %s point inwards only', (home) => {
    const wrong = files
      .filter((file) => isWithin(file, home))
      .flatMap((file) =>
        importsOf(file)
          .filter((path) => path.startsWith('.'))
          .map((path) => relative(root, join(root, dirname(file), path)))
          .filter((target) => !mayImport[home]!.some((place) => isWithin(target, place)))
          .map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(Object.keys(packageHomes))('of the package %s stay where it belongs', (name) => {
    const wrong = files
      .filter((file) => importsOf(file).some((path) => isWithin(path, name)))
      .filter((file) => !packageHomes[name]!.some((place) => isWithin(file, place)));
    expect(wrong).toEqual([]);
  });

  it('keep the core free of everything but decimal.js', () => {
    const outside = files
      .filter((file) => isWithin(file, 'tax'))
      .flatMap(importsOf)
      .filter((path) => !path.startsWith('.'));
    expect([...new Set(outside)]).toEqual(['decimal.js']);
  });
});

it('has neither index files nor default exports', () => {
  expect(files.filter((file) => file.endsWith('index.ts'))).toEqual([]);
  expect(files.filter((file) => /^export default/m.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
