import { z } from 'zod';
import { cursorInput, encodeCursor } from './cursor.ts';

/** Writes the position of a calculation in the list of those of a document, by its number. */
export function encodeCalculationCursor(calculationNumber: number): string {
  return encodeCursor('calculations', [calculationNumber]);
}

export const calculationCursor = cursorInput(
  'calculations',
  z.tuple([z.int().min(1).max(999_999_999)]).transform(([calculationNumber]) => calculationNumber),
);
