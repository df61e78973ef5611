import { AppError, jsonPointer } from '../../domain/base/errors.ts';
import type { RecordName } from '../../domain/base/record-name.ts';
import { isRefusalCode } from '../../domain/refusals/refusal.ts';
import type { Context } from '../../ports/context.ts';

const longestPointer = 256;
const longestIssueCode = 64;

/**
 * Records a refusal if the write of a document fails. `nameOf` may throw, or return null, if the request does not
 * identify the document.
 */
export async function notingRefusal<Value>(
  ctx: Context,
  nameOf: () => RecordName | null,
  write: () => Promise<Value>,
): Promise<Value> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AppError) noteRefusal(ctx, nameOf, error);
    throw error;
  }
}

/**
 * Records only errors that the sender must fix, and only from senders that may write documents. The message is not
 * stored, because it could quote the input.
 */
export function noteRefusal(
  ctx: Context,
  nameOf: () => RecordName | null,
  { code, issues, facts }: Pick<AppError, 'code' | 'issues' | 'facts'>,
): void {
  const { session, refusals } = ctx;
  if (!refusals || !session?.principal.scopes.has('transactions:write') || !isRefusalCode(code)) return;
  const [first] = issues;
  // A batch row that was not processed has nothing to fix.
  if (first?.code === 'NOT_CHECKED') return;
  const by = nameIfReadable(nameOf);
  if (!by) return;
  refusals.add({
    tenantId: session.principal.tenantId,
    by,
    code,
    issueCode: first?.code.slice(0, longestIssueCode) ?? null,
    pointer: jsonPointer(first?.path ?? facts.missing?.path ?? []).slice(0, longestPointer) || null,
    refusedAt: ctx.now(),
  });
}

function nameIfReadable(nameOf: () => RecordName | null): RecordName | null {
  try {
    return nameOf();
  } catch {
    return null;
  }
}
