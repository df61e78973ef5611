import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describedTwice, filtersDescribedTwice, sharedFilters, sharedInputFields } from './described-twice.ts';
import { cyclesOf, edgesBetween, files, imported, nounOf, root } from './source-tree.ts';

/*
 * `npm run house` counts facts that make a change in `src` cheap or expensive. The tests check the counts that must
 * stay 0.
 */

const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
const lengths = files.map((file) => ({ file, lines: linesOf(file) }));
const roomOf = (file: string) => file.split('/')[0]!;

/** The files named in the README of a room as its entrance. */
const entrances = new Map(
  readdirSync(root)
    .filter((name) => !name.includes('.'))
    .map((room) => {
      const text = readFileSync(join(root, room, 'README.md'), 'utf8');
      const entrance = /^\*\*Entrance:\*\* ((?:.+\n)+)/m.exec(text)?.[1] ?? '';
      return [room, [...entrance.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => `${room}/${file}`)];
    }),
);
/** Rooms whose names are imported from the file that declares them. */
const isOpen = (room: string) => ['domain', 'usecases', 'ports', 'http', 'tax'].includes(room);
const pastEntrances = [...imported].flatMap(([file, targets]) =>
  targets.filter(
    (target) =>
      roomOf(target) !== roomOf(file) && !isOpen(roomOf(target)) && !entrances.get(roomOf(target))?.includes(target),
  ),
);

const importers = new Map<string, string[]>();
for (const [file, targets] of imported)
  for (const target of new Set(targets)) importers.set(target, [...(importers.get(target) ?? []), file]);
const withOneImporter = files.filter((file) => importers.get(file)?.length === 1);
const inItsFolder = withOneImporter.filter((file) => dirname(importers.get(file)![0]!) === dirname(file));

const inGraphql = files
  .filter((file) => file.startsWith('graphql/'))
  .map((file) => readFileSync(join(root, file), 'utf8'));
const countOf = (pattern: RegExp) => inGraphql.reduce((count, text) => count + [...text.matchAll(pattern)].length, 0);

const filters = sharedFilters();
const inputs = sharedInputFields();

const counts: readonly (readonly [string, number | string])[] = [
  ['entries in src', readdirSync(root).length],
  ['cycles of files', cyclesOf(edgesBetween((file) => file)).length],
  ['cycles of folders', cyclesOf(edgesBetween((file) => dirname(file))).length],
  ['cycles of nouns', cyclesOf(edgesBetween(nounOf)).length],
  ['cycles of rooms', cyclesOf(edgesBetween(roomOf)).length],
  ['imports past the entrance of a room', pastEntrances.length],
  ['filters in both interfaces', filters.length],
  ['  with two descriptions', filtersDescribedTwice().length],
  ['input fields in both interfaces', inputs.length],
  ['  with two descriptions', describedTwice(inputs).length],
  ['GraphQL inputs written by hand', countOf(/builder\s*\.inputType\(|\binputRef\b</g)],
  ['lines of .ts and .tsx', lengths.reduce((sum, { lines }) => sum + lines, 0)],
  ['files', files.length],
  ['  above 250 lines', lengths.filter(({ lines }) => lines > 250).length],
  ['  with one importer', withOneImporter.length],
  ['  with one importer, in the same folder', inItsFolder.length],
];

for (const [name, count] of counts) console.log(`${String(count).padStart(8)}  ${name}`);
