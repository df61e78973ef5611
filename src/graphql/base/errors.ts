import { AppError, type ErrorCode, errorCodes, type Issue } from '../../domain/base/errors.ts';
import { type RecordKind, recordKind } from '../../domain/base/record-kinds.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import { inCurrencyOf, isAmount } from './amounts.ts';
import { builder } from './builder.ts';
import { enumOf } from './record-type.ts';
import { ErrorCodeEnum, type ErrorTypeName, shownAs } from './shown-errors.ts';

const kindOfCode: Partial<Record<AppError['code'], RecordKind>> = {
  CUSTOMER_NOT_FOUND: 'CUSTOMER',
  INVOICE_NOT_FOUND: 'TRANSACTION',
};

/**
 * A class by which the errors plugin recognizes errors. It is never instantiated: every `AppError` with one of its
 * codes counts as an instance.
 */
function errorClass(name: ErrorTypeName) {
  return class extends AppError {
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof AppError && shownAs[value.code] === name;
    }
  };
}

const InvalidInput = errorClass('InvalidInput');
const NotFound = errorClass('NotFound');
const Conflict = errorClass('Conflict');
const VersionMismatch = errorClass('VersionMismatch');
const FiguresChanged = errorClass('FiguresChanged');
const PeriodClosed = errorClass('PeriodClosed');
const TransactionFiled = errorClass('TransactionFiled');
const OverRefund = errorClass('OverRefund');
const InsufficientCoverage = errorClass('InsufficientCoverage');
const InvalidClient = errorClass('InvalidClient');

const errorTypes = {
  InvalidInput,
  NotFound,
  Conflict,
  VersionMismatch,
  FiguresChanged,
  PeriodClosed,
  TransactionFiled,
  OverRefund,
  InsufficientCoverage,
  InvalidClient,
} satisfies Record<ErrorTypeName, typeof AppError>;

/** The error types of a result: the problems of its operation and invalid input. */
export function errorsOf(...problems: readonly ErrorCode[]): { types: (typeof AppError)[] } {
  const names = new Set((['INVALID_INPUT', ...problems] as const).flatMap((code) => shownAs[code] ?? []));
  return { types: [...names].map((name) => errorTypes[name]) };
}

const IssueRef = builder.objectRef<Issue>('Issue').implement({
  description: 'One issue in an input.',
  fields: (t) => ({
    path: t.stringList({
      description: 'Path of the field within the input: `["items", "0", "quantity"]`; empty for the whole input.',
      resolve: ({ path }) => path.map(String),
    }),
    code: t.exposeString('code', {
      description: 'Stable code: `REQUIRED`, `TOO_LONG`, `OUT_OF_RANGE`, `ERR-ADDR-001` …',
    }),
    message: t.exposeString('message', { description: 'How to fix the issue, in a sentence.' }),
    given: t.string({
      nullable: true,
      description: 'For an address: the value received.',
      resolve: ({ details }) => details?.given ?? null,
    }),
    expected: t.string({
      nullable: true,
      description: 'For an address: the expected value.',
      resolve: ({ details }) => details?.expected ?? null,
    }),
    suggestions: t.stringList({
      description: 'For an address: accepted values. Otherwise empty.',
      resolve: ({ details }) => details?.suggestions ?? [],
    }),
  }),
});
/** Codes of errors about a single input member, which has the same name in every input. */
const memberOfCode: Partial<Record<AppError['code'], string>> = {
  PRECONDITION_FAILED: 'ifVersion',
  FIGURES_CHANGED: 'ifDigest',
};

/** An error without issues becomes its own issue. */
function issuesIn({ code, message, issues, facts }: AppError): readonly Issue[] {
  if (issues.length > 0) return issues;
  const member = memberOfCode[code];
  const isMissing = shownAs[code] === 'NotFound';
  const path = facts.missing?.path ?? (isMissing ? ['by'] : member === undefined ? [] : [member]);
  return [{ path, code, message }];
}

