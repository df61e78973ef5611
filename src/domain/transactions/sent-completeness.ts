import type { z } from 'zod';
import { hasEnoughIssues } from '../base/enough-issues.ts';
import type { Issue } from '../base/errors.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject } from '../base/plain-object.ts';

/** Whether a document may leave to its invoice what it does not change. */
export function mayLeaveToInvoice(sent: {
  readonly transactionType?: unknown;
  readonly createdFrom?: unknown;
}): boolean {
  return sent.transactionType === 'REFUND' && sent.createdFrom != null && sent.createdFrom !== '';
}

/** Requires the fields that only a refund of a named invoice may leave out, and the tax codes of all items. */
export function checkComplete(fields: readonly string[]) {
  return (document: unknown, ctx: z.core.$RefinementCtx): void => {
    if (!isPlainObject(document)) return;
    for (const issue of [...missingFields(document, fields), ...wrongKind(document)]) {
      if (hasEnoughIssues(ctx)) return;
      if (!ctx.issues.some((known) => isWithin(known.path ?? [], issue.path))) addIssue(ctx, issue);
    }
  };
}

function missingFields(sent: Readonly<Record<string, unknown>>, required: readonly string[]): Issue[] {
  if (mayLeaveToInvoice(sent)) return [];
  const fields = required.filter((field) => field in sent && sent[field] == null);
  const items = Array.isArray(sent.items) ? sent.items : [];
  return [
    ...fields.map((field) => missing([field])),
    ...items.flatMap((item, index) =>
      isPlainObject(item) && 'taxCode' in item && item.taxCode == null ? [missing(['items', index, 'taxCode'])] : [],
    ),
  ];
}

function wrongKind(sent: Readonly<Record<string, unknown>>): Issue[] {
  if (sent.refundKind !== 'TAX_ONLY' || mayLeaveToInvoice(sent)) return [];
  const message = 'TAX_ONLY needs the transactionType REFUND, with the invoice in createdFrom.';
  return [{ path: ['refundKind'], code: 'CONTRADICTION', message }];
}

const missing = (path: Issue['path']): Issue => ({
  path,
  code: 'REQUIRED',
  message: `${String(path.at(-1))} is required.`,
});

function isWithin(path: readonly PropertyKey[], start: Issue['path']): boolean {
  return start.every((part, index) => path[index] === part);
}
