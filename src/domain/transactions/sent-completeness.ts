import type { z } from 'zod';
import { hasEnoughIssues } from '../base/enough-issues.ts';
import type { Issue } from '../base/errors.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject } from '../base/plain-object.ts';

/** Whether a document may omit fields that it shares with its invoice. */
export function mayLeaveToInvoice(sent: {
  readonly transactionType?: unknown;
  readonly createdFrom?: unknown;
}): boolean {
  return sent.transactionType === 'REFUND' && sent.createdFrom != null && sent.createdFrom !== '';
}

/** Whether items may omit their tax code and use the account's default. */
export type Leniency = { readonly isTaxCodeOptional: boolean };

/**
 * Requires the fields that only a refund of a named invoice may omit and, unless codes are optional, the tax code of
 * each item without a product. A `TAX_ONLY` refund must name its invoice.
 */
export function checkComplete(fields: readonly string[], { isTaxCodeOptional }: Leniency) {
  return (document: unknown, ctx: z.core.$RefinementCtx): void => {
    if (!isPlainObject(document)) return;
    for (const issue of [
      ...missingFields(document, fields),
      ...(isTaxCodeOptional ? [] : missingTaxCodes(document)),
      ...wrongKind(document),
    ]) {
      if (hasEnoughIssues(ctx)) return;
      if (!ctx.issues.some((known) => isWithin(known.path ?? [], issue.path))) addIssue(ctx, issue);
    }
  };
}

function missingFields(sent: Readonly<Record<string, unknown>>, required: readonly string[]): Issue[] {
  if (mayLeaveToInvoice(sent)) return [];
  const isNamed = (field: string) => field === 'customerId' && sent.customer != null;
  return required
    .filter((field) => field in sent && sent[field] == null && !isNamed(field))
    .map((field) => missing([field]));
}

function missingTaxCodes(sent: Readonly<Record<string, unknown>>): Issue[] {
  if (mayLeaveToInvoice(sent)) return [];
  const items = Array.isArray(sent.items) ? sent.items : [];
  return items.flatMap((item, index) =>
    isPlainObject(item) && 'taxCode' in item && item.taxCode == null && item.product == null
      ? [missingTaxCode(index)]
      : [],
  );
}

/** The issue for an item without a tax code, in an account without a default. */
export function missingTaxCode(index: number): Issue {
  const message = 'taxCode is required. Send it, or set defaultTaxCode in the account settings.';
  return { path: ['items', index, 'taxCode'], code: 'REQUIRED', message };
}

function wrongKind(sent: Readonly<Record<string, unknown>>): Issue[] {
  if (sent.refundKind !== 'TAX_ONLY' || mayLeaveToInvoice(sent)) return [];
  const message = 'TAX_ONLY requires the transactionType REFUND, with the invoice in createdFrom.';
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
