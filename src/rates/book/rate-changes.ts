import { toDecimalText } from '../../domain/base/amount.ts';
import { addDays } from '../../domain/base/calendar.ts';
import type { ChangedLaw, RateChange } from '../../domain/lookups/rate-changes.ts';
import type { RuleFacts } from '../../domain/places/place-law.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Jurisdiction } from '../../tax/model/place.ts';
import type { TaxRule } from '../../tax/model/rule.ts';
import type { Books } from './books.ts';
import { boundaryChanges } from './changes/boundary-changes.ts';
import { type ChangedPlace, type FoundChange, whereOf } from './changes/changed-place.ts';
import { asChanges, type OfCategory, ruleChanges, ruleChangeText } from './changes/rule-changes.ts';
import { thresholdChanges } from './changes/threshold-changes.ts';
import { deepFreeze } from './files/deep-freeze.ts';
import type { JsonRecord } from './files/json-file.ts';
import { isInForce, type RateWindow } from './files/rate-windows.ts';
import type { Region } from './global/country-book.ts';
import { decidingNames, globalRules } from './global/taxability.ts';
import type { PlannedChange } from './planned-changes.ts';
import { type BookRule, bookRule, findRule } from './rules/category-rules.ts';
import type { Category } from './rules/tax-codes.ts';
import type { StateBook } from './us/book/state-book.ts';
import { usRules } from './us/rules/taxability.ts';

/** The changes in the law of a place, by day. Each place is read on first use. */
export function makeRateChanges(books: Books): ReferenceData['rateChanges'] {
  const known = new Map<string, readonly RateChange[]>();
  return (country, state) => {
    const key = `${country} ${state}`;
    const before = known.get(key);
    if (before) return before;
    const changes = deepFreeze(withIds(country === 'US' ? usChanges(books, state) : globalChanges(books, country)));
    known.set(key, changes);
    return changes;
  };
}

/**
 * Adds ids that depend on the day, place and kind of a change, not on its content, so that links to changes remain
 * valid. `names` replaces days.
 */
export function withIds(changes: readonly FoundChange[], names: Readonly<Record<string, string>> = {}): RateChange[] {
  const keyOf = ({ effectiveOn, country, jurisdiction: { id }, kind, status }: FoundChange) =>
    [names[effectiveOn] ?? effectiveOn, country, id, kind, ...(status === 'PLANNED' ? [status] : [])].join('.');
  const sorted = changes
    .map((change) => ({ key: `${keyOf(change)} ${change.taxCodes.join(' ')}`, change }))
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  const counts = new Map<string, number>();
  return sorted.map(({ change }) => {
    const key = keyOf(change);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { changeId: count === 1 ? key : `${key}.${count}`, ...change };
  });
}

export const placeInState = ({ code, asOf }: StateBook, jurisdiction: Jurisdiction): ChangedPlace => ({
  jurisdiction,
  country: 'US',
  subdivision: code,
  asOf,
});

export function usChanges(books: Books, code: string | null): FoundChange[] {
  const { us, taxCodes } = books;
  const state = us.states.get(code ?? '');
  if (!state) return [];
  const at = (jurisdiction: Jurisdiction) => placeInState(state, jurisdiction);
  const rates = [...state.jurisdictions.values()].flatMap(({ jurisdiction, windows, introducedOn }) =>
    rateChanges(at(jurisdiction), windows, introducedOn),
  );
  const own = state.jurisdictions.get(state.code)?.jurisdiction;
  if (!own) return rates;
  const nameOf = (id: string) => state.jurisdictions.get(id)?.jurisdiction ?? null;
  const rules = [...taxCodes.categories.values()].flatMap((category) =>
    ruleChanges(usRules(state, category, taxCodes.conditions)).map((change) => ({ category, change })),
  );
  return [
    ...rates,
    ...asChanges(at(own), rules, taxCodes.codes, nameOf),
    ...thresholdChanges(at(own), state.nexusThresholds),
    ...boundaryChanges(at(own), state),
    ...plannedChanges(books, at(own), {
      windows: state.jurisdictions.get(state.code)?.windows ?? [],
      rulesOf: (category) => usRules(state, category, taxCodes.conditions),
    }),
  ];
}

/** The changes in a country and its regions. */
export function globalChanges(books: Books, code: string): FoundChange[] {
  const { global, taxCodes } = books;
  const country = global.countries.get(code);
  const own = country?.windows[0]?.rate.jurisdiction;
  if (!country || !own) return [];
  const ofCountry = { country: code, asOf: global.asOf };
  const place = { ...ofCountry, jurisdiction: own, subdivision: null };
  const rows = global.categoryRates.filter((row) => row.country === code);
  const book = { ...global, categoryRates: rows };
  const dated = [...rows, ...global.ruleCorrections.filter((row) => row.country === code)].filter(
    (row) => (row.from ?? row.to) !== undefined,
  );
  const changesAt = (region: Region | null): OfCategory[] => {
    const isOfRegion = (row: JsonRecord) => (row.region ?? null) === (region?.id ?? null);
    if (!dated.some(isOfRegion)) return [];
    const there = dated.filter((row) => row.region === undefined || isOfRegion(row));
    const names = new Set(there.map(({ category }) => category));
    return [...taxCodes.categories.values()].flatMap((category) => {
      // Most categories have no dated row, and reading their rules takes most of the time.
      if (!decidingNames(category).some((name) => names.has(name))) return [];
      const rules = globalRules(book, { country, region }, category);
      return ruleChanges(rules, rules.at(-1)).map((change) => ({ category, change }));
    });
  };
  const national = changesAt(null);
  const textIn = ({ category, change }: OfCategory) => `${category.id} ${ruleChangeText(change)}`;
  const known = new Set(national.map(textIn));
  const regional = [...global.regions.values()].flatMap((region) => {
    const jurisdiction = region.windows[0]?.rate.jurisdiction;
    if (region.country !== code || jurisdiction === undefined) return [];
    const at = { ...ofCountry, jurisdiction, subdivision: region.id };
    const rules = changesAt(region).filter((one) => !known.has(textIn(one)));
    return [...rateChanges(at, region.windows, null), ...asChanges(at, rules, taxCodes.codes, () => null)];
  });
  return [
    ...rateChanges(place, country.windows, null),
    ...asChanges(place, national, taxCodes.codes, () => null),
    ...regional,
    ...plannedChanges(books, place, {
      windows: country.windows,
      rulesOf: (category) => globalRules(book, { country, region: null }, category),
    }),
  ];
}

