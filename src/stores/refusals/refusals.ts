import { newServiceId } from '../../domain/base/service-id.ts';
import { mostRefusals, oldestRefusal, type RefusalFilter, type RefusalRecord } from '../../domain/refusals/refusal.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import type { RefusalStore } from '../../ports/stores/refusal-store.ts';
import { type BackgroundWork, createBackgroundWork } from '../background/background-work.ts';
import type { Database } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { countRows } from '../sql/count-rows.ts';
import { refusalFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf } from '../sql/filter-sql.ts';
import { columnsOf, type RowOf, withTimes } from '../sql/stored-record.ts';
import { createTenantScope, limitTo, type TenantScope, where } from '../sql/tenant-scope.ts';
import { forEachTenant, tenantsIn } from '../sql/tenants-in.ts';

type Row = Omit<RowOf<RefusalRecord>, 'serviceId' | 'createdAt' | 'updatedAt'> & { readonly refusalId: string };

const columns = columnsOf<Row>(
  'refusalId',
  'source',
  'externalId',
  'code',
  'issueCode',
  'pointer',
  'refusalCount',
  'firstRefusedAt',
  'refusedAt',
);
const instant = (at: Date) => Prisma.sql`${at.toISOString()}::timestamptz`;

export function createRefusalStore(scope: TenantScope): RefusalStore {
  const { statements, tenantId } = scope;
  /** Checked when refusals are listed, so that it does not slow down storing a document. */
  const isStoredSince = Prisma.sql`EXISTS (SELECT FROM transactions WHERE transactions.tenant_id = ${tenantId}
    AND transactions.source = refusals.source AND transactions.external_id = refusals.external_id
    AND transactions.updated_at >= refusals.refused_at)`;
  const listed = (filter: RefusalFilter, since: Date) => [
    Prisma.sql`refused_at >= ${instant(since)}`,
    Prisma.sql`NOT ${isStoredSince}`,
    ...conditionsOf(refusalFilterColumns, filter),
  ];

  return {
    async note({ source, externalId, code, issueCode, pointer, refusedAt }) {
      const at = instant(refusedAt);
      await statements.rows(Prisma.sql`
        INSERT INTO refusals AS known (tenant_id, refusal_id, source, external_id, code, issue_code, pointer,
          first_refused_at, refused_at)
        VALUES (${tenantId}, ${newServiceId()}::uuid, ${source}, ${externalId}, ${code}, ${issueCode}, ${pointer}, ${at}, ${at})
        ON CONFLICT (tenant_id, source, external_id) DO UPDATE SET code = excluded.code,
          issue_code = excluded.issue_code, pointer = excluded.pointer, refused_at = excluded.refused_at,
          refusal_count = least(known.refusal_count, 2147483646) + 1
        RETURNING refusal_id`);
    },

    async purge(before) {
      await statements.rows(Prisma.sql`
        DELETE FROM refusals ${where(scope, [Prisma.sql`refused_at < ${instant(before)}`])} RETURNING refusal_id`);
      const [newest] = await statements.rows<{ refused_at: string; refusal_id: string }>(Prisma.sql`
        SELECT refused_at, refusal_id FROM refusals ${where(scope, [])}
        ORDER BY refused_at DESC, refusal_id DESC LIMIT 1 OFFSET ${mostRefusals}`);
      if (!newest) return;
      const isBeyond = Prisma.sql`(refused_at, refusal_id) <= (${newest.refused_at}::timestamptz, ${newest.refusal_id}::uuid)`;
      await statements.rows(Prisma.sql`DELETE FROM refusals ${where(scope, [isBeyond])} RETURNING refusal_id`);
    },

    async list(filter, since, page) {
      const conditions = listed(filter, since);
      const select = Prisma.sql`SELECT ${columns} FROM refusals ${where(scope, [...conditions, isAfter(page)])} ${ordered(page)}`;
      const rows = await statements.rows<Row>(select, planningOf(conditions));
      return rows.map(toRefusal);
    },

    count: (filter, since) => countRows(scope, 'statements', 'refusals', listed(filter, since)),
  };
}

function isAfter({ after, direction }: PageRequest): Prisma.Sql | null {
  if (!after) return null;
  const isBehind = direction === 'ASC' ? Prisma.sql`>` : Prisma.sql`<`;
  return Prisma.sql`(refused_at, refusal_id) ${isBehind} (${instant(after.createdAt)}, ${after.serviceId}::uuid)`;
}

function ordered({ limit, direction }: PageRequest): Prisma.Sql {
  const by = direction === 'ASC' ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  return Prisma.sql`ORDER BY refused_at ${by}, refusal_id ${by} ${limitTo(limit)}`;
}

function toRefusal({ refusalId, firstRefusedAt, refusedAt, ...row }: Row): RefusalRecord {
  return {
    ...withTimes({ ...row, createdAt: refusedAt, updatedAt: refusedAt }),
    serviceId: refusalId,
    firstRefusedAt: new Date(firstRefusedAt),
    refusedAt: new Date(refusedAt),
  };
}

const everyMs = 600_000;

type Purge = { now(): Date; onError(error: unknown): void };

/** Removes old and excess refusals of all tenants in the background, on every replica. */
export function createRefusalPurge(database: Database, { now, onError }: Purge): BackgroundWork {
  return createBackgroundWork({ everyMs, onError, run: (isStopped) => purgeRefusals(database, now(), isStopped) });
}

export async function purgeRefusals(database: Database, now: Date, isStopped: () => boolean): Promise<void> {
  const tenants = await tenantsIn(database, Prisma.sql`refusals`);
  await forEachTenant(tenants, isStopped, (tenantId) =>
    createRefusalStore(createTenantScope(database, tenantId)).purge(oldestRefusal(now)),
  );
}
