import { z } from 'zod';
import { encodeJurisdictionCursor, jurisdictionCursor } from '../../domain/lists/cursor.ts';
import { conditionsFrom } from '../../domain/lists/declared-list.ts';
import { taxCode, taxCodeList } from '../../domain/lookups/catalogue.ts';
import { jurisdictionsInput, taxabilityInput } from '../../domain/lookups/catalogue-input.ts';
import { jurisdictionList } from '../../domain/lookups/jurisdiction-list.ts';
import { type RatedJurisdiction, ratedJurisdiction } from '../../domain/lookups/jurisdictions.ts';
import { addressLookupInput, globalTaxRatesInput, salesTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import {
  addressValidation,
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
import { todayOf } from '../../ports/context.ts';
import { compareTaxability } from '../../usecases/lookups/compare-taxability.ts';
import { findGlobalTaxRates, findSalesTaxRates } from '../../usecases/lookups/find-tax-rates.ts';
import { listJurisdictions } from '../../usecases/lookups/list-jurisdictions.ts';
import { searchTaxCodes } from '../../usecases/lookups/search-tax-codes.ts';
import { validateAddress } from '../../usecases/lookups/validate-address.ts';
import { isKnown, rateBookHeaders, referenceReply } from '../http/conditions.ts';
import { listParameters } from '../http/declared-list.ts';
import { eachShown, orderedListReply } from '../http/list.ts';
import { parseListQuery } from '../http/list-filters.ts';
import { answered, namesIn, pageParametersBy, parseQuery } from '../http/query.ts';
import { jsonOf } from '../http/record-response.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { rulesJson } from '../places/tax-json.ts';
import {
  globalTaxRatesOperation,
  jurisdictionsOperation,
  salesTaxRatesOperation,
  taxabilityOperation,
  taxCodesOperation,
  validateAddressOperation,
} from './lookup-operations.ts';

const addressValidationJson = jsonOf(addressValidation);
const jurisdictionRateJson = jsonOf(ratedJurisdiction);
const taxCodeJson = jsonOf(taxCode);

const { taxCodes: namedCodes, states: namedStates, ...otherTaxability } = taxabilityInput.shape;
const taxabilityQuery = z.strictObject({
  taxCode: namesIn(namedCodes),
  state: namesIn(namedStates),
  ...otherTaxability,
});
const taxCodesQuery = z.object(listParameters(taxCodeList));
const jurisdictionsQuery = z.object({
  ...pageParametersBy(jurisdictionCursor),
  ...listParameters(jurisdictionList),
  ...jurisdictionsInput.shape,
});

/** Rates, rules and places in the rate book. */
export const lookupRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/addresses/validate',
    'tax:read',
    async ({ ctx, request }) => {
      const input = parseQuery(addressLookupInput, request);
      return jsonReply(200, addressValidationJson(await answered(() => validateAddress(ctx, input), 'address')));
    },
    { operation: { ...validateAddressOperation, query: addressLookupInput } },
  ),
  route(
    'GET',
    '/v1/sales_tax_rates',
    'tax:read',
    async ({ ctx, request }) => {
      const input = parseQuery(salesTaxRatesInput, request);
      const { asOf, taxCode, requirePrecision, requireComplete, requireTaxCode, requireRatesAsOf, ...sent } = input;
      const require = {
        precision: requirePrecision,
        complete: requireComplete,
        taxCode: requireTaxCode,
        ratesAsOf: requireRatesAsOf,
      };
      const question = { address: { ...sent, region: null }, require, asOf, taxCode };
      return referenceReply(
        request,
        salesTaxRatesJson(await answered(() => findSalesTaxRates(ctx, question), 'address')),
      );
    },
    { operation: { ...salesTaxRatesOperation, query: salesTaxRatesInput } },
  ),
  route(
    'GET',
    '/v1/gt_rates',
    'tax:read',
    async ({ ctx, request }) => {
      const input = parseQuery(globalTaxRatesInput, request);
      return referenceReply(request, globalTaxRatesJson(await answered(() => findGlobalTaxRates(ctx, input))));
    },
    { operation: { ...globalTaxRatesOperation, query: globalTaxRatesInput } },
  ),
  route(
    'GET',
    '/v1/tax_codes',
    'tax:read',
    async ({ ctx, request }) => {
      const filter = conditionsFrom(taxCodeList.fields, parseQuery(taxCodesQuery, request));
      return referenceReply(request, (await searchTaxCodes(ctx, filter)).map(taxCodeJson));
    },
    { operation: { ...taxCodesOperation, query: taxCodesQuery } },
  ),
  route(
    'GET',
    '/v1/taxability',
    'tax:read',
    async ({ ctx, request }) => {
      const { taxCode: taxCodes, state: states, ...others } = parseQuery(taxabilityQuery, request);
      const question = () => compareTaxability(ctx, { taxCodes, states, ...others });
      return referenceReply(
        request,
        taxabilityJson(await answered(question, { taxCodes: 'taxCode', states: 'state' })),
      );
    },
    { operation: { ...taxabilityOperation, query: taxabilityQuery } },
  ),
  route(
    'GET',
    '/v1/jurisdictions',
    'tax:read',
    async (call) => {
      const asked = parseListQuery(jurisdictionsQuery, call.request, call.ctx.reference);
      const { limit, cursor, asOf, zip } = asked;
      const filter = conditionsFrom(jurisdictionList.fields, asked);
      // The list can be long and is streamed, so its tag is derived from its sources, not from its text.
      const headers = rateBookHeaders(call, todayOf(call.ctx));
      if (isKnown(call.request, headers.ETag)) return { status: 304, body: null, headers };
      const pageOf = await answered(() => listJurisdictions(call.ctx, { filter, zip, asOf }));
      const reply = await orderedListReply<RatedJurisdiction, string>(
        call,
        { limit, cursor },
        {
          name: 'jurisdictions',
          pageSize: 500,
          read: async (page) => pageOf(page).rows,
          render: async (rows) => eachShown(rows, jurisdictionRateJson),
          positionOf: ({ key }) => key,
          cursorOf: encodeJurisdictionCursor,
        },
      );
      return { ...reply, headers: { ...reply.headers, ...headers } };
    },
    { operation: { ...jurisdictionsOperation, query: jurisdictionsQuery } },
  ),
];

const plainSalesTaxRates = jsonOf(salesTaxRatesLookup);
const plainGlobalTaxRates = jsonOf(globalTaxRatesLookup);
const plainRule = jsonOf(taxabilityRule);
const codesJson = jsonOf(taxCodeTaxability);
const gridJson = jsonOf(taxabilityGrid);
const rowJson = jsonOf(taxabilityRow);
const stateJson = jsonOf(stateTaxability);

function salesTaxRatesJson(found: SalesTaxRateLookup) {
  return { ...plainSalesTaxRates(found), rule: found.rule ? ruleOfCodesJson(found.rule) : undefined };
}

function globalTaxRatesJson(found: GlobalRateLookup) {
  return { ...plainGlobalTaxRates(found), rules: found.rules.map(ruleOfCodesJson) };
}

function taxabilityJson(grid: TaxabilityGrid) {
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
