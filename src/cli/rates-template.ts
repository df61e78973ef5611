import { writeFile } from 'node:fs/promises';
import { correctionsTemplate } from '../rates/importing/corrections/columns.ts';
import { type Command, onlyArgument, UsageError } from './command.ts';

export const ratesTemplateCommand: Command = {
  name: 'rates template',
  usage: '[<file>]',
  summary: 'writes a CSV template for corrections; prints it if no file is given',

  async run(args, terminal) {
    if (args.length === 0) {
      terminal.print(correctionsTemplate);
      return;
    }
    const file = onlyArgument(args, 'the file: rates template <file>');
    await writeNewFile(file, `${correctionsTemplate}\n`);
    terminal.print(`Written: ${file}`);
  },
};

/** Never overwrites a file that may have been filled in. */
async function writeNewFile(file: string, content: string): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
    throw new UsageError(`${file} already exists. Choose another file or remove it.`);
  }
}
