import type { BoundariesLayer, RateLayer, StateRatesLayer } from '../../../domain/rate-book/rate-layer.ts';
import type { StateDraft } from '../files/state-file.ts';
import { inOrderOfDays } from './corrected-zips.ts';
import { idsOfImported } from './imported-ids.ts';

/** The part of a state's boundaries kept in memory. Rows are read for one address at a time. */
export type StateBoundaries = {
  readonly layer: BoundariesLayer;
  /** District ids by type and code (`63 80004`). */
  readonly districtIds: ReadonlyMap<string, string>;
  /** The jurisdictions that corrections assign to a ZIP code regardless of boundaries; the latest correction comes last. */
  readonly correctedByZip: ReadonlyMap<string, readonly CorrectedReach[]>;
};

/** A jurisdiction of a ZIP code, starting on a day. */
type CorrectedReach = { readonly jurisdictionId: string; readonly validFrom: string | null };

/** Types come from the rate file. Without a rate file, only codes are known. */
export function stateBoundaries(
  bundled: StateDraft,
  layer: BoundariesLayer,
  layers: readonly RateLayer[],
): StateBoundaries {
  const rates = layers.find((one): one is StateRatesLayer => one.kind === 'STATE_RATES' && one.state === layer.state);
  const ids = rates ? [...idsOfImported(bundled, rates)] : [];
  return {
    layer,
    districtIds: new Map(
      ids.filter(([{ level }]) => level === 'DISTRICT').map(([{ type, code }, id]) => [`${type} ${code}`, id]),
    ),
    correctedByZip: correctedZips(bundled.code, layers),
  };
}

function correctedZips(state: string, layers: readonly RateLayer[]): ReadonlyMap<string, readonly CorrectedReach[]> {
  const byZip = new Map<string, CorrectedReach[]>();
  const rows = layers.flatMap((layer) => (layer.kind === 'CORRECTIONS' ? inOrderOfDays(layer.rows) : []));
  for (const { country, subdivision, zips, jurisdictionId, validFrom } of rows) {
    if (country !== 'US' || subdivision !== state) continue;
    for (const zip of zips) byZip.set(zip, [...(byZip.get(zip) ?? []), { jurisdictionId, validFrom }]);
  }
  return byZip;
}
