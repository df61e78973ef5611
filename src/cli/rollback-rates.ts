import { AppError } from '../domain/base/errors.ts';
import { putInForce } from './activate-rates.ts';
import { type Command, noArguments } from './command.ts';

/** Further back nobody looks: `rates activate` names any version. */
const activationsLookedAt = 1_000;

export const rollbackRatesCommand: Command = {
  name: 'rates rollback',
  usage: '',
  summary: 'puts back in force what was before; a second time takes that back',

  async run(args, terminal) {
    noArguments(args);
    const { rateBooks } = await terminal.openStores();
    const [current, ...earlier] = await rateBooks.listActivations(activationsLookedAt);
    if (!current) throw new AppError('NOT_FOUND', 'No version was ever activated: the bundled rate book is in force.');
    // Before the first activation the bundled data was in force.
    const before = earlier.find(({ number }) => number !== current.number)?.number ?? 0;
    if (before === current.number) {
      throw new AppError('NOT_FOUND', 'Nothing but the bundled rate book was in force before.');
    }
    await putInForce(rateBooks, before, terminal);
  },
};
