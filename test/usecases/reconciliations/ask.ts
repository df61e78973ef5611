import { reconciliationOptions } from '../../../src/domain/reconciliations/reconciliation-options.ts';
import type { Context } from '../../../src/ports/context.ts';
import { reconcileDocuments } from '../../../src/usecases/reconciliations/reconcile-documents.ts';
import type { ReconciliationPart } from '../../../src/usecases/reconciliations/reconciled-rows.ts';

import type { PlantedDocument } from './mixed-file.ts';

const bytesAtOnce = 64 * 1024;

async function* inPieces(text: string) {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += bytesAtOnce) yield bytes.subarray(start, start + bytesAtOnce);
}

/** All results for a file. */
export async function reconcile(ctx: Context, text: string, options: object = {}) {
  const parts: ReconciliationPart[] = [];
  const run = reconcileDocuments(ctx, inPieces(text), reconciliationOptions.parse(options));
  for (let next = await run.next(); ; next = await run.next()) {
    if (!next.done) {
      parts.push(next.value);
      continue;
    }
    const rows = parts.flatMap((part) => (part.kind === 'row' ? part.row : []));
    const faults = parts.flatMap((part) => (part.kind === 'faults' ? part.faults : []));
    return { ...next.value, rows, faults };
  }
}

type Found = Awaited<ReturnType<typeof reconcile>>['rows'];

/** The documents whose cause differs from the planted one: `MIX-7 RATE DATE`. */
export function mistaken(documents: readonly PlantedDocument[], rows: Found): readonly string[] {
  const found = new Map(rows.map((row) => [row.externalId, row.cause]));
  return documents
    .filter(({ externalId, cause }) => found.get(externalId) !== cause)
    .map(({ externalId, cause }) => `${externalId} ${cause} ${found.get(externalId)}`);
}
