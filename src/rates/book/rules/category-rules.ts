import type { RuleFacts } from '../../../domain/places/place-law.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import type { TaxRule } from '../../../tax/model/rule.ts';
import { isInForce, unknownStartOn } from '../files/rate-windows.ts';

/** A rule of the rate book, ready to return. */
export type BookRule = {
  readonly facts: RuleFacts;
  /** Returned for early days, which the rate book may not cover. */
  readonly earlyFacts: RuleFacts;
  /** If set, the rule applies only in one of these jurisdictions. */
  readonly places: readonly string[] | null;
  /** The day on which the row was read in its source; null if only the place has such a day. */
  readonly readOn: string | null;
  /** Set for a rule that replaces an unknown one, on days before the first known rule. */
  readonly isAssumed?: boolean;
};

type Details = Pick<RuleFacts, 'evidence'> &
  Partial<Pick<RuleFacts, 'followsGoods' | 'noticesIfMixed' | 'attributes'> & Pick<BookRule, 'places' | 'readOn'>>;

export function bookRule(rule: TaxRule, notices: readonly Notice[], details: Details): BookRule {
  const { followsGoods = null, noticesIfMixed = [], places = null, readOn = null, attributes = [], evidence } = details;
  const facts = { rule, followsGoods, noticesIfMixed, attributes, notices, evidence };
  const { validFrom, description } = rule;
  const early =
    validFrom === null ? rule : { ...rule, description: `${description}, also used for days before ${validFrom}` };
  const earlyFacts = { ...facts, rule: early, notices: [...notices, earlyNotice(rule)] };
  return { facts, earlyFacts, places, readOn };
}

function earlyNotice({ validFrom }: TaxRule): Notice {
  if (validFrom === null) {
    const message = `The start date of this rule is unknown and assumed to be ${unknownStartOn}; the rule was also used for an earlier day.`;
    return { code: 'RULE_START_UNKNOWN', pointer: '', message };
  }
  const message = `The rate book has this rule from ${validFrom}; it was also used for an earlier day.`;
  return { code: 'RULE_NOT_KNOWN_FOR_DATE', pointer: '', message };
}

type Occasion = { readonly jurisdictionIds: readonly string[]; readonly taxDate: string };

/**
 * The first rule that applies at the place on the day; if none applies, for example before the first known start, the
 * earliest rule.
 */
export function findRule(rules: readonly BookRule[], occasion: Occasion): RuleFacts | null {
  for (const rule of rules) {
    if (!isInForce(rule.facts.rule, occasion.taxDate) || !holdsAt(rule, occasion)) continue;
    const isEarly = rule.facts.rule.validFrom === null && occasion.taxDate < unknownStartOn;
    return isEarly ? rule.earlyFacts : rule.facts;
  }
  return earliest(rules.filter((rule) => holdsAt(rule, occasion)))?.earlyFacts ?? null;
}

function holdsAt({ places }: BookRule, { jurisdictionIds }: Occasion): boolean {
  return places === null || jurisdictionIds.some((id) => places.includes(id));
}

/** The rule with the first start, except holidays. */
function earliest(rules: readonly BookRule[]): BookRule | undefined {
  return rules
    .filter(({ facts }) => facts.rule.treatment !== 'HOLIDAY' && facts.rule.validFrom !== null)
    .sort((left, right) => (left.facts.rule.validFrom ?? '').localeCompare(right.facts.rule.validFrom ?? ''))[0];
}
