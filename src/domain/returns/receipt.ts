import { createHash } from 'node:crypto';
import { z } from 'zod';
import { boundedText } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { gatewayLimits } from '../base/limits.ts';
import { type EnumerationValue, enumeration, field, type RecordOf, record } from '../base/record.ts';
import { dayInput } from '../base/report-period.ts';
import type { ReturnPayment } from './payment/return-payment.ts';
import type { TaxReturnFigures, TaxReturnKey } from './return-record.ts';

/** The documents in a filing; digests are SHA-256 in hexadecimal. */
export type FiledDocuments = {
  readonly count: number;
  /** Digest of the documents' ids and digests. */
  readonly digest: string;
  /** Digest of the data in each document on which the figures are based; absent in receipts from earlier builds. */
  readonly inputsDigest?: string | undefined;
};

/** The signed content of a receipt. */
export const receiptContent = z.object({
  /** Absent in receipts from earlier builds. */
  tenantId: z.uuid().optional(),
  returnId: z.uuid(),
  country: z.string(),
  state: z.string().nullable(),
  scheme: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  number: z.int().min(1),
  filedAt: z.iso.datetime(),
  transactionCount: z.int(),
  figures: z.string(),
  /** Digest of the payment; null for a filing without one. Absent in receipts from earlier builds. */
  payment: z.string().nullable().optional(),
  /** Null for the one-stop shop, whose filings contain no documents. */
  documents: z.object({ count: z.int(), digest: z.string(), inputsDigest: z.string().optional() }).nullable(),
  rateBookVersion: z.string(),
});
export type ReceiptContent = z.infer<typeof receiptContent> & Pick<TaxReturnKey, 'country' | 'state'>;

/** SHA-256 of a stored part of a filing, in hexadecimal. */
export function filedDigest(part: TaxReturnFigures | ReturnPayment): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('hex');
}

export const receiptInput = input('ReceiptInput', 'A receipt to check.', {
  receipt: boundedText(1, gatewayLimits.receipt.characters).meta({
    description: 'The receipt of a filing.',
    examples: ['eyJhbGciOiJSUzI1NiIsInR5cCI6InJlY2VpcHQifQ.e30.c2ln'],
  }),
  from: dayInput.optional().meta({
    description: 'First reporting day of the documents to compare: `continueOn` from the previous check.',
  }),
});
export type ReceiptInput = z.infer<typeof receiptInput>;

const receiptSignature = enumeration('ReceiptSignature', 'Result of checking the signature of a receipt.', {
  VALID: 'Signed by the gateway and not altered.',
  UNKNOWN_KEY:
    'The receipt refers to a key that is unknown to the gateway. Check the receipt with that key: `tollgate receipts verify --keys`.',
  INVALID: 'Not a receipt, altered, or signed by someone else.',
});
export type ReceiptSignature = EnumerationValue<typeof receiptSignature>;

const receiptPart = enumeration('ReceiptPart', 'Subject of a receipt.', {
  FILING: 'The filing itself.',
  FIGURES: 'The figures as filed.',
  PAYMENT: 'The amount payable as filed, with the discount and prepayments.',
  DOCUMENTS: 'The documents in the filing.',
  RATE_BOOK_VERSION: 'The version of the rate book in force when the return was filed.',
});

const receiptDifferenceCause = enumeration('ReceiptDifferenceCause', 'Why stored data differs from a receipt.', {
  ALTERED: 'The data was altered in the store, bypassing the gateway.',
  REMOVED: 'The data is missing.',
  CHANGED:
    'The data was changed through the gateway after the filing, according to the audit trail. Either the filed figures do not depend on the change, or the return was reopened.',
});

const receiptDifference = record('ReceiptDifference', 'A difference between stored data and a receipt.', {
  part: field.choice(receiptPart, 'What differs.'),
  cause: field.choice(receiptDifferenceCause, 'Reason for the difference.'),
  source: field.optional(
    field.text('Source of the document.', { examples: ['9'] }),
    'unless the subject is a document',
  ),
  externalId: field.optional(
    field.text('External id of the document.', { examples: ['INV-1'] }),
    'unless the subject is a document',
  ),
  changedMembers: field.list(
    field.text('Name of a member.', { examples: ['transactionStatus'] }),
    1,
    'Members of the document that changed after the filing according to the audit trail, except in erased changes.',
  ),
  message: field.text('Description of the difference.'),
});
export type ReceiptDifference = RecordOf<typeof receiptDifference>;

export const receiptCheck = record('ReceiptCheck', 'Comparison of a stored filing with its receipt.', {
  isProved: field.flag(
    'Whether the signature is valid and all compared data is either unchanged or changed only as recorded in the audit trail.',
  ),
  signature: field.choice(receiptSignature, 'Whether the gateway signed the receipt.'),
  returnId: field.optional(field.uuid('Id of the return.'), 'without a valid signature'),
  number: field.optional(field.count('Number of the filing.'), 'without a valid signature'),
  filedAt: field.optional(field.instant('When the return was filed.'), 'without a valid signature'),
  rateBookVersion: field.optional(
    field.text('Version of the rate book in force when the return was filed.'),
    'without a valid signature',
  ),
  documentCount: field.count('Number of documents in the filing.'),
  comparedCount: field.count('Number of documents compared by this check.'),
  continueOn: field.optional(
    field.day('Day from which to continue: a check compares up to 50,000 documents, day by day.'),
    'if all documents were compared',
  ),
  differences: field.list(receiptDifference, 1, 'Differences, at most 100.'),
});
export type ReceiptCheck = RecordOf<typeof receiptCheck>;
