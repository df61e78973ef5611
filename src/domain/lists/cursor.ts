import { type AppError, invalidField } from '../base/errors.ts';
import { serviceIdInput } from '../base/fields.ts';

/** The position of a record in a list ordered by these two, newest first. */
export type Position = { readonly createdAt: Date; readonly serviceId: string };

/** An opaque text for a position, safe in a URL. */
export function encodeCursor({ createdAt, serviceId }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${serviceId}`).toString('base64url');
}

/** Reads a cursor; `path` names the field it came in, for the error. */
export function decodeCursor(cursor: string, path: string): Position {
  const [, time, id] = /^(\d{1,15})\.(.{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const createdAt = new Date(Number(time));
  const serviceId = serviceIdInput.safeParse(id);
  if (!serviceId.success || !isStorableInstant(createdAt)) throw foreignCursor(path);
  return { createdAt, serviceId: serviceId.data };
}

/** The error of a cursor that no page of this list contains. */
export function foreignCursor(path: string): AppError {
  return invalidField([path], 'INVALID_FORMAT', 'The cursor does not belong to this list.');
}

/** A cursor comes from outside: an instant in it must be one that the store can compare. */
export function isStorableInstant(instant: Date): boolean {
  return instant.getTime() >= 0 && instant.getUTCFullYear() <= 9999;
}
