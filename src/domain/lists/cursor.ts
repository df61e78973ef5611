import { AppError } from '../base/errors.ts';
import { serviceIdInput } from '../base/fields.ts';
import { parseInput } from '../base/parse-input.ts';

/** Where a record stands in a list that is ordered by these two, newest first. */
export type Position = { readonly createdAt: Date; readonly serviceId: string };

/** An opaque text for a position, safe in a URL. */
export function encodeCursor({ createdAt, serviceId }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${serviceId}`).toString('base64url');
}

/** Reads a cursor; `path` names the field it came in, for the error. */
export function decodeCursor(cursor: string, path: string): Position {
  const [, time, serviceId] = /^(\d{1,15})\.(.{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || serviceId === undefined) {
    const message = `${path} is not a cursor of this list.`;
    throw new AppError('INVALID_INPUT', message, { issues: [{ path: [path], code: 'INVALID_FORMAT', message }] });
  }
  return { createdAt: new Date(Number(time)), serviceId: parseInput(serviceIdInput, serviceId) };
}
