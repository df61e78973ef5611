import { addDays } from '../../../domain/base/calendar.ts';
import type { FactCorrection } from '../../../domain/rate-book/rate-layer.ts';
import { asList, asRecord, type JsonList, type JsonRecord } from '../files/json-file.ts';
import { asSources } from '../files/source.ts';
import { type StateDraft, sourceIndex } from '../files/state-file.ts';
import { readDeliveryRules } from '../us/book/delivery-rules.ts';
import { readStateThreshold } from '../us/book/nexus-thresholds.ts';

/** The files outside those of the states that facts are put into. */
export type FactFiles = { categoryRates: JsonRecord; delivery: JsonRecord };

/** Puts a rule, tax holiday, cap or threshold of a US state into its file; returns the issues that prevent it. */
export function layStateFact(state: StateDraft, files: FactFiles, { part, row, source }: FactCorrection): string[] {
  const sourced = { ...row, source: sourceIndex(state, source) };
  switch (part) {
    case 'RULE':
      if (row.fee !== undefined) return layDelivery(files, { ...row, state: state.code, source });
      put(state, 'ruleCorrections', (rows) => [sourced, ...rows]);
      return [];
    case 'HOLIDAY':
      put(state, 'holidays', (rows) => withHoliday(rows, sourced));
      return [];
    case 'CAP':
      put(state, 'singleItemCaps', (rows) => [sourced, ...rows.filter((old) => !isSameCap(old, sourced))]);
      return [];
    case 'NEXUS':
      return layThreshold(state, sourced);
  }
}

/** The same outside the US, where only rules can be corrected. */
export function layGlobalFact(files: FactFiles, { part, country, subdivision, row, source }: FactCorrection): string[] {
  if (part !== 'RULE') return [`Outside the US only rules and rates can be corrected, not ${part}.`];
  const own = { ...row, country, ...(subdivision !== null && { region: subdivision }), source };
  const before = asList(files.categoryRates.corrections ?? [], country);
  files.categoryRates = { ...files.categoryRates, corrections: [own, ...before] };
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

/** The holidays of this name and category in the same year are replaced; a cancelled one is only removed. */
function withHoliday(rows: readonly JsonRecord[], { isCancelled, ...row }: JsonRecord): JsonList {
  const isSame = (old: JsonRecord) =>
    old.name === row.name && old.category === row.category && yearOf(old.from) === yearOf(row.from);
  const others = rows.filter((old) => !isSame(old));
  return isCancelled === true ? others : [...others, row];
}

const yearOf = (day: unknown) => String(day).slice(0, 4);

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
  const merged: JsonRecord = { ...terms, combine, ...row, from: row.from ?? null, to };
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
