import { writeFile } from 'node:fs/promises';
import { ownTemplate } from '../imports/own-columns.ts';
import { type Command, onlyArgument } from './command.ts';

export const ratesTemplateCommand: Command = {
  name: 'rates template',
  usage: '[<file>]',
  summary: 'writes a CSV to fill in with rates of your own, for "rates import"; prints it without a file',

  async run(args, terminal) {
    if (args.length === 0) {
      terminal.print(ownTemplate);
      return;
    }
    const file = onlyArgument(args, 'the file: rates template <file>');
    // What somebody has filled in is not written over.
    await writeFile(file, `${ownTemplate}\n`, { flag: 'wx' });
    terminal.print(`Written: ${file}`);
  },
};
