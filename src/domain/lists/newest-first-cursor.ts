import { z } from 'zod';
import { serviceIdInput } from '../base/fields.ts';
import { cursorInput, encodeCursor, isStoredInstant, type ListName } from './cursor.ts';

/** The position of a record in a list ordered by these two, newest first. */
export type Position = { readonly createdAt: Date; readonly serviceId: string };

export function encodeNewestFirstCursor(list: ListName, { createdAt, serviceId }: Position): string {
  return encodeCursor(list, [createdAt.toISOString(), serviceId]);
}

export function newestFirstCursor(list: ListName) {
  return cursorInput(list, position);
}

const position = z
  .tuple([z.string().refine(isStoredInstant), serviceIdInput])
  .transform(([createdAt, serviceId]): Position => ({ createdAt: new Date(createdAt), serviceId }));
