import { AppError, type ErrorCode, type Issue } from '../../domain/base/errors.ts';
import { builder } from './builder.ts';

type ErrorTypeName =
  | 'InvalidInput'
  | 'NotFound'
  | 'Conflict'
  | 'TransactionFiled'
  | 'OverRefund'
  | 'InsufficientCoverage'
  | 'InvalidClient';

/** Where each failure of the registry is shown: as a type in the answer's union, or (null) among the top-level errors. */
const shownAs = {
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

/** A class for the errors plugin to tell errors by; no error is made with it, any `AppError` of its codes is one. */
function errorClass(name: ErrorTypeName) {
  return class extends AppError {
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof AppError && shownAs[value.code] === name;
    }
  };
}

export const InvalidInput = errorClass('InvalidInput');
export const NotFound = errorClass('NotFound');
export const Conflict = errorClass('Conflict');
export const TransactionFiled = errorClass('TransactionFiled');
export const OverRefund = errorClass('OverRefund');
export const InsufficientCoverage = errorClass('InsufficientCoverage');
export const InvalidClient = errorClass('InvalidClient');

const ErrorRef = builder.interfaceRef<AppError>('Error').implement({
  description:
    'An error that a client is expected to handle. Errors that any operation can have (no token, missing scope, too many requests, internal error) are top-level errors with an `extensions.code`.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A stable code; the same as in REST.' }),
    message: t.exposeString('message', { description: 'What to change, in a sentence.' }),
  }),
});
const IssueRef = builder.objectRef<Issue>('Issue').implement({
  description: 'One issue of an input.',
  fields: (t) => ({
    path: t.stringList({
      description: 'Path of the invalid field within the input: `["items", "0", "quantity"]`.',
      resolve: ({ path }) => path.map(String),
    }),
    code: t.exposeString('code', {
      description: 'A stable code: `REQUIRED`, `TOO_LONG`, `OUT_OF_RANGE`, `ERR-ADDR-001` …',
    }),
    message: t.exposeString('message', { description: 'What to change, in a sentence.' }),
    given: t.string({
      nullable: true,
      description: 'For an address: the value sent.',
      resolve: ({ details }) => details?.given ?? null,
    }),
    expected: t.string({
      nullable: true,
      description: 'For an address: the expected value.',
      resolve: ({ details }) => details?.expected ?? null,
    }),
    remainingAmount: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'For a refund that exceeds its invoice: the price left to refund.',
      resolve: ({ remaining }) => remaining?.remainingAmount ?? null,
    }),
    remainingTaxAmount: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'For a refund that exceeds its invoice: the tax left to refund.',
      resolve: ({ remaining }) => remaining?.remainingTaxAmount ?? null,
    }),
    suggestions: t.stringList({
      description: 'For an address: values that would be accepted. Empty otherwise.',
      resolve: ({ details }) => details?.suggestions ?? [],
    }),
  }),
});
builder.objectType(InvalidInput, {
  name: 'InvalidInput',
  interfaces: [ErrorRef],
  description: 'The input is invalid. Nothing was changed.',
  fields: (t) => ({
    issues: t.expose('issues', {
      type: [IssueRef],
      extensions: { listSize: 5 },
      description: 'All issues of the input, not only the first.',
    }),
  }),
});
builder.objectType(NotFound, {
  name: 'NotFound',
  interfaces: [ErrorRef],
  description: 'There is no such record, or it is another tenant’s. Nothing was changed.',
});
builder.objectType(Conflict, {
  name: 'Conflict',
  interfaces: [ErrorRef],
  description:
    'Other requests kept changing the record at the same time (`CONFLICT`: try again), another record has the key that it would get (`KEY_TAKEN`), a refund is for another customer than its invoice or dated before it (`REFUND_MISMATCH`), it is not of the version that the request expects (`PRECONDITION_FAILED`: read it again), a return is filed already (`RETURN_FILED`) or shares days with a filed one (`RETURN_OVERLAPS`), or a webhook endpoint is disabled (`WEBHOOK_DISABLED`).',
});
builder.objectType(TransactionFiled, {
  name: 'TransactionFiled',
  interfaces: [ErrorRef],
  description:
    'The document is filed: set it to `NOT_FILED` before changing it. With the code `PERIOD_CLOSED`, a return has been filed for the period of the document: see `reopenReturn`.',
  fields: (t) => ({
    returnId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'For `PERIOD_CLOSED`: the return that closed the period; null otherwise.',
      resolve: ({ issues }) => issues[0]?.returnId ?? null,
    }),
  }),
});
builder.objectType(OverRefund, {
  name: 'OverRefund',
  interfaces: [ErrorRef],
  description: 'The refund exceeds what is left of the invoice. Nothing was changed.',
  fields: (t) => ({
    issues: t.expose('issues', {
      type: [IssueRef],
      extensions: { listSize: 5 },
      description: 'The lines that exceed what is left, with what is left of each.',
    }),
  }),
});
builder.objectType(InsufficientCoverage, {
  name: 'InsufficientCoverage',
  interfaces: [ErrorRef],
  description: 'The place is known less well than `require` demands. Nothing was stored.',
  fields: (t) => ({
    issues: t.expose('issues', {
      type: [IssueRef],
      extensions: { listSize: 2 },
      description: 'What is missing, and what would help.',
    }),
  }),
});
builder.objectType(InvalidClient, {
  name: 'InvalidClient',
  interfaces: [ErrorRef],
  description: 'Wrong client id or secret, or the client was revoked.',
});
