import { z } from 'zod';
import { fileReturnInput, reopenReturnInput } from '../../domain/returns/return-input.ts';
import { fileReturn } from '../../usecases/returns/file-return.ts';
import { reopenReturn } from '../../usecases/returns/reopen-return.ts';
import { builder, type Types } from '../base/builder.ts';
import { checked, nullsAsAbsent } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { Conflict, InvalidInput, NotFound, PeriodClosed } from '../base/errors.ts';
import { forgetTransactions } from '../base/loaded-records.ts';
import { ReturnRef } from './return.ts';

const described = descriptionsOf(z.object(fileReturnInput.shape));

/** The fields that name a return. */
function nameFields(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) {
  return {
    country: t.string({ required: true, description: described.country }),
    state: t.string({ description: described.state }),
    from: t.field({ type: 'Date', description: described.from }),
    to: t.field({ type: 'Date', description: described.to }),
    month: t.string({ description: described.month }),
    quarter: t.string({ description: described.quarter }),
  };
}

const FileReturnInputRef = builder.inputType('FileReturnInput', {
  description: 'The return to file, and what is known of the filing.',
  fields: (t) => ({
    ...nameFields(t),
    referenceNumber: t.string({ description: described.referenceNumber }),
    amountPaid: t.field({ type: 'Decimal', description: described.amountPaid }),
    paidCurrency: t.field({ type: 'CurrencyCode', description: described.paidCurrency }),
  }),
});

builder.mutationField('fileReturn', (t) =>
  t.field({
    type: ReturnRef,
    errors: { types: [InvalidInput, Conflict, PeriodClosed] },
    description:
      'Files a return: its period, which must have ended at the place, is closed, its documents are marked as `FILED`, and its figures are frozen. A return that was reopened is filed as an amendment. If a call failed halfway, the period stays closed and the call can be repeated. Needs the scope `returns:write`.',
    args: {
      input: t.arg({
        ...checked(FileReturnInputRef, nullsAsAbsent(fileReturnInput)),
        required: true,
        description: 'What to file.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const filed = await fileReturn(ctx, input.parsed);
      forgetTransactions(ctx);
      return filed;
    },
  }),
);

const ReopenReturnInputRef = builder.inputType('ReopenReturnInput', {
  description: 'The return to reopen, and why.',
  fields: (t) => ({
    ...nameFields(t),
    reason: t.string({
      required: true,
      description: descriptionsOf(z.object(reopenReturnInput.shape)).reason,
    }),
  }),
});

builder.mutationField('reopenReturn', (t) =>
  t.field({
    type: ReturnRef,
    errors: { types: [InvalidInput, NotFound, Conflict, PeriodClosed] },
    description:
      'Reopens a filed return: its documents can change again, and its figures follow them. What was filed is kept in `filings`; filing it again makes an amendment. Needs the scope `returns:write`.',
    args: {
      input: t.arg({
        ...checked(ReopenReturnInputRef, nullsAsAbsent(reopenReturnInput)),
        required: true,
        description: 'What to reopen, and the reason.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const reopened = await reopenReturn(ctx, input.parsed);
      forgetTransactions(ctx);
      return reopened;
    },
  }),
);
