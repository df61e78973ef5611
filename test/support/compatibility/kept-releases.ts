import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Json } from '../openapi.ts';
import type { Digests } from './migration-differences.ts';

/** The promises that clients and stores of a version rely on. */
export type Release = {
  readonly version: string;
  readonly graphql: string;
  readonly rest: Json;
  readonly migrations: Digests;
};

const fileOf = {
  graphql: (version: string) => `test/graphql/released/${version}.graphql`,
  rest: (version: string) => `test/rest/released/${version}.json`,
  migrations: (version: string) => `test/stores/released/${version}.json`,
};

/** The versions with snapshots, oldest first. */
export function keptVersions(root: string): string[] {
  const lists = Object.values(fileOf).map((file) => versionsIn(root, file));
  const [first = [], ...others] = lists;
  if (others.some((list) => list.join() !== first.join())) {
    throw new Error(`Each released version needs its three snapshots; there are ${lists.join(' | ')}.`);
  }
  return first;
}

function versionsIn(root: string, file: (version: string) => string): string[] {
  const folder = dirname(file('x'));
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder));
  const versions = names.flatMap((name) => /^(\d+\.\d+\.\d+)\.\w+$/.exec(name)?.[1] ?? []);
  const isExact = names.every((name) => versions.some((version) => join(folder, name) === file(version)));
  if (versions.length === 0 || !isExact) throw new Error(`${folder} must hold snapshots of released versions alone.`);
  return versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/** Null before the first release. */
export function newestRelease(root: string): Release | null {
  const version = keptVersions(root).at(-1);
  if (version === undefined) return null;
  const textOf = (file: (version: string) => string) => readFileSync(join(root, file(version)), 'utf8');
  return {
    version,
    graphql: textOf(fileOf.graphql),
    rest: JSON.parse(textOf(fileOf.rest)),
    migrations: JSON.parse(textOf(fileOf.migrations)),
  };
}

/** Writes the three snapshots; refuses to overwrite those of an existing version. */
export function keepRelease(root: string, { version, graphql, rest, migrations }: Release): string[] {
  if (keptVersions(root).includes(version)) throw new Error(`The snapshots of ${version} are kept already.`);
  const contents = { graphql, rest: asText(rest), migrations: asText(migrations) };
  return Object.entries(contents).map(([kind, text]) => {
    const file = fileOf[kind as keyof typeof contents](version);
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    return file;
  });
}

const asText = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

/**
 * Disagreements between the change log and the snapshots about released versions. Before the first snapshots are taken, the
 * change log may already contain the release in preparation.
 */
export function changelogFaults(changelog: string, kept: readonly string[]): string[] {
  if (kept.length === 0) return [];
  const dated = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/gm)].map(
    ([, version]) => version!,
  );
  return [
    ...dated.filter((version) => !kept.includes(version)).map((version) => `${version} has no snapshots.`),
    ...kept.filter((version) => !dated.includes(version)).map((version) => `CHANGELOG.md has no date for ${version}.`),
  ];
}
