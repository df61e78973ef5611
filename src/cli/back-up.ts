import { backUpStore } from '../usecases/archive/write-archive.ts';
import { archiveText, writeArchiveFile } from './archive-file.ts';
import { type Command, optionsOf } from './command.ts';

export const backUpCommand: Command = {
  name: 'backup',
  usage: '[--out <file>]',
  summary:
    'writes the whole store to a file (.jsonl, or .jsonl.gz to compress): all tenants, keys and rates; an embedded store may be in use',

  async run(args, terminal) {
    const { out } = optionsOf(args, { out: { type: 'string' } });
    const stores = await terminal.openStoresToRead();
    const now = terminal.now();
    const path = out ?? `tollgate-${now.toISOString().replace(/\D/g, '').slice(0, 14)}.jsonl.gz`;
    const end = await writeArchiveFile(path, (write) => backUpStore(stores, now, write));
    terminal.print(`Written to ${path}: ${archiveText(end)}`);
  },
};
