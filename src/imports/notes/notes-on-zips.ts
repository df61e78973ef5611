import type { RateCorrection } from '../../domain/rate-book/rate-layer.ts';
import { sayNumber, some } from '../cells/say.ts';

/**
 * A ZIP code has one city and one county on a day: whoever gives it a new one takes the old one's rate from there on, also
 * after the row's last day, and from all days where its first is not told. Districts come besides.
 */
export function notesOnZips(rows: readonly RateCorrection[], lines: readonly number[]): string[] {
  const found = rows.flatMap(({ level, zips, fromOn }, index) => {
    return (level === 'CITY' || level === 'COUNTY') && zips.length > 0
      ? [{ fromOn, line: `line ${lines[index]}` }]
      : [];
  });
  const dated = found.filter(({ fromOn }) => fromOn !== null);
  const undated = found.filter(({ fromOn }) => fromOn === null);
  return [...note(dated, 'from their first day on, and after their last'), ...note(undated, 'on all days')];
}

function note(found: readonly { readonly line: string }[], days: string): string[] {
  if (found.length === 0) return [];
  const count = `${sayNumber(found.length)} (${some(found.map(({ line }) => line))})`;
  return [`rows whose ZIP codes lead to their city or county instead of the one before, ${days}: ${count}`];
}
