import type { Notice } from '../../../../tax/model/assessment.ts';
import { usLevels } from '../../../../tax/model/place.ts';
import type { RuleTerm, TaxRule } from '../../../../tax/model/rule.ts';
import { type BookRule, bookRule } from '../../rules/category-rules.ts';
import { doubtOf, evidenceOf } from '../../rules/evidence.ts';
import type { DeliveryChargeKind, DeliveryRule } from '../book/delivery-rules.ts';

type State = { readonly code: string; readonly name: string; readonly delivery: readonly DeliveryRule[] };

/** A state's rules for a shipping or handling fee. */
export function deliveryRules(state: State, fee: DeliveryChargeKind): readonly BookRule[] {
  return state.delivery.filter((rule) => rule.fee === fee).map((rule) => asBookRule(state, rule));
}

const generalTerms: readonly RuleTerm[] = [{ levels: usLevels, rate: { kind: 'general' }, basis: { kind: 'full' } }];

function asBookRule(state: State, delivery: DeliveryRule): BookRule {
  const { fee, validFrom, validThrough, source, mixed } = delivery;
  const isTaxed = delivery.rule === 'taxable' || delivery.rule === 'follows_goods';
  const rule: TaxRule = {
    id: `US-${state.code}/${fee}`,
    category: fee,
    description: describe(state, delivery),
    treatment: isTaxed ? 'TAXABLE' : delivery.rule === 'exempt' ? 'NOT_TAXABLE' : 'EXEMPT',
    terms: isTaxed ? generalTerms : [],
    validFrom,
    validThrough,
    source: source.name,
  };
  const known = bookRule(rule, noticesOf(state, delivery), {
    evidence: evidenceOf(source.kind),
    followsGoods: mixed,
    noticesIfMixed: noticesIfMixed(state, delivery),
  });
  // A rule without a start date has applied since the tax was introduced.
  return validFrom === null ? { ...known, earlyFacts: known.facts } : known;
}

function nameOf(fee: DeliveryChargeKind): string {
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

function noticesOf({ name }: State, { fee, condition, uncertainty, source }: DeliveryRule): readonly Notice[] {
  const what = `${nameOf(fee)} in ${name}`;
  const notices: Notice[] = [];
  if (condition !== null) {
    const message = `${what}: ${condition}; whether this condition is met cannot be determined from the document.`;
    notices.push({ code: 'CONDITION_UNKNOWN', pointer: '/taxCode', message });
  }
  const unproven = uncertainty ?? doubtOf(source.kind);
  if (unproven !== null) {
    notices.push({
      code: 'FACT_UNCERTAIN',
      pointer: '/taxCode',
      message: `${what}: the rule is uncertain (${unproven}).`,
    });
  }
  return notices;
}

function noticesIfMixed({ name }: State, { fee, mixed, isMixedDoubtful }: DeliveryRule): readonly Notice[] {
  if (!isMixedDoubtful) return [];
  const taken = mixed === 'IN_PROPORTION' ? 'it was taxed in proportion to the taxable goods' : 'all of it was taxed';
  const message = `${nameOf(fee)} in ${name}: it is uncertain how one charge for taxable and exempt goods is split; ${taken}.`;
  return [{ code: 'FACT_UNCERTAIN', pointer: '', message }];
}
