import { z } from 'zod';
import { digestPrecondition } from '../../domain/returns/return.ts';
import { filingDetailsInput, reopeningInput } from '../../domain/returns/return-input.ts';
import { fileTaxReturn } from '../../usecases/returns/file-return.ts';
import { reopenTaxReturn } from '../../usecases/returns/reopen-return.ts';
import { builder, type Types } from '../base/builder.ts';
import { checked, nullsAsAbsent } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { Conflict, FiguresChanged, InvalidInput, NotFound, PeriodClosed } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { forgetTransactions } from '../base/loaded-records.ts';
import { TaxReturnRef } from './return.ts';
import { askedTaxReturn, TaxReturnByRef } from './return-by.ts';

/** How the return is named is read by `askedTaxReturn`. */
const checkedDetails = nullsAsAbsent(z.object(filingDetailsInput.shape));
const described = descriptionsOf(filingDetailsInput);

function ifDigestField(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) {
  return t.string({ description: 'Fails with `FiguresChanged` unless the return has this `digest`.' });
}

const FileTaxReturnInputRef = builder.inputType('FileTaxReturnInput', {
  description: 'The return to file, and what is known of the filing.',
  fields: (t) => ({
    by: t.field({
      type: TaxReturnByRef,
      required: true,
      description: 'Which return: by its id, its service id, or its place and period.',
    }),
    ifDigest: ifDigestField(t),
    referenceNumber: t.string({ description: described.referenceNumber }),
    amountPaid: t.field({ type: 'Decimal', description: described.amountPaid }),
    paidCurrency: t.field({ type: 'CurrencyCode', description: described.paidCurrency }),
  }),
});

builder.mutationField('fileTaxReturn', (t) =>
  t.field({
    type: TaxReturnRef,
    errors: { types: [InvalidInput, NotFound, Conflict, FiguresChanged, PeriodClosed] },
    extensions: needsScopes('returns:write'),
    description:
      'Files a return: its period, which must have ended at the place, is closed, its documents are marked as `FILED`, and its figures are frozen. A return that was reopened is filed as an amendment. With `ifDigest`, only the figures that were read are filed. Safe to repeat; if a call failed halfway, the period stays closed until it is repeated.',
    args: {
      input: t.arg({ ...checked(FileTaxReturnInputRef, checkedDetails), required: true, description: 'What to file.' }),
    },
    resolve: async (_root, { input }, ctx) => {
      const { by, ifDigest, parsed } = input;
      const { value } = await fileTaxReturn(ctx, askedTaxReturn(by), parsed, digestPrecondition(ifDigest));
      forgetTransactions(ctx);
      return value;
    },
  }),
);

const ReopenTaxReturnInputRef = builder.inputType('ReopenTaxReturnInput', {
  description: 'The return to reopen, and why.',
  fields: (t) => ({
    by: t.field({
      type: TaxReturnByRef,
      required: true,
      description: 'Which return: by its id, its service id, or its place and period.',
    }),
    ifDigest: ifDigestField(t),
    reason: t.string({
      required: true,
      description: descriptionsOf(reopeningInput).reason,
      validate: { schema: reopeningInput.shape.reason },
    }),
  }),
});

builder.mutationField('reopenTaxReturn', (t) =>
  t.field({
    type: TaxReturnRef,
    errors: { types: [InvalidInput, NotFound, Conflict, FiguresChanged, PeriodClosed] },
    extensions: needsScopes('returns:write'),
    description:
      'Reopens a filed return: its documents can change again, and its figures follow them. What was filed is kept in `filings`; filing it again makes an amendment.',
    args: { input: t.arg({ type: ReopenTaxReturnInputRef, required: true, description: 'What to reopen, and why.' }) },
    resolve: async (_root, { input }, ctx) => {
      const { by, ifDigest, reason } = input;
      const reopened = await reopenTaxReturn(ctx, askedTaxReturn(by), reason, digestPrecondition(ifDigest));
      forgetTransactions(ctx);
      return reopened;
    },
  }),
);
