import type { Jurisdiction } from '../../tax/model/place.ts';
import { type DecimalText, sumOfTexts } from '../base/amount.ts';
import { placeOfLine } from './snapshot-places.ts';
import type { SnapshotLine, SnapshotPlace, SnapshotRate, TransactionSnapshot } from './transaction-snapshot.ts';

/** The fixed fields of the interface for US rates, as fractions; `taxRate` is their sum. */
export type SalesTaxRates = {
  readonly stateRate: DecimalText;
  readonly countyRate: DecimalText;
  readonly cityRate: DecimalText;
  readonly countyDistrictRate: DecimalText;
  readonly cityDistrictRate: DecimalText;
  readonly taxRate: DecimalText;
};

/** For a whole document the sum of the districts is also shown. */
export type DocumentSalesTaxRates = SalesTaxRates & {
  readonly combinedDistrictRate: DecimalText;
  readonly ratesMetaData: { readonly countyDistrictRate: DecimalText; readonly cityDistrictRate: DecimalText };
};

/** VAT and GST: the country's rate, the rate that the region adds or levies instead, and both together. */
export type GtRates = {
  readonly countryRate: DecimalText;
  readonly regionRate: DecimalText;
  readonly taxRate: DecimalText;
};

export type RateViews = { readonly salesTaxRates: SalesTaxRates | null; readonly gtRates: GtRates | null };
type DocumentRateViews = {
  readonly salesTaxRates: DocumentSalesTaxRates | null;
  readonly gtRates: GtRates | null;
};

/** The rates applied to one line, as views of its tax lines. A rate on a bracket of the price is no rate of the line. */
export function lineRateViews(snapshot: TransactionSnapshot, line: SnapshotLine): RateViews {
  const rates = line.taxLines.flatMap(({ rate, appliedRate }): JurisdictionRate[] => {
    const { jurisdiction, bracket } = snapshot.rates[rate]!;
    return bracket ? [] : [[jurisdiction, appliedRate]];
  });
  return placeOfLine(snapshot, line).regime === 'SALES_TAX'
    ? { salesTaxRates: salesTaxRates(rates), gtRates: null }
    : { salesTaxRates: null, gtRates: gtRates(rates) };
}

/** The general rates of the document's place. */
export function documentRateViews(snapshot: TransactionSnapshot): DocumentRateViews {
  return placeRateViews(snapshot, snapshot, undefined);
}

/** The general rates of one place of the document; `number` is its index in the snapshot's `places`. */
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
  const view = salesTaxRates(rates.map(({ jurisdiction, rate }): JurisdictionRate => [jurisdiction, rate]));
  const { countyDistrictRate, cityDistrictRate } = view;
  return {
    combinedDistrictRate: sumOfTexts([countyDistrictRate, cityDistrictRate]),
    ratesMetaData: { countyDistrictRate, cityDistrictRate },
    ...view,
  };
}

export function placeGtRates(rates: readonly SnapshotRate[]): GtRates {
  return gtRates(rates.map(({ jurisdiction, rate }): JurisdictionRate => [jurisdiction, rate]));
}

/** A shipping fee shows both objects; the one that does not apply has zeros. */
export const noSalesTaxRates: SalesTaxRates = salesTaxRates([]);
export const noGtRates: GtRates = gtRates([]);

type JurisdictionRate = readonly [Jurisdiction, DecimalText];

function salesTaxRates(rates: readonly JurisdictionRate[]): SalesTaxRates {
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

function gtRates(rates: readonly JurisdictionRate[]): GtRates {
  const of = (level: Jurisdiction['level']) =>
    sumOfTexts(rates.filter(([jurisdiction]) => jurisdiction.level === level).map(([, rate]) => rate));
  return { countryRate: of('COUNTRY'), regionRate: of('REGION'), taxRate: sumOfTexts(rates.map(([, rate]) => rate)) };
}
