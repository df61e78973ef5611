import { AppError } from '../domain/base/errors.ts';
import { putInForce } from './activate-rates.ts';
import { type Command, noArguments } from './command.ts';

/** Enough history for a rollback; `rates activate` accepts any version. */
const activationsLookedAt = 1_000;

export const rollbackRatesCommand: Command = {
  name: 'rates rollback',
  usage: '',
  summary: 'reactivates the previous version; a second rollback undoes the first',
  runsInServer: true,

  async run(args, terminal) {
    noArguments(args);
    const stores = await terminal.openStores();
    const [current, ...earlier] = await stores.rateBooks.listActivations(activationsLookedAt);
    if (!current)
      throw new AppError('NOT_FOUND', 'No version has ever been activated; the bundled rate book is in force.');
    // Before the first activation, the bundled data was in force.
    const before = earlier.find(({ number }) => number !== current.number)?.number ?? 0;
    if (before === current.number) {
      throw new AppError('NOT_FOUND', 'Only the bundled rate book has ever been in force.');
    }
    await putInForce(stores, { number: before, over: current.number }, terminal);
  },
};
