import { addDays } from '../../domain/base/calendar.ts';

export type LinedWindow = {
  readonly line: number;
  readonly rate: string;
  readonly fromOn: string | null;
  readonly toOn: string | null;
};

export type Overlap = { readonly earlier: LinedWindow; readonly later: LinedWindow };

export type Gap = { readonly later: LinedWindow; readonly fromOn: string; readonly toOn: string };

/** Windows in the order of their days; one without a start comes first. */
export function sortWindows<Window extends LinedWindow>(windows: readonly Window[]): Window[] {
  return [...windows].sort((one, other) => compare(one.fromOn ?? '', other.fromOn ?? '') || one.line - other.line);
}

/**
 * SST files end a rate on the day on which the next one begins. That day belongs to the next one; the shortened windows
 * are reported.
 */
export function endSharedDays<Window extends LinedWindow>(
  sorted: readonly Window[],
): { readonly windows: Window[]; readonly shared: Window[] } {
  const shared: Window[] = [];
  const windows = sorted.map((window, index) => {
    const next = sorted[index + 1];
    if (!next || window.toOn === null || window.toOn !== next.fromOn || window.fromOn === window.toOn) return window;
    shared.push(window);
    return { ...window, toOn: addDays(window.toOn, -1) };
  });
  return { windows, shared };
}

/** Sorted windows of one jurisdiction that share a day with an earlier one. */
export function findOverlaps(sorted: readonly LinedWindow[]): Overlap[] {
  const overlaps: Overlap[] = [];
  let longest: LinedWindow | null = null;
  for (const window of sorted) {
    if (longest && (longest.toOn === null || (window.fromOn ?? '') <= longest.toOn)) {
      overlaps.push({ earlier: longest, later: window });
    }
    if (!longest || (longest.toOn !== null && (window.toOn === null || window.toOn > longest.toOn))) longest = window;
  }
  return overlaps;
}

/** Days between sorted windows that none of them covers. */
export function findGaps(sorted: readonly LinedWindow[]): Gap[] {
  const gaps: Gap[] = [];
  let lastOn = sorted[0]?.toOn ?? null;
  for (const later of sorted.slice(1)) {
    if (lastOn === null) break;
    const fromOn = addDays(lastOn, 1);
    if (later.fromOn !== null && later.fromOn > fromOn) gaps.push({ later, fromOn, toOn: addDays(later.fromOn, -1) });
    if (later.toOn === null || later.toOn > lastOn) lastOn = later.toOn;
  }
  return gaps;
}

export function isSameWindow(one: LinedWindow, other: LinedWindow): boolean {
  return one.rate === other.rate && one.fromOn === other.fromOn && one.toOn === other.toOn;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
