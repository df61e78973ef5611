import DataLoader from 'dataloader';
import { z } from 'zod';
import { describe } from '../../domain/base/record.ts';
import { periodText } from '../../domain/base/report-period.ts';
import { liabilityParts } from '../../domain/liability/liability-query.ts';
import { liabilityRow } from '../../domain/liability/liability-record.ts';
import { placeCode } from '../../domain/places/place-code.ts';
import { changedSinceFiling, documentsOfReturn, paidCurrencyOf } from '../../domain/returns/return.ts';
import {
  changedTransactionsText,
  type FilingFigures,
  filingWithFigures,
  type TaxReturn,
  type TaxReturnFiling,
  type TaxReturnKey,
  taxReturn,
  taxReturnFigures,
  taxReturnFiling,
  taxReturnWithFigures,
} from '../../domain/returns/return-record.ts';
import { getTaxReturn } from '../../usecases/returns/get-return.ts';
import { countReportedLater } from '../../usecases/returns/reported-later.ts';
import {
  getFilingFigures,
  getTaxReturnFigures,
  getTaxReturnRows,
  type ShownFigures,
} from '../../usecases/returns/return-figures.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import type { GraphqlContext } from '../base/context.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { PeriodClosedRef } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { globalId } from '../base/global-id.ts';
import { loadNodesOf, NodeRef } from '../base/node.ts';
import { nullIfNotFound } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { inTurn } from '../execution/in-turn.ts';
import {
  connectCounted,
  connectSelected,
  listArguments,
  TransactionConnectionRef,
} from '../transactions/transaction-list.ts';
import { askedTaxReturn } from './return-by.ts';

const { figures, difference, reportedLaterCount } = taxReturnWithFigures.fields;
const TaxReturnFiguresRef = recordType(taxReturnFigures);

export const TaxReturnRef = recordType(taxReturn, [NodeRef]);

const partsInput = z.object(liabilityParts);
const described = descriptionsOf(partsInput);

const localIdOf = (key: TaxReturnKey) => `${placeCode(key)}/${key.scheme}/${periodText(key)}`;

/** Figures, difference and digest are read together. */
const ofFigures = { ...needsScopes('returns:read'), work: 300 };

builder.objectFields(TaxReturnRef, (t) => ({
  id: t.id({
    description: 'An opaque id for `node`. A draft keeps its id when it is filed.',
    resolve: (one) => globalId('TaxReturn', localIdOf(one)),
  }),
  defaultPaidCurrency: t.field({
    type: 'CurrencyCode',
    nullable: true,
    description:
      'Default of `paidCurrency` of a filing: the currency of the country or, for a one-stop-shop return, EUR. Null if unknown.',
    resolve: (one, _args, { reference }) => paidCurrencyOf(one, reference),
  }),
  digest: t.string({
    extensions: ofFigures,
    description:
      'Digest of the status and the figures. Send it as `ifDigest` to file or reopen the return only if both are unchanged.',
    resolve: async (one, _args, ctx) => (await figuresOf(one, ctx)).digest,
  }),
  figures: t.field({
    type: TaxReturnFiguresRef,
    extensions: ofFigures,
    description: figures.description,
    resolve: async (one, _args, ctx) => (await figuresOf(one, ctx)).figures,
  }),
  rows: t.field({
    type: [recordType(liabilityRow)],
    description:
      'Figures by jurisdiction, as in `figures.jurisdictions`, optionally for a single subsidiary or source. One-stop-shop returns have `figures.oneStopShop.supplies` instead.',
    extensions: { ...needsScopes('returns:read'), work: 500, listSize: 10 },
    ...checkedArgs(
      {
        subsidiary: t.arg.string({ description: described.subsidiary }),
        source: t.arg.string({ description: described.source }),
      },
      partsInput,
    ),
    resolve: (one, { parsed }, ctx) => inTurn(ctx, () => getTaxReturnRows(ctx, one, parsed)),
  }),
  difference: t.field({
    type: TaxReturnFiguresRef,
    nullable: true,
    extensions: ofFigures,
    description: describe(difference, 'null'),
    resolve: async (one, _args, ctx) => (await figuresOf(one, ctx)).difference,
  }),
  reportedLaterCount: t.int({
    extensions: { ...needsScopes('returns:read'), work: 100 },
    description: reportedLaterCount.description,
    resolve: (one, _args, ctx) => countReportedLater(ctx, one),
  }),
  transactions: t.field({
    type: TransactionConnectionRef,
    description: 'Documents in the return. Default order: newest first.',
    args: listArguments(),
    extensions: { ...needsScopes('transactions:read'), work: 500 },
    resolve: (one, args, ctx, info) =>
      connectCounted(documentsOfReturn(one, ctx.reference.countries), { args, ctx, info }),
  }),
}));