export const UserErrorRef = builder.interfaceRef<AppError>('UserError').implement({
  description:
    'An expected error, which clients should handle. Errors that any operation can have (no token, missing scope, too many requests, internal error) are top-level errors with an `extensions.code`.',
  fields: (t) => ({
    code: t.expose('code', {
      type: ErrorCodeEnum,
      description: 'Machine-readable code; the same as in REST, where `ERR_ADDR_001` is `ERR-ADDR-001`.',
    }),
    message: t.exposeString('message', { description: 'How to fix the error, in a sentence.' }),
    retryable: t.boolean({
      description: 'Whether the same request may succeed later without changes.',
      resolve: ({ code }) => errorCodes[code].retryable,
    }),
    issues: t.field({
      type: [IssueRef],
      extensions: { listSize: 5 },
      description: 'All issues, not only the first, each with its path within the input. The list is never empty.',
      resolve: issuesIn,
    }),
  }),
});
builder.objectType(InvalidInput, {
  name: 'InvalidInput',
  interfaces: [UserErrorRef],
  description: 'The input is invalid. Nothing was changed.',
});
const MissingKeyRef = builder.objectRef<NaturalKey>('MissingKey').implement({
  description: 'The key of a missing customer or document.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'Store or channel in your system, such as `9`.' }),
    externalId: t.exposeString('externalId', { description: 'Id in your system, such as `INV-1`.' }),
  }),
});
builder.objectType(NotFound, {
  name: 'NotFound',
  interfaces: [UserErrorRef],
  description: 'Record not found, or owned by another tenant. Nothing was changed.',
  fields: (t) => ({
    recordType: t.field({
      type: enumOf(recordKind),
      description: 'Kind of the missing record.',
      resolve: ({ code, facts }) => facts.missing?.recordType ?? kindOfCode[code] ?? 'TRANSACTION',
    }),
    path: t.stringList({
      description: 'Path of the input member that identifies the record: `["by"]`, `["customerId"]`.',
      resolve: ({ facts }) => [...(facts.missing?.path ?? ['by'])],
    }),
    serviceId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'The unknown `serviceId`; null if the record was identified another way.',
      resolve: ({ facts }) => facts.missing?.serviceId ?? null,
    }),
    key: t.field({
      type: MissingKeyRef,
      nullable: true,
      description: 'The unknown key; null if the record was identified another way.',
      resolve: ({ facts }) => facts.missing?.key ?? null,
    }),
  }),
});
builder.objectType(Conflict, {
  name: 'Conflict',
  interfaces: [UserErrorRef],
  description: 'The request conflicts with the stored state; see `code`. Nothing was changed.',
});
builder.objectType(VersionMismatch, {
  name: 'VersionMismatch',
  interfaces: [UserErrorRef],
  description: 'The stored version differs from `ifVersion`: read the record again. Nothing was changed.',
  fields: (t) => ({
    currentVersion: t.int({
      description: 'The current `version` of the record; 0 if the record is not stored.',
      resolve: ({ facts }) => facts.currentVersion ?? 0,
    }),
  }),
});
builder.objectType(FiguresChanged, {
  name: 'FiguresChanged',
  interfaces: [UserErrorRef],
  description: 'The return has changed since `ifDigest` was read: review it again. Nothing was changed.',
  fields: (t) => ({
    currentDigest: t.string({
      description: 'The current `digest` of the return.',
      resolve: ({ facts }) => facts.currentDigest ?? '',
    }),
  }),
});
export const PeriodClosedRef = builder.objectType(PeriodClosed, {
  name: 'PeriodClosed',
  interfaces: [UserErrorRef],
  description:
    'A tax return has been filed for the period: reopen it, or correct the document with a refund. Nothing was changed.',
});
builder.objectType(TransactionFiled, {
  name: 'TransactionFiled',
  interfaces: [UserErrorRef],
  description:
    'The document is marked as filed, but no return includes it: set `transactionFilingStatus` to `NOT_FILED` before changing it. Nothing was changed.',
});
type Shortfall = Issue & Required<Pick<Issue, 'remaining'>>;
const RefundShortfallRef = builder.objectRef<Shortfall>('RefundShortfall').implement({
  description: 'A refund line that exceeds the remaining amount, in the currency of the invoice.',
  extensions: inCurrencyOf(({ remaining }: Shortfall) => remaining.currency),
  fields: (t) => ({
    path: t.stringList({
      description: 'Path of the line within the input: `["items", "0"]`; `["createdFrom"]` for the whole invoice.',
      resolve: ({ path }) => path.map(String),
    }),
    message: t.exposeString('message', { description: 'The remaining amount, in a sentence.' }),
    remainingAmount: t.field({
      type: 'Decimal',
      description: 'Price that can still be refunded.',
      extensions: isAmount,
      resolve: ({ remaining }) => remaining.remainingAmount,
    }),
    remainingTaxAmount: t.field({
      type: 'Decimal',
      description: 'Tax that can still be refunded.',
      extensions: isAmount,
      resolve: ({ remaining }) => remaining.remainingTaxAmount,
    }),
  }),
});
builder.objectType(OverRefund, {
  name: 'OverRefund',
  interfaces: [UserErrorRef],
  description: 'The refund exceeds the remaining amount of the invoice. Nothing was changed.',
  fields: (t) => ({
    lines: t.field({
      type: [RefundShortfallRef],
      extensions: { listSize: 5 },
      description: 'The lines that exceed their remaining amount, with the amount that remains.',
      resolve: ({ issues }) =>
        issues.flatMap((issue) => (issue.remaining ? [{ ...issue, remaining: issue.remaining }] : [])),
    }),
  }),
});
builder.objectType(InsufficientCoverage, {
  name: 'InsufficientCoverage',
  interfaces: [UserErrorRef],
  description: 'The rate book does not cover the place as precisely as `require` demands. Nothing was stored.',
  fields: (t) => ({
    issues: t.expose('issues', {
      type: [IssueRef],
      extensions: { listSize: 2 },
      description: 'What is missing, and how to fix it.',
    }),
  }),
});
builder.objectType(InvalidClient, {
  name: 'InvalidClient',
  interfaces: [UserErrorRef],
  description: 'The client id or secret is wrong, or the client was revoked.',
});
