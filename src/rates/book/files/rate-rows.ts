import { addDays } from '../../../domain/base/calendar.ts';
import { asList, asText, asTextOrNull } from './json-file.ts';

/**
 * A rate as stored in the files; `source` is in the form of the file: in a state's file, an index into its list of
 * sources.
 */
export type RateRow = {
  readonly rate: string;
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: unknown;
  readonly uncertainty: string | null;
};

export function readRateRows(rows: unknown, where: string): readonly RateRow[] {
  return asList(rows, where).map((value) => {
    const row = asList(value, where);
    return {
      rate: asText(row[0], where),
      validFrom: asTextOrNull(row[1], where),
      validThrough: asTextOrNull(row[2], where),
      source: row[3],
      uncertainty: asTextOrNull(row[4], where),
    };
  });
}

export function writeRateRows(rows: readonly RateRow[]): unknown[] {
  return rows.map(({ rate, validFrom, validThrough, source, uncertainty }) => [
    rate,
    validFrom,
    validThrough,
    source,
    uncertainty,
  ]);
}

/** Inserts a rate. Overlapping rates remain in force before and after the new rate. */
export function putRateRow(rows: readonly RateRow[], row: RateRow): readonly RateRow[] {
  const kept = rows.flatMap((old) => {
    if (!overlap(old, row)) return [old];
    const before = row.validFrom === null ? null : { ...old, validThrough: addDays(row.validFrom, -1) };
    const after = row.validThrough === null ? null : { ...old, validFrom: addDays(row.validThrough, 1) };
    return [
      ...(before && (old.validFrom === null || old.validFrom < row.validFrom!) ? [before] : []),
      ...(after && (old.validThrough === null || old.validThrough > row.validThrough!) ? [after] : []),
    ];
  });
  return inOrder([...kept, row]);
}

export function inOrder(rows: readonly RateRow[]): readonly RateRow[] {
  return rows.toSorted((one, other) => (one.validFrom ?? '').localeCompare(other.validFrom ?? ''));
}

/** The first of these sorted rates that begins before the previous rate ends. */
export function firstOverlap(rows: readonly RateRow[]): RateRow | null {
  return rows.find((row, index) => index > 0 && overlap(rows[index - 1]!, row)) ?? null;
}

/** The first gap between two of these sorted rates. */
export function firstGap(
  rows: readonly RateRow[],
): { readonly validFrom: string; readonly validThrough: string } | null {
  for (const [index, { validThrough }] of rows.entries()) {
    const next = rows[index + 1]?.validFrom ?? null;
    if (validThrough === null || next === null) continue;
    const gap = { validFrom: addDays(validThrough, 1), validThrough: addDays(next, -1) };
    if (gap.validFrom <= gap.validThrough) return gap;
  }
  return null;
}

function overlap(one: RateRow, other: RateRow): boolean {
  return (
    (one.validFrom === null || other.validThrough === null || one.validFrom <= other.validThrough) &&
    (other.validFrom === null || one.validThrough === null || other.validFrom <= one.validThrough)
  );
}
