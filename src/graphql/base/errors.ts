import { AppError, type Issue } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import { builder } from './builder.ts';
import { ErrorCodeEnum, type ErrorTypeName, shownAs } from './shown-errors.ts';

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

export const ErrorRef = builder.interfaceRef<AppError>('Error').implement({
  description:
    'An error that a client is expected to handle. Errors that any operation can have (no token, missing scope, too many requests, internal error) are top-level errors with an `extensions.code`.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'A stable code; the same as in REST.' }),
    errorCode: t.field({
      type: ErrorCodeEnum,
      description: 'The same code as an enum, for switches that a compiler checks.',
      resolve: ({ code }) => code,
    }),
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
const MissingKeyRef = builder.objectRef<NaturalKey>('MissingKey').implement({
  description: 'The key of a customer or a document that is not stored.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'The consumer’s store or channel, such as `9`.' }),
    externalId: t.exposeString('externalId', { description: 'Id in the consumer’s system, such as `INV-1`.' }),
  }),
});
builder.objectType(NotFound, {
  name: 'NotFound',
  interfaces: [ErrorRef],
  description: 'There is no such record, or it is another tenant’s. Nothing was changed.',
  fields: (t) => ({
    serviceId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'The `serviceId` that no record has; null if the record was named otherwise.',
      resolve: ({ facts }) => facts.missing?.serviceId ?? null,
    }),
    key: t.field({
      type: MissingKeyRef,
      nullable: true,
      description: 'The key that no record has; null if the record was named otherwise.',
      resolve: ({ facts }) => facts.missing?.key ?? null,
    }),
  }),
});
builder.objectType(Conflict, {
  name: 'Conflict',
  interfaces: [ErrorRef],
  description:
    'Other requests kept changing the record at the same time (`CONFLICT`: try again), another record has the key that it would get (`KEY_TAKEN`), a refund is for another customer than its invoice or dated before it (`REFUND_MISMATCH`), it is not of the version that the request expects (`PRECONDITION_FAILED`: read it again), a return is filed already (`RETURN_FILED`) or shares days with a filed one (`RETURN_OVERLAPS`), or a webhook endpoint is disabled (`WEBHOOK_DISABLED`).',
  fields: (t) => ({
    currentVersion: t.int({
      nullable: true,
      description:
        'For `PRECONDITION_FAILED`: the `version` that the record has, 0 if it is not stored; null for other codes.',
      resolve: ({ facts }) => facts.currentVersion ?? null,
    }),
  }),
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
    remainingAmount: t.field({
      type: 'Decimal',
      nullable: true,
      description:
        'Price that is left to refund of what the refund exceeds; null if it exceeds several lines, or is not refused by amount: see `issues`.',
      resolve: ({ issues: [issue, ...others] }) =>
        others.length > 0 ? null : (issue?.remaining?.remainingAmount ?? null),
    }),
    remainingTaxAmount: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Tax that is left to refund of the same; null if `remainingAmount` is.',
      resolve: ({ issues: [issue, ...others] }) =>
        others.length > 0 ? null : (issue?.remaining?.remainingTaxAmount ?? null),
    }),
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
