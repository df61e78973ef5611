import type { Jurisdiction } from '../../tax/model/place.ts';
import { type DecimalText, sumOfTexts } from '../base/amount.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import { leadingPart } from './parts-of-line.ts';
import { placeOfLine } from './snapshot-places.ts';
import type { SnapshotLine, SnapshotPlace, SnapshotRate, TransactionSnapshot } from './transaction-snapshot.ts';

const districtRates = {
  countyDistrictRate: field.fraction(
    'Combined rate of districts that cover whole counties, such as transit districts.',
  ),
  cityDistrictRate: field.fraction('Combined rate of all other special districts.'),
};

export const salesTaxRates = record('SalesTaxRates', 'US sales tax rates by kind of jurisdiction.', {
  stateRate: field.fraction('State rate, which applies in the whole state.'),
  countyRate: field.fraction('Rate of the county, without its districts.'),
  cityRate: field.fraction('Rate of the city or town, without its districts.'),
  ...districtRates,
  taxRate: field.fraction('Sum of all rates.'),
});
type SalesTaxRates = RecordOf<typeof salesTaxRates>;

const ratesMetaData = record('RatesMetaData', 'The rates that make up the combined district rate.', districtRates);

export const documentSalesTaxRates = record(
  'DocumentSalesTaxRates',
  'General US rates for a place, regardless of the lines of a document.',
  {
    ...salesTaxRates.fields,
    combinedDistrictRate: field.fraction('Combined rate of all districts.'),
    ratesMetaData: field.part(ratesMetaData, 'The parts of the combined district rate.'),
  },
);
type DocumentSalesTaxRates = RecordOf<typeof documentSalesTaxRates>;

export const gtRates = record('GtRates', 'VAT and GST rates.', {
  countryRate: field.fraction('VAT, GST or federal rate of the country.'),
  regionRate: field.fraction('Rate of the region, added to the country rate or replacing it.'),
  taxRate: field.fraction('Sum of both rates.'),
});
type GtRates = RecordOf<typeof gtRates>;

export type RateViews = { readonly salesTaxRates: SalesTaxRates | null; readonly gtRates: GtRates | null };
type DocumentRateViews = {
  readonly salesTaxRates: DocumentSalesTaxRates | null;
  readonly gtRates: GtRates | null;
};

/** The rates applied to one line, from its tax lines. A rate on a price bracket is not a line rate. */
export function lineRateViews(snapshot: TransactionSnapshot, line: SnapshotLine): RateViews {
  const rates = leadingPart(line.taxLines).flatMap(({ rate, appliedRate }): JurisdictionRate[] => {
    const { jurisdiction, bracket } = snapshot.rates[rate]!;
    return bracket ? [] : [[jurisdiction, appliedRate]];
  });
  return placeOfLine(snapshot, line).regime === 'SALES_TAX'
    ? { salesTaxRates: byJurisdiction(rates), gtRates: null }
    : { salesTaxRates: null, gtRates: byLevel(rates) };
}

/** The general rates of the document's place. */
export function documentRateViews(snapshot: TransactionSnapshot): DocumentRateViews {
  return placeRateViews(snapshot, snapshot, undefined);
}

/** The general rates for one place in the document; `number` is the index in the snapshot's `places`. */
export function placeRateViews(
  { rates: recorded }: TransactionSnapshot,
  { regime }: SnapshotPlace,
  number: number | undefined,
): DocumentRateViews {
  const rates = recorded.filter(({ bracket, place }) => !bracket && place === number);
  return regime === 'GLOBAL_TAX'
    ? { salesTaxRates: null, gtRates: placeGtRates(rates) }
    : { salesTaxRates: placeSalesTaxRates(rates), gtRates: null };
}

export function placeSalesTaxRates(rates: readonly SnapshotRate[]): DocumentSalesTaxRates {
  const view = byJurisdiction(rates.map(({ jurisdiction, rate }): JurisdictionRate => [jurisdiction, rate]));
  const { countyDistrictRate, cityDistrictRate } = view;
  return {
    combinedDistrictRate: sumOfTexts([countyDistrictRate, cityDistrictRate]),
    ratesMetaData: { countyDistrictRate, cityDistrictRate },
    ...view,
  };
}

export function placeGtRates(rates: readonly SnapshotRate[]): GtRates {
  return byLevel(rates.map(({ jurisdiction, rate }): JurisdictionRate => [jurisdiction, rate]));
}

/** A shipping fee has both objects; the object that does not apply contains zeros. */
export const noSalesTaxRates: SalesTaxRates = byJurisdiction([]);
export const noGtRates: GtRates = byLevel([]);

type JurisdictionRate = readonly [Jurisdiction, DecimalText];

function byJurisdiction(rates: readonly JurisdictionRate[]): SalesTaxRates {
  const of = (isCounted: (jurisdiction: Jurisdiction) => boolean) =>
    sumOfTexts(rates.filter(([jurisdiction]) => isCounted(jurisdiction)).map(([, rate]) => rate));
  return {
    stateRate: of(({ level }) => level === 'STATE'),
    countyRate: of(({ level }) => level === 'COUNTY'),
    cityRate: of(({ level }) => level === 'CITY'),
    countyDistrictRate: of(({ level, districtOf }) => level === 'DISTRICT' && districtOf === 'COUNTY'),
    cityDistrictRate: of(({ level, districtOf }) => level === 'DISTRICT' && districtOf !== 'COUNTY'),
    taxRate: sumOfTexts(rates.map(([, rate]) => rate)),
  };
}

function byLevel(rates: readonly JurisdictionRate[]): GtRates {
  const of = (level: Jurisdiction['level']) =>
    sumOfTexts(rates.filter(([jurisdiction]) => jurisdiction.level === level).map(([, rate]) => rate));
  return { countryRate: of('COUNTRY'), regionRate: of('REGION'), taxRate: sumOfTexts(rates.map(([, rate]) => rate)) };
}
