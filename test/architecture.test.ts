import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noticeCodes } from '../src/tax/model/notices.ts';
import {
  cyclesOf,
  edgesBetween,
  files,
  imported,
  importsOf,
  isWithin,
  layerOf,
  mayImport,
  nounOf,
  root,
} from './support/source-tree.ts';

/** Packages that only some folders may import. */
const packageHomes: Record<string, readonly string[]> = {
  'decimal.js': ['tax/numbers/decimal.ts', 'shops/shared/amounts.ts'],
  '@prisma/client': ['stores'],
  '@prisma/adapter-pg': ['stores'],
  pg: ['stores', 'graphql'],
  '@electric-sql/pglite': ['stores'],
  dataloader: ['graphql'],
  graphql: ['graphql', 'server/app.ts'],
  'graphql-yoga': ['graphql', 'server/app.ts'],
  '@pothos/core': ['graphql'],
  hono: ['rest'],
  jose: ['adapters/auth'],
  'csv-parse': ['files/csv'],
  '@fastify/busboy': ['files/uploads'],
  yauzl: ['rates/importing'],
  'prom-client': ['server/observation'],
  '@opentelemetry': ['server/observation/tracing'],
  preact: ['web/console'],
  '@preact/signals': ['web/console'],
  'gql.tada': ['web/console'],
  zod: ['domain', 'graphql', 'adapters/registers', 'rest', 'config', 'shops/saleor'],
};

