import type { RateCorrection } from '../reference/rate-layer.ts';
import { sayNumber, some } from './say.ts';

/**
 * A ZIP code has one city and one county, on all days: whoever gives it a new one takes the old one's rate from documents
 * of earlier days too. Districts come besides.
 */
export function notesOnZips(rows: readonly RateCorrection[], lines: readonly number[]): string[] {
  const found = rows.flatMap(({ level, zips }, index) => {
    return (level === 'CITY' || level === 'COUNTY') && zips.length > 0 ? [`line ${lines[index]}`] : [];
  });
  if (found.length === 0) return [];
  const count = `${sayNumber(found.length)} (${some(found)})`;
  return [`rows whose ZIP codes lead to their city or county instead of the one before, on all days: ${count}`];
}
