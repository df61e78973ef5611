import type { DocumentSalesTaxRates, GtRates, SalesTaxRates } from '../../domain/transactions/rate-views.ts';
import { builder, type Types } from '../base/builder.ts';

type DistrictRates = DocumentSalesTaxRates['ratesMetaData'];

/** The rates of districts, for every type that has them. */
function districtRateFields(t: PothosSchemaTypes.ObjectFieldBuilder<Types, DistrictRates>) {
  return {
    countyDistrictRate: t.expose('countyDistrictRate', {
      type: 'Decimal',
      description: 'Combined rate of districts that cover whole counties, such as transit districts.',
    }),
    cityDistrictRate: t.expose('cityDistrictRate', {
      type: 'Decimal',
      description: 'Combined rate of all other special districts.',
    }),
  };
}

/** The US rates by kind of jurisdiction, for every type that has them. */
function salesTaxRateFields(t: PothosSchemaTypes.ObjectFieldBuilder<Types, SalesTaxRates>) {
  return {
    stateRate: t.expose('stateRate', {
      type: 'Decimal',
      description: 'Rate that the state levies in all of its area.',
    }),
    countyRate: t.expose('countyRate', { type: 'Decimal', description: 'Rate of the county, without its districts.' }),
    cityRate: t.expose('cityRate', {
      type: 'Decimal',
      description: 'Rate of the city or town, without its districts.',
    }),
    ...districtRateFields(t),
    taxRate: t.expose('taxRate', { type: 'Decimal', description: 'Sum of all rates.' }),
  };
}

export const SalesTaxRatesRef = builder.objectRef<SalesTaxRates>('SalesTaxRates').implement({
  description: 'US sales tax rates by kind of jurisdiction, as fractions of one: 8.25 % is 0.0825.',
  fields: salesTaxRateFields,
});

const RatesMetaDataRef = builder.objectRef<DistrictRates>('RatesMetaData').implement({
  description: 'The rates that make up the combined district rate.',
  fields: districtRateFields,
});

export const DocumentSalesTaxRatesRef = builder.objectRef<DocumentSalesTaxRates>('DocumentSalesTaxRates').implement({
  description: 'General US rates of a place, as fractions of one, regardless of the lines of a document.',
  fields: (t) => ({
    ...salesTaxRateFields(t),
    combinedDistrictRate: t.expose('combinedDistrictRate', {
      type: 'Decimal',
      description: 'Combined rate of all districts.',
    }),
    ratesMetaData: t.expose('ratesMetaData', {
      type: RatesMetaDataRef,
      description: 'The parts of the combined district rate.',
    }),
  }),
});

export const GtRatesRef = builder.objectRef<GtRates>('GtRates').implement({
  description: 'VAT and GST rates, as fractions of one.',
  fields: (t) => ({
    countryRate: t.expose('countryRate', { type: 'Decimal', description: 'VAT, GST or federal rate of the country.' }),
    regionRate: t.expose('regionRate', {
      type: 'Decimal',
      description: 'Rate of the region, in addition to that of the country or instead of it.',
    }),
    taxRate: t.expose('taxRate', { type: 'Decimal', description: 'Sum of both rates.' }),
  }),
});
