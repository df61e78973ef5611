import {
  type RuleLookup,
  type RuleOfCodes,
  taxabilityRule,
  taxCodeTaxability,
} from '../../domain/lookups/rule-lookup.ts';
import { builder } from '../base/builder.ts';
import { recordFields } from '../base/record-type.ts';
import { JurisdictionalSalesTaxRulesRef } from '../places/tax-rules.ts';

export const TaxabilityRuleRef = builder.interfaceRef<RuleLookup>(taxabilityRule.name).implement({
  description: taxabilityRule.description,
  fields: (t) => ({
    ...recordFields(t, taxabilityRule),
    rules: t.field({
      type: JurisdictionalSalesTaxRulesRef,
      description:
        'The rule as applied to document lines: the rule of the state or country, with the rules of its cities or regions.',
      resolve: ({ view }) => view,
    }),
  }),
});

export const TaxCodeTaxabilityRef = builder.objectRef<RuleOfCodes>(taxCodeTaxability.name).implement({
  description: taxCodeTaxability.description,
  interfaces: [TaxabilityRuleRef],
  fields: (t) => recordFields(t, taxCodeTaxability),
});
