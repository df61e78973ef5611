import { type ErrorCode, errorCodes } from '../../domain/base/errors.ts';
import { builder } from './builder.ts';

export type ErrorTypeName =
  | 'InvalidInput'
  | 'NotFound'
  | 'Conflict'
  | 'VersionMismatch'
  | 'FiguresChanged'
  | 'PeriodClosed'
  | 'TransactionFiled'
  | 'OverRefund'
  | 'InsufficientCoverage'
  | 'InvalidClient';

/** Where each error is shown: as a type in the union of the result, or (null) among the top-level errors. */
export const shownAs = {
  INVALID_INPUT: 'InvalidInput',
  MALFORMED_JSON: null,
  MALFORMED_FORM: null,
  KEY_MISMATCH: 'InvalidInput',
  'ERR-ADDR-001': 'InvalidInput',
  COUNTRY_NOT_COVERED: 'InvalidInput',
  OPERATION_LIMIT_EXCEEDED: null,
  PERSISTED_DOCUMENT_REQUIRED: null,
  PREFLIGHT_REQUIRED: null,
  UNAUTHENTICATED: null,
  INVALID_CLIENT: 'InvalidClient',
  FORBIDDEN: null,
  NOT_FOUND: 'NotFound',
  CUSTOMER_NOT_FOUND: 'NotFound',
  INVOICE_NOT_FOUND: 'NotFound',
  LIVE_TENANT: 'NotFound',
  PATH_NOT_FOUND: null,
  PERSISTED_DOCUMENT_NOT_FOUND: null,
  PERSISTED_QUERY_NOT_FOUND: null,
  METHOD_NOT_ALLOWED: null,
  NOT_ACCEPTABLE: null,
  CONFLICT: 'Conflict',
  KEY_TAKEN: 'Conflict',
  PERIOD_CLOSED: 'PeriodClosed',
  RETURN_FILED: 'PeriodClosed',
  RETURN_OVERLAPS: 'PeriodClosed',
  TRANSACTION_FILED: 'TransactionFiled',
  CLIENT_REVOKED: 'Conflict',
  LOCKOUT: 'Conflict',
  WEBHOOK_DISABLED: 'Conflict',
  OVER_REFUND: 'OverRefund',
  REFUND_MISMATCH: 'Conflict',
  IDEMPOTENCY_KEY_IN_USE: null,
  FIGURES_CHANGED: 'FiguresChanged',
  PRECONDITION_FAILED: 'VersionMismatch',
  MALFORMED_REQUEST: null,
  REQUEST_TIMEOUT: null,
  HEADERS_TOO_LARGE: null,
  BODY_TOO_LARGE: null,
  URI_TOO_LONG: null,
  UNSUPPORTED_MEDIA_TYPE: null,
  IDEMPOTENCY_KEY_REUSED: null,
  INSUFFICIENT_COVERAGE: 'InsufficientCoverage',
  TOO_MANY_REQUESTS: null,
  INTERNAL: null,
  CHANGES_MISSED: null,
  NOT_READY: null,
  STILL_COUNTING: null,
} as const satisfies Record<ErrorCode, ErrorTypeName | null>;

/** What to do about each error, for readers of the schema. */
const remedies: Partial<Record<ErrorCode, string>> = {
  INVALID_INPUT: 'The input is invalid: `issues` lists what to change.',
  KEY_MISMATCH: 'Two members of the input name different records: make them agree.',
  'ERR-ADDR-001': 'The address matches no known state or country: correct the members that `issues` names.',
  COUNTRY_NOT_COVERED: 'The rate book does not cover the country: `serviceInfo` lists those that it covers.',
  INVALID_CLIENT: 'Wrong client id or secret, or the client was revoked. Check them with the operator.',
  NOT_FOUND: 'No such record, or it belongs to another tenant. Check how it is named.',
  CUSTOMER_NOT_FOUND: 'The document names a customer that is not stored: store the customer first.',
  INVOICE_NOT_FOUND: 'The refund needs its invoice, which is not stored: store it first, or correct `createdFrom`.',
  LIVE_TENANT: 'The tenant is live, and this is for test tenants: ask the operator for one.',
  CONFLICT: 'Other requests kept changing the record at the same time: try again.',
  KEY_TAKEN: 'Another record has the key: send another one.',
  PERIOD_CLOSED:
    'The period of the document is filed: reopen the return that `taxReturn` names, or correct it with a refund.',
  RETURN_FILED: 'The tax return is filed already: reopen it before filing it again.',
  RETURN_OVERLAPS: 'A filed tax return covers a part of the period: file the period that remains.',
  TRANSACTION_FILED:
    'The document is filed, but no return has it: set `transactionFilingStatus` to `NOT_FILED` before changing it.',
  CLIENT_REVOKED: 'The client is permanently revoked. Create another one.',
  LOCKOUT:
    'It is the client of the token itself, or the last one with the scope `admin`: send `acceptLockout` if you mean it.',
  WEBHOOK_DISABLED: 'The webhook endpoint is disabled: set its status to `ACTIVE` first.',
  OVER_REFUND: 'The refund exceeds the rest of the invoice; `lines` has the remaining amounts.',
  REFUND_MISMATCH:
    'The refund is for another customer than its invoice, or dated before it. Send those of the invoice, and the day of the refund.',
  FIGURES_CHANGED: 'The figures of the return are not those of `ifDigest`: review them again.',
  PRECONDITION_FAILED: 'The record has another version than `ifVersion`: read it again.',
  INSUFFICIENT_COVERAGE:
    'The rate book does not cover the place as precisely as `require` demands: send a more precise address, or import newer or more complete rates.',
};

const codes = Object.keys(shownAs) as ErrorCode[];

/** The codes that an error in the union of a result can have. Enum values cannot contain dashes. */
export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'What went wrong, for programs. The codes of top-level errors are texts in `extensions.code`.',
  values: Object.fromEntries(
    codes
      .filter((code) => shownAs[code] !== null)
      .map((code) => [code.replaceAll('-', '_'), { value: code, description: describedCode(code) }]),
  ) as Record<string, { readonly value: ErrorCode; readonly description: string }>,
});

function describedCode(code: ErrorCode): string {
  return remedies[code] ?? `${errorCodes[code].title}.`;
}
