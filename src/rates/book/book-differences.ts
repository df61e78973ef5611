import type { ChangedLaw, RateChange } from '../../domain/lookups/rate-changes.ts';
import type { Books } from './books.ts';
import type { ChangedPlace, FoundChange } from './changes/changed-place.ts';
import { asChanges, type OfCategory, ruleChangeText, ruleDifferences } from './changes/rule-changes.ts';
import { thresholdDifference } from './changes/threshold-changes.ts';
import { findRate, type RateWindow } from './files/rate-windows.ts';
import type { Steps } from './files/steps.ts';
import type { Country, Region } from './global/country-book.ts';
import { globalRules } from './global/taxability.ts';
import { changeOfRate, globalChanges, placeInState, usChanges, withIds } from './rate-changes.ts';
import { generalCategory } from './rule-finder.ts';
import type { BookRule } from './rules/category-rules.ts';
import type { Category } from './rules/tax-codes.ts';
import type { StateBook } from './us/book/state-book.ts';
import { usRules } from './us/rules/taxability.ts';

/** The law in two books, to be compared on one day. */
type Compared = { readonly before: Books; readonly after: Books; readonly day: string };

/**
 * Replaces the day of the comparison in ids, so that the ids are the same tomorrow. This text sorts before all days.
 */
const inForceName = '0-NOW';

/**
 * The changes in law between two books: differences in the rates and rules in force on the day and, in the US, in
 * thresholds, reported as changes on that day; and later changes found in only one of the books.
 */
export function* lawDifferences(before: Books, after: Books, day: string): Steps<readonly RateChange[]> {
  const compared = { before, after, day };
  const found: FoundChange[] = [];
  const isSameLaw = textOfCodes(before) === textOfCodes(after);
  for (const code of keysOfBoth(before.us.states, after.us.states)) {
    yield;
    if (isSameLaw && textOfState(before.us.states.get(code)) === textOfState(after.us.states.get(code))) continue;
    yield;
    found.push(...usDifferences(compared, code));
    yield;
    const known = usChanges(before, code);
    yield;
    found.push(...announced(known, usChanges(after, code), day));
  }
  for (const code of keysOfBoth(before.global.countries, after.global.countries)) {
    yield;
    if (isSameLaw && textAbroad(before, code) === textAbroad(after, code)) continue;
    yield;
    found.push(...(yield* differencesAbroad(compared, code)));
    yield;
    const known = globalChanges(before, code);
    yield;
    found.push(...announced(known, globalChanges(after, code), day));
  }
  yield;
  return withIds(found, { [day]: inForceName });
}

/** A book may lack a place of the other book. */
function keysOfBoth(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  return new Set([...before.keys(), ...after.keys()]);
}

// Most places are the same in both books, and comparing them as text takes a fraction of the time of comparing their
// rules.

const setsAsLists = (_name: string, value: unknown) => (value instanceof Set ? [...value] : value);

const textOfCodes = ({ taxCodes: { codes, categories, conditions }, planned }: Books) =>
  JSON.stringify([codes, [...categories], [...conditions], [...planned]], setsAsLists);

const textOfState = (state: StateBook | undefined) =>
  state &&
  JSON.stringify([
    ...[state.asOf, state.taxability, state.ruleCorrections, state.holidays, state.singleItemCaps],
    ...[state.delivery, state.nexusThresholds],
    ...[state.sources, state.lastDaysOfZips, [...state.jurisdictions.values()], [...state.counties.values()]],
  ]);

function textAbroad({ global }: Books, code: string): string {
  const rows = [...global.ruleCorrections, ...global.categoryRates].filter(({ country }) => country === code);
  const standard = global.standardRated.filter(({ country }) => country === code);
  const regions = [...global.regions.values()].filter(({ country }) => country === code);
  return JSON.stringify([global.countries.get(code), regions, rows, standard], setsAsLists);
}

function announced(before: readonly FoundChange[], after: readonly FoundChange[], day: string): FoundChange[] {
  const known = new Set(before.map(textOf));
  const kept = new Set(after.flatMap((change) => subjectsOf(change).map(({ key }) => key)));
  const withdrawn = before.flatMap((change): FoundChange[] => {
    const gone = subjectsOf(change).filter(({ key }) => change.effectiveOn > day && !kept.has(key));
    return gone.length === 0 ? [] : [{ ...change, taxCodes: gone.flatMap(({ code }) => code ?? []) }];
  });
  return [
    ...after.filter((change) => change.effectiveOn > day && !known.has(textOf(change))),
    ...withdrawn.map((change) => ({ ...change, validThrough: null, before: change.after, after: change.before })),
  ];
}

/** Keys of a change by day, kind, place and tax code, regardless of the values. */
function subjectsOf({ effectiveOn, kind, jurisdiction, localJurisdictions, taxCodes }: FoundChange) {
  const ids = [jurisdiction, ...localJurisdictions].map(({ id }) => id);
  return (taxCodes.length > 0 ? taxCodes : [null]).map((code) => ({
    code,
    key: JSON.stringify([effectiveOn, kind, ids, code]),
  }));
}

/** Text for comparison, without the sources and the day they were read. */
function textOf({
  status,
  effectiveOn,
  kind,
  jurisdiction,
  localJurisdictions,
  taxCodes,
  before,
  after,
}: FoundChange): string {
  const lawOf = (law: ChangedLaw | null) => law && [law.rate, law.treatment, law.description];
  const ids = [jurisdiction, ...localJurisdictions].map(({ id }) => id);
  return JSON.stringify([status, effectiveOn, kind, ids, taxCodes, lawOf(before), lawOf(after)]);
}

