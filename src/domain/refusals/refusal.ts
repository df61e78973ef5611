import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../base/errors.ts';
import { externalIdInput, sourceInput } from '../base/fields.ts';
import { field, type RecordOf, record } from '../base/record.ts';
import type { RecordName } from '../base/record-name.ts';
import type { InternalTimestamps } from '../base/timestamps.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';

/** Errors that the sender must fix, because the same document would be refused again. */
const refusalCodes = [
  'INVALID_INPUT',
  'ERR-ADDR-001',
  'COUNTRY_NOT_COVERED',
  'CUSTOMER_NOT_FOUND',
  'INVOICE_NOT_FOUND',
  'INSUFFICIENT_COVERAGE',
  'PERIOD_CLOSED',
  'OVER_REFUND',
  'REFUND_MISMATCH',
] as const satisfies readonly ErrorCode[];
export type RefusalCode = (typeof refusalCodes)[number];

export function isRefusalCode(code: string): code is RefusalCode {
  return refusalCodes.some((one) => one === code);
}

const keyInput = z.object({ source: sourceInput, externalId: externalIdInput });

/** The key of the document in a refused input; null if the key cannot be read. */
export function documentIn(sent: unknown): RecordName | null {
  const { data } = keyInput.safeParse(sent);
  return data ? { key: data } : null;
}

/** Limits on stored refusals: the maximum number per tenant and the maximum age in days. */
export const mostRefusals = 1_000;
const refusalDays = 30;

export function oldestRefusal(now: Date): Date {
  return new Date(now.getTime() - refusalDays * 86_400_000);
}

export const documentRefusal = record(
  'Refusal',
  'A refused document that has not been stored since. The refusal contains the error, never the input.',
  {
    serviceId: field.uuid('Id that this service assigned to the refusal.'),
    source: field.text('`source` of the document.', { examples: ['1'] }),
    externalId: field.text('`externalId` of the document.', { examples: ['INV-1002'] }),
    code: field.text('Code of the last error.', { examples: ['CUSTOMER_NOT_FOUND'], known: refusalCodes }),
    message: field.derived(field.text('Description of the last error.'), ({ code }: { readonly code: RefusalCode }) =>
      messageOf(code),
    ),
    issueCode: field.optional(
      field.text('Code of the first issue of the last error.', { examples: ['REQUIRED'] }),
      'if the error has no issues',
    ),
    pointer: field.optional(
      field.text('Position of the first issue in the document, as a JSON pointer.', {
        examples: ['/items/0/quantity'],
      }),
      'if the issue is about the whole document',
    ),
    refusalCount: field.count('Number of times the document was refused.'),
    firstRefusedAt: field.instant('When the document was first refused.'),
    refusedAt: field.instant('When the document was last refused.'),
  },
);

/** `createdDate` is the time of the last refusal, by which the list is ordered. */
export type RefusalRecord = Omit<RecordOf<typeof documentRefusal>, 'code' | 'message'> & {
  readonly code: RefusalCode;
  readonly internalTimestamps: InternalTimestamps;
};

/** One sentence for every document with this code, because the message of an individual error may quote the input. */
function messageOf(code: RefusalCode): string {
  return `${errorCodes[code].title}.`;
}

export const refusalList = {
  name: 'refusals',
  of: documentRefusal,
  plural: 'refusals',
  scope: 'transactions:read',
  description: `Documents that were refused in the last ${refusalDays} days and have not been stored since, most recent first; at most the newest ${mostRefusals.toLocaleString('en')}. Each document has one entry, with its last error and the number of refusals. Only errors that the sender must fix count. A refusal appears within a second.`,
  fields: {
    serviceId: { kind: 'uuid' },
    source: {
      kind: 'text',
      of: sourceInput,
      description: 'Store or channel of the document, from 1 to 10.',
      parameters: { source: 'eq' },
    },
    code: {
      kind: 'text',
      of: refusalCodes,
      description: 'Code of the last error, such as `CUSTOMER_NOT_FOUND`.',
      parameters: { code: 'in' },
    },
  },
} as const satisfies DeclaredList;
export type RefusalFilter = FilterOf<typeof refusalList>;
