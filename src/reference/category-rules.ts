import type { Notice } from '../tax/assessment.ts';
import type { TaxRule } from '../tax/rule.ts';
import { isInForce, unknownStartOn } from './rate-windows.ts';
import type { RuleFacts } from './reference-data.ts';

/** A rule of the book, ready to hand out; the same objects every time. */
export type BookRule = {
  readonly facts: RuleFacts;
  /** Handed out for days before the first that the book is known to hold for. */
  readonly earlyFacts: RuleFacts;
  /** When given, the rule holds only where one of these jurisdictions does. */
  readonly places: readonly string[] | null;
};

export function bookRule(
  rule: TaxRule,
  notices: readonly Notice[],
  more: Partial<RuleFacts & Pick<BookRule, 'places'>> = {},
): BookRule {
  const followsGoods = more.followsGoods ?? null;
  const facts: RuleFacts = { rule, followsGoods, notices };
  const early: Notice = {
    code: 'RULE_START_UNKNOWN',
    pointer: '',
    message: `The start of this rule is not known and taken as ${unknownStartOn}; it was used for an earlier day.`,
  };
  return {
    facts,
    earlyFacts: rule.fromOn === null ? { rule, followsGoods, notices: [...notices, early] } : facts,
    places: more.places ?? null,
  };
}

/** The first rule that holds at the place on the day. */
export function findRule(
  rules: readonly BookRule[],
  at: { readonly jurisdictionIds: readonly string[]; readonly taxDate: string },
): RuleFacts | null {
  for (const { facts, earlyFacts, places } of rules) {
    if (!isInForce(facts.rule, at.taxDate)) continue;
    if (places !== null && !at.jurisdictionIds.some((id) => places.includes(id))) continue;
    return at.taxDate < unknownStartOn ? earlyFacts : facts;
  }
  return null;
}
