import type { AuditStore } from '../../ports/stores/audit-store.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import { Prisma } from '../generated/client.ts';
import { countRows } from '../sql/count-rows.ts';
import { auditFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf } from '../sql/filter-sql.ts';
import { limitTo, type TenantScope, where } from '../sql/tenant-scope.ts';
import { type ChangeRow, changeColumns, toChange } from './change-rows.ts';
import { sealChanges } from './change-sealer.ts';
import { readHead, signHead } from './trail-head.ts';
import { verifyChanges } from './verify-changes.ts';
import { addDigests, verifyTransactions } from './verify-transactions.ts';

/** Changes are read through the pool for reports: the trail is long, and no index serves every filter. */
export function createAuditStore(scope: TenantScope): AuditStore {
  const { reports } = scope;
  return {
    async list(filter, page) {
      const conditions = conditionsOf(auditFilterColumns, filter);
      const fitting = where(scope, [...conditions, isAfter(page)]);
      const by = page.direction === 'ASC' ? Prisma.sql`ASC` : Prisma.sql`DESC`;
      const select = Prisma.sql`SELECT ${changeColumns} FROM changes ${fitting}
        ORDER BY at ${by}, change_id ${by} ${limitTo(page.limit)}`;
      const rows = await reports.rows<ChangeRow>(select, planningOf(conditions));
      return rows.map(toChange);
    },

    count: (filter) => countRows(scope, 'reports', 'changes', conditionsOf(auditFilterColumns, filter)),

    seal: (at) => sealChanges(scope, at),
    verify: (expected) => verifyChanges(scope, expected),
    verifyTransactions: () => verifyTransactions(scope),
    addDigests: (onPart) => addDigests(scope, onPart),
    head: () => readHead(scope),
    sign: () => signHead(scope),
  };
}

function isAfter({ after, direction }: PageRequest): Prisma.Sql | null {
  if (!after) return null;
  const isBehind = direction === 'ASC' ? Prisma.sql`>` : Prisma.sql`<`;
  return Prisma.sql`(at, change_id) ${isBehind} (${after.createdAt.toISOString()}::timestamptz, ${after.serviceId}::uuid)`;
}
