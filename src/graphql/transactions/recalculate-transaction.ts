import { reasonInput } from '../../domain/base/fields.ts';
import { versionPrecondition } from '../../domain/base/precondition.ts';
import type { Reporting } from '../../domain/transactions/transaction-enums.ts';
import { recalculateTransaction } from '../../usecases/transactions/recalculate-transaction.ts';
import { builder } from '../base/builder.ts';
import { ReportingEnum } from '../base/enums.ts';
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
import { recordName, TransactionByRef } from '../base/record-name.ts';
import { TransactionRef } from './transaction.ts';

const RecalculateTransactionInputRef = builder.inputType('RecalculateTransactionInput', {
  description: 'Which document to recalculate, and why.',
  fields: (t) => ({
    by: t.field({ type: TransactionByRef, required: true, description: 'The document.' }),
    reason: t.string({
      required: true,
      description: 'Reason for the recalculation, in 1 to 256 characters; stored as `recalculationReason`.',
      validate: { schema: reasonInput },
    }),
    reporting: t.field({
      type: ReportingEnum,
      description:
        'OWN_PERIOD also moves a late document into the period of its tax date, whose return must be open. Default: the document stays where it is.',
    }),
    ifVersion: ifVersionField(t),
  }),
});

builder.mutationField('recalculateTransaction', (t) =>
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
    extensions: needsScopes('transactions:write'),
    description:
      'Recalculates a stored document as it was sent and on its own tax date, with the current rate book, exemptions and settings. The earlier calculation can still be read in `calculations`. Each call adds a calculation, even if the figures are the same. Refunds keep their figures: if the tax of an invoice would fall below what was refunded, the call fails with `OverRefund`.',
    args: {
      input: t.arg({
        type: RecalculateTransactionInputRef,
        required: true,
        description: 'The document and the reason.',
      }),
    },
    resolve: async (_root, { input: { by, reason, reporting, ifVersion } }, ctx) => {
      const precondition = versionPrecondition(ifVersion);
      return changedTransaction(
        await recalculateTransaction(
          ctx,
          recordName(by, 'Transaction'),
          { reason, reporting: reporting as Reporting | null },
          precondition,
        ),
        ctx,
      );
    },
  }),
);
