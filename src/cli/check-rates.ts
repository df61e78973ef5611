import { statSync } from 'node:fs';
import { formatCount, formatNumber } from '../domain/base/words.ts';
import { loadInTurns } from '../rates/book/bundled.ts';
import { checkPublishedFiles } from '../rates/importing/check-published-files.ts';
import { differenceLine } from '../rates/importing/published/compare.ts';
import { openBaseVersion } from '../rates/versions/base-version.ts';
import { activeNumber, fetchVersion } from '../rates/versions/load-version.ts';
import { type Command, onlyArgument, UsageError, withFullPaths } from './command.ts';

export const checkRatesCommand: Command = {
  name: 'rates check',
  usage: '<directory>',
  summary: 'compares the rate book in force with the rate files published by authorities; changes nothing',
  runsInServer: true,
  argsForServer: withFullPaths,

  async run(args, terminal) {
    const folder = onlyArgument(args, 'a directory of published rate files');
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${folder} is not a directory.`);
    const { rateBooks } = await terminal.openStores();
    const number = await activeNumber(rateBooks);
    const reference = await loadInTurns(await fetchVersion(rateBooks, number));
    const { book } = await openBaseVersion(rateBooks, number);
    let [rates, differing] = [0, 0];
    for (const file of await checkPublishedFiles(folder, { reference, book, now: terminal.now() })) {
      if ('reason' in file) {
        terminal.print(`skipped\t${file.name}\t${file.reason}`);
        continue;
      }
      rates += file.rateCount;
      differing += file.differences.length;
      terminal.print(
        `checked\t${file.name}\t${file.title}\t${formatCount(file.rateCount, 'rate')}, ${formatCount(file.differences.length, 'differs', 'differ')}`,
      );
      for (const { line, reason } of file.unreadable)
        terminal.print(`unreadable\t${file.name}\tline ${line}\t${reason}`);
      if (file.itemCap !== null) terminal.print(`differs\t${file.name}\t${file.itemCap}`);
      for (const difference of file.differences) terminal.print(differenceLine(difference, file.name));
    }
    terminal.print(
      `${formatNumber(differing)} of ${formatCount(rates, 'published rate')} ${differing === 1 ? 'differs' : 'differ'} from the rate book ${reference.version}.`,
    );
  },
};