type Levy = { readonly windows: readonly RateWindow[]; readonly introducedOn?: string | null };

function rateDifference(place: ChangedPlace, levies: readonly (Levy | undefined)[], day: string): FoundChange[] {
  const [was = null, is = null] = levies.map((levy) => {
    const found = levy && findRate({ introducedOn: null, ...levy }, day);
    return found?.kind === 'in-force' ? found.window : null;
  });
  if (was?.rate.rate.toString() === is?.rate.rate.toString()) return [];
  return [changeOfRate(place, day, was, is)];
}

/** A book that lacks the country or state does not state that it has no tax. */
function withCoverage(change: FoundChange, was: unknown, is: unknown): FoundChange {
  const { before, after } = change;
  return {
    ...change,
    before: was ? before : uncovered('Not covered by the rate book before.'),
    after: is ? after : uncovered('No longer covered by the rate book.'),
  };
}

const uncovered = (description: string): ChangedLaw => ({ rate: null, treatment: null, description, source: '' });

function ruleDifferencesOf(
  { before, after, day }: Compared,
  rulesOf: (books: Books, of: Category) => readonly BookRule[],
) {
  return [...after.taxCodes.categories.values()].flatMap((category): OfCategory[] => {
    // The codes of a new category were general goods before.
    const known = before.taxCodes.categories.get(category.id) ?? before.taxCodes.categories.get(generalCategory.ITEM)!;
    const changes = ruleDifferences(rulesOf(before, known), rulesOf(after, category), day);
    return changes.map((change) => ({ category, change }));
  });
}

function usDifferences(compared: Compared, code: string): FoundChange[] {
  const { before, after, day } = compared;
  const [was, is] = [before.us.states.get(code), after.us.states.get(code)];
  const state = is ?? was;
  const own = state?.jurisdictions.get(code)?.jurisdiction;
  if (!state || !own) return [];
  const ids = keysOfBoth(was?.jurisdictions ?? new Map(), is?.jurisdictions ?? new Map());
  const rates = [...ids].flatMap((id) => {
    const levies = [was?.jurisdictions.get(id), is?.jurisdictions.get(id)];
    const { jurisdiction } = (levies[1] ?? levies[0])!;
    return rateDifference(placeInState(state, jurisdiction), levies, day);
  });
  if (!was || !is) return rates.map((change) => withCoverage(change, was, is));
  const rules = ruleDifferencesOf(compared, ({ us, taxCodes }, category) =>
    usRules(us.states.get(code)!, category, taxCodes.conditions),
  );
  const nameOf = (id: string) => is.jurisdictions.get(id)?.jurisdiction ?? null;
  const there = placeInState(is, own);
  return [
    ...rates,
    ...asChanges(there, rules, after.taxCodes.codes, nameOf),
    ...thresholdDifference(there, [was.nexusThresholds, is.nexusThresholds], day),
  ];
}

/**
 * Differences in rates and rules for a country and its regions. A region's rules are listed only where they differ from
 * the country's.
 */
function* differencesAbroad(compared: Compared, code: string): Steps<FoundChange[]> {
  const { before, after, day } = compared;
  const [was, is] = [before.global.countries.get(code), after.global.countries.get(code)];
  const own = is?.windows[0]?.rate.jurisdiction ?? was?.windows[0]?.rate.jurisdiction;
  if (!own) return [];
  const at = { country: code, asOf: after.global.asOf };
  const place = { ...at, jurisdiction: own, subdivision: null };
  const national = was && is ? rulesAbroad(compared, code, null) : [];
  const known = new Set(national.map(textOfRule));
  const regional: FoundChange[] = [];
  for (const region of new Map([...before.global.regions, ...after.global.regions]).values()) {
    const jurisdiction = region.windows[0]?.rate.jurisdiction;
    const [earlier, later] = [before, after].map(({ global }) => global.regions.get(region.id));
    if (region.country !== code || !jurisdiction) continue;
    yield;
    const there = { ...at, jurisdiction, subdivision: region.id };
    // A new region had the rules of its country before.
    const all = was && later ? rulesAbroad(compared, code, region) : [];
    const rules = all.filter((one) => !known.has(textOfRule(one)));
    regional.push(
      ...rateDifference(there, [earlier, later], day),
      ...asChanges(there, rules, after.taxCodes.codes, () => null),
    );
  }
  return [
    ...rateDifference(place, [was, is], day),
    ...asChanges(place, national, after.taxCodes.codes, () => null),
    ...regional,
  ].map((change) => withCoverage(change, was, is));
}

const textOfRule = ({ category, change }: OfCategory) => `${category.id} ${ruleChangeText(change)}`;

function rulesAbroad(compared: Compared, code: string, region: Region | null): OfCategory[] {
  const bookOf = ({ global }: Books) => {
    const country: Country = global.countries.get(code)!;
    const categoryRates = global.categoryRates.filter((row) => row.country === code);
    const own = region && (global.regions.get(region.id) ?? null);
    return { global: { ...global, categoryRates }, at: { country, region: own } };
  };
  const books = new Map([compared.before, compared.after].map((one) => [one, bookOf(one)]));
  return ruleDifferencesOf(compared, (one, category) => {
    const { global, at } = books.get(one)!;
    return globalRules(global, at, category);
  });
}
