import { createChangeSealer } from './audit/change-sealer.ts';
import type { Database } from './database/database.ts';
import { createCopyMaker } from './database/store-copies.ts';
import { createTotalsKeeper } from './totals/totals-keeper.ts';

type Upkeep = {
  now(): Date;
  /** Called when a round fails, with the consequence; the next round still follows. */
  onError(error: unknown, what: string): void;
};

/** Maintains totals and seals in the background, and copies an embedded store for commands that request it. */
export function startUpkeep(database: Database, { now, onError }: Upkeep): { close(): Promise<void> } {
  const works = [
    createTotalsKeeper(database, (error) => onError(error, 'totals could not be kept up')),
    createChangeSealer(database, { now, onError: (error) => onError(error, 'changes could not be sealed') }),
  ];
  const { files } = database;
  if (files) works.push(createCopyMaker(files, (error) => onError(error, 'the store could not be copied')));
  for (const work of works) work.start();
  return {
    async close() {
      await Promise.all(works.map((work) => work.stop()));
    },
  };
}
