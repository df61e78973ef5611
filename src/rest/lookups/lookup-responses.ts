import { z } from 'zod';
import { globalTaxRatesLookup, salesTaxRatesLookup } from '../../domain/lookups/rate-lookup.ts';
import { taxabilityRule, taxCodeTaxability } from '../../domain/lookups/rule-lookup.ts';
import { stateTaxability, taxabilityGrid, taxabilityRow } from '../../domain/lookups/taxability.ts';
import { list, named } from '../http/members.ts';
import { membersOf } from '../http/record-response.ts';
import { rules } from '../places/tax-responses.ts';

/** A rule as shown on document lines, with the underlying law. */
const rule = { ...rules, ...membersOf(taxabilityRule) };

const taxCodeTaxabilityResponse = named(taxCodeTaxability.name, taxCodeTaxability.description, {
  ...rule,
  ...membersOf(taxCodeTaxability),
});

export const salesTaxRatesLookupResponse = named(salesTaxRatesLookup.name, salesTaxRatesLookup.description, {
  ...membersOf(salesTaxRatesLookup),
  rule: taxCodeTaxabilityResponse.optional(),
});

export const globalTaxRatesLookupResponse = named(globalTaxRatesLookup.name, globalTaxRatesLookup.description, {
  ...membersOf(globalTaxRatesLookup),
  rules: list(
    taxCodeTaxabilityResponse,
    'Rule for the tax code. Without a tax code: the rule for general goods, followed by the rules for tax codes that are taxed differently.',
  ),
});

export const taxabilityResponse = named(taxabilityGrid.name, taxabilityGrid.description, {
  ...membersOf(taxabilityGrid),
  rows: list(
    z.object({
      ...membersOf(taxabilityRow),
      cells: list(
        named(stateTaxability.name, stateTaxability.description, { ...rule, ...membersOf(stateTaxability) }),
        'One cell for each state, in the requested order.',
      ),
    }),
    'One row for each tax code, in the requested order.',
  ),
});
