import { statSync } from 'node:fs';
import { checkPublishedFiles } from '../imports/check-published-files.ts';
import { differenceLine } from '../imports/published/compare.ts';
import { activeNumber, fetchVersion } from '../rate-book/load-version.ts';
import { loadBooks, loadReferenceData } from '../reference/bundled.ts';
import { makeRateBookIndex } from '../reference/rate-book-index.ts';
import { type Command, onlyArgument, UsageError } from './command.ts';

export const checkRatesCommand: Command = {
  name: 'rates check',
  usage: '<directory>',
  summary:
    'holds the rate book in force against published files: Streamlined Sales Tax, Texas, California, Washington, TEDB',

  async run(args, terminal) {
    const folder = onlyArgument(args, 'a directory with published files');
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${folder} is not a directory.`);
    const { rateBooks } = await terminal.openStores();
    const version = await fetchVersion(rateBooks, await activeNumber(rateBooks));
    const reference = loadReferenceData(version);
    const book = makeRateBookIndex(loadBooks(version.layers), version.layers);
    let [rates, differing] = [0, 0];
    for (const file of await checkPublishedFiles(folder, { reference, book, now: terminal.now() })) {
      if ('reason' in file) {
        terminal.print(`skipped\t${file.name}\t${file.reason}`);
        continue;
      }
      rates += file.rateCount;
      differing += file.differences.length;
      terminal.print(
        `checked\t${file.name}\t${file.title}\t${file.rateCount} rates, ${file.differences.length} differ`,
      );
      for (const line of file.unreadable) terminal.print(`unreadable\t${file.name}\tline ${line}`);
      for (const difference of file.differences) terminal.print(differenceLine(difference, file.name));
    }
    terminal.print(`${differing} of ${rates} published rates differ from the rate book ${reference.version}.`);
  },
};
