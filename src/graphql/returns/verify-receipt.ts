import { receiptCheck, receiptInput } from '../../domain/returns/receipt.ts';
import { verifyReceipt } from '../../usecases/returns/verify-receipt.ts';
import { builder } from '../base/builder.ts';
import { checked } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { recordType } from '../base/record-type.ts';

builder.queryField('verifyReceipt', (t) =>
  t.field({
    type: recordType(receiptCheck),
    errors: errorsOf(),
    extensions: { ...needsScopes('returns:read'), work: 1_000 },
    description: 'Compares a filing’s stored data with its receipt: figures, documents and rate book version.',
    args: {
      input: t.arg({ ...checked(inputOf(receiptInput), receiptInput), required: true, description: 'The receipt.' }),
    },
    resolve: (_root, { input }, ctx) => verifyReceipt(ctx, input.parsed),
  }),
);
