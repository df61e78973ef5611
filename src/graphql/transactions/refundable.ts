import { refundable, refundableOf } from '../../domain/transactions/refund/refundable.ts';
import { builder } from '../base/builder.ts';
import { loadersOf } from '../base/context.ts';
import { needsScopes } from '../base/field-scope.ts';
import { recordType } from '../base/record-type.ts';
import { derivedOnce } from './derived.ts';
import { TransactionRef } from './transaction.ts';

builder.objectField(TransactionRef, 'refundable', (t) =>
  t.field({
    type: recordType(refundable),
    nullable: true,
    description: 'Refundable amounts of an invoice, by line and in total; null for other documents.',
    extensions: needsScopes('transactions:read'),
    resolve: (document, _args, ctx) => {
      if (document.transactionType !== 'INVOICE') return null;
      return derivedOnce('refundable', document, ctx, async () =>
        refundableOf(document, await loadersOf(ctx).refundsOfInvoice.load(document)),
      );
    },
  }),
);
