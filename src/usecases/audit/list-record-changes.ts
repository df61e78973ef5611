import type { Change } from '../../domain/audit/change.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ChangeFilter } from '../../ports/stores/audit-store.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';

/** One page of the audit trail, newest first. */
export function listRecordChanges(ctx: Context, filter: ChangeFilter, page: PageRequest): Promise<Change[]> {
  return authorize(ctx, 'audit:read').stores.audit.list(filter, page);
}

export function countRecordChanges(ctx: Context, filter: ChangeFilter): Promise<number> {
  return authorize(ctx, 'audit:read').stores.audit.count(filter);
}
