import { LRUCache } from 'lru-cache';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { RuleFacts } from '../../domain/places/place-law.ts';
import { describeAttributes, type ItemAttributes } from '../../domain/transactions/item-attributes.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import type { Books } from './books.ts';
import { deepFreeze } from './files/deep-freeze.ts';
import { countryIn } from './global/country-book.ts';
import { globalRules } from './global/taxability.ts';
import { plannedNotice } from './planned-changes.ts';
import { type BookRule, findRule } from './rules/category-rules.ts';
import { type Category, findTaxCode } from './rules/tax-codes.ts';
import { usRules } from './us/rules/taxability.ts';

type RuleFor = ReferenceData['ruleFor'];

type RuleQuestion = { readonly place: MatchedPlace; readonly category: Category; readonly attributes: ItemAttributes };
type LineKind = 'ITEM' | 'SHIPPING_FEE';
/** The category of unknown codes. */
export const generalCategory = { ITEM: 'general', SHIPPING_FEE: 'shipping' } as const satisfies Record<
  LineKind,
  string
>;

type UnknownCode = { readonly facts: RuleFacts; readonly taxCode: string; readonly line: LineKind };

/** Finds the rule for a tax code. Rules are cached, so equal rules are usually the same object. */
export function makeRuleFor(books: Books): RuleFor {
  const rules = new LRUCache<string, readonly BookRule[], RuleQuestion>({
    max: 20_000,
    memoMethod: (_key, _stale, { context }) => rulesOf(books, context),
  });
  const unknown = new LRUCache<string, RuleFacts, UnknownCode>({
    max: 5_000,
    memoMethod: (_key, _stale, { context: { facts, taxCode, line } }) => ({
      ...facts,
      notices: [...facts.notices, unknownCode(taxCode, line)],
    }),
  });
  // Rules of several cities can have the same id and days.
  const numbers = new WeakMap<RuleFacts, number>();
  let count = 0;
  const numberOf = (facts: RuleFacts) => {
    const number = numbers.get(facts) ?? ++count;
    numbers.set(facts, number);
    return number;
  };
  const rulesFor = (place: MatchedPlace, category: Category, stated: ItemAttributes | null) => {
    const key = `${place.country} ${place.subdivision} ${category.id}`;
    const whatever = rules.memo(key, { context: { place, category, attributes: {} } });
    const attributes = stated === null ? {} : decisiveOf(whatever, stated);
    const words = describeAttributes(attributes);
    return words === '' ? whatever : rules.memo(`${key} ${words}`, { context: { place, category, attributes } });
  };
  return (place, taxDate, taxCode, line, attributes) => {
    const known = findTaxCode(books.taxCodes, taxCode);
    const category = categoryOf(books, known?.category ?? generalCategory[line]);
    const facts = findRule(rulesFor(place, category, attributes ?? null), {
      jurisdictionIds: place.jurisdictionIds,
      taxDate,
    });
    if (!facts) throw new Error(`No rule for ${category.id} in ${place.country} ${place.subdivision} on ${taxDate}`);
    const plan = plannedNotice(books.planned, { place, taxDate, category: category.id });
    const told = plan === null ? facts : withPlan(facts, plan);
    if (known) return told;
    return unknown.memo(`${numberOf(told)} ${taxCode}`, { context: { facts: told, taxCode, line } });
  };
}

const withPlans = new WeakMap<RuleFacts, RuleFacts>();

/** Adds the notice of a planned change to a rule. The result is cached, because a rule has at most one such notice. */
function withPlan(facts: RuleFacts, plan: Notice): RuleFacts {
  const known = withPlans.get(facts) ?? deepFreeze({ ...facts, notices: [...facts.notices, plan] });
  withPlans.set(facts, known);
  return known;
}

type LineCode = {
  readonly taxCode: string;
  readonly line: LineKind;
  /** The category of the code; null for an unknown code. */
  readonly known: string | null;
};

/**
 * The rule for a line in a place where every code has a rule. An unknown code is treated as general goods or shipping,
 * with a notice.
 */
export function findRuleOfLine({ taxCode, line, known }: LineCode, ruleOf: (category: string) => RuleFacts): RuleFacts {
  if (known !== null) return ruleOf(known);
  const facts = ruleOf(generalCategory[line]);
  return { ...facts, notices: [...facts.notices, unknownCode(taxCode, line)] };
}

/** Only the attributes that affect the rules, so that other attributes do not require separate rules. */
function decisiveOf(rules: readonly BookRule[], stated: ItemAttributes): ItemAttributes {
  const decisive = new Set(rules.flatMap(({ facts }) => facts.attributes));
  return Object.fromEntries(Object.entries(stated).filter(([name]) => decisive.has(name)));
}

function rulesOf(books: Books, { place, category, attributes }: RuleQuestion): readonly BookRule[] {
  if (place.regime === 'SALES_TAX') {
    const state = books.us.states.get(place.subdivision ?? '');
    return state ? usRules(state, category, books.taxCodes.conditions, attributes) : [untaxedRule(category)];
  }
  const country = countryIn(books.global, place.country);
  if (!country) throw new Error(`No country ${place.country} in the rate book`);
  const region = place.subdivision === null ? null : (books.global.regions.get(place.subdivision) ?? null);
  return globalRules(books.global, { country, region }, category);
}

function categoryOf(books: Books, id: string): Category {
  const category = books.taxCodes.categories.get(id);
  if (!category) throw new Error(`No category ${id} in the rate book`);
  return category;
}

function untaxedRule(category: Category): BookRule {
  const facts: RuleFacts = {
    rule: {
      id: `US/${category.id}`,
      category: category.id,
      description: 'A military address is not in any state',
      treatment: 'NOT_TAXABLE',
      terms: [],
      validFrom: null,
      validThrough: null,
      source: 'States tax sales within their own borders',
    },
    followsGoods: null,
    noticesIfMixed: [],
    attributes: [],
    notices: [],
    evidence: 'STANDARD_RATE',
  };
  return { facts, earlyFacts: facts, places: null, readOn: null };
}

function unknownCode(taxCode: string, line: LineKind): Notice {
  const given = taxCode.trim();
  const taken = line === 'ITEM' ? 'general goods (C1S1)' : 'shipping (C6S1)';
  return {
    code: 'TAX_CODE_UNKNOWN',
    pointer: '/taxCode',
    message:
      given === ''
        ? `No tax code was sent; the line was taxed as ${taken}.`
        : `Tax code "${given}" is not in the catalog; the line was taxed as ${taken}.`,
  };
}
