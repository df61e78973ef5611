import { describe } from '../../domain/base/record.ts';
import type { CountedDocuments } from '../../domain/liability/counted-documents.ts';
import {
  type Return,
  type ReturnName,
  returnFigures,
  returnWithFigures,
  taxReturn,
} from '../../domain/returns/return-record.ts';
import { getReturnFigures, type ShownFigures } from '../../usecases/returns/return-figures.ts';
import { builder } from '../base/builder.ts';
import type { GraphqlContext } from '../base/context.ts';
import { needsScope } from '../base/field-scope.ts';
import { inTurn } from '../base/in-turn.ts';
import { recordType } from '../base/record-type.ts';
import { connectCounted, listArguments, TransactionConnectionRef } from '../transactions/transaction-list.ts';

const { figures, difference } = returnWithFigures.fields;
const ReturnFiguresRef = recordType(returnFigures);

export const ReturnRef = recordType(taxReturn);

builder.objectFields(ReturnRef, (t) => ({
  figures: t.field({
    type: ReturnFiguresRef,
    extensions: { ...needsScope('returns:read'), work: 2_000 },
    description: `${figures.description} Needs the scope \`returns:read\`.`,
    resolve: async (one, _args, ctx) => (await figuresOf(one, ctx)).figures,
  }),
  difference: t.field({
    type: ReturnFiguresRef,
    nullable: true,
    extensions: { ...needsScope('returns:read'), work: 2_000 },
    description: `${describe(difference, 'null')} Needs the scope \`transactions:read\`.`,
    resolve: async (one, _args, ctx) => (await figuresOf(one, ctx)).difference,
  }),
  transactions: t.field({
    type: TransactionConnectionRef,
    description:
      'The documents of the return: newest first unless `orderBy` says otherwise. Needs the scope `transactions:read`.',
    args: listArguments(),
    extensions: { ...needsScope('transactions:read'), work: 500 },
    resolve: (one, args, ctx, info) => connectCounted(documentsOf(one), { args, ctx, info }),
  }),
  createdAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the return was first filed; null if it never was.',
    resolve: ({ stored }) => stored?.internalTimestamps.createdDate ?? null,
  }),
  updatedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the return last changed; null if it was never filed.',
    resolve: ({ stored }) => stored?.internalTimestamps.updatedDate ?? null,
  }),
}));

const read = new WeakMap<Return, Promise<ShownFigures>>();

/** Reads `figures` and `difference` once per request. */
function figuresOf(one: Return, ctx: GraphqlContext): Promise<ShownFigures> {
  const known = read.get(one) ?? inTurn(ctx, () => getReturnFigures(ctx, one));
  read.set(one, known);
  return known;
}

function documentsOf({ country, state, from, to }: ReturnName): CountedDocuments {
  return {
    from,
    to,
    country,
    state,
    jurisdictionId: null,
    taxCode: null,
    reason: null,
    transactionType: null,
    currency: null,
    subsidiary: null,
    customerTypes: null,
    countries: null,
  };
}
