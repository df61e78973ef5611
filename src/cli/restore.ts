import { restoreStore } from '../usecases/archive/read-archive.ts';
import { archiveText, readArchiveFile } from './archive-file.ts';
import { type Command, onlyArgument } from './command.ts';
import { requireWholeTotals } from './verify-totals.ts';

export const restoreCommand: Command = {
  name: 'restore',
  usage: '<file>',
  summary: 'restores a backup into an empty store, embedded or on a server',

  async run(args, terminal) {
    const path = onlyArgument(args, 'the backup');
    const stores = await terminal.openStores();
    const end = await restoreStore(stores, readArchiveFile(path));
    await requireWholeTotals(stores, terminal);
    terminal.print(`Restored: ${archiveText(end)}`);
  },
};
