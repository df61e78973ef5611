import { gatewayLimits } from '../../domain/base/limits.ts';
import { parseInput } from '../../domain/base/parse-input.ts';
import { withoutNulls } from '../../domain/base/plain-object.ts';
import { taxabilityInput } from '../../domain/lookups/catalogue-input.ts';
import {
  compareTaxability,
  type TaxabilityCell,
  type TaxabilityGrid,
  type TaxabilityRow,
} from '../../usecases/lookups/compare-taxability.ts';
import type { Builder } from '../base/builder.ts';
import { InvalidInput } from '../base/errors.ts';
import type { RuleLookups } from './rule-lookup.ts';
import type { TaxCodeRef } from './tax-codes.ts';

type Parts = { readonly ruleLookups: RuleLookups; readonly taxCode: TaxCodeRef };

/** Tax codes beside states. */
export function addTaxability(builder: Builder, parts: Parts): void {
  const row = addRow(builder, parts);
  const grid = builder.objectRef<TaxabilityGrid>('TaxabilityGrid').implement({
    description: 'What states make of tax codes on a day.',
    fields: (t) => ({
      on: t.expose('on', { type: 'Date', description: 'The day: the one asked for, else today in UTC.' }),
      rateBookVersion: t.exposeString('rateBookVersion', {
        description: 'What the answer was read from; another version may answer otherwise.',
      }),
      rows: t.field({
        type: [row],
        extensions: { listSize: 1 },
        description: 'One for each tax code, in the order asked for.',
        resolve: ({ rows }) => [...rows],
      }),
    }),
  });
  const { taxCodes, states } = gatewayLimits.taxability;
  builder.queryField('taxability', (t) =>
    t.field({
      type: grid,
      // Every cell of the grid is counted here, so its rows and cells count as one each.
      extensions: { listSize: { taxCodes, states } },
      errors: { types: [InvalidInput] },
      description:
        'Whether, how and why states tax certain codes on a day. It speaks of a state as a whole; some localities differ, as `salesTaxRates` tells of an address. Needs the scope `tax:read`.',
      args: {
        taxCodes: t.arg.stringList({ required: true, description: `Codes of the catalogue, 1 to ${taxCodes}.` }),
        states: t.arg.stringList({
          description: `States by code, FIPS code or name, 1 to ${states}; all of the rate book when absent.`,
        }),
        on: t.arg({ type: 'Date', description: 'The day; today in UTC when absent.' }),
      },
      resolve: async (_root, args, ctx) => compareTaxability(ctx, parseInput(taxabilityInput, withoutNulls(args))),
    }),
  );
}

function addRow(builder: Builder, { ruleLookups, taxCode }: Parts) {
  const state = builder.objectRef<TaxabilityCell['state']>('StateName').implement({
    description: 'A US state.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'Its code of two letters.' }),
      name: t.exposeString('name', { description: 'The state in words.' }),
    }),
  });
  const cell = builder.objectRef<TaxabilityCell>('TaxabilityCell').implement({
    description: 'What one state makes of one tax code.',
    interfaces: [ruleLookups.law],
    fields: (t) => ({
      state: t.expose('state', { type: state, description: 'Whose law it is.' }),
      isTaxable: t.exposeBoolean('isTaxable', {
        description: 'Whether it is taxed there, limits on the price aside.',
      }),
      stateRate: t.expose('stateRate', {
        type: 'Decimal',
        description:
          'The state’s own rate for it, as a fraction; zero where it does not tax it. Local rates come on top.',
      }),
    }),
  });
  return builder.objectRef<TaxabilityRow>('TaxabilityRow').implement({
    description: 'What states make of one tax code.',
    fields: (t) => ({
      taxCode: t.expose('taxCode', { type: taxCode, description: 'What is sold.' }),
      cells: t.field({
        type: [cell],
        extensions: { listSize: 1 },
        description: 'One for each state, in the order asked for.',
        resolve: ({ cells }) => [...cells],
      }),
    }),
  });
}
