import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatCount } from '../domain/base/words.ts';
import { applyChanges, changesBetween, type FactChange } from '../domain/rate-book/fact-changes.ts';
import type { BoundariesLayer, RateLayer } from '../domain/rate-book/rate-layer.ts';
import { factsOfVersion } from '../rates/book/book-facts.ts';
import { loadBooksInTurns, type VersionToLoad } from '../rates/book/bundled.ts';
import { type BookComparison, compareBooks } from '../rates/book/compare-books.ts';
import { inTurns } from '../rates/book/files/steps.ts';
import { fetchVersion } from '../rates/versions/load-version.ts';
import { type Command, type Terminal, UsageError } from './command.ts';
import { versionNumber } from './rate-versions.ts';

export const diffRatesCommand: Command = {
  name: 'rates diff',
  usage: '<version> <version> [--facts]',
  summary:
    'compares two rate book versions; 0 is the bundled data; --facts prints every differing fact, before and after, as one JSON object per line',
  runsInServer: true,
  longestRunMs: 150_000,

  async run(args, terminal) {
    const [first, second, ...others] = args.filter((arg) => arg !== '--facts');
    if (first === undefined || second === undefined) throw new UsageError('Specify two versions: rates diff 0 1');
    if (others[0] !== undefined) throw new UsageError(`Unexpected argument: ${others[0]}`);
    const numbers = [versionNumber(first), versionNumber(second)] as const;
    const { rateBooks } = await terminal.openStores();
    const before = await fetchVersion(rateBooks, numbers[0]);
    const after = await fetchVersion(rateBooks, numbers[1]);
    if (args.includes('--facts')) {
      for (const change of await provedChanges(before, after)) terminal.print(JSON.stringify(change));
      return;
    }
    const { added, removed, changed } = await printChanges(before, after, terminal);
    terminal.print(
      `Jurisdictions from version ${numbers[0]} to ${numbers[1]}: ${added.length} added, ${removed.length} removed, ${changed.length} changed.`,
    );
  },
};

type Compared = Pick<VersionToLoad, 'layers' | 'archived'>;

/**
 * One line for each jurisdiction that differs between two versions, and for each state whose ZIP codes or boundaries
 * differ.
 */
export async function printChanges(
  before: Compared,
  after: Compared,
  { print }: Pick<Terminal, 'print'>,
): Promise<BookComparison> {
  const books = await loadBooksInTurns(before.layers, before.archived);
  const comparison = await inTurns(compareBooks(books, await loadBooksInTurns(after.layers, after.archived)));
  const { added, removed, changed, movedZips } = comparison;
  for (const { id, name, rates } of added) print(`added\t${id}\t${name}\t${rates}`);
  for (const { id, name, rates } of removed) print(`removed\t${id}\t${name}\t${rates}`);
  for (const { id, name, rates, ratesBefore } of changed) print(`changed\t${id}\t${name}\t${ratesBefore} -> ${rates}`);
  for (const { state, count } of movedZips)
    print(`moved\t${state}\t${formatCount(count, 'ZIP code')} changed jurisdictions`);
  for (const line of boundaryLines(before.layers, after.layers)) print(line);
  return comparison;
}

/** Patches that turn the first version into the second. */
async function provedChanges(before: VersionToLoad, after: VersionToLoad): Promise<readonly FactChange[]> {
  const old = factsOfVersion(before.layers, before.archived);
  await nextTurn(); // A server that runs this command yields to requests between the steps.
  const now = factsOfVersion(after.layers, after.archived);
  await nextTurn();
  const changes = changesBetween(old, now);
  if (changesBetween(applyChanges(old, changes), now).length > 0) throw new Error('The changes are incomplete.');
  return changes;
}

function boundaryLines(before: readonly RateLayer[], after: readonly RateLayer[]): string[] {
  const [old, now] = [boundariesOf(before), boundariesOf(after)];
  const states = [...new Set([...old.keys(), ...now.keys()])].sort();
  return states
    .filter((state) => old.get(state)?.layerId !== now.get(state)?.layerId)
    .map((state) => `boundaries\t${state}\t${rowsText(old.get(state))} -> ${rowsText(now.get(state))}`);
}

function boundariesOf(layers: readonly RateLayer[]): ReadonlyMap<string, BoundariesLayer> {
  return new Map(layers.flatMap((layer) => (layer.kind === 'BOUNDARIES' ? [[layer.state, layer]] : [])));
}

function rowsText(layer: BoundariesLayer | undefined): string {
  return layer ? `${layer.rowCount} ${layer.rowCount === 1 ? 'row' : 'rows'} (${layer.source})` : 'none';
}
