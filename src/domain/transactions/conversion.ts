import type { z } from 'zod';
import { invalidInput } from '../base/errors.ts';
import { absentAsNull, boundedText, dayOfDateInput, externalIdInput, externalTimestampsInput } from '../base/fields.ts';
import { choiceInput, input } from '../base/input.ts';
import type { Transaction } from './transaction.ts';
import { type TransactionType, transactionStatus, transactionType } from './transaction-enums.ts';
import type { CompleteInput, TransactionInput } from './transaction-input.ts';

/** The types to which an estimate or an order can be converted. */
const nextTypes: Partial<Record<TransactionType, readonly TransactionType[]>> = {
  ESTIMATE: ['SALES_ORDER', 'INVOICE'],
  SALES_ORDER: ['INVOICE'],
};

/**
 * The new document. It has the same source as the converted document, because `createdFrom` refers to a document with
 * the same source.
 */
export const conversionTarget = input(
  'ConversionTargetInput',
  'The new document, with the same source as the document from which it is created.',
  {
    externalId: externalIdInput.meta({
      description: 'Id of the new document in your system, unique within the source, such as INV-1.',
    }),
    transactionType: choiceInput(transactionType).meta({
      description:
        'Type of the new document: an ESTIMATE becomes a SALES_ORDER or INVOICE, and a SALES_ORDER becomes an INVOICE.',
    }),
    transactionStatus: absentAsNull(choiceInput(transactionStatus)).meta({
      description: 'Status of the new document. Default: ACTIVE.',
    }),
    externalTimestamps: externalTimestampsInput.meta({
      description:
        'Dates of the new document in your system. The day of createdDate is its tax date, unless taxDate is sent.',
    }),
    taxDate: absentAsNull(dayOfDateInput).meta({
      description:
        'Day whose law applies to the new document, such as 2026-07-01. Default: the calendar day of externalTimestamps.createdDate. For an instant in UTC (Z), it is the day at the seller’s establishment.',
    }),
    documentName: absentAsNull(boundedText(0, 50)).meta({
      description: 'Name of the new document. Default: the name of the converted document.',
    }),
  },
);
export type ConversionTarget = z.output<typeof conversionTarget>;

/** The new document as input: the declared input of the old document, with a new id, type, status and date. */
export function convertedInput(declared: TransactionInput, to: ConversionTarget): CompleteInput {
  return {
    ...declared,
    ...to,
    taxDateTimeZone: undefined,
    documentName: to.documentName ?? declared.documentName,
    transactionStatus: to.transactionStatus ?? 'ACTIVE',
    transactionFilingStatus: null,
    createdFrom: declared.externalId,
  };
}

/** Throws `INVALID_INPUT` for an unsupported conversion and for a cancelled document. */
export function requireConvertible(from: Transaction, to: ConversionTarget): void {
  const { transactionType, transactionStatus, externalId } = from;
  const next = nextTypes[transactionType] ?? [];
  const issues = [];
  if (!next.includes(to.transactionType)) {
    const can =
      next.length > 0
        ? `it can become ${next.join(' or ')}`
        : 'only an ESTIMATE or a SALES_ORDER can become another document';
    const message = `${transactionType} ${JSON.stringify(externalId)} cannot become ${to.transactionType}; ${can}.`;
    issues.push({ path: ['to', 'transactionType'], code: 'CANNOT_BECOME', message });
  }
  if (transactionStatus === 'CANCELLED') {
    const message = `${transactionType} ${JSON.stringify(externalId)} is cancelled and cannot be converted.`;
    issues.push({ path: ['from'], code: 'CANCELLED', message });
  }
  if (issues.length > 0) throw invalidInput(issues);
}