type LawThere = { readonly windows: readonly RateWindow[]; rulesOf(category: Category): readonly BookRule[] };

/** Planned changes for a whole state or country, compared with the law on the previous day. */
function plannedChanges(
  { planned, taxCodes }: Books,
  place: ChangedPlace,
  { windows, rulesOf }: LawThere,
): FoundChange[] {
  const there = (planned.get(place.country) ?? []).filter(({ subdivision }) => subdivision === place.subdivision);
  const changes = there.flatMap((plan): FoundChange[] => {
    const { categories, validFrom, validThrough, rate, source, readOn } = plan;
    const dayBefore = addDays(validFrom, -1);
    if (categories === null) {
      const before = windows.findLast((window) => isInForce(window.rate, dayBefore)) ?? null;
      const after = { rate: toDecimalText(rate), treatment: null, description: null, source: source.name };
      const where = { ...whereOf(place), kind: 'RATE' as const, localJurisdictions: [], taxCodes: [] };
      return [{ ...where, effectiveOn: validFrom, validThrough, readOn, before: before && rateLaw(before), after }];
    }
    const rules = [...categories].flatMap((id): OfCategory[] => {
      const category = taxCodes.categories.get(id)!;
      const facts = findRule(rulesOf(category), { jurisdictionIds: [place.jurisdiction.id], taxDate: dayBefore })!;
      const before = { facts, earlyFacts: facts, places: null, readOn: null };
      const change = {
        effectiveOn: validFrom,
        before,
        after: plannedRule(facts, plan),
        localIds: [],
        isAt: () => true,
      };
      return [{ category, change }];
    });
    return asChanges(place, rules, taxCodes.codes, () => null);
  });
  return changes.map((change) => ({ ...change, status: 'PLANNED' }));
}

function plannedRule({ rule, evidence }: RuleFacts, plan: PlannedChange): BookRule {
  const { rate, validFrom, validThrough, source, readOn } = plan;
  const levels = rule.terms[0]?.levels ?? (['COUNTRY', 'STATE'] as const);
  const planned: TaxRule = {
    ...rule,
    description: `${plan.plan} from ${validFrom}`,
    treatment: rate.isZero() ? 'ZERO_RATED' : 'REDUCED',
    terms: [{ levels, rate: { kind: 'percentage', rate }, basis: { kind: 'full' } }],
    validFrom,
    validThrough,
    source: source.name,
  };
  return bookRule(planned, [], { evidence, readOn });
}

/** The first rate is a change only if it is known that there was no earlier rate. */
function rateChanges(place: ChangedPlace, windows: readonly RateWindow[], introducedOn: string | null): FoundChange[] {
  const change = (effectiveOn: string, before: RateWindow | null, after: RateWindow | null) =>
    changeOfRate(place, effectiveOn, before, after);
  const changes: FoundChange[] = [];
  windows.forEach((window, index) => {
    const { validFrom, validThrough, rate } = window.rate;
    const before = windows[index - 1] ?? null;
    const next = windows[index + 1] ?? null;
    const isNext = before?.rate.validThrough != null && addDays(before.rate.validThrough, 1) === validFrom;
    if (validFrom !== null && before !== null && isNext && !before.rate.rate.eq(rate)) {
      changes.push(change(validFrom, before, window));
    }
    // The tax begins after a gap, or on the day of its introduction.
    if (validFrom !== null && (before === null ? validFrom === introducedOn : !isNext)) {
      changes.push(change(validFrom, null, window));
    }
    const end = validThrough === null ? null : addDays(validThrough, 1);
    if (end !== null && next?.rate.validFrom !== end) changes.push(change(end, window, null));
  });
  return changes;
}

export function changeOfRate(
  place: ChangedPlace,
  effectiveOn: string,
  before: RateWindow | null,
  after: RateWindow | null,
): FoundChange {
  return {
    ...whereOf(place),
    kind: 'RATE',
    localJurisdictions: [],
    taxCodes: [],
    effectiveOn,
    validThrough: after?.rate.validThrough ?? null,
    readOn: place.asOf,
    before: before && rateLaw(before),
    after: after && rateLaw(after),
  };
}

const rateLaw = ({ rate: { rate, source } }: RateWindow): ChangedLaw => ({
  rate: toDecimalText(rate),
  treatment: null,
  description: null,
  source,
});
