import type { LineToTax } from '../law/bracket.ts';
import { certificatesAt } from '../law/exemptions.ts';
import { type PlaceRate, placeRates, stateOrCountry } from '../law/place-rates.ts';
import { manualRuleAtPlace, type RuleAtPlace, ruleAtPlace } from '../law/rule-at-place.ts';
import {
  type Circumstances,
  decideTreatment,
  decideWithoutBuyer,
  type TreatmentDecision,
} from '../law/tax-treatment.ts';
import type { DocumentToAssess, PlaceToAssess, TreatmentFacts } from '../model/assessment.ts';
import type { TaxPlace } from '../model/place.ts';
import type { TaxRule } from '../model/rule.ts';
import { type Decimal, decimalText } from '../numbers/decimal.ts';
import type { Fraction } from '../numbers/fraction.ts';
import { type LineTax, untaxedLineTax } from './line-tax.ts';
import { type PreparedRule, prepareRule, taxUnderPreparedRule } from './prepared-rule.ts';

/** The circumstances of a line that the law depends on. */
export type TaxableLine = {
  readonly facts: TreatmentFacts;
  /** Signed, in minor units. */
  readonly base: bigint;
  readonly quantity: Decimal;
  readonly goodsShare: Fraction;
};

export type LineTaxer = {
  readonly decide: (facts: TreatmentFacts) => TreatmentDecision;
  /** The treatment for a buyer without any exemption. */
  readonly decideWithoutBuyer: (facts: TreatmentFacts) => TreatmentDecision;
  readonly tax: (decision: TreatmentDecision, line: TaxableLine) => LineTax;
};

export type TaxedDecision = Exclude<TreatmentDecision, { readonly kind: 'untaxed' }>;

/** Calculates the exact tax on each line of a document. */
export function createLineTaxer(document: DocumentToAssess): LineTaxer {
  const own = placeTaxer(document, document);
  const elsewhere = new Map<PlaceToAssess, PlaceTaxer>();
  const taxerAt = ({ at }: TreatmentFacts): PlaceTaxer => {
    if (at === undefined) return own;
    const taxer = elsewhere.get(at) ?? placeTaxer(at, document);
    elsewhere.set(at, taxer);
    return taxer;
  };

  return {
    decide: (facts) => decideTreatment(facts, taxerAt(facts).circumstances),
    decideWithoutBuyer: (facts) => decideWithoutBuyer(facts, { ...taxerAt(facts).circumstances, certificates: [] }),
    tax(decision, line) {
      const { ratedPlace, manualRules } = taxerAt(line.facts);
      if (decision.kind === 'untaxed') return untaxedLineTax(ratedPlace.stack, decision.reason, decision.certificateId);
      const isManual = decision.kind === 'manual';
      const rule = isManual ? manualRule(decision.rate, manualRules, ratedPlace) : ruleOf(line.facts.rule, ratedPlace);
      return taxUnderPreparedRule(rule, lineToTax(decision, line, document));
    },
  };
}

type PlaceTaxer = {
  readonly circumstances: Circumstances;
  readonly ratedPlace: RatedPlace;
  readonly manualRules: Map<string, PreparedRule>;
};

function placeTaxer(
  { place, isCollecting }: PlaceToAssess,
  { customerType, certificates }: Pick<DocumentToAssess, 'customerType' | 'certificates'>,
): PlaceTaxer {
  return {
    circumstances: { customerType, isCollecting, certificates: certificatesAt(place, certificates) },
    ratedPlace: ratedPlaceOf(place),
    manualRules: new Map(),
  };
}

/** The rule and the line used by the taxer, for the trace. */
export function taxInputs(decision: TaxedDecision, line: TaxableLine, document: DocumentToAssess) {
  const ratedPlace = ratedPlaceOf((line.facts.at ?? document).place);
  const rule: RuleAtPlace =
    decision.kind === 'manual'
      ? manualRuleAtPlace(decision.rate, ratedPlace.manualStack)
      : ruleOf(line.facts.rule, ratedPlace).rule;
  return { rule, toTax: lineToTax(decision, line, document) };
}

function lineToTax(
  decision: TaxedDecision,
  { base, quantity, goodsShare }: TaxableLine,
  { isTaxInclusive, minorUnit }: DocumentToAssess,
): LineToTax {
  const relief = decision.kind === 'manual' ? null : decision.relief;
  return { magnitude: base < 0n ? -base : base, isTaxInclusive, quantity, minorUnit, relief, goodsShare };
}

/** A place with its exact rates and prepared rules. */
type RatedPlace = {
  readonly stack: readonly PlaceRate[];
  /** Never empty: a manual rate requires a jurisdiction that charges it. */
  readonly manualStack: readonly PlaceRate[];
  readonly rules: WeakMap<TaxRule, PreparedRule>;
};

/** The rate book shares immutable places and rules, so values derived from a place are cached per object. */
const ratedPlaces = new WeakMap<TaxPlace, RatedPlace>();

function ratedPlaceOf(place: TaxPlace): RatedPlace {
  const known = ratedPlaces.get(place);
  if (known) return known;
  const stack = placeRates(place);
  const ratedPlace = { stack, manualStack: stack.length > 0 ? stack : [stateOrCountry(place)], rules: new WeakMap() };
  ratedPlaces.set(place, ratedPlace);
  return ratedPlace;
}

function ruleOf(rule: TaxRule, { rules, stack }: RatedPlace): PreparedRule {
  const known = rules.get(rule) ?? prepareRule(ruleAtPlace(rule, stack));
  rules.set(rule, known);
  return known;
}

function manualRule(rate: Decimal, rules: Map<string, PreparedRule>, { manualStack }: RatedPlace): PreparedRule {
  const key = decimalText(rate);
  const known = rules.get(key) ?? prepareRule(manualRuleAtPlace(rate, manualStack));
  rules.set(key, known);
  return known;
}
