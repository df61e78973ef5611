import { LRUCache } from 'lru-cache';
import type { StateBook, ZipRow } from '../book/state-book.ts';
import { emptyZipLists, listZip } from '../book/zip-lists.ts';
import type { InState } from './address-reading.ts';

/**
 * Converts an address reading to the ZIP code data of a given day. Corrections can change the cities, counties and
 * districts of ZIP codes as of a day, and earlier documents need the earlier places. Without a day, the latest places
 * apply.
 */
export function onDay(reading: InState, taxDate: string | null): InState {
  const { state, zip } = reading;
  const then = stateOnDay(state, taxDate);
  if (zip.kind !== 'found') return { ...reading, state: then.state };
  const row = stateOnDay(zip.row.state, taxDate).rowOf(zip.row);
  return { ...reading, state: then.state, zip: { ...zip, row } };
}

type StateOnDay = { readonly state: StateBook; rowOf(row: ZipRow): ZipRow };

/**
 * Maximum number of cached days per state. Each entry is a full copy of the state's ZIP codes, but corrections begin on
 * only a few days.
 */
const mostDays = 30;
const made = new WeakMap<StateBook, LRUCache<string, StateOnDay>>();

function stateOnDay(state: StateBook, taxDate: string | null): StateOnDay {
  const lastDay = taxDate === null ? null : (state.lastDaysOfZips.find((day) => day >= taxDate) ?? null);
  if (lastDay === null) return { state, rowOf: (row) => row };
  const known = made.get(state) ?? cacheOf(state);
  made.set(state, known);
  return known.memo(lastDay);
}

function cacheOf(state: StateBook): LRUCache<string, StateOnDay> {
  return new LRUCache({ max: mostDays, memoMethod: (lastDay) => makeStateOnDay(state, lastDay) });
}

function makeStateOnDay(newest: StateBook, lastDay: string): StateOnDay {
  const lists = emptyZipLists();
  const cityIdsByName = new Map<string, readonly string[]>();
  const state: StateBook = { ...newest, ...lists, cityIdsByName };
  for (const row of newest.zips) listZip(lists, { ...rowOnDay(newest, row, lastDay), state });
  for (const [name, ids] of newest.cityIdsByName) {
    const known = ids.filter((id) => !isYetToCome(newest, state, { id, lastDay }));
    if (known.length > 0) cityIdsByName.set(name, known);
  }
  const byZip = new Map(lists.zips.map((row) => [row.zip, row]));
  return { state, rowOf: (row) => byZip.get(row.zip) ?? row };
}

function rowOnDay({ earlierZips }: StateBook, newest: ZipRow, day: string): ZipRow {
  const earlier = earlierZips.get(newest.zip) ?? [];
  const index = earlier.findIndex(({ validThrough }) => validThrough >= day);
  const found = earlier[index];
  if (!found) return newest;
  const later = [...earlier.slice(index + 1).map(({ row }) => row), newest].flatMap(({ cityId }) => cityId ?? []);
  return { ...found.row, laterCityIds: later.filter((id) => id !== found.row.cityId) };
}

/**
 * Whether corrections added the city together with its ZIP codes on a later day: before that day, its name matches no
 * city.
 */
function isYetToCome(
  newest: StateBook,
  then: StateBook,
  { id, lastDay }: { readonly id: string; readonly lastDay: string },
): boolean {
  const introducedOn = newest.jurisdictions.get(id)?.introducedOn ?? null;
  return introducedOn !== null && introducedOn > lastDay && newest.zipsByCity.has(id) && !then.zipsByCity.has(id);
}
