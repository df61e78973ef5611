import type { RateInForce, TaxPlace } from '../../../tax/model/place.ts';
import type { RuleTerm, TaxRule } from '../../../tax/model/rule.ts';
import { type Decimal, zero } from '../../../tax/numbers/decimal.ts';
import { toDecimalText } from '../../base/amount.ts';
import type { SnapshotRule, SnapshotRulePart } from '../transaction-snapshot.ts';
import { writeTerm } from './rule-terms.ts';

/** A place and the index of its first recorded rate. */
export type RecordedPlace = { readonly place: TaxPlace; readonly firstRate: number };

/** A rule and its place, because the effect of a rule differs by place. */
export type PlacedRule = { readonly rule: TaxRule; readonly at: RecordedPlace };

/** The index of a rule among the document's rules; a missing rule is added to them. */
export function ruleIndexOf(rules: PlacedRule[], { rule, at }: PlacedRule): number {
  const known = rules.findIndex((one) => one.rule === rule && one.at === at);
  return known >= 0 ? known : rules.push({ rule, at }) - 1;
}

/**
 * The rules as stored in a document, each with its effect in every jurisdiction of its place. The rules for prices
 * above a cap are appended, so the given rules keep their indexes.
 */
export function recordRules(given: readonly PlacedRule[]): SnapshotRule[] {
  const rules = [...given];
  const recorded: SnapshotRule[] = [];
  // The loop also records the rules that it appends.
  for (const { rule, at } of rules) {
    recorded.push(
      isPlain(rule, at)
        ? recordPlain(rule, at)
        : recordRule(rule, at, (other) => ruleIndexOf(rules, { rule: other, at })),
    );
  }
  return recorded;
}

/** Rules and places in the rate book never change, so most records are created only once. */
const recordedRules = new WeakMap<TaxPlace, WeakMap<TaxRule, SnapshotRule>>();

/** Whether the record is the same in every document: it refers to no other rule and no later rate. */
const isPlain = (rule: TaxRule, { firstRate }: RecordedPlace) => !rule.aboveCap && firstRate === 0;

function recordPlain(rule: TaxRule, at: RecordedPlace): SnapshotRule {
  const ofPlace = recordedRules.get(at.place) ?? new WeakMap<TaxRule, SnapshotRule>();
  recordedRules.set(at.place, ofPlace);
  const known = ofPlace.get(rule) ?? recordRule(rule, at, () => -1);
  ofPlace.set(rule, known);
  return known;
}

function recordRule(
  rule: TaxRule,
  { place, firstRate }: RecordedPlace,
  indexOf: (rule: TaxRule) => number,
): SnapshotRule {
  const { id, category, description, treatment, validFrom, validThrough, source } = rule;
  const terms = rule.terms.map(writeTerm);
  const parts = place.rates.map((rate, index) => recordPart(rule, place, rate, firstRate + index));
  return {
    id,
    category,
    description,
    treatment,
    terms,
    aboveCap: recordCap(rule, indexOf),
    parts,
    validFrom,
    validThrough,
    source,
  };
}

function recordCap({ aboveCap }: TaxRule, indexOf: (rule: TaxRule) => number): SnapshotRule['aboveCap'] {
  if (!aboveCap) return null;
  const { capAmount, isCapIncluded, rule } = aboveCap;
  return { capAmount: toDecimalText(capAmount), isCapIncluded, rule: indexOf(rule) };
}

function recordPart(rule: TaxRule, place: TaxPlace, rate: RateInForce, index: number): SnapshotRulePart {
  const terms = rule.terms.filter((term) => term.rate.kind !== 'none' && covers(term, rate));
  const fixed = terms.find((term) => term.rate.kind === 'fixed');
  if (fixed?.rate.kind === 'fixed') {
    const calculationValue = toDecimalText(fixed.rate.amountPerUnit);
    return { rate: index, isTaxable: true, isSpecial: true, calculationType: 'FIXED', calculationValue };
  }
  // A rate that applies only to a price bracket is not a line rate.
  const ofLine = terms.filter((term) => term.basis.kind !== 'between');
  const applied = ofLine.reduce<Decimal>((sum, term) => sum.plus(rateOf(term, place, rate)), zero);
  const isGeneral = terms.length === 1 && terms[0]!.rate.kind === 'general' && terms[0]!.basis.kind === 'full';
  return {
    rate: index,
    isTaxable: terms.length > 0,
    isSpecial: !isGeneral,
    calculationType: 'PERCENTAGE',
    calculationValue: toDecimalText(applied),
  };
}

function covers({ levels, jurisdictionIds }: RuleTerm, { jurisdiction }: RateInForce): boolean {
  return levels.includes(jurisdiction.level) && (jurisdictionIds?.includes(jurisdiction.id) ?? true);
}

function rateOf(term: RuleTerm, place: TaxPlace, rate: RateInForce): Decimal {
  if (term.rate.kind === 'general') return rate.rate;
  if (term.rate.kind === 'percentage') return term.rate.rate;
  if (term.rate.kind !== 'together') return zero;
  const covered = place.rates.filter((other) => covers(term, other));
  const total = covered.reduce<Decimal>((sum, other) => sum.plus(other.rate), zero);
  return total.isZero() ? zero : term.rate.rate.times(rate.rate).div(total).toDecimalPlaces(8);
}
