import { addDays } from '../../../domain/base/calendar.ts';
import type { FactCorrection } from '../../../domain/rate-book/rate-layer.ts';
import { asList, asRecord, type JsonList, type JsonRecord } from '../files/json-file.ts';
import { asSources } from '../files/source.ts';
import { type StateDraft, sourceIndex } from '../files/state-file.ts';
import { readThresholdsAbroad } from '../global/nexus-thresholds.ts';
import { readDeliveryRules } from '../us/book/delivery-rules.ts';
import { readStateThreshold } from '../us/book/nexus-thresholds.ts';
import { unfit } from './imported-words.ts';

/** The files, other than state files, into which facts are inserted. */
export type FactFiles = {
  readonly countries: JsonRecord;
  categoryRates: JsonRecord;
  delivery: JsonRecord;
  dueDays: JsonRecord;
  nexus: JsonRecord;
};

/** The holidays that a layer has already inserted. They replace earlier holidays, but not each other. */
export type LaidRows = Set<JsonRecord>;

/**
 * Inserts a fact about a US state into the state's file or, for delivery rules and due days, into their own files.
 * Returns the issues that prevent it.
 */
export function layStateFact(
  state: StateDraft,
  { files, laid }: { readonly files: FactFiles; readonly laid: LaidRows },
  { part, row, source }: FactCorrection,
): string[] {
  if (state.levies === 'NONE') return [unfit.salesTax(state.name)];
  const sourced = { ...row, source: sourceIndex(state, source) };
  switch (part) {
    case 'RULE':
      if (row.fee !== undefined) return layDelivery(files, { ...row, state: state.code, source });
      put(state, 'ruleCorrections', (rows) => [sourced, ...rows]);
      return [];
    case 'HOLIDAY':
      return layHoliday(state, sourced, laid);
    case 'CAP':
      put(state, 'singleItemCaps', (rows) => withCap(rows, sourced));
      return [];
    case 'NEXUS':
      return layThreshold(state, sourced);
    case 'DUE_DAY':
      return layDueDay(files, { country: 'US', state: state.code, ...row, source });
  }
}

/** Inserts a fact outside the US, where caps and holidays cannot be corrected. Returns the issues that prevent it. */
export function layGlobalFact(files: FactFiles, { part, country, subdivision, row, source }: FactCorrection): string[] {
  if (part === 'DUE_DAY')
    return layDueDay(files, { country, ...(subdivision !== null && { state: subdivision }), ...row, source });
  if (part === 'NEXUS') return layThresholdAbroad(files, { country, ...row, source });
  if (part !== 'RULE') return [`The rate book has no ${part} outside the US.`];
  if (row.category === 'delivery' && subdivision !== null)
    return [`Delivery rules apply to all of ${country}. Remove ${subdivision}.`];
  const rows = asList(files.countries.countries, 'countries').map((one) => asList(one, 'country'));
  const isTaxed = rows.some(([alpha2, , , , , , , taxation]) => alpha2 === country && taxation === 'TAXED');
  if (!isTaxed) return [unfit.tax(country)];
  const own = { ...row, country, ...(subdivision !== null && { region: subdivision }), source };
  const before = asList(files.categoryRates.corrections ?? [], country);
  files.categoryRates = { ...files.categoryRates, corrections: [own, ...before] };
  return [];
}

function layDueDay(files: FactFiles, row: JsonRecord): string[] {
  files.dueDays = { ...files.dueDays, dueDays: [row, ...asList(files.dueDays.dueDays ?? [], 'due days')] };
  return [];
}

function put(state: StateDraft, name: string, change: (rows: readonly JsonRecord[]) => JsonList): void {
  const rows = asList(state.rest[name] ?? [], state.code).map((row) => asRecord(row, state.code));
  state.rest = { ...state.rest, [name]: change(rows) };
}

function layDelivery(files: FactFiles, row: JsonRecord): string[] {
  const { conditions } = files.delivery;
  const issue = issueOf(() => readDeliveryRules({ conditions, rules: [row] }));
  if (issue === null) files.delivery = { ...files.delivery, rules: [row, ...asList(files.delivery.rules, 'delivery')] };
  return issue === null ? [] : [issue];
}

/**
 * Replaces the periods of the holiday with this name and category in the same year, for the same taxes as before. A
 * cancelled holiday may already be missing from a later book.
 */
function layHoliday(state: StateDraft, { isCancelled, ...row }: JsonRecord, laid: LaidRows): string[] {
  const rows = asList(state.rest.holidays ?? [], state.code).map((one) => asRecord(one, state.code));
  const alike = rows.filter((old) => old.name === row.name && old.category === row.category);
  const same = alike.filter((old) => yearOf(old.from) === yearOf(row.from));
  const { relieves } = same[0] ?? alike.at(-1) ?? {};
  const own = { ...(relieves !== undefined && { relieves }), ...row };
  laid.add(own);
  const kept = rows.filter((old) => !same.includes(old) || laid.has(old));
  put(state, 'holidays', () => (isCancelled === true ? kept : [...kept, own]));
  return [];
}

