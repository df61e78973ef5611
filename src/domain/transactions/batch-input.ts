import { z } from 'zod';
import { isPlainObject } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';

const mostRows = gatewayLimits.documentsPerBatch;

/** `{"transactions": [...]}`, or the bare array; what is wrong with a row is no fault of the batch. */
export const batchInput = z.preprocess(
  (body) => (Array.isArray(body) ? { transactions: body } : body),
  z.object({
    transactions: z
      .array(z.unknown())
      .max(mostRows, `A batch may have at most ${mostRows} documents.`)
      .meta({ description: `Documents as PUT takes them, at most ${mostRows}. Each is stored or fails on its own.` }),
  }),
);

/** What a row says of its key, as far as it can be read. */
export function keyInRow(row: unknown): { readonly source?: string; readonly externalId?: string } {
  const read = (member: string): string | undefined => {
    const value = isPlainObject(row) ? row[member] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 256) : undefined;
  };
  return { source: read('source'), externalId: read('externalId') };
}
