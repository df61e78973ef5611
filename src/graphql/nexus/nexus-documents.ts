import { documentsOf } from '../../domain/nexus/nexus-documents.ts';
import { nexusPeriod } from '../../domain/nexus/nexus-tracker-record.ts';
import { builder } from '../base/builder.ts';
import { needsScopes } from '../base/field-scope.ts';
import { recordType } from '../base/record-type.ts';
import { connectCounted, listArguments, TransactionConnectionRef } from '../transactions/transaction-list.ts';

builder.objectField(recordType(nexusPeriod), 'transactions', (t) =>
  t.field({
    type: TransactionConnectionRef,
    description: 'Invoices and refunds that make up the figures, in all currencies. Default order: newest first.',
    args: listArguments(),
    extensions: { ...needsScopes('transactions:read'), work: 500 },
    resolve: (period, args, ctx, info) => connectCounted(documentsOf(period), { args, ctx, info }),
  }),
);
