import type { ErrorCode } from '../base/errors.ts';

/*
 * The problems of operations on documents, for both doors. In addition, any input can be invalid, and any version
 * outdated.
 */

const ofPlace = ['ERR-ADDR-001', 'COUNTRY_NOT_COVERED', 'STILL_COUNTING', 'INSUFFICIENT_COVERAGE'] as const;
const ofRefund = ['OVER_REFUND', 'REFUND_MISMATCH', 'INVOICE_NOT_FOUND'] as const;
const ofFiling = ['TRANSACTION_FILED', 'PERIOD_CLOSED'] as const;

const calculate = [...ofPlace, 'CUSTOMER_NOT_FOUND', ...ofRefund] as const;
const recalculate = ['NOT_FOUND', ...calculate, ...ofFiling, 'CONFLICT'] as const;

export const transactionProblems = {
  calculate,
  upsert: ['KEY_MISMATCH', ...calculate, ...ofFiling],
  recalculate,
  patch: [...recalculate, 'KEY_MISMATCH'],
  /** Refunds are not converted. */
  convert: ['NOT_FOUND', ...ofPlace, 'CUSTOMER_NOT_FOUND', ...ofFiling, 'CONFLICT', 'KEY_TAKEN'],
  cancel: ['NOT_FOUND', ...ofFiling, 'OVER_REFUND', 'CONFLICT'],
} as const satisfies Record<string, readonly ErrorCode[]>;
