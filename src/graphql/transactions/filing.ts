import { gatewayLimits } from '../../domain/base/limits.ts';
import type { FilingStatusChange } from '../../domain/transactions/filing.ts';
import { filingInput, reopenInput } from '../../domain/transactions/filing-input.ts';
import {
  type AskedFilingRun,
  markTransactionsFiled,
  reopenTransactions,
} from '../../usecases/transactions/change-filing.ts';
import { builder } from '../base/builder.ts';
import { checked, nullsAsAbsent } from '../base/checked-input.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { forgetTransactions } from '../base/loaded-records.ts';
import { TransactionRef } from './transaction.ts';

type Run = FilingStatusChange & { readonly asked: AskedFilingRun };

const { shown } = gatewayLimits.filing;

const FilingStatusChangeRef = builder.objectRef<Run>('FilingStatusChange').implement({
  description: 'Documents marked as filed or reopened.',
  fields: (t) => ({
    isDryRun: t.boolean({
      description: 'Whether this is a preview without changes.',
      resolve: ({ asked }) => asked.dryRun === true,
    }),
    changedCount: t.int({
      description: 'Number of documents changed; in a dry run, the number that would change.',
      resolve: ({ changed }) => changed,
    }),
    unchangedCount: t.int({
      description: 'Number of documents for the place and period that already had this status.',
      resolve: ({ unchanged }) => unchanged,
    }),
    ignoredServiceIds: t.field({
      type: ['UUID'],
      extensions: { listSize: 25 },
      description: 'Requested `serviceIds` that match no document in the return; empty if no `serviceIds` were sent.',
      resolve: ({ ignoredServiceIds }) => [...ignoredServiceIds],
    }),
    transactions: t.field({
      type: [TransactionRef],
      extensions: { ...needsScopes('transactions:read'), listSize: 25 },
      description: `The first ${shown} changed documents, by tax date. To list all, filter \`transactions\`.`,
      resolve: async ({ serviceIds }, _args, ctx) => {
        const found = await loadersOf(ctx).transactionById.loadMany(serviceIds);
        return found.flatMap((one) => (one === null || one instanceof Error ? [] : [one]));
      },
    }),
  }),
});

const MarkTransactionsFiledInputRef = inputOf(filingInput);

builder.mutationField('markTransactionsFiled', (t) =>
  t.field({
    type: FilingStatusChangeRef,
    errors: errorsOf(),
    extensions: needsScopes('returns:write'),
    description:
      'Marks the invoices and refunds for a place and period as `FILED`: their tax can no longer change, and they cannot be cancelled. Cancelled documents, estimates, orders and documents reported only in a one-stop-shop return are skipped. To freeze the figures and close the period, use `fileTaxReturn` instead. Large periods are processed in batches; documents already filed do not change, so a failed call can be repeated.',
    args: {
      input: t.arg({
        ...checked(MarkTransactionsFiledInputRef, nullsAsAbsent(filingInput)),
        required: true,
        description: 'The documents to mark.',
      }),
    },
    resolve: async (_root, { input: { parsed } }, ctx) => runOf(parsed, await markTransactionsFiled(ctx, parsed), ctx),
  }),
);

const ReopenTransactionsInputRef = inputOf(reopenInput);

builder.mutationField('reopenTransactions', (t) =>
  t.field({
    type: FilingStatusChangeRef,
    errors: errorsOf('PERIOD_CLOSED'),
    extensions: needsScopes('returns:write'),
    description:
      'Resets the filed invoices and refunds for a place and period to `NOT_FILED` and stores the reason with each. To reopen the documents of a filed return, use `reopenTaxReturn`. Large periods are processed in batches; documents that are not filed do not change, so a failed call can be repeated.',
    args: {
      input: t.arg({
        ...checked(ReopenTransactionsInputRef, nullsAsAbsent(reopenInput)),
        required: true,
        description: 'The documents to reopen, and the reason.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const { reason, ...asked } = input.parsed;
      return runOf(asked, await reopenTransactions(ctx, asked, reason), ctx);
    },
  }),
);

/** The run with its outcome. Documents cached before the change are read again. */
function runOf(asked: AskedFilingRun, outcome: FilingStatusChange, ctx: GraphqlContext): Run {
  forgetTransactions(ctx);
  return { ...outcome, asked };
}
