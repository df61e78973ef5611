import type { JurisdictionalSalesTaxRules, SubJurisdictionalTaxRules } from '../../domain/transactions/rule-views.ts';
import { builder } from '../base/builder.ts';
import { CalculationTypeEnum } from '../base/enums.ts';

const TaxRuleRef = builder.interfaceRef<SubJurisdictionalTaxRules>('TaxRule').implement({
  description: 'The rule of one jurisdiction for a line.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the jurisdiction.' }),
    abbreviation: t.exposeString('abbreviation', { description: 'Code of the jurisdiction, such as `MN` or `DE`.' }),
    taxable: t.exposeBoolean('taxable', { description: 'Whether the jurisdiction taxes the line.' }),
    specialTreatment: t.exposeBoolean('specialTreatment', {
      description: 'Whether the line is treated differently from general goods.',
    }),
    calculationType: t.expose('calculationType', {
      type: CalculationTypeEnum,
      description:
        'What `calculationValue` is: a rate (`PERCENTAGE`, in spite of the name a fraction of one) or an amount per unit.',
    }),
    calculationValue: t.expose('calculationValue', {
      type: 'Decimal',
      description: 'A fraction of one for `PERCENTAGE`; an amount in the currency of the document for `FIXED`.',
    }),
    description: t.exposeString('description', {
      description: 'The goods or services that the rule covers, and how it treats them.',
    }),
  }),
});

const SubJurisdictionalTaxRulesRef = builder
  .objectRef<SubJurisdictionalTaxRules>('SubJurisdictionalTaxRules')
  .implement({ description: 'The rule of a city or region for a line.', interfaces: [TaxRuleRef] });

export const JurisdictionalSalesTaxRulesRef = builder
  .objectRef<JurisdictionalSalesTaxRules>('JurisdictionalSalesTaxRules')
  .implement({
    description: 'The rule of a US state or a country for a line.',
    interfaces: [TaxRuleRef],
    fields: (t) => ({
      cities: t.field({
        type: [SubJurisdictionalTaxRulesRef],
        extensions: { listSize: 5 },
        nullable: true,
        description: 'Rules of cities, in the US only; null if no city levies a tax.',
        resolve: ({ cities }) => cities && Object.values(cities),
      }),
      regions: t.field({
        type: [SubJurisdictionalTaxRulesRef],
        extensions: { listSize: 5 },
        nullable: true,
        description: 'Rules of regions, outside the US only; null if no region levies a tax.',
        resolve: ({ regions }) => regions && Object.values(regions),
      }),
    }),
  });
