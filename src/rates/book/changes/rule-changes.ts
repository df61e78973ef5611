import { toDecimalText } from '../../../domain/base/amount.ts';
import { addDays } from '../../../domain/base/calendar.ts';
import { describeLimit, formatPercent } from '../../../domain/descriptions/format.ts';
import type { Jurisdiction, JurisdictionLevel } from '../../../tax/model/place.ts';
import type { RateRule, TaxRule } from '../../../tax/model/rule.ts';
import { decimalText } from '../../../tax/numbers/decimal.ts';
import { isInForce } from '../files/rate-windows.ts';
import type { BookRule } from '../rules/category-rules.ts';
import type { Category } from '../rules/tax-codes.ts';
import { type ChangedPlace, type FoundChange, whereOf } from './changed-place.ts';

type RuleChange = {
  readonly effectiveOn: string;
  readonly before: BookRule;
  readonly after: BookRule;
  readonly localIds: readonly string[];
  /** Whether this change takes effect in a place with these jurisdictions, whose own rules come first. */
  readonly isAt: (jurisdictionIds: readonly string[]) => boolean;
};

/** Changes from one rule to another, in the whole place or, where jurisdictions differ, in individual jurisdictions. */
export function ruleChanges(rules: readonly BookRule[], fallback: BookRule | null = null): RuleChange[] {
  const days = new Set(
    rules.flatMap(({ facts: { rule } }) => [
      ...(rule.validFrom === null ? [] : [rule.validFrom]),
      ...(rule.validThrough === null ? [] : [addDays(rule.validThrough, 1)]),
    ]),
  );
  // Before the first researched row, a country's standard rate is only a placeholder, so the start of that row is not a
  // change.
  const known = rules.filter(({ isAssumed }) => !isAssumed);
  const firstEnd = known.flatMap(({ facts: { rule } }) => rule.validThrough ?? []).toSorted()[0];
  const isKnown = ({ before, effectiveOn }: RuleChange) =>
    !before.isAssumed && (before !== fallback || (firstEnd !== undefined && firstEnd < effectiveOn));
  const localIds = [...new Set(rules.flatMap(({ places }) => places ?? []))];
  return [...days].flatMap((day) => changesOn(day, localIds, dayBefore(rules, day), rules).filter(isKnown));
}

/** Differences between two books in the rules in force on a day. */
export function ruleDifferences(before: readonly BookRule[], after: readonly BookRule[], day: string): RuleChange[] {
  const localIds = [...new Set([...before, ...after].flatMap(({ places }) => places ?? []))];
  return changesOn(day, localIds, { rules: before, day }, after);
}

type RulesOnDay = { readonly rules: readonly BookRule[]; readonly day: string };

const dayBefore = (rules: readonly BookRule[], day: string): RulesOnDay => ({ rules, day: addDays(day, -1) });

function changesOn(
  day: string,
  localIds: readonly string[],
  was: RulesOnDay,
  rules: readonly BookRule[],
): RuleChange[] {
  const changeAt = (ids: readonly string[]): RuleChange | null => {
    const before = ruleOn(was.rules, was.day, ids);
    const after = ruleOn(rules, day, ids);
    // A holiday ends with its last day; its end is not a separate change.
    if (!before || !after || before.facts.rule.treatment === 'HOLIDAY' || lawText(before) === lawText(after))
      return null;
    const change = { effectiveOn: day, before, after, localIds: [] };
    const text = ruleChangeText(change);
    const isAt = (others: readonly string[]) => {
      const other = changeAt(others);
      return other !== null && ruleChangeText(other) === text;
    };
    return { ...change, isAt };
  };
  const whole = changeAt([]);
  const local = new Map<string, RuleChange>();
  for (const id of localIds) {
    const change = changeAt([id]);
    if (change === null || (whole !== null && ruleChangeText(whole) === ruleChangeText(change))) continue;
    const text = ruleChangeText(change);
    local.set(text, { ...change, localIds: [...(local.get(text)?.localIds ?? []), id] });
  }
  return [...(whole === null ? [] : [whole]), ...local.values()];
}

function ruleOn(rules: readonly BookRule[], day: string, ids: readonly string[]): BookRule | undefined {
  return rules.find(
    ({ places, facts: { rule } }) =>
      isInForce(rule, day) && (places === null || places.some((place) => ids.includes(place))),
  );
}

const lawTexts = new WeakMap<BookRule, string>();

