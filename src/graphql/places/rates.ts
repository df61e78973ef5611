import type { DocumentSalesTaxRates, GtRates, SalesTaxRates } from '../../domain/transactions/rate-views.ts';
import type { JurisdictionalSalesTaxRules, SubJurisdictionalTaxRules } from '../../domain/transactions/rule-views.ts';
import type { Builder } from '../base/builder.ts';
import { CalculationTypeEnum } from '../base/enums.ts';

/** The views of rates and rules that lines and documents show. All rates are fractions: 8.25 % is 0.0825. */
export function addRates(builder: Builder) {
  const salesTaxRates = builder.objectRef<SalesTaxRates>('SalesTaxRates').implement({
    description: 'US sales tax rates by kind of jurisdiction, as fractions: 8.25 % is 0.0825.',
    fields: (t) => ({
      stateRate: t.expose('stateRate', { type: 'Decimal', description: 'What the state levies, all over it.' }),
      countyRate: t.expose('countyRate', {
        type: 'Decimal',
        description: 'What the county levies, its districts apart.',
      }),
      cityRate: t.expose('cityRate', {
        type: 'Decimal',
        description: 'What the city or town levies, districts apart.',
      }),
      countyDistrictRate: t.expose('countyDistrictRate', {
        type: 'Decimal',
        description: 'What districts add that cover whole counties, such as transit.',
      }),
      cityDistrictRate: t.expose('cityDistrictRate', {
        type: 'Decimal',
        description: 'What all other special districts add.',
      }),
      taxRate: t.expose('taxRate', { type: 'Decimal', description: 'The sum of all.' }),
    }),
  });
  const districtRates = builder.objectRef<DocumentSalesTaxRates['ratesMetaData']>('RatesMetaData').implement({
    description: 'The rates that make up the combined district rate.',
    fields: (t) => ({
      countyDistrictRate: t.expose('countyDistrictRate', {
        type: 'Decimal',
        description: 'What districts add that cover whole counties, such as transit.',
      }),
      cityDistrictRate: t.expose('cityDistrictRate', {
        type: 'Decimal',
        description: 'What all other special districts add.',
      }),
    }),
  });
  const documentSalesTaxRates = builder.objectRef<DocumentSalesTaxRates>('DocumentSalesTaxRates').implement({
    description: 'The general US rates of a document’s place, as fractions, whatever its lines are.',
    fields: (t) => ({
      stateRate: t.expose('stateRate', { type: 'Decimal', description: 'What the state levies, all over it.' }),
      countyRate: t.expose('countyRate', {
        type: 'Decimal',
        description: 'What the county levies, its districts apart.',
      }),
      cityRate: t.expose('cityRate', {
        type: 'Decimal',
        description: 'What the city or town levies, districts apart.',
      }),
      countyDistrictRate: t.expose('countyDistrictRate', {
        type: 'Decimal',
        description: 'What districts add that cover whole counties, such as transit.',
      }),
      cityDistrictRate: t.expose('cityDistrictRate', {
        type: 'Decimal',
        description: 'What all other special districts add.',
      }),
      combinedDistrictRate: t.expose('combinedDistrictRate', {
        type: 'Decimal',
        description: 'All districts together.',
      }),
      ratesMetaData: t.expose('ratesMetaData', { type: districtRates, description: 'The parts of the district rate.' }),
      taxRate: t.expose('taxRate', { type: 'Decimal', description: 'The sum of all.' }),
    }),
  });
  const gtRates = builder.objectRef<GtRates>('GtRates').implement({
    description: 'VAT and GST rates, as fractions.',
    fields: (t) => ({
      countryRate: t.expose('countryRate', { type: 'Decimal', description: 'The VAT, GST or federal part.' }),
      regionRate: t.expose('regionRate', { type: 'Decimal', description: 'What the region adds, or levies instead.' }),
      taxRate: t.expose('taxRate', { type: 'Decimal', description: 'Both together.' }),
    }),
  });
  return { salesTaxRates, documentSalesTaxRates, gtRates, rules: addRules(builder) };
}

export type Rates = ReturnType<typeof addRates>;

function addRules(builder: Builder) {
  const rule = builder.interfaceRef<SubJurisdictionalTaxRules>('TaxRule').implement({
    description: 'What the law of one jurisdiction makes of a line.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'The jurisdiction’s name.' }),
      abbreviation: t.exposeString('abbreviation', { description: 'Its short code: `MN`, `DE`.' }),
      taxable: t.exposeBoolean('taxable', { description: 'Whether it taxes the line.' }),
      specialTreatment: t.exposeBoolean('specialTreatment', {
        description: 'Whether it treats the line unlike goods in general.',
      }),
      calculationType: t.expose('calculationType', {
        type: CalculationTypeEnum,
        description: 'Whether `calculationValue` is a fraction or an amount per piece.',
      }),
      calculationValue: t.expose('calculationValue', {
        type: 'Decimal',
        description: 'A fraction for `PERCENTAGE`, an amount in the document’s currency for `FIXED`.',
      }),
      description: t.exposeString('description', {
        description: 'Which goods or services the rule is for, and what is special about it.',
      }),
    }),
  });
  const subRule = builder.objectRef<SubJurisdictionalTaxRules>('SubJurisdictionalTaxRules').implement({
    description: 'What the law of a city or a region makes of a line.',
    interfaces: [rule],
  });
  return builder.objectRef<JurisdictionalSalesTaxRules>('JurisdictionalSalesTaxRules').implement({
    description: 'What the law of the state (US) or the country makes of a line.',
    interfaces: [rule],
    fields: (t) => ({
      cities: t.field({
        type: [subRule],
        extensions: { listSize: 5 },
        nullable: true,
        description: 'The rules of cities, in the US only; null when no city levies.',
        resolve: ({ cities }) => cities && Object.values(cities),
      }),
      regions: t.field({
        type: [subRule],
        extensions: { listSize: 5 },
        nullable: true,
        description: 'The rules of regions, outside the US only; null when no region levies.',
        resolve: ({ regions }) => regions && Object.values(regions),
      }),
    }),
  });
}
