import { versionPrecondition } from '../../domain/base/precondition.ts';
import { patchTransaction } from '../../usecases/transactions/patch-transaction.ts';
import { AddressInputRef } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { TransactionFilingStatusEnum, TransactionStatusEnum, TransactionTypeEnum } from '../base/enums.ts';
import {
  Conflict,
  InsufficientCoverage,
  InvalidInput,
  NotFound,
  OverRefund,
  PeriodClosed,
  TransactionFiled,
  VersionMismatch,
} from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { ifVersionField } from '../base/if-version.ts';
import { changedTransaction } from '../base/loaded-records.ts';
import { notesRefused } from '../base/noted-refusals.ts';
import { recordName, TransactionByRef } from '../base/record-name.ts';
import { ExternalTimestampsPatchRef } from '../base/timestamps.ts';
import { TransactionRef } from './transaction.ts';
import {
  describedTransaction as described,
  describedShippingFee,
  documentInputFields,
  ItemInputRef,
  lineInputFields,
} from './transaction-input.ts';

const ShippingFeePatchRef = builder.inputType('ShippingFeePatch', {
  description: 'Changes to a shipping fee. Absent fields are kept, null clears a field.',
  fields: (t) => ({
    taxCode: t.string({ description: describedShippingFee.taxCode }),
    ...lineInputFields(t, describedShippingFee),
  }),
});

const TransactionPatchRef = builder.inputType('TransactionPatch', {
  description:
    'Absent fields are kept, null clears a field, nested objects are merged, `items` is replaced as a whole. A required field cannot be cleared.',
  fields: (t) => ({
    ...documentInputFields(t),
    customerId: t.field({ type: 'UUID', description: described.customerId }),
    transactionType: t.field({ type: TransactionTypeEnum, description: described.transactionType }),
    transactionStatus: t.field({ type: TransactionStatusEnum, description: described.transactionStatus }),
    transactionFilingStatus: t.field({
      type: TransactionFilingStatusEnum,
      description: '`NOT_FILED` reopens a filed document, so that the same patch can change its tax. Null: no change.',
    }),
    externalTimestamps: t.field({ type: ExternalTimestampsPatchRef, description: described.externalTimestamps }),
    items: t.field({
      type: [ItemInputRef],
      description: `${described.items} They replace the stored items. On a refund, an empty list refunds the whole invoice.`,
    }),
    shippingFee: t.field({
      type: ShippingFeePatchRef,
      description: 'Changes to the shipping fee, merged into the stored fee; null removes it.',
    }),
    shippingAddress: t.field({
      type: AddressInputRef,
      description: 'Changes to the shipping address, merged into the stored address: send every field that differs.',
    }),
  }),
});

const PatchTransactionInputRef = builder.inputType('PatchTransactionInput', {
  description: 'Which document to change, and how.',
  fields: (t) => ({
    by: t.field({ type: TransactionByRef, required: true, description: 'The document.' }),
    patch: t.field({ type: TransactionPatchRef, required: true, description: 'What to change.' }),
    ifVersion: ifVersionField(t),
  }),
});

builder.mutationField('patchTransaction', (t) =>
  t.field({
    type: TransactionRef,
    errors: {
      types: [
        InvalidInput,
        NotFound,
        Conflict,
        VersionMismatch,
        PeriodClosed,
        TransactionFiled,
        OverRefund,
        InsufficientCoverage,
      ],
    },
    extensions: {
      ...needsScopes('transactions:write'),
      ...notesRefused(({ by }: (typeof PatchTransactionInputRef)['$inferInput']) => recordName(by, 'Transaction')),
    },
    description:
      'Changes some fields of a document: absent fields are kept, null clears a field, nested objects are merged, and `items` is replaced as a whole. The result is the same as storing the whole document with `upsertTransaction`: the tax is calculated again only if it depends on a changed field.',
    args: {
      input: t.arg({ type: PatchTransactionInputRef, required: true, description: 'The document and its changes.' }),
    },
    resolve: async (_root, { input: { by, patch, ifVersion } }, ctx) => {
      const precondition = versionPrecondition(ifVersion);
      return changedTransaction(
        await patchTransaction(ctx, ctx.inputs, recordName(by, 'Transaction'), patch, precondition),
        ctx,
      );
    },
  }),
);
