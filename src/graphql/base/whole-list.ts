import { z } from 'zod';
import type { Connection } from './connection.ts';
import { type PageArguments, readPage } from './page-arguments.ts';

/** Pages of a list that is always read in full. A cursor contains the key of its record. */
export function pagesOfWholeList<Row>(
  args: PageArguments,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Connection<Row> {
  const indexByKey = new Map(rows.map((row, index) => [keyOf(row), index]));
  const { size, position, isBackward } = readPage(args, cursorIn(indexByKey));
  const [start, end] = isBackward
    ? [Math.max(0, (position ?? rows.length) - size), position ?? rows.length]
    : [position === null ? 0 : position + 1, Math.min(rows.length, (position === null ? 0 : position + 1) + size)];
  const page = {
    nodes: rows.slice(start, end),
    hasNextPage: end < rows.length,
    hasPreviousPage: start > 0,
    cursorOf: (row: Row) => Buffer.from(keyOf(row)).toString('base64url'),
  };
  return { page: async () => page, count: async () => rows.length };
}

/** The index of the record that the cursor identifies. */
function cursorIn(indexByKey: ReadonlyMap<string, number>) {
  return z.string().transform((text, ctx) => {
    const index = indexByKey.get(Buffer.from(text, 'base64url').toString());
    if (index !== undefined) return index;
    const message = 'Invalid cursor: send a cursor from a page of the same list.';
    ctx.addIssue({ code: 'custom', params: { code: 'INVALID_FORMAT' }, message });
    return z.NEVER;
  });
}