describe('imports', () => {
  it('finds the source files', () => {
    expect(files.length).toBeGreaterThan(60);
    expect(importsOf('server/app.ts')).toContain('../ports/context.ts');
  });

  it.each(Object.keys(mayImport))('of %s point inwards only', (layer) => {
    const allowed = [layer, ...mayImport[layer]!];
    const wrong = files
      .filter((file) => layerOf(file) === layer)
      .flatMap((file) =>
        imported
          .get(file)!
          .filter((target) => !allowed.some((place) => isWithin(target, place)))
          .map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('form no cycles between files, including type imports', () => {
    expect(cyclesOf(edgesBetween((file) => file))).toEqual([]);
  });

  it('form no cycles between folders', () => {
    expect(cyclesOf(edgesBetween((file) => dirname(file)))).toEqual([]);
  });

  it('form no cycles between nouns, each with all of its folders', () => {
    expect(cyclesOf(edgesBetween(nounOf))).toEqual([]);
  });

  it('form no cycles between rooms', () => {
    expect(cyclesOf(edgesBetween((file) => file.split('/')[0]!))).toEqual([]);
  });

  it('of the assessment of a document stack no more than six files', () => {
    const assessment = files.filter((file) => isWithin(file, 'usecases/assessment'));
    const floorOf = (file: string): number =>
      1 + Math.max(0, ...imported.get(file)!.flatMap((target) => (assessment.includes(target) ? floorOf(target) : [])));
    expect(Math.max(...assessment.map(floorOf))).toBeLessThanOrEqual(6);
  });

  it('never lead from a folder of a layer to its root, which composes', () => {
    const wrong = files
      .filter((file) => dirname(file) !== layerOf(file))
      .flatMap((file) =>
        imported
          .get(file)!
          .filter((target) => dirname(target) === layerOf(file))
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

it('has the folders of its map, and one more file', () => {
  const [rooms, beside] = [true, false].map((isRoom) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() === isRoom)
      .map(({ name }) => name),
  );
  const map = readFileSync(join(root, '../.github/CONTRIBUTING.md'), 'utf8')
    .split('## The map of `src/`')[1]!
    .split('\n## ')[0]!;
  const named = [...map.matchAll(/(?<![\w/(])([a-z]+)\//g)].map(([, name]) => name!);
  expect(rooms!.filter((name) => !named.includes(name))).toEqual([]);
  expect(rooms).toHaveLength(17);
  expect(beside).toEqual(['main.ts']);
});

it('has the files of the list of questions for new contributors', () => {
  const text = readFileSync(join(root, '../.github/CONTRIBUTING.md'), 'utf8');
  const answers = text.split('## Where is …?')[1]!.split('\n## ')[0]!;
  const files = [...answers.matchAll(/`([\w./-]+\.[a-z]+)`/g)].map(([, file]) => file!);
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it.each(readdirSync(root).filter((name) => !name.includes('.')))('the README of %s names its entrance', (room) => {
  const text = readFileSync(join(root, room, 'README.md'), 'utf8');
  const entrance = /^\*\*Entrance:\*\* ((?:.+\n)+)/m.exec(text)?.[1] ?? '';
  const named = [...entrance.matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)].map(([, file]) => file!);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !existsSync(join(root, room, file)))).toEqual([]);
});

it('has neither index files nor default exports', () => {
  expect(files.filter((file) => basename(file) === 'index.ts')).toEqual([]);
  expect(files.filter((file) => /^export default/m.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

const declaration = /^export (?:async )?(?:abstract )?(?:type|interface|class|const|function\*?) (\w+)/gm;
const exportsOf = (file: string) => [
  ...new Set([...readFileSync(join(root, file), 'utf8').matchAll(declaration)].map(([, name]) => name!)),
];

/**
 * The console, in the browser, and the packages for shops are separate programs. The server imports nothing from them.
 */
const programs = ['web/console', ...Object.keys(mayImport).filter((layer) => layer.startsWith('shops/'))];
const programOf = (file: string) => programs.find((program) => isWithin(file, program)) ?? 'server';
it.each([...programs, 'server'])(
  'exports a name from one file of the %s only, so that it has one meaning',
  (program) => {
    const homes = new Map<string, string[]>();
    for (const file of files.filter((one) => programOf(one) === program)) {
      for (const name of exportsOf(file)) homes.set(name, [...(homes.get(name) ?? []), file]);
    }
    // Views import nothing from each other, so each may use the terms of its own page.
    const viewOf = (file: string) => /^web\/console\/views\/[^/]+/.exec(file)?.[0] ?? null;
    const isOfOneView = (place: string, places: readonly string[]) =>
      viewOf(place) !== null && places.every((other) => other === place || viewOf(other) !== viewOf(place));
    const shared = [...homes].filter(
      ([, places]) => places.length > 1 && !places.every((place) => isOfOneView(place, places) && viewOf(place)),
    );
    expect(shared.map(([name, places]) => `${name}: ${places.join(', ')}`)).toEqual([]);
  },
);

it('raises every notice that it declares, in code or with the data of the rate book', () => {
  const data = ['countries', 'regions'].map((name) => `rates/book/data/global/${name}.json`);
  const text = [...files.filter((file) => file !== 'tax/model/notices.ts'), ...data]
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  expect(noticeCodes.filter((code) => !text.includes(`'${code}'`) && !text.includes(`"${code}"`))).toEqual([]);
});

it('exports nothing that no other file imports', () => {
  const named =
    /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from|\{([^{}]*)\}\s*=\s*await import\(|\(await import\([^)]*\)\)\.(\w+)/g;
  const used = new Set<string>();
  for (const folder of ['src', 'test', 'prisma']) {
    const all = readdirSync(join(root, '..', folder), { recursive: true, encoding: 'utf8' });
    for (const file of all.filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('node_modules'))) {
      const text = readFileSync(join(root, '..', folder, file), 'utf8');
      for (const [, names = '', loaded = '', member = ''] of text.matchAll(named)) {
        for (const one of `${names},${loaded},${member}`.split(','))
          used.add(
            one
              .trim()
              .replace(/^type /, '')
              .split(/[\s:]/)[0]!,
          );
      }
    }
  }
  const unused = files.flatMap((file) =>
    exportsOf(file)
      .filter((name) => !used.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unused).toEqual([]);
});
