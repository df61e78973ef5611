import { reasonInput } from '../../domain/base/fields.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { FilingStatusChange } from '../../domain/transactions/filing.ts';
import {
  type AskedFilingRun,
  markTransactionsFiled,
  reopenTransactions,
} from '../../usecases/transactions/change-filing.ts';
import { builder, type Types } from '../base/builder.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { InvalidInput, PeriodClosed } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { forgetTransactions } from '../base/loaded-records.ts';
import { TransactionRef } from './transaction.ts';

type Run = FilingStatusChange & { readonly asked: AskedFilingRun };

const { serviceIds: mostNamed, shown } = gatewayLimits.filing;

const FilingStatusChangeRef = builder.objectRef<Run>('FilingStatusChange').implement({
  description: 'The documents that were marked as filed, or reopened.',
  fields: (t) => ({
    isDryRun: t.boolean({
      description: 'Whether this is a preview and nothing was changed.',
      resolve: ({ asked }) => asked.dryRun === true,
    }),
    changedCount: t.int({ description: 'Number of documents changed.', resolve: ({ changed }) => changed }),
    unchangedCount: t.int({
      description: 'Number of documents of the place and period that already had this status.',
      resolve: ({ unchanged }) => unchanged,
    }),
    ignoredServiceIds: t.field({
      type: ['UUID'],
      extensions: { listSize: 25 },
      description:
        'Those of the `serviceIds` sent that name no document the return can cover; empty if none were sent.',
      resolve: ({ ignoredServiceIds }) => [...ignoredServiceIds],
    }),
    transactions: t.field({
      type: [TransactionRef],
      extensions: { ...needsScopes('transactions:read'), listSize: 25 },
      description: `The documents changed, by tax date: the first ${shown}. \`transactions\` with a filter lists all.`,
      resolve: async ({ serviceIds }, _args, ctx) => {
        const found = await loadersOf(ctx).transactionById.loadMany(serviceIds);
        return found.flatMap((one) => (one === null || one instanceof Error ? [] : [one]));
      },
    }),
  }),
});

/** The fields that identify the documents of a return. */
function returnFields(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) {
  return {
    country: t.field({
      type: 'CountryCode',
      required: true,
      description: 'Country in which the documents are taxed, by their own addresses and not those of their items.',
    }),
    state: t.string({
      description: 'US state or region, as a code or a name. Required in the US. Default elsewhere: the whole country.',
    }),
    from: t.field({
      type: 'Date',
      required: true,
      description: 'First day: of the tax dates, or of the period that reports documents that came late.',
    }),
    to: t.field({ type: 'Date', required: true, description: 'Last day.' }),
    serviceIds: t.field({
      type: ['UUID'],
      description: `Limits the return to these documents, at most ${mostNamed}. Ids outside the place and period are ignored. Default: all documents.`,
    }),
    dryRun: t.boolean({ description: 'Whether to return what would be changed without changing it. Default: false.' }),
  };
}

const MarkTransactionsFiledInputRef = builder.inputType('MarkTransactionsFiledInput', {
  description: 'The documents that a return covers.',
  fields: returnFields,
});

builder.mutationField('markTransactionsFiled', (t) =>
  t.field({
    type: FilingStatusChangeRef,
    errors: { types: [InvalidInput] },
    extensions: needsScopes('returns:write'),
    description:
      'Marks the invoices and refunds of a place and period as `FILED`: their tax can then no longer change, nor can they be cancelled. Cancelled documents, estimates and orders are left out. It keeps no figures and closes no period: `fileTaxReturn` does. Large periods are changed in parts; documents already filed do not change, so a call that failed can be repeated.',
    args: {
      input: t.arg({ type: MarkTransactionsFiledInputRef, required: true, description: 'What the return covers.' }),
    },
    resolve: async (_root, { input: asked }, ctx) => runOf(asked, await markTransactionsFiled(ctx, asked), ctx),
  }),
);

const ReopenTransactionsInputRef = builder.inputType('ReopenTransactionsInput', {
  description: 'The documents that a return covered, and why they are reopened.',
  fields: (t) => ({
    ...returnFields(t),
    reason: t.string({
      required: true,
      description: 'Reason for reopening, in 1 to 256 characters; stored with each document as `reopeningReason`.',
      validate: { schema: reasonInput },
    }),
  }),
});

builder.mutationField('reopenTransactions', (t) =>
  t.field({
    type: FilingStatusChangeRef,
    errors: { types: [InvalidInput, PeriodClosed] },
    extensions: needsScopes('returns:write'),
    description:
      'Sets the filed invoices and refunds of a place and period back to `NOT_FILED` and stores the reason with each. Documents of a filed return are reopened with it: see `reopenTaxReturn`. Large periods are changed in parts; documents that are not filed do not change, so a call that failed can be repeated.',
    args: {
      input: t.arg({
        type: ReopenTransactionsInputRef,
        required: true,
        description: 'What the return covered, and the reason.',
      }),
    },
    resolve: async (_root, { input: { reason, ...asked } }, ctx) =>
      runOf(asked, await reopenTransactions(ctx, asked, reason), ctx),
  }),
);

/** Documents read before the change are read again. */
function runOf(asked: AskedFilingRun, outcome: FilingStatusChange, ctx: GraphqlContext): Run {
  forgetTransactions(ctx);
  return { ...outcome, asked };
}
