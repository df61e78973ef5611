import type { RuleOfCodes } from '../../domain/lookups/rate-lookup.ts';
import type { RuleLimit, RuleLookup } from '../../domain/lookups/rule-lookup.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';
import { JurisdictionLevelEnum, TaxReasonEnum } from '../base/enums.ts';
import { NoticeRef } from '../base/notice.ts';
import { validityFields } from '../base/validity.ts';
import { JurisdictionalSalesTaxRulesRef } from '../places/tax-rules.ts';

const TaxTreatmentEnum = describedEnum('TaxTreatment', 'How the law treats a tax code.', {
  TAXABLE: 'Taxed at the general rates.',
  REDUCED: 'Taxed at reduced or special rates.',
  ZERO_RATED: 'Taxable at a rate of zero.',
  NOT_TAXABLE: 'Outside the scope of the tax.',
  EXEMPT: 'Within the scope of the tax, but exempt.',
  HOLIDAY: 'Exempt during a tax holiday.',
} satisfies Record<RuleLookup['treatment'], string>);

const FollowsGoodsEnum = describedEnum('FollowsGoods', 'How a shipping fee that is taxed like its goods is taxed.', {
  ALL_OR_NOTHING: 'The whole fee is taxed if any of the goods are.',
  IN_PROPORTION: 'The fee is taxed in proportion to the taxable goods.',
} satisfies Record<NonNullable<RuleLookup['followsGoods']>, string>);

const RuleLimitKindEnum = describedEnum('RuleLimitKind', 'How the tax of a rule depends on the unit price.', {
  SHARE: 'Only a share of the price is taxed.',
  EXEMPT_BELOW: 'A unit below the amount is exempt; any other is taxed on its whole price.',
  EXCESS_ABOVE: 'Only the part of the unit price above the amount is taxed.',
  UP_TO: 'Only the part of the unit price up to the amount is taxed.',
  BETWEEN: 'Only the part of the unit price between the two amounts is taxed.',
  HOLIDAY_UP_TO: 'The holiday applies to units at the amount or below it.',
  HOLIDAY_BELOW: 'The holiday applies to units below the amount.',
} satisfies Record<RuleLimit['kind'], string>);

const RuleLimitRef = builder.objectRef<RuleLimit>('RuleLimit').implement({
  description: 'A unit price, or a share of it, on which a tax depends. Amounts are in the currency of the place.',
  fields: (t) => ({
    kind: t.expose('kind', { type: RuleLimitKindEnum, description: 'How the tax depends on the price.' }),
    levels: t.field({
      type: [JurisdictionLevelEnum],
      description: 'The kinds of jurisdictions whose taxes are limited.',
      resolve: ({ levels }) => [...levels],
    }),
    amount: t.expose('amount', {
      type: 'Decimal',
      nullable: true,
      description: 'The unit price at which the limit begins or ends; null for a share.',
    }),
    toAmount: t.expose('toAmount', {
      type: 'Decimal',
      nullable: true,
      description: 'For `BETWEEN`, the unit price at which the limit ends.',
    }),
    share: t.expose('share', {
      type: 'Decimal',
      nullable: true,
      description: 'For `SHARE`, the taxed share of the price, as a fraction of one.',
    }),
    message: t.exposeString('message', { description: 'A sentence for people: the limit with its amounts.' }),
  }),
});

export const TaxCodeLawRef = builder.interfaceRef<RuleLookup>('TaxCodeLaw').implement({
  description: 'How the law of a place treats a tax code on a day, regardless of the price.',
  fields: (t) => ({
    ruleId: t.string({
      description: 'Id of the rule in the rate book, such as `US-NY/clothing` or `DE/books`.',
      resolve: ({ id }) => id,
    }),
    category: t.exposeString('category', {
      description: 'Category of goods or services that the rule covers, such as `clothing`.',
    }),
    treatment: t.expose('treatment', { type: TaxTreatmentEnum, description: 'How the law treats the tax code.' }),
    reason: t.expose('reason', {
      type: TaxReasonEnum,
      description: 'The reason on a line of a document if no limit on the price applies.',
    }),
    reasonText: t.exposeString('reasonText', { description: 'A sentence for people: the reason.' }),
    followsGoods: t.expose('followsGoods', {
      type: FollowsGoodsEnum,
      nullable: true,
      description: 'For shipping and handling that are taxed like their goods: how. Null otherwise.',
    }),
    limits: t.field({
      type: [RuleLimitRef],
      extensions: { listSize: 2 },
      description: 'Unit prices on which the tax depends; empty if the price does not matter.',
      resolve: ({ limits }) => [...limits],
    }),
    conditions: t.stringList({
      description: 'Conditions that documents do not contain, such as a prescription.',
      resolve: ({ conditions }) => [...conditions],
    }),
    ...validityFields((day) => t.field(day), {
      daysOf: (days: RuleLookup) => days,
      validFrom: 'First day on which the rule is in force, such as `2026-01-01`; null if it is not known.',
      validThrough: 'Last day on which the rule is in force; null if there is none.',
    }),
    source: t.exposeString('source', { description: 'The law or publication that the rule was read from.' }),
    rules: t.field({
      type: JurisdictionalSalesTaxRulesRef,
      description: 'The rule in the form of document lines: that of the state or country, with its cities or regions.',
      resolve: ({ view }) => view,
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 5 },
      description: 'Remarks on the rule.',
      resolve: ({ notices }) => [...notices],
    }),
  }),
});

export const TaxCodeRuleRef = builder.objectRef<RuleOfCodes>('TaxCodeRule').implement({
  description: 'How the law of a place treats one or more tax codes on a day.',
  interfaces: [TaxCodeLawRef],
  fields: (t) => ({
    taxCodes: t.stringList({
      description: 'The tax codes that the rule covers: the requested one, or those of the catalogue.',
      resolve: ({ taxCodes }) => [...taxCodes],
    }),
  }),
});
