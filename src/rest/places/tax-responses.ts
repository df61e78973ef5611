import { z } from 'zod';
import { subJurisdictionalTaxRules, taxRule } from '../../domain/transactions/rule-views.ts';
import { named } from '../http/members.ts';
import { membersOf, responseOf } from '../http/record-response.ts';

const rulesByName = z
  .record(z.string(), responseOf(subJurisdictionalTaxRules))
  .nullable()
  .meta({ description: 'Rules by name; null if no city or region levies a tax.' });

/** The rule for a state or country, with the rules for its cities or regions. */
export const rules = { ...membersOf(taxRule), cities: rulesByName, regions: rulesByName };
export const rulesResponse = named(
  'JurisdictionalSalesTaxRules',
  'Rule that a state or country applies to a line.',
  rules,
);
