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

/** Where each error appears: as a type in the union of the result, or (null) among the top-level errors. */
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
  RETURN_INCOMPLETE: null,
  RETURN_OVERLAPS: 'PeriodClosed',
  TRANSACTION_FILED: 'TransactionFiled',
  CLIENT_REVOKED: 'Conflict',
  LOCKOUT: 'Conflict',
  WEBHOOK_DISABLED: 'Conflict',
  REQUEST_DECIDED: 'Conflict',
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

/** How to fix each error, for readers of the schema. */
const remedies: Partial<Record<ErrorCode, string>> = {
  INVALID_INPUT: 'The input is invalid: `issues` lists the necessary changes.',
  KEY_MISMATCH: 'Two members of the input identify different records: make them agree.',
  'ERR-ADDR-001': 'The address matches no known state or country: correct the members listed in `issues`.',
  COUNTRY_NOT_COVERED: 'The rate book does not cover the country: `serviceInfo` lists the covered countries.',
  INVALID_CLIENT: 'Wrong client id or secret, or the client was revoked. Check them with the operator.',
  NOT_FOUND: 'Record not found, or it belongs to another tenant. Check its id or key.',
  CUSTOMER_NOT_FOUND: 'The customer of the document is not stored: store the customer first.',
  INVOICE_NOT_FOUND: 'The refunded invoice is not stored: store it first, or correct `createdFrom`.',
  LIVE_TENANT: 'Available only to test tenants, and the tenant is live: ask the operator for a test tenant.',
  CONFLICT: 'Concurrent requests kept changing the record: try again.',
  KEY_TAKEN: 'Another record has this key: use a different key.',
  PERIOD_CLOSED:
    'The period of the document is filed: reopen the return in `taxReturn`, or correct the document with a refund.',
  RETURN_FILED: 'The tax return is already filed: reopen it before filing it again.',
  RETURN_OVERLAPS: 'A filed tax return covers part of the period: file the remaining period.',
  TRANSACTION_FILED:
    'The document is marked as filed, but no return includes it: set `transactionFilingStatus` to `NOT_FILED` before changing it.',
  CLIENT_REVOKED: 'The client is permanently revoked. Create another client.',
  LOCKOUT:
    'This is the client of the current token, or the last client with scope `admin`: send `acceptLockout` to confirm.',
  WEBHOOK_DISABLED: 'The webhook endpoint is disabled: set its status to `ACTIVE` first.',
  REQUEST_DECIDED:
    'The certificate request has already been decided, or nothing has been submitted yet: read its `status`, or create another request.',
  OVER_REFUND: 'The refund exceeds the remaining amount of the invoice: `lines` contains the remaining amounts.',
  REFUND_MISMATCH:
    'The refund has a different customer from its invoice, or an earlier date. Use the invoice’s customer and the refund date.',
  FIGURES_CHANGED: 'The figures have changed since `ifDigest` was read: review the return again.',
  PRECONDITION_FAILED: 'The stored version differs from `ifVersion`: read the record again.',
  INSUFFICIENT_COVERAGE:
    'The rate book does not cover the place as precisely as `require` demands: send a more precise address, or import newer or more complete rates.',
};

const codes = Object.keys(shownAs) as ErrorCode[];

/** The codes that an error in the union of a result can have. Enum values cannot contain dashes. */
export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'Machine-readable error code. Top-level errors have their code as a string in `extensions.code`.',
  values: Object.fromEntries(
    codes
      .filter((code) => shownAs[code] !== null)
      .map((code) => [code.replaceAll('-', '_'), { value: code, description: describedCode(code) }]),
  ) as Record<string, { readonly value: ErrorCode; readonly description: string }>,
});

function describedCode(code: ErrorCode): string {
  return remedies[code] ?? `${errorCodes[code].title}.`;
}
