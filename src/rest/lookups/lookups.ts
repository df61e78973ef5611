import { taxCodesInput } from '../../domain/lookups/catalogue-input.ts';
import { addressLookupInput, globalTaxRatesInput, salesTaxRatesInput } from '../../domain/lookups/lookup-input.ts';
import { findGlobalTaxRates } from '../../usecases/lookups/find-global-tax-rates.ts';
import { findSalesTaxRates } from '../../usecases/lookups/find-sales-tax-rates.ts';
import { searchTaxCodes } from '../../usecases/lookups/search-tax-codes.ts';
import { validateAddress } from '../../usecases/lookups/validate-address.ts';
import { answered, parseQuery } from '../http/query.ts';
import { jsonReply, type Route, route } from '../http/route.ts';
import { addressValidationJson, globalTaxRatesJson, salesTaxRatesJson } from './lookup-json.ts';
import {
  globalTaxRatesOperation,
  salesTaxRatesOperation,
  taxCodesOperation,
  validateAddressOperation,
} from './lookup-operations.ts';

/** Rates, rules and places of the rate book. */
export const lookupRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/addresses/validate',
    'tax:read',
    async ({ ctx, request }) => {
      const input = parseQuery(addressLookupInput, request);
      return jsonReply(200, addressValidationJson(await answered(() => validateAddress(ctx, input))));
    },
    { operation: { ...validateAddressOperation, query: addressLookupInput } },
  ),
  route(
    'GET',
    '/v1/sales_tax_rates',
    'tax:read',
    async ({ ctx, request }) => {
      const input = parseQuery(salesTaxRatesInput, request);
      return jsonReply(200, salesTaxRatesJson(await answered(() => findSalesTaxRates(ctx, input))));
    },
    { operation: { ...salesTaxRatesOperation, query: salesTaxRatesInput } },
  ),
  route(
    'GET',
    '/v1/gt_rates',
    'tax:read',
    async ({ ctx, request }) => {
      const input = parseQuery(globalTaxRatesInput, request);
      return jsonReply(200, globalTaxRatesJson(await answered(() => findGlobalTaxRates(ctx, input))));
    },
    { operation: { ...globalTaxRatesOperation, query: globalTaxRatesInput } },
  ),
  route(
    'GET',
    '/v1/tax_codes',
    'tax:read',
    async ({ ctx, request }) => jsonReply(200, await searchTaxCodes(ctx, parseQuery(taxCodesInput, request))),
    { operation: { ...taxCodesOperation, query: taxCodesInput } },
  ),
];
