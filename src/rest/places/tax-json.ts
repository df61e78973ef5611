import { placeTotals, totalsByPlace } from '../../domain/transactions/place-totals.ts';
import {
  gtRates as declaredGtRates,
  salesTaxRates as declaredSalesTaxRates,
  documentRateViews,
  documentSalesTaxRates,
  lineRateViews,
  noGtRates,
  noSalesTaxRates,
} from '../../domain/transactions/rate-views.ts';
import { documentTaxLines } from '../../domain/transactions/record/document-tax-lines.ts';
import {
  type JurisdictionalSalesTaxRules,
  jurisdictionalSalesTaxRules,
  type SubJurisdictionalTaxRules,
  taxRule,
} from '../../domain/transactions/rule-views.ts';
import { documentTaxLine, taxLine } from '../../domain/transactions/tax-line.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type {
  SnapshotLine,
  SnapshotRate,
  TransactionSnapshot,
} from '../../domain/transactions/transaction-snapshot.ts';
import { jsonOf } from '../http/record-response.ts';

const taxLineJson = ratedJson(taxLine);
const documentTaxLineJson = ratedJson(documentTaxLine);
const placeJson = jsonOf(placeTotals);
const placeRatesJson = jsonOf(documentSalesTaxRates);
const salesTaxRatesJson = jsonOf(declaredSalesTaxRates);
const gtRatesJson = jsonOf(declaredGtRates);
const ruleJson = jsonOf(taxRule);

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
  const taxLinesJson = ({ taxLines }: SnapshotLine) =>
    taxLines.map((one) => taxLineJson(one, snapshot.rates[one.rate]!));
  return {
    item(line: SnapshotLine | undefined) {
      if (!line) return undefined;
      const { salesTaxRates, gtRates } = ratesOf(line);
      return {
        jurisdictionalSalesTaxRules: rulesOf(line),
        salesTaxRates: salesTaxRates ? salesTaxRatesJson(salesTaxRates) : undefined,
        gtRates: gtRates ? gtRatesJson(gtRates) : undefined,
        taxLines: taxLinesJson(line),
      };
    },

    /** A shipping fee always shows both kinds of rates; the kind that does not apply has zeros. */
    shippingFee(line: SnapshotLine | null | undefined) {
      if (!line) return undefined;
      const { salesTaxRates, gtRates } = ratesOf(line);
      return {
        jurisdictionalSalesTaxRules: rulesOf(line),
        salesTaxRates: salesTaxRatesJson(salesTaxRates ?? noSalesTaxRates),
        gtRates: gtRatesJson(gtRates ?? noGtRates),
        taxLines: taxLinesJson(line),
      };
    },
  };
}

/** Renders tax lines. What the rate says is rendered once for all lines that are taxed at it. */
function ratedJson<Of extends typeof taxLine | typeof documentTaxLine>(of: Of) {
  const { jurisdiction, generalRate, bracket, sources, validFrom, validThrough, ...own } = of.fields;
  const wholeJson = jsonOf(of) as (row: object) => Record<string, unknown>;
  const ownJson = jsonOf({ ...of, fields: own }) as (row: object) => Record<string, unknown>;
  const ofRates = new WeakMap<SnapshotRate, Record<string, unknown>>();
  return (row: object, from: SnapshotRate): Record<string, unknown> => {
    const ownMembers = ownJson(row);
    const known = ofRates.get(from);
    if (known) return { ...known, ...ownMembers };
    const whole = wholeJson({ ...row, from });
    const blank = Object.fromEntries(Object.keys(ownMembers).map((name) => [name, undefined]));
    ofRates.set(from, { ...whole, ...blank }); // With the names of all members, in their order.
    return whole;
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

/** The general rates of the place: either sales tax or VAT/GST. */
export function documentRatesJson(snapshot: TransactionSnapshot) {
  const { salesTaxRates, gtRates } = documentRateViews(snapshot);
  return {
    salesTaxRates: salesTaxRates ? placeRatesJson(salesTaxRates) : undefined,
    gtRates: gtRates ? gtRatesJson(gtRates) : undefined,
  };
}

/** The totals of a document by place of taxation. */
export function placesJson(document: TransactionDocument, snapshot: TransactionSnapshot) {
  return totalsByPlace(document, snapshot).map(placeJson);
}

export function rulesJson({ cities, regions, ...rules }: JurisdictionalSalesTaxRules) {
  return Object.assign(ruleJson(rules), { cities: rulesByName(cities), regions: rulesByName(regions) });
}

function rulesByName(rules: Readonly<Record<string, SubJurisdictionalTaxRules>> | null) {
  return rules && Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, ruleJson(rule)]));
}

/** Each jurisdiction's part of the whole document, by VAT category and rate. */
export function documentTaxLinesJson(snapshot: TransactionSnapshot) {
  return documentTaxLines(snapshot).map((one) => documentTaxLineJson(one, one.from));
}
