import { addDays } from '../../../domain/base/calendar.ts';
import { groupedBy } from '../../../domain/base/grouped-by.ts';
import type { EarlierZip, StateBook, ZipRow } from '../us/book/state-book.ts';
import { type ChangedPlace, type FoundChange, whereOf } from './changed-place.ts';

type Move = {
  readonly zip: string;
  readonly effectiveOn: string;
  readonly validThrough: string | null;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

/**
 * Changes to the jurisdictions that tax ZIP codes. ZIP codes that change in the same way on the same day share one
 * change.
 */
export function boundaryChanges(place: ChangedPlace, state: StateBook): FoundChange[] {
  const newest = new Map(state.zips.map((row) => [row.zip, row]));
  const moves = [...state.earlierZips].flatMap(([zip, earlier]) => movesOf(zip, earlier, newest.get(zip)));
  const alike = ({ effectiveOn, validThrough, before, after }: Move) =>
    JSON.stringify([effectiveOn, validThrough, before, after]);
  return [...groupedBy(moves, alike).values()].map((group) => {
    const { effectiveOn, validThrough, before, after } = group[0]!;
    const differing = [...before, ...after].filter((id) => !before.includes(id) || !after.includes(id));
    const zips = group.map(({ zip }) => zip).sort();
    const law = (ids: readonly string[]) => ({
      rate: null,
      treatment: null,
      description: `${zips.length === 1 ? 'ZIP code' : 'ZIP codes'} ${zips.join(', ')}: ${namesOf(ids, state)}`,
      source: sourcesOf(differing, state),
    });
    return {
      ...whereOf(place),
      kind: 'BOUNDARY',
      localJurisdictions: differing.flatMap((id) => state.jurisdictions.get(id)?.jurisdiction ?? []),
      taxCodes: [],
      zips,
      effectiveOn,
      validThrough,
      readOn: place.asOf,
      before: law(before),
      after: law(after),
    };
  });
}

function movesOf(zip: string, earlier: readonly EarlierZip[], newest: ZipRow | undefined): Move[] {
  return earlier.flatMap(({ validThrough, row }, index): Move[] => {
    const next = earlier[index + 1];
    const [before, after] = [reachOf(row), reachOf(next?.row ?? newest)];
    if (before.join(' ') === after.join(' ')) return [];
    return [{ zip, effectiveOn: addDays(validThrough, 1), validThrough: next?.validThrough ?? null, before, after }];
  });
}

function reachOf(row: ZipRow | undefined): string[] {
  if (!row) return [];
  const { countyJurisdictionId, cityId, districtIds } = row;
  return [countyJurisdictionId, cityId, ...districtIds].filter((id) => id !== null);
}

function namesOf(ids: readonly string[], { jurisdictions, name }: StateBook): string {
  const names = ids.map((id) => jurisdictions.get(id)?.jurisdiction.name ?? id);
  return names.length === 0 ? `only ${name}` : names.join(', ');
}

function sourcesOf(ids: readonly string[], { jurisdictions }: StateBook): string {
  const sources = ids.flatMap((id) => jurisdictions.get(id)?.windows.at(-1)?.rate.source ?? []);
  return [...new Set(sources)].join('; ');
}
