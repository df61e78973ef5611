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
import { JsonText } from '../../http/json-pieces.ts';
import { jsonOf } from '../http/record-response.ts';

const taxLineText = ratedText(taxLine);
const documentTaxLineText = ratedText(documentTaxLine);
const placeJson = jsonOf(placeTotals);
const placeRatesJson = jsonOf(documentSalesTaxRates);
const salesTaxRatesJson = jsonOf(declaredSalesTaxRates);
const gtRatesJson = jsonOf(declaredGtRates);
const ruleJson = jsonOf(taxRule);

/**
 * The members that describe the tax on a document's lines, as JSON text after `{`. Lines taxed alike share the text of
 * their rates and rules; tax lines at the same rate share the text of the rate. If a document changes while it is
 * listed, lines missing from its snapshot are rendered without these members.
 */
export function lineTaxText(snapshot: TransactionSnapshot) {
  const headOf = remembering((line) => {
    const { salesTaxRates, gtRates } = lineRateViews(snapshot, line);
    return headText(line, { salesTaxRates, gtRates });
  });
  const headText = (line: SnapshotLine, { salesTaxRates, gtRates }: ReturnType<typeof lineRateViews>) =>
    membersText({
      jurisdictionalSalesTaxRules: rulesJson(jurisdictionalSalesTaxRules(snapshot, line)),
      salesTaxRates: salesTaxRates ? salesTaxRatesJson(salesTaxRates) : undefined,
      gtRates: gtRates ? gtRatesJson(gtRates) : undefined,
    });
  const withTaxLines = (head: string, { taxLines }: SnapshotLine) =>
    `${head},"taxLines":[${taxLines.map((one) => taxLineText(one, snapshot.rates[one.rate]!)).join()}]`;
  return {
    item: (line: SnapshotLine | undefined) => line && withTaxLines(headOf(line), line),

    /** A shipping fee always shows both kinds of rates; the kind that does not apply is zero. */
    shippingFee(line: SnapshotLine | null | undefined) {
      if (!line) return undefined;
      const { salesTaxRates, gtRates } = lineRateViews(snapshot, line);
      const shown = { salesTaxRates: salesTaxRates ?? noSalesTaxRates, gtRates: gtRates ?? noGtRates };
      return withTaxLines(headText(line, shown), line);
    },
  };
}

/** The members of a record as JSON text, without the braces. */
export const membersText = (record: object): string => JSON.stringify(record).slice(1, -1);

/** Writes tax lines. Members that depend only on the rate are written once for all lines taxed at that rate. */
function ratedText<Of extends typeof taxLine | typeof documentTaxLine>(of: Of) {
  const { jurisdiction, generalRate, bracket, sources, validFrom, validThrough, ...own } = of.fields;
  const before = jsonOf({ ...of, fields: { jurisdiction, generalRate, bracket } }) as (row: Rated) => object;
  const after = jsonOf({ ...of, fields: { sources, validFrom, validThrough } }) as (row: Rated) => object;
  const ownJson = jsonOf({ ...of, fields: own }) as (row: object) => object;
  const ofRates = new WeakMap<SnapshotRate, { readonly start: string; readonly end: string }>();
  return (row: object, from: SnapshotRate): string => {
    const known = ofRates.get(from) ?? {
      start: JSON.stringify(before({ from })).slice(0, -1),
      end: JSON.stringify(after({ from })).slice(1),
    };
    ofRates.set(from, known);
    return `${known.start},${membersText(ownJson(row))},${known.end}`;
  };
}

type Rated = { readonly from: SnapshotRate };

/** Written once for all lines with the same rule, place and applied rates. */
function remembering(make: (line: SnapshotLine) => string) {
  const made = new Map<string, string>();
  return (line: SnapshotLine): string => {
    const { rule, place = '', taxLines } = line;
    const key = `${rule} ${place}: ${taxLines.map(({ rate, appliedRate }) => `${rate} ${appliedRate}`).join()}`;
    const known = made.get(key) ?? make(line);
    made.set(key, known);
    return known;
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
  const texts = documentTaxLines(snapshot).map((one) => documentTaxLineText(one, one.from));
  return new JsonText(`[${texts.join()}]`);
}
