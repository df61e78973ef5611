import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf } from '../domain/base/calendar.ts';
import { formatCount } from '../domain/base/words.ts';
import type { RateImportReport } from '../rates/importing/import-files.ts';
import { uncoveredRates } from '../rates/importing/uncovered-rates.ts';
import { openBaseVersion } from '../rates/versions/base-version.ts';
import { type Command, type Terminal, UsageError } from './command.ts';
import { printChanges } from './diff-rates.ts';
import { importInto, readOptions, servedIfSmall } from './import-rates.ts';

export const readRatesCommand: Command = {
  name: 'rates read',
  usage: '<directory> [--activate] [--as-of <day>] [--onto <version>] [--dry-run]',
  summary:
    'imports a directory of rate files published by authorities; prints the changes, the omitted parts, and the rates missing from all files',
  ...servedIfSmall,

  async run(args, terminal) {
    const { paths, ...options } = readOptions(args);
    const [folder, ...others] = paths;
    if (others[0] !== undefined) throw new UsageError(`Unexpected argument: ${others[0]}`);
    const { rateBooks } = await terminal.openStores();
    const base = await openBaseVersion(rateBooks, options.onto);
    const partial = { ...options, paths: filesIn(folder!), isPartial: true } as const;
    const { layers, refused, unreadable, unused, covered } = await importInto(base, partial, terminal);
    if (base.brokenBase === null) await printChanges(base, { ...base, layers: base.under(layers) }, terminal);
    for (const { file, message } of refused) terminal.print(`skipped\t${file}\t${message}`);
    printFindings('unreadable', unreadable, terminal);
    printFindings('unused', unused, terminal);
    const uncovered = uncoveredRates(base.rateList(), base.book, { covered, day: dayOf(terminal.now()) });
    for (const { state, asOf, isWhole, jurisdictions } of uncovered.states) {
      const age = `as of ${asOf}`;
      if (isWhole) terminal.print(`not covered\t${state}\t${formatCount(jurisdictions.length, 'rate')}\t${age}`);
      else for (const { id, name } of jurisdictions) terminal.print(`not covered\t${id}\t${name}\t${age}`);
    }
    terminal.print(
      `not covered\t${formatCount(uncovered.countries.length, 'country', 'countries')}\t${uncovered.countries.join(', ')}`,
    );
    terminal.print(
      'Rate files do not cover category rules, caps, tax holidays, thresholds, shipping or return due dates. See "rates coverage".',
    );
  },
};

function filesIn(folder: string): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${folder} is not a directory.`);
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  if (files.length === 0) throw new UsageError(`${folder} contains no files.`);
  return files.map(({ name }) => join(folder, name)).toSorted();
}

function printFindings(kind: string, findings: RateImportReport['unreadable'], { print }: Terminal): void {
  for (const { file, line, message } of findings) print(`${kind}\t${file}\tline ${line}\t${message}`);
}
