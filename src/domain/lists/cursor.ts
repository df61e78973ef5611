import { z } from 'zod';

/** The paginated lists. A cursor starts with the name of its list, and other lists refuse it. */
export type ListName =
  | 'transactions'
  | 'customers'
  | 'exemptions'
  | 'taxNumberChecks'
  | 'calculations'
  | 'jurisdictions'
  | 'changes'
  | 'returns'
  | 'exchangeRates'
  | 'webhookDeliveries';

/** Writes the position of a record in a list as an opaque text that is safe in a URL. */
export function encodeCursor(list: ListName, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString('base64url');
}

/** Reads a cursor of this list. Clients can forge cursors, so `position` must only accept what the store can compare. */
export function cursorInput<Position extends z.ZodType>(list: ListName, position: Position) {
  return z.string().transform((cursor, ctx): z.output<Position> => {
    const [name, ...values] = decoded(cursor);
    const parsed = position.safeParse(values);
    if (name === list && parsed.success) return parsed.data;
    const message = 'The cursor does not belong to this list.';
    ctx.addIssue({ code: 'custom', params: { code: 'INVALID_FORMAT' }, message });
    return z.NEVER;
  });
}

function decoded(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** An instant that exists, as `toISOString` writes it, from 1970 on. */
export function isStoredInstant(text: string): boolean {
  if (!instantForm.test(text) || text < '1970') return false;
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text;
}
