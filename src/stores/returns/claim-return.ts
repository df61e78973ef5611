import { newServiceId } from '../../domain/base/service-id.ts';
import { sharesTaxes } from '../../domain/returns/own-taxes.ts';
import { closesPeriod } from '../../domain/returns/return.ts';
import type { ReturnName, ReturnStatus } from '../../domain/returns/return-record.ts';
import type { Claimed } from '../../ports/stores/return-store.ts';
import { Prisma } from '../generated/client.ts';
import { type ClosedRow, claimedUntil, isClosed, overlaps, toClosedPeriod } from '../sql/closed-periods.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/** Any number that no other advisory lock of the gateway has as its class. */
const lockClass = 71_003;

const mayBecome: Readonly<Record<'FILING' | 'REOPENING', readonly ReturnStatus[]>> = {
  FILING: ['DRAFT', 'FILING'],
  REOPENING: ['FILING', 'FILED', 'AMENDED', 'REOPENING'],
};

type Known = { service_id: string; status: ReturnStatus; is_busy: boolean };

/** The returns of a tenant are claimed one at a time, so that two returns with the same taxes of a day are never both closed. */
export function claimReturn(
  scope: TenantScope,
  name: ReturnName,
  next: 'FILING' | 'REOPENING',
  at: Date,
): Promise<Claimed> {
  return scope.prisma.$transaction(async (unit): Promise<Claimed> => {
    await unit.$queryRaw`SELECT pg_advisory_xact_lock(${lockClass}::int, hashtext(${scope.tenantId}::text))::text`;
    const [known] = await unit.$queryRaw<Known[]>`
      SELECT service_id::text, status::text, coalesce(claimed_until > statement_timestamp(), FALSE) AS is_busy
      FROM returns ${where(scope, [isNamed(name)])}`;
    const status = known?.status ?? 'DRAFT';
    if (known?.is_busy) return { kind: 'busy' };
    if (!mayBecome[next].includes(status)) return { kind: 'unfit', status };
    if (!closesPeriod(status)) {
      const closed = await unit.$queryRaw<ClosedRow[]>`
        SELECT service_id::text, country, state, from_on::text, to_on::text FROM returns
        ${where(scope, [overlaps(name), isClosed])} ORDER BY from_on`;
      const other = closed.map(toClosedPeriod).find((period) => sharesTaxes(period, name));
      if (other) return { kind: 'overlapping', other };
    }
    const claim = { returnId: known?.service_id ?? newServiceId(), claimId: newServiceId() };
    const { country, state, from, to } = name;
    await unit.$executeRaw`
      INSERT INTO returns AS known (tenant_id, service_id, country, state, from_on, to_on, status, claim_id, claimed_until,
        created_at, updated_at, changed_by)
      VALUES (${scope.tenantId}, ${claim.returnId}::uuid, ${country}, ${state ?? ''}, ${from}::date, ${to}::date,
        ${next}::"ReturnStatus", ${claim.claimId}::uuid, ${claimedUntil}, ${at.toISOString()}::timestamptz,
        ${at.toISOString()}::timestamptz, ${scope.changedBy})
      ON CONFLICT (tenant_id, country, state, from_on, to_on) DO UPDATE SET status = excluded.status,
        claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
        updated_at = greatest(known.updated_at, excluded.updated_at), version = known.version + 1,
        changed_by = excluded.changed_by`;
    return { kind: 'claimed', claim };
  });
}

export function isNamed({ country, state, from, to }: ReturnName): Prisma.Sql {
  return Prisma.sql`country = ${country} AND state = ${state ?? ''} AND from_on = ${from}::date AND to_on = ${to}::date`;
}
