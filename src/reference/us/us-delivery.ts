import type { Notice } from '../../tax/model/assessment.ts';
import type { FollowsGoods, RuleTerm, TaxRule } from '../../tax/model/rule.ts';
import { asFlag, asList, asOneOf, asRecord, asText, asTextOrNull, type JsonRecord } from '../files/json-file.ts';
import { type BookRule, bookRule } from '../rules/category-rules.ts';
import { allLevels } from './us-terms.ts';

export type DeliveryFee = 'shipping' | 'handling';

/** A state's word on one kind of fee for a time; the fees of documents are always stated separately. */
export type DeliveryRule = {
  readonly fee: DeliveryFee;
  readonly rule: 'taxable' | 'exempt' | 'exempt_if_separate' | 'follows_goods';
  /** Set where the fee follows the goods. */
  readonly mixed: FollowsGoods | null;
  /** What the freedom from tax also depends on, in words; nobody can tell it from a document. */
  readonly condition: string | null;
  readonly doubt: string | null;
  /** Whether the split of one charge for taxable and exempt goods is not certain. */
  readonly isMixedDoubtful: boolean;
  readonly fromOn: string | null;
  readonly toOn: string | null;
  readonly source: string;
};

/** The rules on delivery charges by state, in the order of the file. */
export function readDeliveryRules(file: JsonRecord): ReadonlyMap<string, readonly DeliveryRule[]> {
  const conditions = asRecord(file.conditions, 'delivery conditions');
  const rules = new Map<string, DeliveryRule[]>();
  for (const value of asList(file.rules, 'delivery rules')) {
    const row = asRecord(value, 'delivery rule');
    const state = asText(row.state, 'delivery rule');
    rules.set(state, [...(rules.get(state) ?? []), readRule(row, conditions)]);
  }
  return rules;
}

const mixedRules = ['ALL_OR_NOTHING', 'IN_PROPORTION'] as const satisfies readonly FollowsGoods[];

function readRule(row: JsonRecord, conditions: JsonRecord): DeliveryRule {
  const where = `delivery rule of ${row.state}`;
  const rule = asOneOf(['taxable', 'exempt', 'exempt_if_separate', 'follows_goods'], row.rule, where);
  const condition = asTextOrNull(row.condition, where);
  return {
    fee: asOneOf(['shipping', 'handling'], row.fee, where),
    rule,
    mixed: rule === 'follows_goods' ? asOneOf(mixedRules, row.mixed, where) : null,
    condition: condition === null ? null : asText(conditions[condition], where),
    doubt: asTextOrNull(row.uncertain, where),
    isMixedDoubtful: row.mixedUncertain !== undefined && asFlag(row.mixedUncertain, where),
    fromOn: asTextOrNull(row.from, where),
    toOn: asTextOrNull(row.to, where),
    source: asText(row.source, where),
  };
}

type State = { readonly code: string; readonly name: string; readonly delivery: readonly DeliveryRule[] };

/** The rules of a state for a shipping or handling fee. */
export function deliveryRules(state: State, fee: DeliveryFee): readonly BookRule[] {
  return state.delivery.filter((rule) => rule.fee === fee).map((rule) => asBookRule(state, rule));
}

const generalTerms: readonly RuleTerm[] = [{ levels: allLevels, rate: { kind: 'general' }, basis: { kind: 'full' } }];

function asBookRule(state: State, delivery: DeliveryRule): BookRule {
  const { fee, fromOn, toOn, source, mixed } = delivery;
  const isTaxed = delivery.rule === 'taxable' || delivery.rule === 'follows_goods';
  const rule: TaxRule = {
    id: `US-${state.code}/${fee}`,
    category: fee,
    description: describe(state, delivery),
    treatment: isTaxed ? 'TAXABLE' : delivery.rule === 'exempt' ? 'NOT_TAXABLE' : 'EXEMPT',
    terms: isTaxed ? generalTerms : [],
    fromOn,
    toOn,
    source,
  };
  const known = bookRule(rule, noticesOf(state, delivery), {
    followsGoods: mixed,
    noticesIfMixed: noticesIfMixed(state, delivery),
  });
  // A rule without a start is as old as the tax.
  return fromOn === null ? { ...known, earlyFacts: known.facts } : known;
}

function nameOf(fee: DeliveryFee): string {
  return fee === 'shipping' ? 'Shipping' : 'Handling';
}

function describe({ name }: State, { fee, rule, mixed }: DeliveryRule): string {
  switch (rule) {
    case 'taxable':
      return `${nameOf(fee)}: always taxed in ${name}`;
    case 'exempt':
      return `${nameOf(fee)}: not taxed in ${name}`;
    case 'exempt_if_separate':
      return `${nameOf(fee)}: not taxed in ${name} when stated separately, as it is here`;
    case 'follows_goods':
      return mixed === 'IN_PROPORTION'
        ? `${nameOf(fee)}: taxed in ${name} in proportion to the taxable goods delivered`
        : `${nameOf(fee)}: taxed in ${name} when taxable goods are delivered`;
  }
}

function noticesOf({ name }: State, { fee, condition, doubt }: DeliveryRule): readonly Notice[] {
  const what = `${nameOf(fee)} in ${name}`;
  const notices: Notice[] = [];
  if (condition !== null) {
    const message = `${what}: ${condition}; whether that holds cannot be known here.`;
    notices.push({ code: 'CONDITION_UNKNOWN', pointer: '/taxCode', message });
  }
  if (doubt !== null) {
    notices.push({ code: 'FACT_UNCERTAIN', pointer: '/taxCode', message: `${what}: not certain is ${doubt}.` });
  }
  return notices;
}

function noticesIfMixed({ name }: State, { fee, mixed, isMixedDoubtful }: DeliveryRule): readonly Notice[] {
  if (!isMixedDoubtful) return [];
  const taken = mixed === 'IN_PROPORTION' ? 'it was taxed by the share of the taxable goods' : 'it was taxed whole';
  const message = `${nameOf(fee)} in ${name}: not certain is how one charge for taxable and exempt goods is split; ${taken}.`;
  return [{ code: 'FACT_UNCERTAIN', pointer: '', message }];
}
