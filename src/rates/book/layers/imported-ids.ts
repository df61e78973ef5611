import type { ImportedJurisdiction, StateRatesLayer } from '../../../domain/rate-book/rate-layer.ts';
import type { StateDraft } from '../files/state-file.ts';

/**
 * The ids of the jurisdictions in an official file: the id of the rate book's jurisdiction with the same level and
 * code, or a new id of the same form. If a state uses one code for several types, the first type gets the plain id; the
 * ids of the other types include the type.
 */
export function idsOfImported(
  state: StateDraft,
  { jurisdictions }: Pick<StateRatesLayer, 'jurisdictions'>,
): ReadonlyMap<ImportedJurisdiction, string> {
  const known = new Map([...state.jurisdictions.values()].map((row) => [`${row.level} ${row.code}`, row.id]));
  const taken = new Set<string>();
  const ids = new Map<ImportedJurisdiction, string>();
  for (const one of jurisdictions.toSorted((left, right) => left.type.localeCompare(right.type))) {
    const id = one.level === 'STATE' ? state.code : (known.get(`${one.level} ${one.code}`) ?? idOf(state, one));
    const isTaken = taken.has(id) && one.level !== 'STATE';
    const own = isTaken ? `${state.code}-${letters[one.level]}${one.type}-${one.code}` : id;
    taken.add(own);
    ids.set(one, own);
  }
  return ids;
}

const letters = { STATE: '', COUNTY: 'C', CITY: 'M', DISTRICT: 'D' } as const;

function idOf({ code: state }: StateDraft, { level, code }: ImportedJurisdiction): string {
  return `${state}-${letters[level]}${code}`;
}
