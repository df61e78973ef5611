import type { RateCorrection } from '../../../domain/rate-book/rate-layer.ts';
import { putRateRow } from '../files/rate-rows.ts';
import { type JurisdictionRow, type StateDraft, sourceIndex } from '../files/state-file.ts';
import { unfit } from './imported-words.ts';

/**
 * Inserts one rate into a state's part of the rate book. Returns the issues that prevent it. ZIP codes are inserted
 * after all rates.
 */
export function layUsCorrection(state: StateDraft, row: RateCorrection): string[] {
  const old = state.jurisdictions.get(row.jurisdictionId) ?? null;
  const issues = [...issuesOf(state, row, old), ...zipIssues(state, row)];
  if (issues.length > 0) return issues;
  const known = old ?? newRow(state, row);
  const rate = {
    rate: row.rate,
    validFrom: row.validFrom,
    validThrough: row.validThrough,
    source: sourceIndex(state, row.source),
    uncertainty: null,
  };
  state.jurisdictions.set(row.jurisdictionId, {
    ...known,
    name: row.name ?? known.name,
    county: row.county ?? known.county,
    stacking: row.stacking ?? known.stacking,
    introducedOn: introducedOn(known, row),
    rates: putRateRow(known.rates, rate),
  });
  if (state.levies === 'STATE_ONLY' && row.level !== 'STATE') state.levies = 'STATE_AND_LOCAL';
  return [];
}

function issuesOf(state: StateDraft, row: RateCorrection, old: JurisdictionRow | null): string[] {
  const { jurisdictionId: id, level } = row;
  if (state.levies === 'NONE') return [unfit.salesTax(state.name)];
  if (level === 'COUNTRY' || level === 'REGION') return [`The US has no jurisdictions of level ${level}.`];
  if (old) return old.level === level ? [] : [`${id} is a ${old.level}, not a ${level}.`];
  if (level === 'STATE') return [`The id of the state is ${state.code}, not ${id}.`];
  const issues: string[] = [];
  if (!/^[A-Z]{2}-[A-Z0-9-]+$/i.test(id) || !id.startsWith(`${state.code}-`)) {
    issues.push(`The id of a new jurisdiction must begin with ${state.code}-; ${id} does not.`);
  }
  if (row.name === null) issues.push(`The rate book has no ${id}; a new jurisdiction needs a name.`);
  return issues;
}

function zipIssues({ zips, name }: StateDraft, row: RateCorrection): string[] {
  if (row.zips.length === 0) return [];
  if (row.level === 'STATE') return ['A state includes all of its ZIP codes; do not list any.'];
  const unknown = row.zips.filter((zip) => !zips.has(zip));
  return unknown.length > 0 ? [`The rate book has no ZIP code ${unknown.join(', ')} in ${name}.`] : [];
}

function newRow({ code: state }: StateDraft, { jurisdictionId, level, name }: RateCorrection): JurisdictionRow {
  return {
    id: jurisdictionId,
    level,
    name: name ?? jurisdictionId,
    code: jurisdictionId.slice(state.length + 1),
    fips: null,
    county: level === 'COUNTY' ? name : null,
    stacking: 'add',
    introducedOn: null,
    rates: [],
  };
}

/**
 * The day on which the tax was introduced: the first day of the correction if the jurisdiction had no tax before, or
 * else the earlier of that day and the known day; null if either is unknown.
 */
function introducedOn({ rates, introducedOn: before }: JurisdictionRow, { validFrom }: RateCorrection): string | null {
  if (rates.length === 0) return validFrom;
  if (before === null || validFrom === null) return null;
  return validFrom < before ? validFrom : before;
}
