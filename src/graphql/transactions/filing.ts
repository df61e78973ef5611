import { reasonInput } from '../../domain/base/fields.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { FilingOutcome } from '../../domain/transactions/filing.ts';
import { type AskedFilingRun, markFiled, reopenFiled } from '../../usecases/transactions/change-filing.ts';
import type { Builder } from '../base/builder.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { InvalidInput } from '../base/errors.ts';
import { forgetTransactions } from '../base/loaded-records.ts';
import { TransactionRef } from './transaction.ts';

type Run = FilingOutcome & { readonly asked: AskedFilingRun };

const { serviceIds: mostNamed, shown } = gatewayLimits.filing;

/** Marking the documents of a return, and taking that back. */
export function addFiling(builder: Builder): void {
  const outcome = addOutcome(builder);
  const input = addFilingInput(builder);
  const reopenInput = addReopenInput(builder);
  builder.mutationField('markFiled', (t) =>
    t.field({
      type: outcome,
      errors: { types: [InvalidInput] },
      description:
        'Marks the invoices and refunds of a place and a period as `FILED`, all or none: nothing can then change their tax, nor cancel them. Cancelled documents are left out, as are estimates and orders. What is filed already stays as it is, so it can be sent again. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'What the return covers.' }) },
      resolve: async (_root, { input: asked }, ctx) => runOf(asked, await markFiled(ctx, asked), ctx),
    }),
  );
  builder.mutationField('reopen', (t) =>
    t.field({
      type: outcome,
      errors: { types: [InvalidInput] },
      description:
        'Sets the filed invoices and refunds of a place and a period to `NOT_FILED` again, all or none, and keeps the reason with each. What is not filed stays as it is. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: reopenInput, required: true, description: 'What the return covered, and why.' }) },
      resolve: async (_root, { input: { reason, ...asked } }, ctx) =>
        runOf(asked, await reopenFiled(ctx, asked, reason), ctx),
    }),
  );
}

/** Whatever was read before of documents is read again. */
function runOf(asked: AskedFilingRun, outcome: FilingOutcome, ctx: GraphqlContext): Run {
  forgetTransactions(ctx);
  return { ...outcome, asked };
}

const country = 'Where they are taxed.';
const state = 'The US state or region, as code or name. Required in the US; absent elsewhere: the whole country.';
const from = 'The first tax date.';
const to = 'The last tax date.';
const serviceIds = `Only these of them, at most ${mostNamed}; absent: all. What does not fit the place and the period is passed over.`;
const dryRun = 'True: tells what would be changed, and changes nothing.';

function addFilingInput(builder: Builder) {
  return builder.inputType('MarkFiledInput', {
    description: 'What a return covers.',
    fields: (t) => ({
      country: t.field({ type: 'CountryCode', required: true, description: country }),
      state: t.string({ description: state }),
      from: t.field({ type: 'Date', required: true, description: from }),
      to: t.field({ type: 'Date', required: true, description: to }),
      serviceIds: t.field({ type: ['UUID'], description: serviceIds }),
      dryRun: t.boolean({ description: dryRun }),
    }),
  });
}

function addReopenInput(builder: Builder) {
  return builder.inputType('ReopenInput', {
    description: 'What a return covered, and why it is opened again.',
    fields: (t) => ({
      country: t.field({ type: 'CountryCode', required: true, description: country }),
      state: t.string({ description: state }),
      from: t.field({ type: 'Date', required: true, description: from }),
      to: t.field({ type: 'Date', required: true, description: to }),
      serviceIds: t.field({ type: ['UUID'], description: serviceIds }),
      reason: t.string({
        required: true,
        description: 'Why, in 1 to 256 characters; kept with each document as `reopenedBecause`.',
        validate: { schema: reasonInput },
      }),
      dryRun: t.boolean({ description: dryRun }),
    }),
  });
}

function addOutcome(builder: Builder) {
  return builder.objectRef<Run>('FilingOutcome').implement({
    description: 'Which documents were marked as filed, or opened again.',
    fields: (t) => ({
      isDryRun: t.boolean({
        description: 'True: this is what would be done; nothing was.',
        resolve: ({ asked }) => asked.dryRun === true,
      }),
      changedCount: t.int({ description: 'How many were changed.', resolve: ({ changed }) => changed }),
      unchangedCount: t.int({
        description: 'How many of the place and the period were so already.',
        resolve: ({ unchanged }) => unchanged,
      }),
      passedOverCount: t.int({
        nullable: true,
        description:
          'How many of the `serviceIds` sent belong to no document of the place and the period that counts; null where none were sent.',
        resolve: ({ asked, changed, unchanged }) =>
          asked.serviceIds ? new Set(asked.serviceIds).size - changed - unchanged : null,
      }),
      transactions: t.field({
        type: [TransactionRef],
        extensions: { listSize: 25 },
        description: `Those that were changed, by tax date: the first ${shown}. \`transactions\` with a filter lists all.`,
        resolve: async ({ serviceIds: ids }, _args, ctx) => {
          const found = await loadersOf(ctx).transactionById.loadMany(ids);
          return found.flatMap((one) => (one === null || one instanceof Error ? [] : [one]));
        },
      }),
    }),
  });
}
