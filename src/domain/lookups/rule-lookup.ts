import type { TaxReason } from '../../tax/model/reasons.ts';
import { taxReasonFacts } from '../../tax/model/reasons.ts';
import type { BasisRule, FollowsGoods, TaxRule } from '../../tax/model/rule.ts';
import { toDecimalText } from '../base/amount.ts';
import { citedSources } from '../base/citation.ts';
import { jurisdictionLevel } from '../base/jurisdiction.ts';
import { notice } from '../base/notice.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import { formatNames } from '../base/words.ts';
import { describeLimit } from '../descriptions/format.ts';
import { type PlaceFacts, type RuleFacts, taxationUnder } from '../places/place-law.ts';
import { recordRate } from '../transactions/record/record-rates.ts';
import { recordRules } from '../transactions/record/record-rules.ts';
import { type JurisdictionalSalesTaxRules, jurisdictionalSalesTaxRules } from '../transactions/rule-views.ts';
import { taxReason } from '../transactions/transaction-enums.ts';

export const taxTreatment = enumeration('TaxTreatment', 'How the law treats a tax code.', {
  TAXABLE: 'Taxed at the general rates.',
  REDUCED: 'Taxed at reduced or special rates.',
  ZERO_RATED: 'Taxable at a zero rate.',
  NOT_TAXABLE: 'Outside the scope of the tax.',
  EXEMPT: 'Within the scope of the tax, but exempt.',
  HOLIDAY: 'Exempt during a tax holiday.',
} satisfies Record<TaxRule['treatment'], string>);

const shippingTaxability = enumeration('ShippingTaxability', 'How shipping fees are taxed if they follow the goods.', {
  ALL_OR_NOTHING: 'The whole fee is taxed if any of the goods are.',
  IN_PROPORTION: 'The fee is taxed in the proportion of taxable goods to all goods.',
  AT_THEIR_RATES:
    'The fee is split across the goods in proportion to their amounts. Each part is taxed at the rate of its goods.',
} satisfies Record<FollowsGoods, string>);

const taxabilityLimitKind = enumeration('TaxabilityLimitKind', 'How the tax under a rule depends on the unit price.', {
  SHARE: 'Only a share of the price is taxed.',
  EXEMPT_BELOW: 'A unit below the amount is exempt. Other units are taxed on the whole price.',
  EXCESS_ABOVE: 'Only the part of the unit price above the amount is taxed.',
  UP_TO: 'Only the part of the unit price up to the amount is taxed.',
  BETWEEN: 'Only the part of the unit price between the two amounts is taxed.',
  UP_TO_PRICE:
    'The rule applies to units at or below the amount. Above it, a different rate applies to the whole price.',
  HOLIDAY_UP_TO: 'The holiday applies to units at or below the amount.',
  HOLIDAY_BELOW: 'The holiday applies to units below the amount.',
});

const inPlace = { unit: 'In `currency`.' };

const taxabilityLimit = record('TaxabilityLimit', 'A price threshold, cap or taxable share.', {
  kind: field.choice(taxabilityLimitKind, 'How the tax depends on the price.'),
  levels: field.list(
    field.choice(jurisdictionLevel, 'Level of a jurisdiction.'),
    1,
    'Kinds of jurisdictions to which the limit applies.',
  ),
  amount: field.optional(field.amount('The unit price at which the limit begins or ends.', inPlace), 'for a share'),
  toAmount: field.optional(
    field.amount('For `BETWEEN`, the unit price at which the limit ends.', inPlace),
    'for other limits',
  ),
  currency: field.currency('ISO 4217 currency of the amounts: the currency of the place.'),
  share: field.optional(field.fraction('For `SHARE`, the taxed share of the price.'), 'for other limits'),
  message: field.text('The limit with its amounts, in words.'),
});
type TaxabilityLimit = Omit<RecordOf<typeof taxabilityLimit>, 'currency'>;

