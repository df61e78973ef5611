import { gatewayLimits } from '../../domain/base/limits.ts';
import { taxCode, taxCodeList } from '../../domain/lookups/catalogue.ts';
import { taxabilityInput } from '../../domain/lookups/catalogue-input.ts';
import {
  type RuleLookup,
  type RuleOfCodes,
  taxabilityRule,
  taxCodeTaxability,
} from '../../domain/lookups/rule-lookup.ts';
import {
  type StateTaxability,
  stateTaxability,
  type TaxabilityGrid,
  type TaxabilityRow,
  taxabilityGrid,
  taxabilityRow,
} from '../../domain/lookups/taxability.ts';
import { compareTaxability } from '../../usecases/lookups/compare-taxability.ts';
import { searchTaxCodes } from '../../usecases/lookups/search-tax-codes.ts';
import { builder } from '../base/builder.ts';
import { checked, nullsAsAbsent } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordFields, recordType } from '../base/record-type.ts';
import { pagesOfWholeList } from '../base/whole-list.ts';
import { listField } from '../lists/declared-list.ts';
import { JurisdictionalSalesTaxRulesRef } from '../places/tax-rules.ts';

const { taxCodes, states } = gatewayLimits.taxability;

const TaxabilityRuleRef = builder.interfaceRef<RuleLookup>(taxabilityRule.name).implement({
  description: taxabilityRule.description,
  fields: (t) => ({
    ...recordFields(t, taxabilityRule),
    rules: t.field({
      type: JurisdictionalSalesTaxRulesRef,
      description:
        'The rule as applied to document lines: the rule of the state or country, with the rules of its cities or regions.',
      resolve: ({ view }) => view,
    }),
  }),
});

export const TaxCodeTaxabilityRef = builder.objectRef<RuleOfCodes>(taxCodeTaxability.name).implement({
  description: taxCodeTaxability.description,
  interfaces: [TaxabilityRuleRef],
  fields: (t) => recordFields(t, taxCodeTaxability),
});

const StateTaxabilityRef = builder.objectRef<StateTaxability>(stateTaxability.name).implement({
  description: stateTaxability.description,
  interfaces: [TaxabilityRuleRef],
  fields: (t) => recordFields(t, stateTaxability),
});

const TaxabilityRowRef = builder.objectRef<TaxabilityRow>(taxabilityRow.name).implement({
  description: taxabilityRow.description,
  fields: (t) => ({
    ...recordFields(t, taxabilityRow),
    cells: t.field({
      type: [StateTaxabilityRef],
      extensions: { listSize: 1 },
      description: 'One cell for each state, in the requested order.',
      resolve: ({ cells }) => [...cells],
    }),
  }),
});

const TaxabilityGridRef = builder.objectRef<TaxabilityGrid>(taxabilityGrid.name).implement({
  description: taxabilityGrid.description,
  fields: (t) => ({
    ...recordFields(t, taxabilityGrid),
    rows: t.field({
      type: [TaxabilityRowRef],
      extensions: { listSize: 1 },
      description: 'One row for each tax code, in the requested order.',
      resolve: ({ rows }) => [...rows],
    }),
  }),
});

builder.queryField('taxability', (t) =>
  t.field({
    type: TaxabilityGridRef,
    // All cells of the grid are charged here, so `rows` and `cells` each count as one record.
    extensions: { ...needsScopes('tax:read'), listSize: { taxCodes, states } },
    errors: errorsOf(),
    description:
      'Taxability of tax codes by state on a day, with reasons. Each cell covers the whole state; some localities differ, as `salesTaxRates` shows for an address.',
    args: {
      input: t.arg({
        ...checked(inputOf(taxabilityInput), nullsAsAbsent(taxabilityInput)),
        required: true,
        description: 'The codes and states to compare.',
      }),
    },
    resolve: (_root, { input }, ctx) => compareTaxability(ctx, input.parsed),
  }),
);

listField(taxCodeList, recordType(taxCode), async (ctx, filter, page) =>
  pagesOfWholeList(page, await searchTaxCodes(ctx, filter), ({ code }) => code),
);
