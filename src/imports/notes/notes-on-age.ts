import type { ImportedJurisdiction } from '../../domain/rate-book/rate-layer.ts';
import type { IndexedJurisdiction, IndexedState } from '../../ports/rate-book-index.ts';
import { sayNumber, some } from '../cells/say.ts';

/**
 * A file of a day before that of the rate book takes back what has changed since. That may be meant, so it is no fault.
 * What the file does not name at all is told beside this.
 */
export function notesOnAge(
  state: IndexedState,
  { jurisdictions, asOf }: { readonly jurisdictions: readonly ImportedJurisdiction[]; readonly asOf: string },
): string[] {
  if (asOf >= state.asOf) return [];
  const age = `it is older than the rates that the rate book holds of ${state.name}, which are as of ${state.asOf}: what has changed since is taken back`;
  const lost = state.jurisdictions.flatMap((known) => {
    const newest = known.windows.at(-1);
    const named = jurisdictions.find(({ level, code }) => level === known.level && code === known.code);
    return newest && named && !holds(named, newest) ? [`${known.id} at ${sayWindow(newest)}`] : [];
  });
  if (lost.length === 0) return [age];
  return [age, `jurisdictions whose newest rate is lost: ${sayNumber(lost.length)} (${some(lost, 20)})`];
}

/** Boundaries take the place of those before as a whole. */
export function noteOnOldBoundaries({ name, boundariesAsOf }: IndexedState, asOf: string): string[] {
  if (boundariesAsOf === null || asOf >= boundariesAsOf) return [];
  return [`it is older than the boundaries that the rate book holds of ${name}, which are as of ${boundariesAsOf}`];
}

type Window = IndexedJurisdiction['windows'][number];

/** Whether a file has the rate of these days, or a newer one. */
function holds({ windows }: ImportedJurisdiction, { rate, fromOn, toOn }: Window): boolean {
  return windows.some((window) => {
    if (window.fromOn !== null && window.fromOn > (fromOn ?? '')) return true;
    return window.rate === rate && window.toOn === toOn;
  });
}

function sayWindow({ rate, fromOn, toOn }: Window): string {
  return [rate, fromOn && `from ${fromOn}`, toOn && `to ${toOn}`].filter((part) => part).join(' ');
}
