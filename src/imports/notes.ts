import type { ImportedJurisdiction, RateCorrection } from '../domain/rate-book/rate-layer.ts';
import type { IndexedJurisdiction, IndexedState, RateBookIndex } from '../ports/rate-book-index.ts';
import { dayAfter } from './cells/days.ts';
import { formatList, formatNumber } from './cells/format.ts';
import { correctionKey } from './corrections/read-corrections.ts';

/**
 * A file of a day before that of the rate book takes back what has changed since. That may be meant, so it is no issue.
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
    return newest && named && !holds(named, newest) ? [`${known.id} at ${formatWindow(newest)}`] : [];
  });
  if (lost.length === 0) return [age];
  return [age, `jurisdictions whose newest rate is lost: ${formatNumber(lost.length)} (${formatList(lost, 20)})`];
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

function formatWindow({ rate, fromOn, toOn }: Window): string {
  return [rate, fromOn && `from ${fromOn}`, toOn && `to ${toOn}`].filter((part) => part).join(' ');
}

/**
 * What an official file does not name levies nothing any more. That is right where a tax has ended, and a disaster where
 * the file was cut off: its reader should see how much it is.
 */
export function notesOnMissing(
  state: IndexedState,
  { jurisdictions, day }: { readonly jurisdictions: readonly ImportedJurisdiction[]; readonly day: string },
): string[] {
  const named = new Set(jurisdictions.map(levelAndCode));
  const missing = state.jurisdictions.filter((known) => levies(known, day) && !named.has(levelAndCode(known)));
  if (missing.length === 0) return [];
  const count = `${formatNumber(missing.length)} (${formatList(missing.map(({ id }) => id))})`;
  return [
    `jurisdictions with a rate that the file does not name: ${count}; they levy nothing any more, but for what corrections added`,
  ];
}

function levelAndCode({ level, code }: { readonly level: string; readonly code: string }): string {
  return `${level} ${code}`;
}

function levies({ windows }: IndexedJurisdiction, day: string): boolean {
  return windows.some(({ rate, toOn }) => Number(rate) !== 0 && (toOn === null || toOn >= day));
}

/**
 * A correction holds for its own days, and what it overlaps goes on after them. Whoever meant to end a tax with it should
 * know that it does not.
 */
export function notesOnEnds(
  rows: readonly RateCorrection[],
  { lines, book }: { readonly lines: readonly number[]; readonly book: RateBookIndex },
): string[] {
  const firstDays = new Set(rows.map((row) => `${correctionKey(row)} ${row.fromOn}`));
  const found = rows.flatMap((row, index) => {
    if (row.toOn === null) return [];
    const next = dayAfter(row.toOn);
    const rate = firstDays.has(`${correctionKey(row)} ${next}`) ? null : rateOn(book, row, next);
    return rate === null ? [] : [`line ${lines[index]}: ${row.jurisdictionId} at ${rate} from ${next}`];
  });
  if (found.length === 0) return [];
  const count = `${formatNumber(found.length)} (${formatList(found)})`;
  return [
    `rates after whose last day the rate book goes on as before: ${count}; a row with rate 0 from that day ends a tax`,
  ];
}

function rateOn(book: RateBookIndex, row: RateCorrection, day: string): string | null {
  const window = book
    .jurisdiction(correctionKey(row))
    ?.windows.find(({ fromOn, toOn }) => (fromOn ?? '') <= day && (toOn === null || toOn >= day));
  return window && Number(window.rate) !== 0 ? window.rate : null;
}

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
  const count = `${formatNumber(found.length)} (${formatList(found.map(({ line }) => line))})`;
  return [`rows whose ZIP codes lead to their city or county instead of the one before, ${days}: ${count}`];
}
