import { versionPrecondition } from '../../domain/base/precondition.ts';
import { conversionTarget } from '../../domain/transactions/conversion.ts';
import { convertTransaction } from '../../usecases/transactions/convert-transaction.ts';
import type { Builder } from '../base/builder.ts';
import { checkedBy } from '../base/checked-input.ts';
import type { Enums } from '../base/enums.ts';
import { Conflict, InvalidInput, NotFound } from '../base/errors.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { type RecordNames, recordName } from '../base/record-name.ts';
import type { Timestamps } from '../base/timestamps.ts';

type Parts = { readonly enums: Enums; readonly names: RecordNames; readonly timestamps: Timestamps };

/** Making an order of an estimate, and an invoice of either. */
export function addConvertTransaction(builder: Builder, parts: Parts): void {
  const target = addTarget(builder, parts);
  const checked = checkedBy(conversionTarget, target);
  const input = builder.inputType('ConvertTransactionInput', {
    description: 'What to make of which document.',
    fields: (t) => ({
      from: t.field({ type: parts.names.by, required: true, description: 'The estimate or the order.' }),
      to: t.field({
        type: target,
        required: true,
        description: 'The document to be made.',
        validate: { schema: checked.schema },
      }),
      ifVersion: t.int({
        description: 'Refuses with `Conflict`, code `PRECONDITION_FAILED`, unless the first has this `version`.',
      }),
    }),
  });
  builder.mutationField('convertTransaction', (t) =>
    t.field({
      type: 'Transaction',
      errors: { types: [InvalidInput, NotFound, Conflict] },
      description:
        'Makes an order or an invoice of an estimate, or an invoice of an order: a new document with the same customer, items, discounts and addresses as they were sent, `createdFrom` naming the first, and the tax worked out on its own day. The first stays as it is. Another direction, or a cancelled document, is `InvalidInput`. The same conversion again changes nothing; where another document has the external id, it is `Conflict` with `KEY_TAKEN`. Needs the scope `transactions:write`.',
      args: { input: t.arg({ type: input, required: true, description: 'What to make of which document.' }) },
      resolve: async (_root, { input: { from, to, ifVersion } }, ctx) => {
        const precondition = versionPrecondition(ifVersion);
        const { value } = await convertTransaction(ctx, recordName(from), checked.valueOf(to), precondition);
        return changedTransaction(value, ctx);
      },
    }),
  );
}

function addTarget(builder: Builder, { enums, timestamps }: Parts) {
  return builder.inputType('ConversionTargetInput', {
    description: 'The document to be made. Its source is that of the document it is made from.',
    fields: (t) => ({
      externalId: t.string({ required: true, description: 'Its own id in the consumer’s system.' }),
      transactionType: t.field({
        type: enums.transactionType,
        required: true,
        description: '`SALES_ORDER` or `INVOICE` from an `ESTIMATE`, `INVOICE` from a `SALES_ORDER`.',
      }),
      transactionStatus: t.field({ type: enums.transactionStatus, description: '`ACTIVE` when absent.' }),
      externalTimestamps: t.field({
        type: timestamps.externalInput,
        required: true,
        description: 'Its own dates; the day of `createdDate` is its tax date.',
      }),
      documentName: t.string({ description: 'Absent: the name of the document it is made from.' }),
    }),
  });
}
