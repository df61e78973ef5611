import type { IndexedJurisdiction } from '../../ports/rate-book-index.ts';

export type RateChanges = { readonly added: number; readonly changed: number };

type Window = IndexedJurisdiction['windows'][number];
type Compared = { readonly before: readonly Window[] | null; readonly after: readonly Window[] };

/** Counts new jurisdictions, and existing jurisdictions whose rates change on or after this day. */
export function countChanges(compared: readonly Compared[], day: string): RateChanges {
  let added = 0;
  let changed = 0;
  for (const { before, after } of compared) {
    if (before === null) added++;
    else if (timeline(before, day) !== timeline(after, day)) changed++;
  }
  return { added, changed };
}

function timeline(windows: readonly Window[], day: string): string {
  return windows
    .filter(({ validThrough }) => validThrough === null || validThrough >= day)
    .map(
      ({ rate, validFrom, validThrough }) =>
        `${validFrom === null || validFrom < day ? day : validFrom} ${validThrough} ${rate}`,
    )
    .sort()
    .join();
}
