import { versionPrecondition } from '../../domain/base/precondition.ts';
import { conversionTarget } from '../../domain/transactions/conversion.ts';
import { convertTransaction } from '../../usecases/transactions/convert-transaction.ts';
import type { Builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { TransactionStatusEnum, TransactionTypeEnum } from '../base/enums.ts';
import { Conflict, InvalidInput, NotFound } from '../base/errors.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { RecordByRef, recordName } from '../base/record-name.ts';
import { ExternalTimestampsInputRef } from '../base/timestamps.ts';
import { TransactionRef } from './transaction.ts';

/** Making an order of an estimate, and an invoice of either. */
export function addConvertTransaction(builder: Builder): void {
  const target = addTarget(builder);
  const input = builder.inputType('ConvertTransactionInput', {
    description: 'What to make of which document.',
    fields: (t) => ({
      from: t.field({ type: RecordByRef, required: true, description: 'The estimate or the order.' }),
      to: t.field({
        ...checked(target, conversionTarget),
        required: true,
        description: 'The document to be made.',
      }),
      ifVersion: t.int({
        description: 'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless the first has this `version`.',
      }),
    }),
  });
  builder.mutationField('convertTransaction', (t) =>
    t.field({
      type: TransactionRef,
      errors: { types: [InvalidInput, NotFound, Conflict] },
      description:
        'Makes an order or an invoice of an estimate, or an invoice of an order: a new document with the same customer, items, discounts and addresses as they were sent, `createdFrom` naming the first, and the tax worked out on its own day. The first stays as it is. Another direction, or a cancelled document, is `InvalidInput`. The same conversion again changes nothing; where another document has the external id, it is `Conflict` with `KEY_TAKEN`. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'What to make of which document.' }) },
      resolve: async (_root, { input: { from, to, ifVersion } }, ctx) => {
        const precondition = versionPrecondition(ifVersion);
        const { value } = await convertTransaction(ctx, recordName(from), to.parsed, precondition);
        return changedTransaction(value, ctx);
      },
    }),
  );
}

function addTarget(builder: Builder) {
  return builder.inputType('ConversionTargetInput', {
    description: 'The document to be made. Its source is that of the document it is made from.',
    fields: (t) => ({
      externalId: t.string({ required: true, description: 'Its own id in the consumer’s system.' }),
      transactionType: t.field({
        type: TransactionTypeEnum,
        required: true,
        description: '`SALES_ORDER` or `INVOICE` from an `ESTIMATE`, `INVOICE` from a `SALES_ORDER`.',
      }),
      transactionStatus: t.field({ type: TransactionStatusEnum, description: '`ACTIVE` when absent.' }),
      externalTimestamps: t.field({
        type: ExternalTimestampsInputRef,
        required: true,
        description: 'Its own dates; the day of `createdDate` is its tax date.',
      }),
      documentName: t.string({ description: 'Absent: the name of the document it is made from.' }),
    }),
  });
}
