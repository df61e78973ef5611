import { z } from 'zod';
import { cursorInput, encodeCursor } from '../lists/cursor.ts';

/** Writes the position of a jurisdiction in the list of all, by its key. */
export function encodeJurisdictionCursor(key: string): string {
  return encodeCursor('jurisdictions', [key]);
}

export const jurisdictionCursor = cursorInput(
  'jurisdictions',
  z.tuple([z.string().min(1).max(100)]).transform(([key]) => key),
);
