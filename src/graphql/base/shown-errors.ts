import { type ErrorCode, errorCodes } from '../../domain/base/errors.ts';
import { builder } from './builder.ts';

export type ErrorTypeName =
  | 'InvalidInput'
  | 'NotFound'
  | 'Conflict'
  | 'TransactionFiled'
  | 'OverRefund'
  | 'InsufficientCoverage'
  | 'InvalidClient';

/** Where each failure of the registry is shown: as a type in the answer's union, or (null) among the top-level errors. */
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
  PATH_NOT_FOUND: null,
  PERSISTED_DOCUMENT_NOT_FOUND: null,
  PERSISTED_QUERY_NOT_FOUND: null,
  METHOD_NOT_ALLOWED: null,
  NOT_ACCEPTABLE: null,
  CONFLICT: 'Conflict',
  KEY_TAKEN: 'Conflict',
  PERIOD_CLOSED: 'TransactionFiled',
  RETURN_FILED: 'Conflict',
  RETURN_OVERLAPS: 'Conflict',
  TRANSACTION_FILED: 'TransactionFiled',
  WEBHOOK_DISABLED: 'Conflict',
  OVER_REFUND: 'OverRefund',
  REFUND_MISMATCH: 'Conflict',
  IDEMPOTENCY_KEY_IN_USE: null,
  PRECONDITION_FAILED: 'Conflict',
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
} as const satisfies Record<ErrorCode, ErrorTypeName | null>;

const codes = Object.keys(shownAs) as ErrorCode[];

/** The codes that an error in an answer's union can have; names of an enum have no dashes. */
export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'What went wrong, for programs. The codes of top-level errors are texts in `extensions.code`.',
  values: Object.fromEntries(
    codes
      .filter((code) => shownAs[code] !== null)
      .map((code) => [code.replaceAll('-', '_'), { value: code, description: describedCode(code) }]),
  ) as Record<string, { readonly value: ErrorCode; readonly description: string }>,
});

function describedCode(code: ErrorCode): string {
  const { title, status } = errorCodes[code];
  return `${title}; in REST, status ${status}.`;
}
