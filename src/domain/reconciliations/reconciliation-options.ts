import { z } from 'zod';
import { amountInput } from '../base/amount.ts';
import { absentAsNull, boundedText, dayOfDateInput, sourceInput } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { addIssue } from '../base/parse-input.ts';
import { fileColumnNames } from './file-columns.ts';
import { reconciliationBasis, reconciliationFormat } from './reconciliation.ts';

const { worst: most } = gatewayLimits.reconciliation;

export const reconciliationOptions = input(
  'ReconcileDocumentsInput',
  'A file of documents with their tax, and comparison options.',
  {
    format: choiceInput(reconciliationFormat).default('AUTO').meta({
      description: 'Format of the file. Default: AUTO, detected from the header.',
    }),
    against: choiceInput(reconciliationBasis).default('CALCULATION').meta({
      description: 'Basis of comparison: a calculation, or the stored documents. Default: CALCULATION.',
    }),
    tolerance: amountInput
      .default('0' as z.output<typeof amountInput>)
      .refine((text) => !text.startsWith('-'), { message: 'Must not be negative.' })
      .meta({ description: 'Maximum tax difference that still counts as equal. Default: 0.' }),
    worstCount: z.coerce
      .number()
      .int()
      .min(0)
      .max(most)
      .default(50)
      .meta({
        description: `Number of differences to return with their calculation, largest first; from 0 to ${most}. Default: 50.`,
      }),
    source: absentAsNull(sourceInput).meta({
      description: 'Source of the documents in a file without a source column.',
    }),
    from: absentAsNull(dayOfDateInput).meta({
      description: 'With STORED: first tax date of the period. Default: first tax date in the file.',
    }),
    to: absentAsNull(dayOfDateInput).meta({
      description: 'With STORED: last tax date of the period. Default: last tax date in the file.',
    }),
    columns: z
      .partialRecord(z.enum(fileColumnNames), boundedText(1, 256))
      .default({})
      .meta({ description: 'Header in the file for each column. Default: the headers of the format.' }),
    taxCodes: z
      .record(boundedText(1, 256), boundedText(1, 256))
      .default({})
      .meta({ description: 'Tax codes of this service, by the codes in the file. Default: codes are used unchanged.' })
      .superRefine((codes, ctx) => {
        if (Object.keys(codes).length <= mostCodes) return;
        addIssue(ctx, { path: [], code: 'TOO_LONG', message: `May have at most ${mostCodes} entries.` });
      }),
  },
);

const mostCodes = 1_000;

export type ReconciliationOptions = z.output<typeof reconciliationOptions>;
