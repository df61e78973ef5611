import { toDecimalText } from '../domain/base/amount.ts';
import { addDays } from '../domain/base/calendar.ts';
import { describeLimit } from '../domain/descriptions/limit-description.ts';
import type { ChangedLaw, RateChange } from '../domain/lookups/rate-changes.ts';
import type { ReferenceData } from '../ports/reference-data.ts';
import type { Jurisdiction, JurisdictionLevel } from '../tax/model/place.ts';
import type { RateRule, TaxRule } from '../tax/model/rule.ts';
import { decimalText } from '../tax/numbers/decimal.ts';
import type { Books } from './books.ts';
import { deepFreeze } from './files/deep-freeze.ts';
import { isInForce, type RateWindow } from './files/rate-windows.ts';
import type { Region } from './global/country-book.ts';
import { globalRules } from './global/taxability.ts';
import type { BookRule } from './rules/category-rules.ts';
import type { Category } from './rules/tax-codes.ts';
import { usRules } from './us/rules/taxability.ts';

/** The place of changes, and the day on which its sources were read. */
type Place = {
  readonly jurisdiction: Jurisdiction;
  readonly country: string;
  readonly subdivision: string | null;
  readonly asOf: string | null;
};
type RuleChange = {
  readonly effectiveOn: string;
  readonly before: BookRule;
  readonly after: BookRule;
  readonly localIds: readonly string[];
};

/** The changes between two rates or rules that the rate book has, by day; each place is read when it is first asked for. */
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

type Change = Omit<RateChange, 'changeId'>;

/** Ids stay the same as long as the law of the place and the day do, so they can be linked to. */
function withIds(changes: readonly Change[]): RateChange[] {
  const keyOf = ({ effectiveOn, country, jurisdiction: { id }, kind }: Change) =>
    [effectiveOn, country, id, kind].join('.');
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

function usChanges({ us, taxCodes }: Books, code: string | null): Change[] {
  const state = us.states.get(code ?? '');
  if (!state) return [];
  const at = (jurisdiction: Jurisdiction) => ({
    jurisdiction,
    country: 'US',
    subdivision: state.code,
    asOf: state.asOf,
  });
  const rates = [...state.jurisdictions.values()].flatMap(({ jurisdiction, windows, introducedOn }) =>
    rateChanges(at(jurisdiction), windows, introducedOn),
  );
  const own = state.jurisdictions.get(state.code)?.jurisdiction;
  if (!own) return rates;
  const nameOf = (id: string) => state.jurisdictions.get(id)?.jurisdiction ?? null;
  const rules = categoriesOf(taxCodes.categories).flatMap((category) =>
    ruleChanges(usRules(state, category, taxCodes.conditions)).map((change) => ({ category, change })),
  );
  return [...rates, ...asChanges(at(own), rules, taxCodes.codes, nameOf)];
}

/** Of a country and its regions. */
function globalChanges({ global, taxCodes }: Books, code: string): Change[] {
  const country = global.countries.get(code);
  const own = country?.windows[0]?.rate.jurisdiction;
  if (!country || !own) return [];
  const ofCountry = { country: code, asOf: global.asOf };
  const place = { ...ofCountry, jurisdiction: own, subdivision: null };
  const rows = global.categoryRates.filter((row) => row.country === code);
  const book = { ...global, categoryRates: rows };
  const changesAt = (region: Region | null): OfCategory[] => {
    const isDated = rows.some(
      (row) => (row.region ?? null) === (region?.id ?? null) && (row.from ?? row.to) !== undefined,
    );
    if (!isDated) return [];
    return categoriesOf(taxCodes.categories).flatMap((category) => {
      const rules = globalRules(book, { country, region }, category);
      return ruleChanges(rules, rules.at(-1)).map((change) => ({ category, change }));
    });
  };
  const national = changesAt(null);
  const textIn = ({ category, change }: OfCategory) => `${category.id} ${textOf(change)}`;
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
  ];
}

/** Without gift cards: they are taxed when spent, at any time and place. */
const categoriesOf = (categories: ReadonlyMap<string, Category>) =>
  [...categories.values()].filter(({ id }) => id !== 'stored_value');

