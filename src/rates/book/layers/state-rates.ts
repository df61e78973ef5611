import type { ImportedJurisdiction, StateRatesLayer } from '../../../domain/rate-book/rate-layer.ts';
import { asTextOrNull } from '../files/json-file.ts';
import { firstOverlap, inOrder, type RateRow } from '../files/rate-rows.ts';
import { type JurisdictionRow, type StateDraft, sourceIndex } from '../files/state-file.ts';
import { idsOfImported } from './imported-ids.ts';

/**
 * Replaces all rates of a state with the rates in an official file. Returns the issues that prevent it. A jurisdiction
 * missing from the file no longer levies a tax, but is kept because ZIP codes and rules refer to it. Jurisdictions
 * added by corrections do not change.
 */
export function layStateRates(state: StateDraft, layer: StateRatesLayer, bundled: StateDraft): string[] {
  const ids = idsOfImported(bundled, layer);
  const issues = issuesOf(layer, ids);
  if (issues.length > 0) return issues;
  const before = new Map(state.jurisdictions);
  const bookAsOf = state.asOf;
  const source = sourceIndex(state, layer.source);
  const historyFrom = historyOf(layer);
  for (const [id, row] of bundled.jurisdictions) {
    state.jurisdictions.set(id, { ...row, stacking: 'add', introducedOn: null, rates: [] });
  }
  for (const [imported, id] of ids) {
    const old = before.get(id) ?? null;
    if (!old && leviesNothing(imported)) continue;
    const rates = ratesOf(imported, source);
    const named = old ?? newRow(state, imported, id);
    // The tax was introduced on this day if the file would otherwise contain an earlier rate, or if the rate book was
    // read earlier and did not contain the tax.
    const start = rates[0]?.validFrom ?? null;
    const isFirst = start !== null && ((historyFrom !== null && start > historyFrom) || (!old && start > bookAsOf));
    const introducedOn = isFirst || (old && old.introducedOn === start) ? start : null;
    state.jurisdictions.set(id, { ...named, stacking: imported.stacking, introducedOn, rates });
    if (imported.level === 'COUNTY') linkCounty(state, imported.code, id);
  }
  state.asOf = layer.asOf;
  state.listedOn = layer.lists?.[layer.state] ?? layer.asOf;
  state.listedBefore = null;
  state.historyFrom = historyFrom;
  if (state.levies === 'STATE_ONLY' && ids.size > 1) state.levies = 'STATE_AND_LOCAL';
  return [];
}

/** Some files list every town of their state, most of them without a tax of their own. */
function leviesNothing({ stacking, windows }: ImportedJurisdiction): boolean {
  return stacking === 'add' && windows.every(({ rate }) => Number(rate) === 0);
}

function issuesOf({ jurisdictions }: StateRatesLayer, ids: ReadonlyMap<ImportedJurisdiction, string>): string[] {
  const issues: string[] = [];
  const states = jurisdictions.filter(({ level }) => level === 'STATE');
  if (states.length !== 1 || states[0]!.windows.length === 0)
    issues.push('Expected exactly one row for the state itself.');
  for (const [imported, id] of ids) {
    const overlap = firstOverlap(ratesOf(imported, 0));
    if (overlap) issues.push(`Two rates of ${id} overlap on ${overlap.validFrom ?? 'the first day'}.`);
  }
  const keys = jurisdictions.map(({ level, type, code }) => `${level} ${type} ${code}`);
  for (const [index, key] of keys.entries()) if (keys.indexOf(key) < index) issues.push(`${key} appears twice.`);
  return issues;
}

function ratesOf({ windows }: ImportedJurisdiction, source: number): readonly RateRow[] {
  return inOrder(windows.map((window) => ({ ...window, source, uncertainty: null })));
}

/** A file that contains ended rates contains all rates since the first end. */
function historyOf({ jurisdictions }: StateRatesLayer): string | null {
  const ends = jurisdictions.flatMap(({ windows }) => windows.flatMap(({ validThrough }) => validThrough ?? []));
  return ends.toSorted()[0] ?? null;
}

function newRow(state: StateDraft, { level, type, code }: ImportedJurisdiction, id: string): JurisdictionRow {
  const county = level === 'COUNTY' ? asTextOrNull(state.counties.get(state.fips + code)?.[1], id) : null;
  return {
    id,
    level,
    name: county ?? nameOf(level, type, code),
    code,
    fips: level === 'COUNTY' || (level === 'CITY' && /^\d{5}$/.test(code)) ? state.fips + code : null,
    county,
    stacking: 'add',
    introducedOn: null,
    rates: [],
  };
}

/** The files contain codes but no names. */
function nameOf(level: ImportedJurisdiction['level'], type: string, code: string): string {
  switch (level) {
    case 'STATE':
      return 'State';
    case 'COUNTY':
      return `County ${code} (county code)`;
    case 'CITY':
      return `City ${code} (place code)`;
    case 'DISTRICT':
      return `District ${code} (code of type ${type})`;
  }
}

function linkCounty({ counties, fips }: StateDraft, code: string, id: string): void {
  const county = counties.get(fips + code);
  if (county && county[2] === null) counties.set(fips + code, [county[0], county[1], id]);
}
