import { certificatesAt } from '../law/exemptions.ts';
import { type OwnRate, placeRates, stateOrCountry } from '../law/place-rates.ts';
import { type Answer, answerFor, answerWithoutBuyer } from '../law/questions.ts';
import { manualRuleAtPlace, type RuleAtPlace, ruleAtPlace } from '../law/rule-at-place.ts';
import type { LineToTax } from '../law/slice.ts';
import type { DocumentToAssess, LineTreatment } from '../model/assessment.ts';
import type { TaxPlace } from '../model/place.ts';
import type { TaxRule } from '../model/rule.ts';
import { type Decimal, decimalText } from '../numbers/decimal.ts';
import type { Fraction } from '../numbers/fraction.ts';
import { type Burden, untaxedBurden } from './burden.ts';
import { burdenUnder, type KnownRule, knownRule } from './known-rule.ts';

/** A line as the law sees it. */
export type LineToBear = {
  readonly treatment: LineTreatment;
  /** Signed, in minor units. */
  readonly base: bigint;
  readonly quantity: Decimal;
  readonly goodsShare: Fraction;
};

export type BurdenFinder = {
  readonly answerFor: (treatment: LineTreatment) => Answer;
  readonly answerWithoutBuyer: (treatment: LineTreatment) => Answer;
  readonly find: (answer: Answer, line: LineToBear) => Burden;
};

export type TaxedAnswer = Exclude<Answer, { readonly kind: 'untaxed' }>;

/** Finds what each line of a document bears. */
export function createBurdenFinder(document: DocumentToAssess): BurdenFinder {
  const { place, customerType, isCollecting } = document;
  const circumstances = { customerType, isCollecting, certificates: certificatesAt(place, document.certificates) };
  const ground = groundOf(place);
  const manualRules = new Map<string, KnownRule>();

  return {
    answerFor: (treatment) => answerFor(treatment, circumstances),
    answerWithoutBuyer: (treatment) => answerWithoutBuyer(treatment, { ...circumstances, certificates: [] }),
    find(answer, line) {
      if (answer.kind === 'untaxed') return untaxedBurden(ground.stack, answer.reason, answer.certificateId);
      const isManual = answer.kind === 'manual';
      const rule = isManual ? manualRule(answer.rate, manualRules, ground) : ruleOf(line.treatment.rule, ground);
      return burdenUnder(rule, lineToTax(answer, line, document));
    },
  };
}

/** What the finder works with for a line, for who wants to see it. */
export function foundFor(answer: TaxedAnswer, line: LineToBear, document: DocumentToAssess) {
  const ground = groundOf(document.place);
  const rule: RuleAtPlace =
    answer.kind === 'manual'
      ? manualRuleAtPlace(answer.rate, ground.manualStack)
      : ruleOf(line.treatment.rule, ground).rule;
  return { rule, toTax: lineToTax(answer, line, document) };
}

function lineToTax(
  answer: TaxedAnswer,
  { base, quantity, goodsShare }: LineToBear,
  { isTaxInclusive, minorUnit }: DocumentToAssess,
): LineToTax {
  const relief = answer.kind === 'manual' ? null : answer.relief;
  return { magnitude: base < 0n ? -base : base, isTaxInclusive, quantity, minorUnit, relief, goodsShare };
}

/** A place with its rates in exact form and the rules that were met with them. */
type Ground = {
  readonly stack: readonly OwnRate[];
  /** Never empty: a manual rate needs somebody to levy it. */
  readonly manualStack: readonly OwnRate[];
  readonly rules: WeakMap<TaxRule, KnownRule>;
};

/** Places and rules come from a rate book that keeps them, and never change: what was worked out once is kept as long. */
const grounds = new WeakMap<TaxPlace, Ground>();

function groundOf(place: TaxPlace): Ground {
  const known = grounds.get(place);
  if (known) return known;
  const stack = placeRates(place);
  const ground = { stack, manualStack: stack.length > 0 ? stack : [stateOrCountry(place)], rules: new WeakMap() };
  grounds.set(place, ground);
  return ground;
}

function ruleOf(rule: TaxRule, { rules, stack }: Ground): KnownRule {
  const known = rules.get(rule) ?? knownRule(ruleAtPlace(rule, stack));
  rules.set(rule, known);
  return known;
}

function manualRule(rate: Decimal, rules: Map<string, KnownRule>, { manualStack }: Ground): KnownRule {
  const key = decimalText(rate);
  const known = rules.get(key) ?? knownRule(manualRuleAtPlace(rate, manualStack));
  rules.set(key, known);
  return known;
}
