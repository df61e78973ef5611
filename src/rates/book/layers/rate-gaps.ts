import { addDays } from '../../../domain/base/calendar.ts';
import type { RateCorrection, RateLayer } from '../../../domain/rate-book/rate-layer.ts';
import { isLocalLevel } from '../../../tax/model/place.ts';
import { asList, asRecord } from '../files/json-file.ts';
import { firstGap, type RateRow, readRateRows } from '../files/rate-rows.ts';
import type { StateDraft } from '../files/state-file.ts';
import type { RateLayerIssue } from './rate-layer-error.ts';

type LaidBook = {
  readonly states: ReadonlyMap<string, StateDraft>;
  readonly global: { readonly countries: unknown; readonly regions: unknown };
};

/**
 * Days on which corrections leave a country, region or state without a rate between two rates, so that its tax would
 * silently be zero. Local taxes are exempt, because they can end and be levied again.
 */
export function gapIssues(book: LaidBook, layers: readonly RateLayer[]): RateLayerIssue[] {
  return layers.flatMap((layer) => {
    if (layer.kind !== 'CORRECTIONS') return [];
    return layer.rows.flatMap((row, index) => {
      const gap = isLocalLevel(row.level) ? null : firstGap(ratesOf(book, row));
      if (!gap || !isBeside(row, gap)) return [];
      const days = `from ${gap.validFrom} to ${gap.validThrough}`;
      const message = `${row.jurisdictionId} would have no rate ${days}; add a rate for these days.`;
      return [{ layerId: layer.layerId, row: index, message }];
    });
  });
}

function isBeside(
  { validFrom, validThrough }: RateCorrection,
  gap: { readonly validFrom: string; readonly validThrough: string },
): boolean {
  const isBefore = validThrough !== null && addDays(validThrough, 1) === gap.validFrom;
  return isBefore || (validFrom !== null && addDays(validFrom, -1) === gap.validThrough);
}

function ratesOf({ states, global }: LaidBook, { level, jurisdictionId: id, subdivision }: RateCorrection) {
  switch (level) {
    case 'COUNTRY':
      return ratesAmong(global.countries, (value) => {
        const row = asList(value, 'country');
        return row[0] === id ? row[9] : undefined;
      });
    case 'REGION':
      return ratesAmong(global.regions, (value) => {
        const row = asRecord(value, 'region');
        return row.id === id ? row.rates : undefined;
      });
    default:
      return states.get(subdivision ?? id)?.jurisdictions.get(id)?.rates ?? [];
  }
}

function ratesAmong(rows: unknown, rates: (value: unknown) => unknown): readonly RateRow[] {
  for (const value of asList(rows, 'rates')) {
    const found = rates(value);
    if (found !== undefined) return readRateRows(found, 'rates');
  }
  return [];
}
