import { foreignCursor } from '../lists/cursor.ts';

/** An opaque text for the place of a jurisdiction in the list of all, by its key; safe in a URL. */
export function encodeJurisdictionCursor(key: string): string {
  return Buffer.from(`j.${key}`).toString('base64url');
}

/** Reads a cursor; `path` names the field it came in, for the error. */
export function decodeJurisdictionCursor(cursor: string, path: string): string {
  const [, key] = /^j\.(.{1,100})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (key === undefined) throw foreignCursor(path);
  return key;
}
