import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/*
 * The source files with their imports, for the tests of the architecture and for `npm run house`.
 */

/**
 * The imports allowed for a layer, which is a folder including everything in it that is not listed itself. Outer layers
 * implement `ports`, inner layers import them. Anything not listed composes (`server/`, `main.ts`, `cli/`) and may
 * import everything.
 */
export const mayImport: Record<string, readonly string[]> = {
  tax: [],
  domain: ['tax'],
  ports: ['domain', 'tax'],
  http: ['domain'],
  'files/csv': [],
  'server/observation': ['http', 'ports', 'domain'],
  'files/uploads': ['files/csv', 'ports', 'domain'],
  usecases: ['files', 'ports', 'domain', 'tax'],
  'rates/book': ['ports', 'domain', 'tax'],
  'rates/versions': ['rates/book', 'ports', 'domain'],
  'rates/releases': ['rates/versions', 'rates/book', 'ports', 'domain'],
  'adapters/registers': ['ports', 'domain'],
  'adapters/webhooks': ['ports', 'domain'],
  'adapters/rate-releases': [],
  'rates/importing': ['files/csv', 'ports', 'domain', 'tax'],
  stores: ['ports', 'domain', 'tax'],
  'adapters/auth': ['ports', 'domain'],
  'server/workers': ['ports'],
  'web/pages': ['http'],
  'web/console': [],
  'shops/client': [],
  'shops/shared': [],
  'shops/medusa': ['shops/shared'],
  'shops/saleor': ['shops/shared'],
  'shops/vendure': ['shops/shared'],
  rest: ['usecases', 'files', 'http', 'ports', 'domain', 'tax'],
  graphql: ['usecases', 'files/uploads', 'http', 'ports', 'domain', 'tax'],
};

export const root = join(import.meta.dirname, '../../src');
const isGenerated = (file: string) => /^(stores|web\/console)\/generated\//.test(file);
export const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !isGenerated(file),
);

export function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [
    ...text.matchAll(/(?:^|\s)(?:import|export)\b[^;'"]*?from\s+'([^']+)'|(?:^|[\s(])import\(?\s*'([^']+)'/g),
  ].map((match) => match[1] ?? match[2]!);
}

export const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
export const layerOf = (file: string) =>
  Object.keys(mayImport)
    .filter((layer) => isWithin(file, layer))
    .sort((one, other) => other.length - one.length)[0] ?? file.split('/')[0]!;

/** The source files imported by each source file, including types. */
export const imported = new Map(
  files.map((file) => [
    file,
    importsOf(file)
      .filter((path) => path.startsWith('.'))
      .map((path) => relative(root, join(root, dirname(file), path)))
      .filter((target) => /\.tsx?$/.test(target) && !isGenerated(target)),
  ]),
);

/** The groups of nodes that can all reach each other. */
export function cyclesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = (from: string) => {
    const seen = new Set<string>();
    const open = [...(edges.get(from) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...(edges.get(next) ?? []));
    }
    return seen;
  };
  const reach = new Map([...edges.keys()].map((node) => [node, reachable(node)]));
  const groups = [...edges.keys()]
    .filter((node) => reach.get(node)!.has(node))
    .map((node) => [...edges.keys()].filter((other) => reach.get(node)!.has(other) && reach.get(other)!.has(node)));
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

export function edgesBetween(nodeOf: (file: string) => string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const [file, targets] of imported) {
    const from = nodeOf(file);
    const to = targets.map(nodeOf).filter((node) => node !== from);
    edges.set(from, new Set([...(edges.get(from) ?? []), ...to]));
  }
  return edges;
}

/** The noun of a file, including all of its folders; for a file at the root of a layer, the layer. */
export const nounOf = (file: string): string =>
  dirname(file) === layerOf(file)
    ? layerOf(file)
    : file
        .split('/')
        .slice(0, layerOf(file).split('/').length + 1)
        .join('/');
