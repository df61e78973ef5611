import type { InputFieldBuilder } from '@pothos/core';
import { z } from 'zod';
import { digestPrecondition } from '../../domain/returns/return.ts';
import { filingDetailsInput, reopeningInput, returnProblems } from '../../domain/returns/return-input.ts';
import { fileTaxReturn } from '../../usecases/returns/file-return.ts';
import { reopenTaxReturn } from '../../usecases/returns/reopen-return.ts';
import { builder, type Types } from '../base/builder.ts';
import { checked, nullsAsAbsent } from '../base/checked-input.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { inputOf } from '../base/input-of.ts';
import { forgetTransactions } from '../base/loaded-records.ts';
import { TaxReturnRef } from './return.ts';
import { askedTaxReturn, TaxReturnByRef } from './return-by.ts';

/** Checks the filing details. The return itself is identified by `askedTaxReturn`. */
const checkedDetails = nullsAsAbsent(z.object(filingDetailsInput.shape));

/** The return and its expected digest. */
const returnFields = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  by: t.field({
    type: TaxReturnByRef,
    required: true,
    description: 'The return, by id, service id, or place and period.',
  }),
  ifDigest: t.string({ description: 'Fails with `FiguresChanged` unless the return has this `digest`.' }),
});

const FileTaxReturnInputRef = inputOf(filingDetailsInput, { fields: returnFields });

builder.mutationField('fileTaxReturn', (t) =>
  t.field({
    type: TaxReturnRef,
    errors: errorsOf('NOT_FOUND', ...returnProblems.file),
    extensions: needsScopes('returns:write'),
    description:
      'Files a return: closes its period, which must have ended at the place, marks its documents as `FILED` (except in a one-stop-shop return), and freezes its figures. A reopened return is filed as an amendment. With `ifDigest`, filing fails if the figures have changed since they were read. Safe to repeat; if a call fails halfway, the period stays closed until the call is repeated.',
    args: {
      input: t.arg({
        ...checked(FileTaxReturnInputRef, checkedDetails),
        required: true,
        description: 'The return to file.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const { by, ifDigest, parsed } = input;
      const { value } = await fileTaxReturn(ctx, askedTaxReturn(by), parsed, digestPrecondition(ifDigest));
      forgetTransactions(ctx);
      return value;
    },
  }),
);

const ReopenTaxReturnInputRef = inputOf(reopeningInput, { fields: returnFields });

builder.mutationField('reopenTaxReturn', (t) =>
  t.field({
    type: TaxReturnRef,
    errors: errorsOf(...returnProblems.reopen, 'PERIOD_CLOSED'),
    extensions: needsScopes('returns:write'),
    description:
      'Reopens a filed return: its documents, and therefore its figures, can change again. `filings` keeps the filed figures; filing again creates an amendment.',
    args: {
      input: t.arg({
        type: ReopenTaxReturnInputRef,
        required: true,
        description: 'The return to reopen, and the reason.',
      }),
    },
    resolve: async (_root, { input }, ctx) => {
      const { by, ifDigest, reason } = input;
      const reopened = await reopenTaxReturn(ctx, askedTaxReturn(by), reason, digestPrecondition(ifDigest));
      forgetTransactions(ctx);
      return reopened;
    },
  }),
);
