import { addDays } from '../../domain/base/calendar.ts';
import { formatList, formatNumber } from '../../domain/base/words.ts';
import type { ImportedJurisdiction, RateCorrection } from '../../domain/rate-book/rate-layer.ts';
import type { IndexedJurisdiction, IndexedState, RateBookIndex } from '../../ports/rate-book-index.ts';
import { correctionKey } from './corrections/read-corrections.ts';

/**
 * A file older than the rate book undoes later changes. This may be intended, so a note is reported instead of an
 * issue. A separate note covers jurisdictions missing from the file.
 */
export function notesOnAge(
  state: IndexedState,
  { jurisdictions, asOf }: { readonly jurisdictions: readonly ImportedJurisdiction[]; readonly asOf: string },
): string[] {
  if (asOf >= state.asOf) return [];
  const age = `it is older than the rates in the rate book for ${state.name} (as of ${state.asOf}): changes made since are undone`;
  const lost = state.jurisdictions.flatMap((known) => {
    const newest = known.windows.at(-1);
    const named = jurisdictions.find(({ level, code }) => level === known.level && code === known.code);
    return newest && named && !holds(named, newest) ? [`${known.id} at ${formatWindow(newest)}`] : [];
  });
  if (lost.length === 0) return [age];
  return [age, `jurisdictions whose newest rate is lost: ${formatNumber(lost.length)} (${formatList(lost, 20)})`];
}

/** New boundaries replace the previous ones completely. */
export function noteOnOldBoundaries({ name, boundariesAsOf }: IndexedState, asOf: string): string[] {
  if (boundariesAsOf === null || asOf >= boundariesAsOf) return [];
  return [`it is older than the boundaries in the rate book for ${name} (as of ${boundariesAsOf})`];
}

type Window = IndexedJurisdiction['windows'][number];

/** Whether a file has the rate for these days, or a newer rate. */
function holds({ windows }: ImportedJurisdiction, { rate, validFrom, validThrough }: Window): boolean {
  return windows.some((window) => {
    if (window.validFrom !== null && window.validFrom > (validFrom ?? '')) return true;
    return window.rate === rate && window.validThrough === validThrough;
  });
}

function formatWindow({ rate, validFrom, validThrough }: Window): string {
  return [rate, validFrom && `from ${validFrom}`, validThrough && `to ${validThrough}`]
    .filter((part) => part)
    .join(' ');
}

/**
 * Jurisdictions missing from an SST file no longer levy a tax. This is correct if the taxes have ended, but wrong if
 * the file was truncated, so their number is shown to the operator.
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
    `jurisdictions that have a rate but are missing from the file: ${count}; they no longer levy a tax, except where corrections add one`,
  ];
}

function levelAndCode({ level, code }: { readonly level: string; readonly code: string }): string {
  return `${level} ${code}`;
}

function levies({ windows }: IndexedJurisdiction, day: string): boolean {
  return windows.some(({ rate, validThrough }) => Number(rate) !== 0 && (validThrough === null || validThrough >= day));
}

/**
 * A correction applies only on its own days, and the rate it overlaps resumes afterward. The note reminds operators
 * that a correction does not end a tax.
 */
export function notesOnEnds(
  rows: readonly RateCorrection[],
  { lines, book }: { readonly lines: readonly number[]; readonly book: RateBookIndex },
): string[] {
  const firstDays = new Set(rows.map((row) => `${correctionKey(row)} ${row.validFrom}`));
  const found = rows.flatMap((row, index) => {
    if (row.validThrough === null) return [];
    const next = addDays(row.validThrough, 1);
    const rate = firstDays.has(`${correctionKey(row)} ${next}`) ? null : rateOn(book, row, next);
    return rate === null ? [] : [`line ${lines[index]}: ${row.jurisdictionId} at ${rate} from ${next}`];
  });
  if (found.length === 0) return [];
  const count = `${formatNumber(found.length)} (${formatList(found)})`;
  return [`rates whose end restores the previous rate: ${count}; to end a tax, add a row with rate 0 from that day`];
}

function rateOn(book: RateBookIndex, row: RateCorrection, day: string): string | null {
  const window = book
    .jurisdiction(correctionKey(row))
    ?.windows.find(
      ({ validFrom, validThrough }) => (validFrom ?? '') <= day && (validThrough === null || validThrough >= day),
    );
  return window && Number(window.rate) !== 0 ? window.rate : null;
}

/**
 * On any day, a ZIP code has one city and one county. A row that assigns a new city or county removes the previous rate
 * as of the row's first day, even after its last day, and on all dates if it has no first day. Districts are added.
 */
export function notesOnZips(rows: readonly RateCorrection[], lines: readonly number[]): string[] {
  const found = rows.flatMap(({ level, zips, validFrom }, index) => {
    return (level === 'CITY' || level === 'COUNTY') && zips.length > 0
      ? [{ validFrom, line: `line ${lines[index]}` }]
      : [];
  });
  const dated = found.filter(({ validFrom }) => validFrom !== null);
  const undated = found.filter(({ validFrom }) => validFrom === null);
  return [...note(dated, 'from their first day on, even after their last day'), ...note(undated, 'on all dates')];
}

function note(found: readonly { readonly line: string }[], days: string): string[] {
  if (found.length === 0) return [];
  const count = `${formatNumber(found.length)} (${formatList(found.map(({ line }) => line))})`;
  return [`rows that move their ZIP codes to their city or county, ${days}: ${count}`];
}
