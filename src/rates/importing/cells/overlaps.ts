import { addDays } from '../../../domain/base/calendar.ts';

export type LinedWindow = {
  readonly line: number;
  readonly rate: string;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
};

type Overlap = { readonly earlier: LinedWindow; readonly later: LinedWindow };

type Gap = { readonly later: LinedWindow; readonly validFrom: string; readonly validThrough: string };

/** Windows in chronological order; windows without a start come first. */
export function sortWindows<Window extends LinedWindow>(windows: readonly Window[]): Window[] {
  return [...windows].sort(
    (one, other) => compare(one.validFrom ?? '', other.validFrom ?? '') || one.line - other.line,
  );
}

/**
 * SST files end a rate on the day on which the next rate begins. That day belongs to the next rate, and the shortened
 * windows are reported.
 */
export function endSharedDays<Window extends LinedWindow>(
  sorted: readonly Window[],
): { readonly windows: Window[]; readonly shared: Window[] } {
  const shared: Window[] = [];
  const windows = sorted.map((window, index) => {
    const next = sorted[index + 1];
    if (
      !next ||
      window.validThrough === null ||
      window.validThrough !== next.validFrom ||
      window.validFrom === window.validThrough
    )
      return window;
    shared.push(window);
    return { ...window, validThrough: addDays(window.validThrough, -1) };
  });
  return { windows, shared };
}

/** Sorted windows of one jurisdiction that overlap an earlier window. */
export function findOverlaps(sorted: readonly LinedWindow[]): Overlap[] {
  const overlaps: Overlap[] = [];
  let longest: LinedWindow | null = null;
  for (const window of sorted) {
    if (longest && (longest.validThrough === null || (window.validFrom ?? '') <= longest.validThrough)) {
      overlaps.push({ earlier: longest, later: window });
    }
    if (
      !longest ||
      (longest.validThrough !== null && (window.validThrough === null || window.validThrough > longest.validThrough))
    )
      longest = window;
  }
  return overlaps;
}

export function findGaps(sorted: readonly LinedWindow[]): Gap[] {
  const gaps: Gap[] = [];
  let lastOn = sorted[0]?.validThrough ?? null;
  for (const later of sorted.slice(1)) {
    if (lastOn === null) break;
    const validFrom = addDays(lastOn, 1);
    if (later.validFrom !== null && later.validFrom > validFrom)
      gaps.push({ later, validFrom, validThrough: addDays(later.validFrom, -1) });
    if (later.validThrough === null || later.validThrough > lastOn) lastOn = later.validThrough;
  }
  return gaps;
}

export function isSameWindow(one: LinedWindow, other: LinedWindow): boolean {
  return one.rate === other.rate && one.validFrom === other.validFrom && one.validThrough === other.validThrough;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
