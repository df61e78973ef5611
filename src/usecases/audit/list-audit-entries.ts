import type { AuditEntryFilter } from '../../domain/audit/audit-entry-list.ts';
import type { Change } from '../../domain/audit/change.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';

/** One page of the audit trail, newest first. */
export function listAuditEntries(ctx: Context, filter: AuditEntryFilter, page: PageRequest): Promise<Change[]> {
  return authorize(ctx, 'audit:read').stores.audit.list(filter, page);
}

export function countAuditEntries(ctx: Context, filter: AuditEntryFilter): Promise<number> {
  return authorize(ctx, 'audit:read').stores.audit.count(filter);
}
