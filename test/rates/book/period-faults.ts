import { asText, asTextOrNull } from '../../../src/rates/book/files/json-file.ts';
import { sourceKinds } from '../../../src/rates/book/files/source.ts';

export type Period = { readonly from: string | null; readonly to: string | null };
type Windows = readonly (readonly unknown[])[];

/** The errors in consecutive periods: overlaps, ends before starts, invalid days. */
export function periodFaults(periods: readonly Period[]): string[] {
  const faults: string[] = [];
  const sorted = [...periods].sort((left, right) => (left.from ?? '').localeCompare(right.from ?? ''));
  for (const [index, { from, to }] of sorted.entries()) {
    for (const day of [from, to]) if (day !== null && !isDay(day)) faults.push(`no day: ${day}`);
    if (from !== null && to !== null && from > to) faults.push(`${from} after ${to}`);
    const next = sorted[index + 1];
    if (next && (to === null || next.from === null || next.from <= to))
      faults.push(`${from} to ${to} overlaps ${next.from}`);
  }
  return faults;
}

/** Windows are `[rate, from, to, source, uncertainty]`. */
export function rateFaults(id: string, windows: Windows, isSource: (value: unknown) => boolean): string[] {
  const faults = periodFaults(windows.map((row) => periodOfWindow(id, row)));
  for (const [rate, , , source] of windows) {
    if (!/^0(\.\d{1,8})?$/.test(asText(rate, id))) faults.push(`rate ${rate}`);
    if (!isSource(source)) faults.push(`source ${source}`);
  }
  return faults.map((fault) => `${id}: ${fault}`);
}

/** Days between one window and the next on which no window would apply. */
export function unlinkedPeriods(id: string, windows: Windows): string[] {
  const sorted = windows
    .map((row) => periodOfWindow(id, row))
    .sort((left, right) => (left.from ?? '').localeCompare(right.from ?? ''));
  return sorted.flatMap(({ to }, index) => {
    const next = sorted[index + 1];
    return !next || to === null || next.from === null || dayAfter(to) >= next.from
      ? []
      : [`${id}: nothing between ${to} and ${next.from}`];
  });
}

/** `[kind, name]`. */
export function isSource(value: unknown): boolean {
  return Array.isArray(value) && String(value[0]) in sourceKinds && isText(value[1]);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0;
}

/** A positive decimal as text. */
export function isAmount(value: unknown): boolean {
  return typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) && Number(value) > 0;
}

function periodOfWindow(id: string, row: readonly unknown[]): Period {
  return { from: asTextOrNull(row[1], id), to: asTextOrNull(row[2], id) };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
