import { AppError } from '../../domain/base/errors.ts';
import type { Precondition } from '../../domain/base/precondition.ts';
import { readSent } from '../../domain/base/sent-json.ts';
import { documentIn } from '../../domain/refusals/refusal.ts';
import type { NamedTransaction } from '../../domain/transactions/transaction-input.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import { noteRefusal } from '../refusals/note-refusal.ts';
import { checkBatch } from '../writing/check-batch.ts';
import { type BatchOutcome, type BatchRow, lanesOf, type ReportOutcome, splitRows } from './batch-rows.ts';
import { createTogether } from './create-together.ts';
import { withCustomerIds } from './document-customer.ts';
import { upsertTransaction } from './upsert-transaction.ts';

const parallelLanes = 4;

type UpsertOptions<Kept> = {
  /**
   * Returns the required part of a result, because all documents of a batch take much more memory than the request
   * body.
   */
  readonly keep: (outcome: BatchOutcome) => Kept;
  readonly preconditionOf?: (index: number) => Precondition | undefined;
};

type ValidRow = { readonly index: number; readonly input: NamedTransaction };

/**
 * Stores many documents with the same result as storing them one after another, and returns the results in order. A
 * failure does not stop the others. Each document is stored completely or not at all.
 */
export async function upsertTransactions<Kept>(
  ctx: Context,
  read: (raw: unknown) => NamedTransaction | Promise<NamedTransaction>,
  sent: readonly unknown[],
  { keep, preconditionOf = () => undefined }: UpsertOptions<Kept>,
): Promise<readonly Kept[]> {
  const session = authorize(ctx, 'transactions:write');
  const kept = new Map<number, Kept>();
  const report: ReportOutcome = ({ index }, outcome) => {
    const isRefused = outcome.kind === 'failed' && outcome.error instanceof AppError;
    if (isRefused) noteRefusal(ctx, () => documentIn(readSent(sent[index])), outcome.error);
    kept.set(index, keep(outcome));
  };
  const refuse = (index: number, error: unknown) => report({ index }, { kind: 'failed', error });
  let part: ValidRow[] = [];
  let items = 0;
  const storePart = async () => {
    await storeRows(ctx, session, part, { report, refuse, preconditionOf });
    part = [];
    items = 0;
  };
  for await (const row of checkBatch(sent, read, refuse)) {
    part.push(row);
    items += row.input.items.length;
    if (items >= itemsPerPart) await storePart();
  }
  await storePart();
  return sent.map((_, index) => kept.get(index)!);
}

/** A batch is stored in parts of about this many items, so that only one part is in memory. */
const itemsPerPart = 5_000;

type Reporting = {
  readonly report: ReportOutcome;
  refuse(index: number, error: unknown): void;
  preconditionOf(index: number): Precondition | undefined;
};

async function storeRows(
  ctx: Context,
  session: Session,
  valid: readonly ValidRow[],
  { report, refuse, preconditionOf }: Reporting,
): Promise<void> {
  const inputs = await withCustomerIds(
    session.stores,
    valid.map(({ input }) => input),
  );
  const rows = valid.flatMap(({ index }, position): BatchRow[] => {
    const input = inputs[position]!;
    if (!(input instanceof AppError)) return [{ index, input, precondition: preconditionOf(index) }];
    refuse(index, input);
    return [];
  });
  const { euDistanceSales } = await session.recent.settings();
  // Earlier sales of the batch count toward the threshold that decides about later ones.
  if (euDistanceSales === 'MEASURED') return upsertOneByOne(ctx, [rows], report);
  const { together, apart } = splitRows(rows);
  const remaining = await createTogether(ctx, session, together, report);
  await upsertOneByOne(ctx, lanesOf([...apart, ...remaining]), report);
}

async function upsertOneByOne(
  ctx: Context,
  lanes: readonly (readonly BatchRow[])[],
  report: ReportOutcome,
): Promise<void> {
  const waiting = [...lanes].reverse();
  let unavailable: AppError | null = null;
  const upsert = async (row: BatchRow): Promise<BatchOutcome> => {
    try {
      if (unavailable) throw unavailable; // If the store is unavailable or still counting totals, the remaining rows fail without another attempt.
      const { kind, value } = await upsertTransaction(ctx, row.input, row.precondition);
      return { kind, transaction: value.transaction, customer: value.customer };
    } catch (error) {
      if (error instanceof AppError && (error.code === 'NOT_READY' || error.code === 'STILL_COUNTING'))
        unavailable = error;
      return { kind: 'failed', error };
    }
  };
  const work = async () => {
    for (let lane = waiting.pop(); lane; lane = waiting.pop()) {
      for (const row of lane) report(row, await upsert(row));
    }
  };
  await Promise.all(Array.from({ length: parallelLanes }, work));
}
