import {
  type JurisdictionalSalesTaxRules,
  type SubJurisdictionalTaxRules,
  subJurisdictionalTaxRules,
  taxRule,
} from '../../domain/transactions/rule-views.ts';
import { builder } from '../base/builder.ts';
import { recordFields, recordType } from '../base/record-type.ts';

const TaxRuleRef = builder.interfaceRef<SubJurisdictionalTaxRules>(taxRule.name).implement({
  description: taxRule.description,
  fields: (t) => recordFields(t, taxRule),
});

const SubJurisdictionalTaxRulesRef = recordType(subJurisdictionalTaxRules, [TaxRuleRef]);

export const JurisdictionalSalesTaxRulesRef = builder
  .objectRef<JurisdictionalSalesTaxRules>('JurisdictionalSalesTaxRules')
  .implement({
    description: 'Rule that a US state or a country applies to a line.',
    interfaces: [TaxRuleRef],
    fields: (t) => ({
      cities: t.field({
        type: [SubJurisdictionalTaxRulesRef],
        extensions: { listSize: 5 },
        nullable: true,
        description: 'City rules, US only; null if no city levies a tax.',
        resolve: ({ cities }) => cities && Object.values(cities),
      }),
      regions: t.field({
        type: [SubJurisdictionalTaxRulesRef],
        extensions: { listSize: 5 },
        nullable: true,
        description: 'Region rules, outside the US only; null if no region levies a tax.',
        resolve: ({ regions }) => regions && Object.values(regions),
      }),
    }),
  });
