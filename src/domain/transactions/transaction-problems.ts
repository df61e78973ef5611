import type { ErrorCode } from '../base/errors.ts';

/*
 * The problems that operations on documents can report in REST and GraphQL. Every operation can also report invalid
 * input or an outdated version.
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
  /** Refunds cannot be converted, so refund problems are omitted. */
  convert: ['NOT_FOUND', ...ofPlace, 'CUSTOMER_NOT_FOUND', ...ofFiling, 'CONFLICT', 'KEY_TAKEN'],
  cancel: ['NOT_FOUND', ...ofFiling, 'OVER_REFUND', 'CONFLICT'],
} as const satisfies Record<string, readonly ErrorCode[]>;
