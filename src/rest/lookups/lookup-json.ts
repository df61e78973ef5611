import {
  type GlobalRateLookup,
  globalTaxRatesLookup,
  type SalesTaxRateLookup,
  salesTaxRatesLookup,
} from '../../domain/lookups/rate-lookup.ts';
import {
  type RuleLookup,
  type RuleOfCodes,
  taxabilityRule,
  taxCodeTaxability,
} from '../../domain/lookups/rule-lookup.ts';
import {
  stateTaxability,
  type TaxabilityGrid,
  taxabilityGrid,
  taxabilityRow,
} from '../../domain/lookups/taxability.ts';
import { jsonOf } from '../http/record-response.ts';
import { rulesJson } from '../places/tax-json.ts';

const plainSalesTaxRates = jsonOf(salesTaxRatesLookup);
const plainGlobalTaxRates = jsonOf(globalTaxRatesLookup);
const plainRule = jsonOf(taxabilityRule);
const codesJson = jsonOf(taxCodeTaxability);
const gridJson = jsonOf(taxabilityGrid);
const rowJson = jsonOf(taxabilityRow);
const stateJson = jsonOf(stateTaxability);

export function salesTaxRatesJson(found: SalesTaxRateLookup) {
  return { ...plainSalesTaxRates(found), rule: found.rule ? ruleOfCodesJson(found.rule) : undefined };
}

export function globalTaxRatesJson(found: GlobalRateLookup) {
  return { ...plainGlobalTaxRates(found), rules: found.rules.map(ruleOfCodesJson) };
}

export function taxabilityJson(grid: TaxabilityGrid) {
  return {
    ...gridJson(grid),
    rows: grid.rows.map((row) => ({
      ...rowJson(row),
      cells: row.cells.map((cell) => ({ ...ruleJson(cell), ...stateJson(cell) })),
    })),
  };
}

function ruleOfCodesJson(rule: RuleOfCodes) {
  return { ...ruleJson(rule), ...codesJson(rule) };
}

/** The rule in the form of a document line, with details that do not depend on a price. */
function ruleJson(rule: RuleLookup) {
  return { ...rulesJson(rule.view), ...plainRule(rule) };
}
