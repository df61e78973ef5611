import { toDecimalText } from '../../domain/base/amount.ts';
import type { Issue } from '../../domain/base/errors.ts';
import { decimal } from '../../tax/numbers/decimal.ts';

/** What the documentation says about an error in addition to its title: its meaning, the remedy and an example. */
export type ErrorGuide = {
  readonly meaning: string;
  readonly remedy: string;
  readonly example: string;
  /** The issues in the example. */
  readonly issues?: readonly Issue[];
};

/** The errors for requests that contradict stored data. */
export const recordErrorGuide = {
  NOT_FOUND: {
    meaning: 'The tenant has no such record.',
    remedy: 'Check source, externalId or serviceId. Records of other tenants are never found.',
    example: 'There is no such customer.',
  },
  CUSTOMER_NOT_FOUND: {
    meaning: 'The tenant has no customer with the customerId of the body.',
    remedy: 'Store the customer first, and send its serviceId as customerId.',
    example: 'There is no customer 01980000-0000-7000-8000-000000000000.',
  },
  INVOICE_NOT_FOUND: {
    meaning: 'A refund that must be linked to its invoice names none that is stored.',
    remedy: 'Store the invoice first, with the same source; or leave requireLink out.',
    example: 'No invoice "i-0" of source 9 is stored, and requireLink is true.',
    issues: [
      {
        path: ['createdFrom'],
        code: 'INVOICE_NOT_FOUND',
        message: 'No invoice "i-0" of source 9 is stored, and requireLink is true.',
      },
    ],
  },
  LIVE_TENANT: {
    meaning: 'The request asks for something of test tenants, such as their clock or a fault, and the tenant is live.',
    remedy:
      'Send it with the token of a test tenant, which the operator creates: tollgate tenants create <name> --test.',
    example: 'The clock is for test tenants, and this tenant is live.',
  },
  CONFLICT: {
    meaning: 'Other requests kept changing the record at the same time.',
    remedy: 'Send the request again.',
    example: 'Other requests keep changing this record; try again.',
  },
  KEY_TAKEN: {
    meaning: 'The change would give the record the key of another record.',
    remedy: 'Change the other record, or choose another key.',
    example: 'Another exemption of this customer has the certificate id "A-1" in this place.',
    issues: [
      {
        path: ['certificate', 'certificateId'],
        code: 'KEY_TAKEN',
        message: 'Another exemption of this customer has the certificate id "A-1" in this place.',
      },
    ],
  },
  TRANSACTION_FILED: {
    meaning: 'The document is FILED: it was part of a tax return, and nothing that its tax depends on can change.',
    remedy: 'Correct it with a refund, or send transactionFilingStatus NOT_FILED to reopen it.',
    example: 'The document is filed: set transactionFilingStatus to NOT_FILED before changing what its tax depends on.',
  },
  PERIOD_CLOSED: {
    meaning: 'A return was filed for the place and the period of the document: no document enters or leaves it.',
    remedy:
      'Correct the document with a refund or another date, or reopen the return that returnId names. With the setting latePolicy NEXT_PERIOD, new documents are reported in the next open period instead.',
    example:
      'The document is part of a return (US-MN, 2026-06-01 to 2026-06-30): reopen the return before changing it.',
    issues: [
      {
        path: ['transactionFilingStatus'],
        code: 'PERIOD_CLOSED',
        message:
          'The document is part of a return (US-MN, 2026-06-01 to 2026-06-30): reopen the return before changing it.',
        returnId: '01980000-0000-7000-8000-000000000007',
      },
    ],
  },
  RETURN_FILED: {
    meaning: 'The return was filed with other details.',
    remedy: 'Reopen it and file it again: the new filing is an amendment.',
    example: 'The return is filed (US-MN, 2026-06-01 to 2026-06-30): reopen it before filing it again.',
  },
  RETURN_OVERLAPS: {
    meaning: 'Another filed return covers some of the days at the same place: its documents would be filed twice.',
    remedy: 'Send another period, or reopen the other return.',
    example: 'The return overlaps with one that is filed (US-MN, 2026-04-01 to 2026-06-30).',
  },
  CLIENT_REVOKED: {
    meaning: 'The client is revoked. That is for good: it gets no secret any more.',
    remedy: 'Create another client, and give its credentials to the program.',
    example: 'The client is revoked: create another one.',
  },
  LOCKOUT: {
    meaning:
      'The client is that of the token of the request, or the last active one with the scope admin: without it, nobody could manage the account with a client of its own.',
    remedy: 'Revoke it with another client, or after creating one. Send acceptLockout=true if you mean it.',
    example: 'This is the last client with the scope admin. Send acceptLockout if you mean it.',
  },
  WEBHOOK_DISABLED: {
    meaning: 'The webhook endpoint gets no events: somebody disabled it, or every delivery failed for days.',
    remedy: 'Mend what the message says, then set the status of the endpoint to ACTIVE.',
    example: 'The endpoint is disabled (It answered with status 410 (Gone).): set its status to ACTIVE first.',
  },
  OVER_REFUND: {
    meaning: 'The refunds of an invoice would together exceed what was sold.',
    remedy: 'Refund at most remainingAmount of the line, which the message names too.',
    example: 'Only 20 of "Lamp" is left to refund.',
    issues: [
      {
        path: ['items', 0],
        code: 'OVER_REFUND',
        message: 'Only 20 of "Lamp" is left to refund.',
        remaining: {
          currency: 'USD',
          remainingAmount: toDecimalText(decimal('20')),
          remainingTaxAmount: toDecimalText(decimal('0')),
        },
      },
    ],
  },
  REFUND_MISMATCH: {
    meaning: 'A refund is for another customer than its invoice, or dated before it.',
    remedy: 'Send the customer of the invoice and the day of the refund.',
    example: 'The refund is dated 2026-06-14, before its invoice of 2026-06-15. Send the day of the refund.',
    issues: [
      {
        path: ['externalTimestamps', 'createdDate'],
        code: 'REFUND_MISMATCH',
        message: 'The refund is dated 2026-06-14, before its invoice of 2026-06-15. Send the day of the refund.',
      },
    ],
  },
  FIGURES_CHANGED: {
    meaning: 'If-Match (in GraphQL, ifDigest) names other figures than the return has now. Nothing was filed.',
    remedy: 'Read the return again, review its figures, and send its new ETag or digest.',
    example: 'The return has changed since it was read: review its figures again.',
  },
  PRECONDITION_FAILED: {
    meaning:
      'If-Match names another version than the stored one, or If-None-Match: * was sent for a record that exists.',
    remedy: 'Read the record again, apply the change to its current state, and send its new ETag.',
    example: 'The record has changed or already exists; read it again.',
  },
  INSUFFICIENT_COVERAGE: {
    meaning: 'The place of the document or look-up is known less well than require demands. Nothing was stored.',
    remedy: 'Do what the message of each entry says, or lower require.',
    example:
      'The place is known as ZIP5, but ZIP9 is required. Send the ZIP+4, or the street; the boundary files of the state must be imported.',
    issues: [
      {
        path: ['shippingAddress', 'zip'],
        code: 'INSUFFICIENT_COVERAGE',
        message:
          'The place is known as ZIP5, but ZIP9 is required. Send the ZIP+4, or the street; the boundary files of the state must be imported.',
      },
    ],
  },
} satisfies Record<string, ErrorGuide>;
