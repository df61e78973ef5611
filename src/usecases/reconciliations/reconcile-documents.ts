import { workCosts } from '../../domain/base/work-costs.ts';
import type { ReconciliationOptions } from '../../domain/reconciliations/reconciliation-options.ts';
import { authorize, type Context, type Session } from '../../ports/context.ts';
import { createPatientYield } from '../writing/yield-to-event-loop.ts';
import { Comparison } from './comparison.ts';
import type { FilePart } from './file-part.ts';
import { readTheirDocuments } from './read-their-documents.ts';
import type { ReconciliationPart, ReconciliationResult } from './reconciled-rows.ts';

/** Batch size, in documents and in items; stored data is read once per batch. */
const atOnce = { documents: 200, items: 5_000 };

/**
 * Compares the taxes in a file with a calculation or with stored documents, and finds the cause of each difference.
 * Yields results while the file is received, and returns the summary. The work stops when the reader stops. After
 * `stop`, the summary covers the documents processed so far. Nothing is stored.
 */
export async function* reconcileDocuments(
  ctx: Context,
  file: AsyncIterable<Uint8Array>,
  options: ReconciliationOptions,
  stop?: AbortSignal,
): AsyncGenerator<ReconciliationPart, ReconciliationResult, void> {
  const session = authorize(ctx, 'tax:read');
  if (options.against === 'STORED') authorize(ctx, 'transactions:read');
  const giveWay = createPatientYield();
  const comparison = await Comparison.open(ctx, session, { options, giveWay, stop });
  const parts = readTheirDocuments(charged(file, session), {
    options,
    reference: ctx.reference,
    settings: comparison.account.settings,
    afterPiece: giveWay,
    onHeader: (header) => comparison.begin(header),
  });
  for await (const batch of batchesOf(parts)) {
    if (stop?.aborted) break;
    yield* comparison.compare(batch);
  }
  yield* comparison.missingThere();
  return comparison.finish();
}

async function* charged(file: AsyncIterable<Uint8Array>, { work }: Session): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of file) {
    work.add(workCosts.bodyByte * piece.byteLength);
    yield piece;
  }
}

async function* batchesOf(parts: AsyncIterable<FilePart>): AsyncGenerator<readonly FilePart[], void, void> {
  let batch: FilePart[] = [];
  let items = 0;
  for await (const part of parts) {
    batch.push(part);
    if (part.kind === 'document') items += part.document.quote.items.length;
    if (batch.length < atOnce.documents && items < atOnce.items) continue;
    yield batch;
    batch = [];
    items = 0;
  }
  yield batch;
}
