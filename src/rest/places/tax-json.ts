import { placeTotals } from '../../domain/transactions/place-totals.ts';
import {
  type DocumentSalesTaxRates,
  documentRateViews,
  type GtRates,
  lineRateViews,
  noGtRates,
  noSalesTaxRates,
  placeRateViews,
  type SalesTaxRates,
} from '../../domain/transactions/rate-views.ts';
import { documentTaxLines } from '../../domain/transactions/record/document-tax-lines.ts';
import {
  type JurisdictionalSalesTaxRules,
  jurisdictionalSalesTaxRules,
  type SubJurisdictionalTaxRules,
} from '../../domain/transactions/rule-views.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type {
  SnapshotLine,
  SnapshotPlace,
  SnapshotRate,
  SnapshotTaxLine,
  TransactionSnapshot,
} from '../../domain/transactions/transaction-snapshot.ts';
import { number, shown } from '../http/json.ts';

/**
 * Renders the details of the tax of a document's lines. Lines that are taxed alike share their rates and rules. A
 * document that changes while it is listed may have lines that the snapshot lacks: those are rendered without details.
 */
export function lineTaxJson(snapshot: TransactionSnapshot) {
  const rulesOf = remembering(
    (line) => line.rule,
    (line) => rulesJson(jurisdictionalSalesTaxRules(snapshot, line)),
  );
  const ratesOf = remembering(
    ({ place = '', taxLines }) =>
      `${place}: ${taxLines.map(({ rate, appliedRate }) => `${rate} ${appliedRate}`).join()}`,
    (line) => lineRateViews(snapshot, line),
  );
  return {
    item(line: SnapshotLine | undefined) {
      if (!line) return undefined;
      const { salesTaxRates, gtRates } = ratesOf(line);
      return {
        jurisdictionalSalesTaxRules: rulesOf(line),
        salesTaxRates: salesTaxRates ? salesTaxRatesJson(salesTaxRates) : undefined,
        gtRates: gtRates ? gtRatesJson(gtRates) : undefined,
        taxLines: taxLinesJson(snapshot, line),
      };
    },

    /** A shipping fee always shows both kinds of rates: the one that does not apply has zeros. */
    shippingFee(line: SnapshotLine | null | undefined) {
      if (!line) return undefined;
      const { salesTaxRates, gtRates } = ratesOf(line);
      return {
        jurisdictionalSalesTaxRules: rulesOf(line),
        salesTaxRates: salesTaxRatesJson(salesTaxRates ?? noSalesTaxRates),
        gtRates: gtRatesJson(gtRates ?? noGtRates),
        taxLines: taxLinesJson(snapshot, line),
      };
    },
  };
}

function remembering<Value>(keyOf: (line: SnapshotLine) => string | number, make: (line: SnapshotLine) => Value) {
  const made = new Map<string | number, Value>();
  return (line: SnapshotLine): Value => {
    const key = keyOf(line);
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(line);
    made.set(key, value);
    return value;
  };
}

/** The general rates of the place: sales tax or VAT/GST, whichever it has. */
export function documentRatesJson(snapshot: TransactionSnapshot) {
  const { salesTaxRates, gtRates } = documentRateViews(snapshot);
  return {
    salesTaxRates: salesTaxRates ? documentSalesTaxRatesJson(salesTaxRates) : undefined,
    gtRates: gtRates ? gtRatesJson(gtRates) : undefined,
  };
}

export function documentSalesTaxRatesJson({ combinedDistrictRate, ratesMetaData, ...rates }: DocumentSalesTaxRates) {
  return {
    ...salesTaxRatesJson(rates),
    combinedDistrictRate: number(combinedDistrictRate),
    ratesMetaData: {
      cityDistrictRate: number(ratesMetaData.cityDistrictRate),
      countyDistrictRate: number(ratesMetaData.countyDistrictRate),
    },
  };
}

