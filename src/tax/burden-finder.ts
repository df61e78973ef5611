import type { DocumentToAssess, LineTreatment } from './assessment.ts';
import { type Burden, untaxedBurden } from './burden.ts';
import { type Decimal, decimalText } from './decimal.ts';
import { certificatesAt } from './exemptions.ts';
import type { Fraction } from './fraction.ts';
import { burdenUnder, type KnownRule, knownRule } from './known-rule.ts';
import { placeRates, stateOrCountry } from './place-rates.ts';
import { type Answer, answerFor, answerWithoutBuyer } from './questions.ts';
import { manualRuleAtPlace, ruleAtPlace } from './rule-at-place.ts';

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

/** Meets each rule of a document with the rates of its place once, however many lines it taxes. */
export function createBurdenFinder(document: DocumentToAssess): BurdenFinder {
  const { place, customerType, isCollecting, isTaxInclusive, minorUnit } = document;
  const circumstances = { customerType, isCollecting, certificates: certificatesAt(place, document.certificates) };
  const stack = placeRates(place);
  const manualStack = stack.length > 0 ? stack : [stateOrCountry(place)];
  const rules = new Map<LineTreatment['rule'] | string, KnownRule>();

  function ruleFor(answer: Exclude<Answer, { kind: 'untaxed' }>, { rule }: LineTreatment): KnownRule {
    const key = answer.kind === 'manual' ? decimalText(answer.rate) : rule;
    const met = rules.get(key);
    if (met) return met;
    const atPlace = answer.kind === 'manual' ? manualRuleAtPlace(answer.rate, manualStack) : ruleAtPlace(rule, stack);
    const known = knownRule(atPlace);
    rules.set(key, known);
    return known;
  }

  return {
    answerFor: (treatment) => answerFor(treatment, circumstances),
    answerWithoutBuyer: (treatment) => answerWithoutBuyer(treatment, { ...circumstances, certificates: [] }),
    find(answer, { treatment, base, quantity, goodsShare }) {
      if (answer.kind === 'untaxed') return untaxedBurden(stack, answer.reason, answer.certificateId);
      const relief = answer.kind === 'by-rule' ? answer.relief : null;
      const magnitude = base < 0n ? -base : base;
      return burdenUnder(ruleFor(answer, treatment), {
        magnitude,
        isTaxInclusive,
        quantity,
        minorUnit,
        relief,
        goodsShare,
      });
    },
  };
}
