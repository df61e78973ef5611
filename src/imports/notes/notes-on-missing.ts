import type { ImportedJurisdiction } from '../../domain/rate-book/rate-layer.ts';
import type { IndexedJurisdiction, IndexedState } from '../../ports/rate-book-index.ts';
import { sayNumber, some } from '../cells/say.ts';

/**
 * What an official file does not name levies nothing any more. That is right where a tax has ended, and a disaster where
 * the file was cut off: its reader should see how much it is.
 */
export function notesOnMissing(
  state: IndexedState,
  { jurisdictions, day }: { readonly jurisdictions: readonly ImportedJurisdiction[]; readonly day: string },
): string[] {
  const named = new Set(jurisdictions.map(keyOf));
  const missing = state.jurisdictions.filter((known) => levies(known, day) && !named.has(keyOf(known)));
  if (missing.length === 0) return [];
  const count = `${sayNumber(missing.length)} (${some(missing.map(({ id }) => id))})`;
  return [
    `jurisdictions with a rate that the file does not name: ${count}; they levy nothing any more, but for what corrections added`,
  ];
}

function keyOf({ level, code }: { readonly level: string; readonly code: string }): string {
  return `${level} ${code}`;
}

function levies({ windows }: IndexedJurisdiction, day: string): boolean {
  return windows.some(({ rate, toOn }) => Number(rate) !== 0 && (toOn === null || toOn >= day));
}
