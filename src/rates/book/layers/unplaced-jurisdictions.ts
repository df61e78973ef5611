import type { RateLayer, StateRatesLayer } from '../../../domain/rate-book/rate-layer.ts';
import type { JurisdictionRow, StateDraft } from '../files/state-file.ts';

/** Without boundaries, the locations of new cities and districts in an official file are unknown. */
export function noteUnplaced(state: StateDraft, bundled: StateDraft, layers: readonly RateLayer[]): void {
  const layer = layers.find((one): one is StateRatesLayer => one.kind === 'STATE_RATES' && one.state === state.code);
  if (!layer) return;
  const reached = new Set([...state.zips.values()].flatMap(([, , , city, districts]) => [city, districts].flat()));
  const unplaced = unplacedJurisdictions(state, bundled).filter(({ id }) => !reached.has(id));
  for (const [level, reachOfGap] of [
    ['CITY', 'WITHOUT_CITY'],
    ['DISTRICT', 'EVERYWHERE'],
  ]) {
    const names = unplaced.filter((row) => row.level === level).map(({ name }) => name);
    if (names.length === 0) continue;
    const shown = names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
    state.gaps.push([
      `The rates of ${shown}, because ${layer.source} does not contain their location; import the boundary file of the state.`,
      reachOfGap,
    ]);
  }
}

/** New cities and districts with a tax that has not ended. Only boundaries show their location. */
function unplacedJurisdictions(state: StateDraft, bundled: StateDraft): readonly JurisdictionRow[] {
  return [...state.jurisdictions.values()].filter(
    ({ id, level, rates }) =>
      !bundled.jurisdictions.has(id) &&
      level !== 'COUNTY' &&
      rates.some(({ rate, validThrough }) => Number(rate) > 0 && (validThrough === null || validThrough >= state.asOf)),
  );
}
