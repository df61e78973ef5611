import { gatewayLimits } from '../../domain/base/limits.ts';
import { taxabilityInput } from '../../domain/lookups/catalogue-input.ts';
import {
  compareTaxability,
  type TaxabilityCell,
  type TaxabilityGrid,
  type TaxabilityRow,
} from '../../usecases/lookups/compare-taxability.ts';
import { asOfArguments } from '../base/as-of.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { InvalidInput } from '../base/errors.ts';
import { TaxCodeLawRef } from './tax-code-rule.ts';
import { TaxCodeRef } from './tax-codes.ts';

const described = descriptionsOf(taxabilityInput);
const { taxCodes, states } = gatewayLimits.taxability;

const StateNameRef = builder.objectRef<TaxabilityCell['state']>('StateName').implement({
  description: 'A US state.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Two-letter code, such as `MN`.' }),
    name: t.exposeString('name', { description: 'English name, such as Minnesota.' }),
  }),
});

const TaxabilityCellRef = builder.objectRef<TaxabilityCell>('TaxabilityCell').implement({
  description: 'How one state treats one tax code.',
  interfaces: [TaxCodeLawRef],
  fields: (t) => ({
    state: t.expose('state', { type: StateNameRef, description: 'The state whose law applies.' }),
    isTaxable: t.exposeBoolean('isTaxable', {
      description: 'Whether the state taxes the code, regardless of limits on the price.',
    }),
    stateRate: t.expose('stateRate', {
      type: 'Decimal',
      description:
        'Rate of the state for the code, as a fraction of one; zero if it does not tax it. Local rates are not included.',
    }),
  }),
});

const TaxabilityRowRef = builder.objectRef<TaxabilityRow>('TaxabilityRow').implement({
  description: 'How the states treat one tax code.',
  fields: (t) => ({
    taxCode: t.expose('taxCode', { type: TaxCodeRef, description: 'The tax code with its name and category.' }),
    cells: t.field({
      type: [TaxabilityCellRef],
      extensions: { listSize: 1 },
      description: 'One cell for each state, in the requested order.',
      resolve: ({ cells }) => [...cells],
    }),
  }),
});

const TaxabilityGridRef = builder.objectRef<TaxabilityGrid>('TaxabilityGrid').implement({
  description: 'How states treat tax codes on a day.',
  fields: (t) => ({
    asOf: t.expose('asOf', {
      type: 'Date',
      description: 'Day whose law applies, such as `2026-07-01`: the requested day, or today in UTC.',
    }),
    rateBookVersion: t.exposeString('rateBookVersion', {
      description: 'Version of the rate book that the result was read from.',
    }),
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
    // Every cell of the grid is counted here, so its rows and cells count as one each.
    extensions: { listSize: { taxCodes, states } },
    errors: { types: [InvalidInput] },
    description:
      'Whether, how and why states tax certain codes on a day. It describes each state as a whole; some localities differ, as `salesTaxRates` shows for an address. Needs the scope `tax:read`.',
    ...checkedArgs(
      {
        taxCodes: t.arg.stringList({ required: true, description: described.taxCodes }),
        states: t.arg.stringList({ description: described.states }),
        ...asOfArguments(described.asOf),
      },
      taxabilityInput,
    ),
    resolve: (_root, { parsed }, ctx) => compareTaxability(ctx, parsed),
  }),
);