const yearOf = (day: unknown) => String(day).slice(0, 4);

/** Replaces the earlier cap on the days of the new cap, for the same taxes as before. */
function withCap(rows: readonly JsonRecord[], row: JsonRecord): JsonList {
  const subjectOf = ({ city, levels, over }: JsonRecord) => JSON.stringify([city, levels, over]);
  const isSame = (old: JsonRecord) => subjectOf(old) === subjectOf(row);
  const on = rows.find(isSame)?.on;
  const kept = rows.flatMap((old) => (isSame(old) ? outside(old, daysOf(row)) : [old]));
  return [{ ...(on !== undefined && { on }), ...row }, ...kept];
}

const daysOf = ({ from, to }: JsonRecord) => ({ from: String(from ?? ''), to: typeof to === 'string' ? to : null });

function layThreshold(state: StateDraft, row: JsonRecord): string[] {
  const known = asList(state.rest.nexus, state.code).map((one) => asRecord(one, state.code));
  // In a state's file, some parts of a threshold have their own sources.
  const parts = ['countedSales', 'firstCollection'].flatMap((name) =>
    row[name] === undefined ? [] : [[name, { ...asRecord(row[name], state.code), source: row.source }]],
  );
  const { own, all } = withThreshold(known, { ...row, ...Object.fromEntries(parts) });
  const issue = issueOf(() => readStateThreshold(own, asSources(state.sources, state.code)));
  if (issue === null) put(state, 'nexus', () => all);
  return issue === null ? [] : [issue];
}

/**
 * The thresholds of a member state start as a copy of `EACH_EU`. Corrections to them apply to sellers from outside the
 * EU.
 */
function layThresholdAbroad(files: FactFiles, { country, ...row }: JsonRecord): string[] {
  const rows = asList(files.nexus.thresholds, 'nexus').map((one) => asRecord(one, 'nexus'));
  const countries = asList(files.countries.countries, 'countries').map((one) => asList(one, 'country'));
  const isInEu = countries.some(([alpha2, , , , , inEu]) => alpha2 === country && inEu === true);
  const ofCountry = rows.filter((one) => one.country === country);
  const usual = isInEu && ofCountry.length === 0 ? rows.filter((one) => one.country === 'EACH_EU') : ofCountry;
  const sellers = isInEu ? 'OUTSIDE_EU' : country === 'EU' ? 'IN_ONE_MEMBER_STATE' : 'ABROAD';
  const known = usual.map((one) => ({ ...one, country }));
  const { own, all } = withThreshold(known, { country, sellers, ...row });
  const missing = ['period', 'combine', 'countsMarketplaceSales', 'currency', 'countedSales'].filter(
    (name) => own[name] === undefined,
  );
  if (missing.length > 0)
    return [`The rate book has no threshold for ${country} yet; send ${missing.join(', ')} in row.`];
  const issue = issueOf(() => readThresholdsAbroad({ thresholds: [own] }));
  if (issue !== null) return [issue];
  files.nexus = { ...files.nexus, thresholds: [...rows.filter((one) => one.country !== country), ...all] };
  return [];
}

/** Omitted members are copied from the previous threshold. */
function withThreshold(known: readonly JsonRecord[], row: JsonRecord) {
  const { from, to } = daysOf(row);
  const before = known.findLast((old) => String(old.from ?? '') <= from) ?? known[0] ?? {};
  const { uncertain: _doubt, readOn: _day, ...terms } = before;
  const combine = row.transactionThreshold !== undefined && before.combine === 'sales_only' ? 'or' : before.combine;
  const merged: JsonRecord = { ...terms, combine, ...row, from: row.from ?? null, to };
  const { transactionThreshold: _count, ...bySales } = merged;
  const own = merged.combine === 'sales_only' ? bySales : merged;
  const kept = known.flatMap((old) => outside(old, { from, to }));
  const startOf = (one: JsonRecord) => String(one.from ?? '');
  return { own, all: [...kept, own].sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1)) };
}

/** The parts of a row before and after these days. */
function outside(old: JsonRecord, { from, to }: { readonly from: string; readonly to: string | null }): JsonRecord[] {
  const [start, end] = [String(old.from ?? ''), typeof old.to === 'string' ? old.to : null];
  const isBefore = start < from;
  const isAfter = to !== null && (end === null || end > to);
  const overlaps = (end === null || end >= from) && (to === null || start <= to);
  if (!overlaps) return [old];
  return [
    ...(isBefore ? [{ ...old, to: addDays(from, -1) }] : []),
    ...(isAfter ? [{ ...old, from: addDays(to, 1) }] : []),
  ];
}

function issueOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
