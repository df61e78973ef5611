import { createChangeSealer } from './audit/change-sealer.ts';
import type { BackgroundWork } from './background/background-work.ts';
import type { Database } from './database/database.ts';
import { createCopyMaker } from './database/store-copies.ts';
import { createRefusalPurge } from './refusals/refusals.ts';
import { createRecounter, type RecountCounts } from './totals/recounter.ts';
import { createTotalsKeeper } from './totals/totals-keeper.ts';

type Upkeep = {
  now(): Date;
  /** Called when a round fails, with a description of the failed work. The next round runs anyway. */
  onError(error: unknown, what: string): void;
  /** Called when a stored figure differs from the documents. */
  onDifference(found: { readonly tenantId: string; readonly faults: readonly string[] }): void;
};

/**
 * Starts the background work: maintains and samples totals, seals changes, removes old refusals, and copies an embedded
 * store for commands that request a copy.
 */
export function startUpkeep(
  database: Database,
  { now, onError, onDifference }: Upkeep,
): { readonly recounts: Readonly<RecountCounts>; close(): Promise<void> } {
  const recounter = createRecounter(database, {
    onDifference,
    onError: (error) => onError(error, 'a sample of the totals could not be recounted'),
  });
  const works: BackgroundWork[] = [
    recounter,
    createTotalsKeeper(database, (error) => onError(error, 'totals could not be updated')),
    createChangeSealer(database, { now, onError: (error) => onError(error, 'changes could not be sealed') }),
    createRefusalPurge(database, { now, onError: (error) => onError(error, 'old refusals could not be removed') }),
  ];
  const { files } = database;
  if (files) works.push(createCopyMaker(files, (error) => onError(error, 'the store could not be copied')));
  for (const work of works) work.start();
  return {
    recounts: recounter.counts,
    async close() {
      await Promise.all(works.map((work) => work.stop()));
    },
  };
}