/** A first rate is a change only if it is known that there was none before. */
function rateChanges(place: Place, windows: readonly RateWindow[], introducedOn: string | null): Change[] {
  const change = (effectiveOn: string, before: RateWindow | null, after: RateWindow | null): Change => ({
    ...whereOf(place),
    kind: 'RATE',
    localJurisdictions: [],
    taxCodes: [],
    effectiveOn,
    validThrough: after?.rate.validThrough ?? null,
    readOn: place.asOf,
    before: before && rateLaw(before),
    after: after && rateLaw(after),
  });
  const changes: Change[] = [];
  windows.forEach((window, index) => {
    const { validFrom, validThrough, rate } = window.rate;
    const before = windows[index - 1] ?? null;
    const next = windows[index + 1] ?? null;
    const isNext = before?.rate.validThrough != null && addDays(before.rate.validThrough, 1) === validFrom;
    if (validFrom !== null && before !== null && isNext && !before.rate.rate.eq(rate)) {
      changes.push(change(validFrom, before, window));
    }
    // After a gap, or on the day of its introduction, the tax begins.
    if (validFrom !== null && (before === null ? validFrom === introducedOn : !isNext)) {
      changes.push(change(validFrom, null, window));
    }
    const end = validThrough === null ? null : addDays(validThrough, 1);
    if (end !== null && next?.rate.validFrom !== end) changes.push(change(end, window, null));
  });
  return changes;
}

const rateLaw = ({ rate: { rate, source } }: RateWindow): ChangedLaw => ({
  rate: toDecimalText(rate),
  treatment: null,
  description: null,
  source,
});

const whereOf = ({ jurisdiction, country, subdivision }: Place) => ({ jurisdiction, country, subdivision });

/** Where one rule follows another: in the whole place and, where it differs from that, in single jurisdictions. */
function ruleChanges(rules: readonly BookRule[], fallback: BookRule | null = null): RuleChange[] {
  const days = new Set(
    rules.flatMap(({ facts: { rule } }) => [
      ...(rule.validFrom === null ? [] : [rule.validFrom]),
      ...(rule.validThrough === null ? [] : [addDays(rule.validThrough, 1)]),
    ]),
  );
  // Until the first row, a country's standard rate is a stand-in for what nobody has looked up.
  const firstEnd = rules.flatMap(({ facts: { rule } }) => rule.validThrough ?? []).toSorted()[0];
  const isKnown = ({ before, effectiveOn }: RuleChange) =>
    before !== fallback || (firstEnd !== undefined && firstEnd < effectiveOn);
  const localIds = [...new Set(rules.flatMap(({ places }) => places ?? []))];
  return [...days].flatMap((day): RuleChange[] => {
    const whole = changeOn(rules, day, null);
    const local = new Map<string, RuleChange>();
    for (const id of localIds) {
      const change = changeOn(rules, day, id);
      if (change === null || (whole !== null && textOf(whole) === textOf(change))) continue;
      const text = textOf(change);
      local.set(text, { ...change, localIds: [...(local.get(text)?.localIds ?? []), id] });
    }
    return [...(whole === null ? [] : [whole]), ...local.values()].filter(isKnown);
  });
}

function changeOn(rules: readonly BookRule[], day: string, id: string | null): RuleChange | null {
  const before = ruleOn(rules, addDays(day, -1), id);
  const after = ruleOn(rules, day, id);
  // The end of a holiday is its last day, not another change.
  if (!before || !after || before.facts.rule.treatment === 'HOLIDAY') return null;
  return lawText(before) === lawText(after) ? null : { effectiveOn: day, before, after, localIds: [] };
}

function ruleOn(rules: readonly BookRule[], day: string, id: string | null): BookRule | undefined {
  return rules.find(
    ({ places, facts: { rule } }) => isInForce(rule, day) && (places === null || (id !== null && places.includes(id))),
  );
}

const lawTexts = new WeakMap<BookRule, string>();

/** What decides the tax: two rules with the same text tax alike. */
function lawText(of: BookRule): string {
  const known = lawTexts.get(of);
  if (known !== undefined) return known;
  const { rule, followsGoods } = of.facts;
  const cap = rule.aboveCap && [rule.aboveCap.capAmount, rule.aboveCap.isCapIncluded];
  const text = JSON.stringify([rule.treatment, rule.terms, followsGoods, cap]);
  lawTexts.set(of, text);
  return text;
}