/** The facts that determine the tax: rules with the same text tax in the same way. */
function lawText(of: BookRule): string {
  const known = lawTexts.get(of);
  if (known !== undefined) return known;
  const { rule, followsGoods } = of.facts;
  const { capAmount, isCapIncluded, rule: above } = rule.aboveCap ?? {};
  // A holiday is a single change, whatever rates apply above its cap.
  const cap = [capAmount, isCapIncluded, rule.treatment === 'HOLIDAY' ? null : above?.terms];
  const text = JSON.stringify([rule.treatment, rule.terms, followsGoods, cap]);
  lawTexts.set(of, text);
  return text;
}

export const ruleChangeText = ({ effectiveOn, before, after }: Pick<RuleChange, 'effectiveOn' | 'before' | 'after'>) =>
  [effectiveOn, lawText(before), lawText(after)].join('\n');

export type OfCategory = { readonly category: Category; readonly change: RuleChange };

/**
 * Categories whose rules change in the same way share one change. A holiday is one change, regardless of how the
 * categories were taxed before.
 */
export function asChanges(
  place: ChangedPlace,
  rules: readonly OfCategory[],
  codes: readonly { readonly code: string; readonly category: string }[],
  nameOf: (id: string) => Jurisdiction | null,
): FoundChange[] {
  const groups = new Map<string, OfCategory[]>();
  for (const one of rules) {
    const { change } = one;
    const { rule } = change.after.facts;
    const text =
      rule.treatment === 'HOLIDAY'
        ? [change.effectiveOn, rule.description, lawText(change.after)].join('\n')
        : ruleChangeText(change);
    const key = [text, ...change.localIds].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group): FoundChange[] => {
    const { category, change } = group[0]!;
    const localJurisdictions = change.localIds.flatMap((id) => nameOf(id) ?? []);
    if (change.localIds.length > 0 && localJurisdictions.length === 0) return [];
    const { rule } = change.after.facts;
    const categories = new Set(group.map((one) => one.category.id));
    const codesOf = (ids: ReadonlySet<string>) => codes.filter((one) => ids.has(one.category)).map(({ code }) => code);
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
        taxCodes: codesOf(categories),
        isRuleAt: (ids, taxCodes) => {
          const there = group.filter((one) => one.change.isAt(ids)).map((one) => one.category.id);
          return codesOf(new Set(there)).some((code) => taxCodes.includes(code));
        },
        effectiveOn: change.effectiveOn,
        validThrough: rule.validThrough,
        readOn: days.toSorted().at(-1) ?? null,
        before: lawOf(before),
        after: lawOf(rule),
      },
    ];
  });
}

/** The single rate that the rule sets at this level; null if it sets none or several. */
function ownRate({ terms }: TaxRule, level: JurisdictionLevel) {
  const [term, ...more] = terms.filter(({ levels }) => levels.includes(level));
  return more.length === 0 && term && 'rate' in term.rate ? term.rate.rate : null;
}

/** The description of a rule without the name of its category, because several categories may share it. */
function described({ description }: TaxRule, { name }: Category): string {
  const rest = description.startsWith(`${name}: `) ? description.slice(name.length + 2) : description;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/**
 * The description, followed by the taxing jurisdictions and their rates, unless it or a single rate already shows them.
 */
function detailed(rule: TaxRule, words: string, isEnough: boolean): string {
  if (rule.terms.length === 0 || isEnough) return words;
  const levels = new Map<string, Set<string>>();
  for (const { levels: own, jurisdictionIds, rate, basis } of rule.terms) {
    const law = `${rateWords(rate)}${basis.kind === 'full' ? '' : `, ${describeLimit(basis)}`}`;
    const who = own.map((level) => (jurisdictionIds ? `some at ${level.toLowerCase()} level` : level.toLowerCase()));
    levels.set(law, new Set([...(levels.get(law) ?? []), ...who]));
  }
  return `${words} (${[...levels].map(([law, who]) => `${[...who].join(', ')} ${law}`).join('; ')})`;
}

function rateWords(rate: RateRule): string {
  switch (rate.kind) {
    case 'general':
      return 'at the general rate';
    case 'percentage':
      return `at ${formatPercent(rate.rate)}`;
    case 'together':
      return `at ${formatPercent(rate.rate)} together`;
    case 'fixed':
      return `${decimalText(rate.amountPerUnit)} per unit`;
    case 'none':
      return 'not taxed';
  }
}
