import { formatCount } from '../domain/base/words.ts';
import type { BoundariesLayer, RateLayer } from '../domain/rate-book/rate-layer.ts';
import { type Compared, compareFacts, compareVersions } from '../rates/versions/compare-versions.ts';
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
      for (const change of await compareFacts(before, after)) terminal.print(JSON.stringify(change));
      return;
    }
    const { added, removed, changed } = await printChanges(before, after, terminal);
    terminal.print(
      `Jurisdictions from version ${numbers[0]} to ${numbers[1]}: ${added.length} added, ${removed.length} removed, ${changed.length} changed.`,
    );
  },
};

/**
 * One line for each jurisdiction that differs between two versions, and for each state whose ZIP codes or boundaries
 * differ.
 */
export async function printChanges(
  before: Compared,
  after: Compared,
  { print }: Pick<Terminal, 'print'>,
): ReturnType<typeof compareVersions> {
  const comparison = await compareVersions(before, after);
  const { added, removed, changed, movedZips } = comparison;
  for (const { id, name, rates } of added) print(`added\t${id}\t${name}\t${rates}`);
  for (const { id, name, rates } of removed) print(`removed\t${id}\t${name}\t${rates}`);
  for (const { id, name, rates, ratesBefore } of changed) print(`changed\t${id}\t${name}\t${ratesBefore} -> ${rates}`);
  for (const { state, count } of movedZips)
    print(`moved\t${state}\t${formatCount(count, 'ZIP code')} changed jurisdictions`);
  for (const line of boundaryLines(before.layers, after.layers)) print(line);
  return comparison;
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
