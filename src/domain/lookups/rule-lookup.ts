import type { Notice } from '../../tax/model/assessment.ts';
import type { JurisdictionLevel } from '../../tax/model/place.ts';
import type { TaxReason } from '../../tax/model/reasons.ts';
import { taxReasonFacts } from '../../tax/model/reasons.ts';
import type { BasisRule, FollowsGoods, TaxRule } from '../../tax/model/rule.ts';
import { type DecimalText, toDecimalText } from '../base/amount.ts';
import { describeLimit } from '../descriptions/limit-description.ts';
import { type PlaceFacts, type RuleFacts, taxationUnder } from '../places/place-law.ts';
import { recordRate } from '../transactions/record/rate-record.ts';
import { recordRules } from '../transactions/record/rule-record.ts';
import { type JurisdictionalSalesTaxRules, jurisdictionalSalesTaxRules } from '../transactions/rule-views.ts';

/** A unit price, or a share of it, that the tax under a rule depends on. */
export type RuleLimit = {
  readonly kind: 'SHARE' | 'EXEMPT_BELOW' | 'EXCESS_ABOVE' | 'UP_TO' | 'BETWEEN' | 'HOLIDAY_UP_TO' | 'HOLIDAY_BELOW';
  /** Whose taxes it limits. */
  readonly levels: readonly JurisdictionLevel[];
  /** The unit price at which it starts or ends; null for a share. */
  readonly amount: DecimalText | null;
  /** For `BETWEEN`, the unit price at which it ends. */
  readonly toAmount: DecimalText | null;
  /** For `SHARE`, the fraction of the price that is taxed. */
  readonly share: DecimalText | null;
  readonly message: string;
};

/** How the law of a place treats a tax code on a day, before a price is known. */
export type RuleLookup = {
  readonly id: string;
  readonly category: string;
  readonly treatment: TaxRule['treatment'];
  /** The reason of a line that no price limit affects. */
  readonly reason: TaxReason;
  readonly reasonText: string;
  readonly followsGoods: FollowsGoods | null;
  readonly limits: readonly RuleLimit[];
  /** Conditions that a document does not show. */
  readonly conditions: readonly string[];
  readonly validFrom: string | null;
  readonly validThrough: string | null;
  readonly source: string;
  readonly notices: readonly Notice[];
  /** The rule of the state or country with those of its cities or regions, as shown on lines. */
  readonly view: JurisdictionalSalesTaxRules;
};

export function ruleLookup({ rule, followsGoods, noticesIfMixed, notices }: RuleFacts, place: PlaceFacts): RuleLookup {
  const { id, category, treatment, validFrom, validThrough, source } = rule;
  const rates = place.taxPlace.rates.map((rate) => recordRate(rate, undefined));
  const rules = recordRules([{ rule, at: { place: place.taxPlace, firstRate: 0 } }]);
  const snapshot = { rates, rules, authority: place.authority };
  const taxation = taxationUnder(place, rule);
  const reason = taxation === 'TAXED' ? reasonOf(rule) : taxation;
  return {
    id,
    category,
    treatment,
    reason,
    reasonText: taxReasonFacts[reason].description,
    followsGoods,
    limits: limitsOf(rule),
    conditions: notices.filter(({ code }) => code === 'CONDITION_UNKNOWN').map(({ message }) => message),
    validFrom,
    validThrough,
    source,
    notices: [...notices, ...noticesIfMixed],
    view: jurisdictionalSalesTaxRules(snapshot, { rule: 0 }),
  };
}

function reasonOf({ treatment, terms }: TaxRule): TaxReason {
  switch (treatment) {
    case 'NOT_TAXABLE':
      return 'PRODUCT_NOT_TAXABLE';
    case 'EXEMPT':
      return terms.length === 0 ? 'PRODUCT_EXEMPT' : 'TAXED';
    case 'REDUCED':
      return 'REDUCED_RATE';
    case 'ZERO_RATED':
    case 'HOLIDAY':
      return treatment;
    case 'TAXABLE':
      return 'TAXED';
  }
}

function limitsOf({ terms, aboveCap }: TaxRule): RuleLimit[] {
  const limits = terms.flatMap(({ levels, basis }) => (basis.kind === 'full' ? [] : [limitOf(basis, levels)]));
  if (!aboveCap) return limits;
  const { capAmount, isCapIncluded, rule } = aboveCap;
  const amount = toDecimalText(capAmount);
  const upTo = isCapIncluded ? `up to ${amount}` : `below ${amount}`;
  return [
    {
      kind: isCapIncluded ? 'HOLIDAY_UP_TO' : 'HOLIDAY_BELOW',
      levels: [...new Set(rule.terms.flatMap((term) => term.levels))],
      amount,
      toAmount: null,
      share: null,
      message: `the holiday covers only unit prices ${upTo}; otherwise the ordinary rule applies`,
    },
    ...limits,
  ];
}

function limitOf(basis: Exclude<BasisRule, { kind: 'full' }>, levels: RuleLimit['levels']): RuleLimit {
  const who = levels.map((level) => level.toLowerCase()).join(', ');
  const limit = { levels, amount: null, toAmount: null, share: null, message: `${who}: ${describeLimit(basis)}` };
  switch (basis.kind) {
    case 'share':
      return { ...limit, kind: 'SHARE', share: toDecimalText(basis.share) };
    case 'exempt-below':
      return { ...limit, kind: 'EXEMPT_BELOW', amount: toDecimalText(basis.amount) };
    case 'excess-above':
      return { ...limit, kind: 'EXCESS_ABOVE', amount: toDecimalText(basis.amount) };
    case 'up-to':
      return { ...limit, kind: 'UP_TO', amount: toDecimalText(basis.amount) };
    case 'between':
      return {
        ...limit,
        kind: 'BETWEEN',
        amount: toDecimalText(basis.fromAmount),
        toAmount: toDecimalText(basis.toAmount),
      };
  }
}
