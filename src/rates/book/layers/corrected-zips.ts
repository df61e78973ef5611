import { addDays } from '../../../domain/base/calendar.ts';
import type { RateCorrection } from '../../../domain/rate-book/rate-layer.ts';
import type { StateDraft } from '../files/state-file.ts';
import { foldPlace } from '../names/folding.ts';

/** The corrections of one layer in the order in which their ZIP codes change, regardless of their order in the file. */
export function inOrderOfDays<Row extends { readonly validFrom: string | null }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => (one.validFrom ?? '').localeCompare(other.validFrom ?? ''));
}

/**
 * Assigns ZIP codes to the jurisdiction of a correction from the correction's first day. Before that day nothing
 * changes.
 */
export function reachZips(state: StateDraft, row: RateCorrection): void {
  for (const zip of row.zips) reach(state, zip, row);
}

type Period = { readonly validThrough: string | null; readonly columns: readonly unknown[] };

function reach(state: StateDraft, zip: string, row: RateCorrection): void {
  const { zips, earlierZips } = state;
  const newest = zips.get(zip);
  if (!newest) return;
  const before: readonly Period[] = [...(earlierZips.get(zip) ?? []), { validThrough: null, columns: newest }];
  const after = before.flatMap((period, index) => {
    const changed = { ...period, columns: columnsWith(state, period.columns, row) };
    return parted({ period, changed, endBefore: before[index - 1]?.validThrough ?? null }, row.validFrom);
  });
  zips.set(zip, after.at(-1)!.columns);
  const earlier = after.flatMap(({ validThrough, columns }) =>
    validThrough === null ? [] : [{ validThrough, columns }],
  );
  if (earlier.length > 0) earlierZips.set(zip, earlier);
}

/** The columns before and after a correction: a period is split in two if the correction begins within it. */
function parted(
  { period, changed, endBefore }: Record<'period' | 'changed', Period> & { readonly endBefore: string | null },
  day: string | null,
): readonly Period[] {
  if (day !== null && period.validThrough !== null && period.validThrough < day) return [period];
  if (day === null || (endBefore !== null && endBefore >= addDays(day, -1))) return [changed];
  if (JSON.stringify(changed) === JSON.stringify(period)) return [period];
  return [{ ...period, validThrough: addDays(day, -1) }, changed];
}

/** The columns of a ZIP code are: zip, place, county, city, districts, precision, further counties, county's jurisdiction. */
function columnsWith(
  state: StateDraft,
  columns: readonly unknown[],
  { level, jurisdictionId: id }: RateCorrection,
): readonly unknown[] {
  const [code, place, county, city, districts, precision, further, ...own] = columns;
  const known = Array.isArray(districts) ? districts : [];
  const all = level === 'DISTRICT' && !known.includes(id) ? [...known, id] : known;
  const exact = precision === 'state' || precision === 'state-only' ? 'county' : precision;
  return [
    ...(level === 'CITY'
      ? [code, placeIn(state, { place, city, id }), county, id, all]
      : [code, place, county, city, all]),
    ...[level === 'CITY' ? 'city' : exact, further],
    ...(level === 'COUNTY' ? [id] : own),
  ];
}

/** A ZIP code named after its old city gets the new city's name, because the old name now refers to another place. */
function placeIn(
  { jurisdictions }: StateDraft,
  { place, city, id }: { readonly place: unknown; readonly city: unknown; readonly id: string },
): unknown {
  const old = typeof city === 'string' ? jurisdictions.get(city)?.name : undefined;
  const isCity = typeof place === 'string' && old !== undefined && foldPlace(place) === foldPlace(old);
  return isCity ? (jurisdictions.get(id)?.name ?? place) : place;
}