const textOf = ({ effectiveOn, before, after }: RuleChange) =>
  [effectiveOn, lawText(before), lawText(after)].join('\n');

type OfCategory = { readonly category: Category; readonly change: RuleChange };

/** Categories whose rules change alike are one change. A holiday is one, whatever the categories were taxed at before. */
function asChanges(
  place: Place,
  rules: readonly OfCategory[],
  codes: readonly { readonly code: string; readonly category: string }[],
  nameOf: (id: string) => Jurisdiction | null,
): Change[] {
  const groups = new Map<string, OfCategory[]>();
  for (const one of rules) {
    const { change } = one;
    const { rule } = change.after.facts;
    const text =
      rule.treatment === 'HOLIDAY'
        ? [change.effectiveOn, rule.description, lawText(change.after)].join('\n')
        : textOf(change);
    const key = [text, ...change.localIds].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group): Change[] => {
    const { category, change } = group[0]!;
    const localJurisdictions = change.localIds.flatMap((id) => nameOf(id) ?? []);
    if (change.localIds.length > 0 && localJurisdictions.length === 0) return [];
    const { rule } = change.after.facts;
    const categories = new Set(group.map((one) => one.category.id));
    const days = group.map((one) => one.change.after.readOn ?? place.asOf);
    const before = change.before.facts.rule;
    const isLikeBefore = described(before, category) === described(rule, category);
    const lawOf = (one: TaxRule) => {
      const rate = ownRate(one, place.jurisdiction.level);
      const isEnough = !isLikeBefore && (one.treatment !== 'REDUCED' || rate !== null);
      return {
        rate: rate && toDecimalText(rate),
        treatment: one.treatment,
        description: detailed(one, described(one, category), isEnough),
        source: one.source,
      };
    };
    return [
      {
        ...whereOf(place),
        kind: rule.treatment === 'HOLIDAY' ? 'HOLIDAY' : 'RULE',
        localJurisdictions,
        taxCodes: codes.filter((one) => categories.has(one.category)).map(({ code }) => code),
        effectiveOn: change.effectiveOn,
        validThrough: rule.validThrough,
        readOn: days.toSorted().at(-1) ?? null,
        before: lawOf(before),
        after: lawOf(rule),
      },
    ];
  });
}

/** The one rate that the rule sets for the jurisdiction itself. */
function ownRate({ terms }: TaxRule, level: JurisdictionLevel) {
  const [term, ...more] = terms.filter(({ levels }) => levels.includes(level));
  return more.length === 0 && term && 'rate' in term.rate ? term.rate.rate : null;
}

/** The words of a rule without the name of its category, as it may be that of several. */
function described({ description }: TaxRule, { name }: Category): string {
  const rest = description.startsWith(`${name}: `) ? description.slice(name.length + 2) : description;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/** Who taxes at which rate, where neither the words nor the one rate tell it. */
function detailed(rule: TaxRule, words: string, isEnough: boolean): string {
  if (rule.terms.length === 0 || isEnough) return words;
  const levels = new Map<string, Set<string>>();
  for (const { levels: own, jurisdictionIds, rate, basis } of rule.terms) {
    const law = `${rateWords(rate)}${basis.kind === 'full' ? '' : `, ${describeLimit(basis)}`}`;
    const who = own.map((level) => (jurisdictionIds ? `some of level ${level.toLowerCase()}` : level.toLowerCase()));
    levels.set(law, new Set([...(levels.get(law) ?? []), ...who]));
  }
  return `${words} (${[...levels].map(([law, who]) => `${[...who].join(', ')} ${law}`).join('; ')})`;
}

function rateWords(rate: RateRule): string {
  switch (rate.kind) {
    case 'general':
      return 'at the general rate';
    case 'percentage':
      return `at ${decimalText(rate.rate)}`;
    case 'together':
      return `at ${decimalText(rate.rate)} together`;
    case 'fixed':
      return `${decimalText(rate.amountPerUnit)} per unit`;
    case 'none':
      return 'not taxed';
  }
}