export const taxabilityRule = record(
  'TaxabilityRule',
  'Treatment of a tax code under local law on a day, regardless of the price.',
  {
    ruleId: field.derived(
      field.text('Id of the rule in the rate book.', { examples: ['US-NY/clothing'] }),
      ({ id }: { readonly id: string }) => id,
    ),
    category: field.text('Category of goods or services that the rule covers, such as `clothing`.'),
    treatment: field.choice(taxTreatment, 'How the law treats the tax code.'),
    reason: field.choice(taxReason, 'Reason used on document lines when no price limit applies.'),
    reasonText: field.text('The reason in a sentence.', { only: 'GRAPHQL' }),
    followsGoods: field.optional(
      field.choice(shippingTaxability, 'How shipping and handling fees that follow the goods are taxed.'),
      'otherwise',
    ),
    limits: field.list(taxabilityLimit, 2, 'Unit prices on which the tax depends; empty if the price does not matter.'),
    conditions: field.list(
      field.text('Description of a condition.'),
      1,
      'Conditions that do not depend on the tax code, such as a prescription.',
    ),
    attributes: field.list(
      field.text('Name of an item attribute.', { examples: ['isPrescribed'] }),
      1,
      'Attributes to send with an item, because the tax depends on them; empty if no attribute can decide a condition.',
    ),
    validFrom: field.optional(field.day('First day on which the rule is in force.'), 'if unknown'),
    validThrough: field.optional(field.day('Last day on which the rule is in force.'), 'if open-ended'),
    sources: citedSources('Laws or publications that are the source of the rule.'),
    notices: field.list(notice, 5, 'Remarks on the rule.'),
  },
);

/**
 * The rule, regardless of price. `view` combines the rule for the state or country with the rules for its cities or
 * regions.
 */
export type RuleLookup = RecordOf<typeof taxabilityRule> & { readonly view: JurisdictionalSalesTaxRules };

export const taxCodeTaxability = record(
  'TaxCodeTaxability',
  'Treatment of one or more tax codes under local law on a day.',
  {
    taxCodes: field.list(
      field.text('A tax code.'),
      1,
      'Tax codes covered by the rule: the requested tax code, or codes from the catalog.',
    ),
  },
);

export type RuleOfCodes = RuleLookup & RecordOf<typeof taxCodeTaxability>;

/** `currency` is the place's currency. */
export function ruleLookup(
  { rule, followsGoods, noticesIfMixed, attributes, notices }: RuleFacts,
  place: PlaceFacts,
  currency: string,
): RuleLookup {
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
    limits: limitsOf(rule).map((limit) => ({ ...limit, currency })),
    conditions: notices.filter(({ code }) => code === 'CONDITION_UNKNOWN').map(({ message }) => message),
    attributes,
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

function limitsOf({ treatment, terms, aboveCap }: TaxRule): TaxabilityLimit[] {
  const limits = terms.flatMap(({ levels, basis }) => (basis.kind === 'full' ? [] : [limitOf(basis, levels)]));
  if (!aboveCap) return limits;
  const { capAmount, isCapIncluded, rule } = aboveCap;
  const amount = toDecimalText(capAmount);
  if (treatment !== 'HOLIDAY') {
    const own = rule.terms.find(({ rate }) => rate.kind === 'percentage')!;
    const message = `A different rate applies to the whole price of units above ${amount}.`;
    return [{ kind: 'UP_TO_PRICE', levels: own.levels, amount, toAmount: null, share: null, message }, ...limits];
  }
  const upTo = isCapIncluded ? `up to ${amount}` : `below ${amount}`;
  return [
    {
      kind: isCapIncluded ? 'HOLIDAY_UP_TO' : 'HOLIDAY_BELOW',
      levels: [...new Set(rule.terms.flatMap((term) => term.levels))],
      amount,
      toAmount: null,
      share: null,
      message: `The holiday covers only unit prices ${upTo}; otherwise the normal rule applies.`,
    },
    ...limits,
  ];
}

function limitOf(basis: Exclude<BasisRule, { kind: 'full' }>, levels: TaxabilityLimit['levels']): TaxabilityLimit {
  const who = formatNames(levels.map((level) => level.toLowerCase()));
  const message = `${who[0]!.toUpperCase()}${who.slice(1)}: ${describeLimit(basis)}.`;
  const limit = { levels, amount: null, toAmount: null, share: null, message };
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
        toAmount: basis.toAmount && toDecimalText(basis.toAmount),
      };
  }
}
