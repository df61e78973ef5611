import { addDays } from '../../../domain/base/calendar.ts';
import type { FactCorrection } from '../../../domain/rate-book/rate-layer.ts';
import { asList, asRecord, type JsonList, type JsonRecord } from '../files/json-file.ts';
import { asSources } from '../files/source.ts';
import { type StateDraft, sourceIndex } from '../files/state-file.ts';
import { readDeliveryRules } from '../us/book/delivery-rules.ts';
import { readStateThreshold } from '../us/book/nexus-thresholds.ts';

/** The files outside those of the states that facts are put into. */
export type FactFiles = {
  readonly countries: JsonRecord;
  categoryRates: JsonRecord;
  delivery: JsonRecord;
  dueDays: JsonRecord;
};

/** The rows that a layer has laid so far, which replace those before it and not each other. */
export type LaidRows = Set<JsonRecord>;

/** Puts a rule, tax holiday, cap or threshold of a US state into its file; returns the issues that prevent it. */
export function layStateFact(
  state: StateDraft,
  { files, laid }: { readonly files: FactFiles; readonly laid: LaidRows },
  { part, row, source }: FactCorrection,
): string[] {
  if (state.levies === 'NONE') return [`${state.name} levies no sales tax, and the rate book has no rules for one.`];
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

/** The same outside the US, where only rules can be corrected. */
export function layGlobalFact(files: FactFiles, { part, country, subdivision, row, source }: FactCorrection): string[] {
  if (part === 'DUE_DAY')
    return layDueDay(files, { country, ...(subdivision !== null && { state: subdivision }), ...row, source });
  if (part !== 'RULE') return [`Outside the US only rules and rates can be corrected, not ${part}.`];
  const rows = asList(files.countries.countries, 'countries').map((one) => asList(one, 'country'));
  const isTaxed = rows.some(([alpha2, , , , , , , taxation]) => alpha2 === country && taxation === 'TAXED');
  if (!isTaxed) return [`${country} has no tax in the rate book; add its rate first.`];
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

/** Replaces the windows of the holiday of this name and category in the same year; which taxes it relieves stays as before. */
function layHoliday(state: StateDraft, { isCancelled, ...row }: JsonRecord, laid: LaidRows): string[] {
  const rows = asList(state.rest.holidays ?? [], state.code).map((one) => asRecord(one, state.code));
  const alike = rows.filter((old) => old.name === row.name && old.category === row.category);
  const same = alike.filter((old) => yearOf(old.from) === yearOf(row.from));
  if (isCancelled === true && same.length === 0)
    return [`${state.code} has no holiday ${row.name} for ${row.category} in ${yearOf(row.from)} to cancel.`];
  const { relieves } = same[0] ?? alike.at(-1) ?? {};
  const own = { ...(relieves !== undefined && { relieves }), ...row };
  laid.add(own);
  const kept = rows.filter((old) => !same.includes(old) || laid.has(old));
  put(state, 'holidays', () => (isCancelled === true ? kept : [...kept, own]));
  return [];
}

const yearOf = (day: unknown) => String(day).slice(0, 4);

/** What the cap applies to stays as before. */
function withCap(rows: readonly JsonRecord[], row: JsonRecord): JsonList {
  const on = rows.find((old) => isSameCap(old, row))?.on;
  return [{ ...(on !== undefined && { on }), ...row }, ...rows.filter((old) => !isSameCap(old, row))];
}

function isSameCap(old: JsonRecord, row: JsonRecord): boolean {
  const subject = ({ city, levels, over }: JsonRecord) => JSON.stringify([city, levels, over]);
  return row.from === undefined && row.to === undefined && subject(old) === subject(row);
}

/** What a threshold does not state is that of the threshold before it. */
function layThreshold(state: StateDraft, row: JsonRecord): string[] {
  const from = String(row.from ?? '');
  const to = typeof row.to === 'string' ? row.to : null;
  const known = asList(state.rest.nexus, state.code).map((one) => asRecord(one, state.code));
  const before = known.findLast((old) => String(old.from ?? '') <= from) ?? known[0] ?? {};
  const { uncertain: _doubt, ...terms } = before;
  const combine = row.transactionThreshold !== undefined && before.combine === 'sales_only' ? 'or' : before.combine;
  const parts = ['countedSales', 'firstCollection'].flatMap((name) =>
    row[name] === undefined ? [] : [[name, { ...asRecord(row[name], state.code), source: row.source }]],
  );
  const merged: JsonRecord = { ...terms, combine, ...row, ...Object.fromEntries(parts), from: row.from ?? null, to };
  const { transactionThreshold: _count, ...bySales } = merged;
  const own = merged.combine === 'sales_only' ? bySales : merged;
  const issue = issueOf(() => readStateThreshold(own, asSources(state.sources, state.code)));
  if (issue !== null) return [issue];
  const kept = known.flatMap((old) => outside(old, { from, to }));
  put(state, 'nexus', () =>
    [...kept, own].sort((one, other) => (String(one.from ?? '') < String(other.from ?? '') ? -1 : 1)),
  );
  return [];
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