const ofFiling = filingWithFigures.fields;
/** The figures of all filings are read together. */
const ofFrozen = { ...needsScopes('returns:read'), work: 100 };

builder.objectFields(recordType(taxReturnFiling), (t) => ({
  changedTransactions: t.field({
    type: TransactionConnectionRef,
    description: changedTransactionsText,
    args: listArguments(),
    extensions: { ...needsScopes('transactions:read'), work: 500 },
    resolve: (filing, args, ctx, info) =>
      connectSelected(changedSinceFiling(filing, ctx.reference.countries), { args, ctx, info }),
  }),
  figures: t.field({
    type: TaxReturnFiguresRef,
    extensions: ofFrozen,
    description: ofFiling.figures.description,
    resolve: async (filing, _args, ctx) => (await filingFigures(ctx).load(filing)).figures,
  }),
  difference: t.field({
    type: TaxReturnFiguresRef,
    nullable: true,
    extensions: ofFrozen,
    description: describe(ofFiling.difference, 'null'),
    resolve: async (filing, _args, ctx) => (await filingFigures(ctx).load(filing)).difference,
  }),
  differenceToFirst: t.field({
    type: TaxReturnFiguresRef,
    nullable: true,
    extensions: ofFrozen,
    description: describe(ofFiling.differenceToFirst, 'null'),
    resolve: async (filing, _args, ctx) => (await filingFigures(ctx).load(filing)).differenceToFirst,
  }),
}));

const filingLoaders = new WeakMap<GraphqlContext, DataLoader<TaxReturnFiling, FilingFigures>>();

function filingFigures(ctx: GraphqlContext) {
  const known =
    filingLoaders.get(ctx) ??
    new DataLoader<TaxReturnFiling, FilingFigures>((filings) => getFilingFigures(ctx, filings));
  filingLoaders.set(ctx, known);
  return known;
}

builder.objectField(PeriodClosedRef, 'taxReturn', (t) =>
  t.field({
    type: TaxReturnRef,
    nullable: true,
    extensions: needsScopes('returns:read'),
    description: 'The return that closed the period.',
    resolve: ({ facts, issues }, _args, ctx) => {
      const serviceId = facts.returnId ?? issues[0]?.returnId;
      return serviceId === undefined ? null : nullIfNotFound(getTaxReturn(ctx, { serviceId }));
    },
  }),
);

loadNodesOf('TaxReturn', 'returns:read', (localIds, ctx) =>
  Promise.all(localIds.map((localId) => getTaxReturn(ctx, askedTaxReturn({ id: globalId('TaxReturn', localId) }, [])))),
);

const read = new WeakMap<TaxReturn, Promise<ShownFigures>>();

/** Figures, difference and digest are read only once, even if several fields select them. */
function figuresOf(one: TaxReturn, ctx: GraphqlContext): Promise<ShownFigures> {
  const known = read.get(one) ?? inTurn(ctx, () => getTaxReturnFigures(ctx, one));
  read.set(one, known);
  return known;
}
