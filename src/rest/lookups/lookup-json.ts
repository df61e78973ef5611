import type {
  AddressCandidate,
  AddressValidation,
  GlobalRateLookup,
  RatedJurisdiction,
  RuleOfCodes,
  SalesTaxRateLookup,
} from '../../domain/lookups/rate-lookup.ts';
import type { RuleLookup } from '../../domain/lookups/rule-lookup.ts';
import type { TaxabilityGrid } from '../../usecases/lookups/compare-taxability.ts';
import { addressJson } from '../http/common-responses.ts';
import { number, shown, shownNumber } from '../http/json.ts';
import { documentSalesTaxRatesJson, gtRatesJson, matchedAddressJson, rulesJson } from '../places/tax-json.ts';

/** The responses of the look-ups as JSON; `precision`, `localRates`, `gaps` and `notices` are additions of ours. */
export function addressValidationJson({ matchedAddresses, requestAddress }: AddressValidation) {
  return {
    matchedAddresses: matchedAddresses.map(candidateJson),
    requestAddress: addressJson(requestAddress),
  };
}

function candidateJson(candidate: AddressCandidate) {
  const { localRates, gaps, notices } = candidate;
  return { ...matchedAddressJson({ match: candidate }), localRates, gaps, notices };
}

export function salesTaxRatesJson(found: SalesTaxRateLookup) {
  const { notices: _, ...place } = candidateJson(found.place);
  return {
    serviceId: found.serviceId,
    requestAddress: addressJson(found.requestAddress),
    effectiveDate: found.effectiveDate,
    matchedAddressData: place,
    salesTaxRates: documentSalesTaxRatesJson(found.salesTaxRates),
    jurisdictions: found.jurisdictions.map(jurisdictionJson),
    taxation: found.taxation,
    taxCode: shown(found.taxCode),
    rule: found.rule ? ruleJson(found.rule) : undefined,
    rateBookVersion: found.rateBookVersion,
    notices: found.notices,
  };
}

export function globalTaxRatesJson(found: GlobalRateLookup) {
  return {
    gtRates: gtRatesJson(found.gtRates),
    rules: found.rules.map(ruleJson),
    country: found.country,
    region: shown(found.region),
    taxName: found.taxName,
    currency: shown(found.currency),
    effectiveDate: found.effectiveDate,
    jurisdictions: found.jurisdictions.map(jurisdictionJson),
    taxation: found.taxation,
    taxCode: shown(found.taxCode),
    rateBookVersion: found.rateBookVersion,
    notices: found.notices,
  };
}

/** One of all jurisdictions, so with its place. */
export function listedJurisdictionJson(rated: RatedJurisdiction) {
  const { appliedRate: _, ...jurisdiction } = jurisdictionJson(rated);
  return { ...jurisdiction, country: rated.country, subdivision: shown(rated.subdivision), notices: rated.notices };
}

function jurisdictionJson({ jurisdiction, contains, ...rated }: RatedJurisdiction) {
  const { id, level, name, code, fips } = jurisdiction;
  return {
    id,
    level,
    name,
    code,
    fips: shown(fips),
    county: rated.county,
    contains,
    rate: shownNumber(rated.rate),
    appliedRate: shownNumber(rated.appliedRate),
    validFrom: shown(rated.validFrom),
    validThrough: shown(rated.validThrough),
    source: shown(rated.source),
  };
}

export function taxabilityJson({ asOf, rateBookVersion, rows }: TaxabilityGrid) {
  return {
    asOf,
    rateBookVersion,
    rows: rows.map(({ taxCode, cells }) => ({
      taxCode,
      cells: cells.map(({ state, isTaxable, stateRate, ...law }) => ({
        state,
        isTaxable,
        stateRate: number(stateRate),
        ...lawJson(law),
      })),
    })),
  };
}

/** The rule as shown on lines, and what else is known before there is a price. */
function ruleJson({ taxCodes, ...rule }: RuleOfCodes) {
  return { ...lawJson(rule), taxCodes };
}

function lawJson({ view, validFrom, validThrough, ...rule }: RuleLookup) {
  return {
    ...rulesJson(view),
    id: rule.id,
    category: rule.category,
    treatment: rule.treatment,
    reason: rule.reason,
    followsGoods: shown(rule.followsGoods),
    limits: rule.limits.map(({ kind, levels, amount, toAmount, share, message }) => ({
      kind,
      levels,
      amount: shownNumber(amount),
      toAmount: shownNumber(toAmount),
      share: shownNumber(share),
      message,
    })),
    conditions: rule.conditions,
    validFrom: shown(validFrom),
    validThrough: shown(validThrough),
    source: rule.source,
    notices: rule.notices,
  };
}
