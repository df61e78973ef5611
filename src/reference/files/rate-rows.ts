import { addDays } from '../../domain/base/calendar.ts';
import { asList, asText, asTextOrNull } from './json-file.ts';

/** A rate as in the files; `source` is a name, or in a state's file an index into the list of sources. */
export type RateRow = {
  readonly rate: string;
  readonly fromOn: string | null;
  readonly toOn: string | null;
  readonly source: unknown;
  readonly doubt: string | null;
};

export function readRateRows(rows: unknown, where: string): readonly RateRow[] {
  return asList(rows, where).map((value) => {
    const row = asList(value, where);
    return {
      rate: asText(row[0], where),
      fromOn: asTextOrNull(row[1], where),
      toOn: asTextOrNull(row[2], where),
      source: row[3],
      doubt: asTextOrNull(row[4], where),
    };
  });
}

export function writeRateRows(rows: readonly RateRow[]): unknown[] {
  return rows.map(({ rate, fromOn, toOn, source, doubt }) => [rate, fromOn, toOn, source, doubt]);
}

/** Inserts a rate: rates that it overlaps stay in force before and after it. */
export function putRateRow(rows: readonly RateRow[], row: RateRow): readonly RateRow[] {
  const kept = rows.flatMap((old) => {
    if (!overlap(old, row)) return [old];
    const before = row.fromOn === null ? null : { ...old, toOn: addDays(row.fromOn, -1) };
    const after = row.toOn === null ? null : { ...old, fromOn: addDays(row.toOn, 1) };
    return [
      ...(before && (old.fromOn === null || old.fromOn < row.fromOn!) ? [before] : []),
      ...(after && (old.toOn === null || old.toOn > row.toOn!) ? [after] : []),
    ];
  });
  return inOrder([...kept, row]);
}

export function inOrder(rows: readonly RateRow[]): readonly RateRow[] {
  return rows.toSorted((one, other) => (one.fromOn ?? '').localeCompare(other.fromOn ?? ''));
}

/** The first of these sorted rates that begins before the previous one ends. */
export function firstOverlap(rows: readonly RateRow[]): RateRow | null {
  return rows.find((row, index) => index > 0 && overlap(rows[index - 1]!, row)) ?? null;
}

/** The first gap between two of these sorted rates. */
export function firstGap(rows: readonly RateRow[]): { readonly fromOn: string; readonly toOn: string } | null {
  for (const [index, { toOn }] of rows.entries()) {
    const next = rows[index + 1]?.fromOn ?? null;
    if (toOn === null || next === null) continue;
    const gap = { fromOn: addDays(toOn, 1), toOn: addDays(next, -1) };
    if (gap.fromOn <= gap.toOn) return gap;
  }
  return null;
}

function overlap(one: RateRow, other: RateRow): boolean {
  return (
    (one.fromOn === null || other.toOn === null || one.fromOn <= other.toOn) &&
    (other.fromOn === null || one.toOn === null || other.fromOn <= one.toOn)
  );
}
