import { AppError } from '../../domain/base/errors.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import type { Precondition } from '../../domain/base/precondition.ts';
import type { Inputs } from '../../domain/input-schemas.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { type BatchOutcome, type BatchRow, lanesOf, partRows } from './batch-rows.ts';
import { createTogether } from './create-together.ts';
import { upsertTransaction } from './upsert-transaction.ts';

const lanesAtOnce = 4;

/**
 * Stores many documents, as if one after the other, and answers what became of each, in order. One that fails does not
 * stop the others; each is stored as a whole, or not at all.
 */
export async function upsertTransactions(
  ctx: Context,
  inputs: Inputs,
  sent: readonly unknown[],
  preconditionOf: (index: number) => Precondition | undefined = () => undefined,
): Promise<readonly BatchOutcome[]> {
  const session = authorize(ctx, 'transactions:write');
  const outcomes = new Map<number, BatchOutcome>();
  const tell = ({ index }: { index: number }, outcome: BatchOutcome) => outcomes.set(index, outcome);
  const rows: BatchRow[] = [];
  const breathe = createYield();
  for (const [index, raw] of sent.entries()) {
    await breathe();
    try {
      rows.push({ index, input: parseInput(inputs.transaction, raw), precondition: preconditionOf(index) });
    } catch (error) {
      tell({ index }, { kind: 'failed', error });
    }
  }
  const { together, apart } = partRows(rows);
  const left = await createTogether(ctx, session, together, tell);
  await upsertOneByOne(ctx, lanesOf([...apart, ...left]), tell);
  return sent.map((_, index) => outcomes.get(index)!);
}

async function upsertOneByOne(
  ctx: Context,
  lanes: readonly (readonly BatchRow[])[],
  tell: (row: BatchRow, outcome: BatchOutcome) => void,
): Promise<void> {
  const waiting = [...lanes].reverse();
  let gone: AppError | null = null;
  const upsert = async (row: BatchRow): Promise<BatchOutcome> => {
    try {
      if (gone) throw gone; // Nothing is gained by waiting for a store that is not there, row by row.
      const { kind, value } = await upsertTransaction(ctx, row.input, row.precondition);
      return { kind, transaction: value.transaction, customer: value.customer };
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_READY') gone = error;
      return { kind: 'failed', error };
    }
  };
  const work = async () => {
    for (let lane = waiting.pop(); lane; lane = waiting.pop()) {
      for (const row of lane) tell(row, await upsert(row));
    }
  };
  await Promise.all(Array.from({ length: lanesAtOnce }, work));
}