/** The totals of a document by place; absent unless items are shipped otherwise than the document. */
export function placesJson(document: TransactionDocument, snapshot: TransactionSnapshot) {
  if (!snapshot.places) return undefined;
  return placeTotals(document, snapshot).map(({ place, number: index, lines, ...totals }) => {
    const { salesTaxRates, gtRates } = placeRateViews(snapshot, place, index);
    return {
      country: place.country,
      state: shown(place.subdivision),
      sourcedFrom: place.sourcedFrom,
      matchedAddressData: matchedAddressJson(place),
      lines,
      calculatedTotal: number(totals.calculatedTotal),
      taxableAmount: number(totals.taxableAmount),
      taxAmount: number(totals.taxAmount),
      salesTaxRates: salesTaxRates ? documentSalesTaxRatesJson(salesTaxRates) : undefined,
      gtRates: gtRates ? gtRatesJson(gtRates) : undefined,
    };
  });
}

/** `precision` is our addition: how exactly the place is known. */
export function matchedAddressJson({ match }: Pick<SnapshotPlace, 'match'>) {
  const { matchedAddress, scoring, precision } = match;
  return {
    address: {
      city: shown(matchedAddress.city),
      country: matchedAddress.country,
      county: matchedAddress.county,
      state: shown(matchedAddress.state),
      zip: shown(matchedAddress.zip),
    },
    scoring: { matchLevel: scoring.matchLevel, score: Number(scoring.score), fieldScore: scoring.fieldScore },
    precision,
  };
}

function salesTaxRatesJson(rates: SalesTaxRates) {
  return {
    cityDistrictRate: number(rates.cityDistrictRate),
    cityRate: number(rates.cityRate),
    countyDistrictRate: number(rates.countyDistrictRate),
    countyRate: number(rates.countyRate),
    stateRate: number(rates.stateRate),
    taxRate: number(rates.taxRate),
  };
}

export function gtRatesJson(rates: GtRates) {
  return {
    countryRate: number(rates.countryRate),
    regionRate: number(rates.regionRate),
    taxRate: number(rates.taxRate),
  };
}

export function rulesJson({ cities, regions, ...rules }: JurisdictionalSalesTaxRules) {
  return Object.assign(ruleJson(rules), { cities: rulesByName(cities), regions: rulesByName(regions) });
}

function rulesByName(rules: Readonly<Record<string, SubJurisdictionalTaxRules>> | null) {
  return rules && Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, ruleJson(rule)]));
}

function ruleJson(rule: SubJurisdictionalTaxRules) {
  return { ...rule, calculationValue: number(rule.calculationValue) };
}

function taxLinesJson(snapshot: TransactionSnapshot, { taxLines }: SnapshotLine) {
  return taxLines.map((taxLine) => taxLineJson(snapshot, taxLine));
}

/** Each jurisdiction's part of the whole document, by rate. */
export function documentTaxLinesJson(snapshot: TransactionSnapshot) {
  return documentTaxLines(snapshot).map(({ from, appliedRate, taxableAmount, exemptAmount, taxAmount, reason }) => ({
    jurisdiction: jurisdictionJson(from.jurisdiction),
    bracket: bracketJson(from),
    rate: number(appliedRate),
    taxableAmount: number(taxableAmount),
    exemptAmount: number(exemptAmount),
    taxAmount: number(taxAmount),
    reason,
    source: from.source,
    validFrom: shown(from.validFrom),
    validThrough: shown(from.validThrough),
  }));
}

/** One jurisdiction's part of a line, with the source of its rate and the days that rate is in force. */
function taxLineJson(snapshot: TransactionSnapshot, taxLine: SnapshotTaxLine) {
  const rate = snapshot.rates[taxLine.rate]!;
  const { jurisdiction, validFrom, validThrough, source } = rate;
  return {
    jurisdiction: jurisdictionJson(jurisdiction),
    bracket: bracketJson(rate),
    rate: number(taxLine.appliedRate),
    taxableAmount: number(taxLine.taxableAmount),
    exemptAmount: number(taxLine.exemptAmount),
    taxAmount: number(taxLine.taxAmount),
    reason: taxLine.reason,
    certificateId: shown(taxLine.certificateId),
    source,
    validFrom: shown(validFrom),
    validThrough: shown(validThrough),
  };
}

function bracketJson({ bracket }: SnapshotRate) {
  return bracket && { from: number(bracket.fromAmount), to: number(bracket.toAmount) };
}

export function jurisdictionJson({ level, name, code, fips }: SnapshotRate['jurisdiction']) {
  return { level, name, code, fips: shown(fips) };
}
