import { newServiceId } from '../../domain/base/service-id.ts';
import { sharesTaxes } from '../../domain/returns/own-taxes.ts';
import { closesPeriod } from '../../domain/returns/return.ts';
import type { TaxReturnKey, TaxReturnStatus } from '../../domain/returns/return-record.ts';
import type { Claimed, ClaimRequest } from '../../ports/stores/return-store.ts';
import { Prisma } from '../generated/client.ts';
import { type ClosedRow, claimedUntil, isClosed, overlaps, toClosedPeriod } from '../sql/closed-periods.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/** An arbitrary number that no other advisory lock of the gateway uses as its class. */
const lockClass = 71_003;

const mayBecome: Readonly<Record<'FILING' | 'REOPENING', readonly TaxReturnStatus[]>> = {
  FILING: ['DRAFT', 'FILING'],
  REOPENING: ['FILING', 'FILED', 'AMENDED', 'REOPENING'],
};

type Known = { service_id: string; status: TaxReturnStatus; version: number; is_busy: boolean };

/**
 * The returns of a tenant are claimed one at a time, so that two returns with the same taxes on a day are never both
 * closed.
 */
export function claimReturn(
  scope: TenantScope,
  name: TaxReturnKey,
  { next, at, ifVersion }: ClaimRequest,
): Promise<Claimed> {
  return scope.prisma.$transaction(async (unit): Promise<Claimed> => {
    await unit.$queryRaw`SELECT pg_advisory_xact_lock(${lockClass}::int, hashtext(${scope.tenantId}::text))::text`;
    const [known] = await unit.$queryRaw<Known[]>`
      SELECT service_id::text, status::text, version, coalesce(claimed_until > statement_timestamp(), FALSE) AS is_busy
      FROM returns ${where(scope, [isNamed(name)])}`;
    const status = known?.status ?? 'DRAFT';
    if (known?.is_busy) return { kind: 'busy' };
    if (ifVersion !== null && ifVersion !== (known?.version ?? 0)) return { kind: 'changed' };
    if (!mayBecome[next].includes(status)) return { kind: 'unfit', status };
    if (!closesPeriod(status)) {
      const closed = await unit.$queryRaw<ClosedRow[]>`
        SELECT service_id::text, country, state, scheme, from_on::text, to_on::text FROM returns
        ${where(scope, [overlaps(name), isClosed])} ORDER BY from_on`;
      const other = closed
        .map(toClosedPeriod)
        .find((period) => period.scheme === name.scheme && sharesTaxes(period, name));
      if (other) return { kind: 'overlapping', other };
    }
    const claim = { returnId: known?.service_id ?? newServiceId(), claimId: newServiceId() };
    const { country, state, scheme, from, to } = name;
    await unit.$executeRaw`
      INSERT INTO returns AS known (tenant_id, service_id, country, state, scheme, from_on, to_on, status, claim_id, claimed_until,
        created_at, updated_at, changed_by)
      VALUES (${scope.tenantId}, ${claim.returnId}::uuid, ${country}, ${state ?? ''}, ${scheme}, ${from}::date, ${to}::date,
        ${next}::"TaxReturnStatus", ${claim.claimId}::uuid, ${claimedUntil}, ${at.toISOString()}::timestamptz,
        ${at.toISOString()}::timestamptz, ${scope.changedBy})
      ON CONFLICT (tenant_id, country, state, scheme, from_on, to_on) DO UPDATE SET status = excluded.status,
        claim_id = excluded.claim_id, claimed_until = excluded.claimed_until,
        updated_at = greatest(known.updated_at, excluded.updated_at), version = known.version + 1,
        changed_by = excluded.changed_by`;
    return { kind: 'claimed', claim, wasClosed: closesPeriod(status) };
  });
}

export function isNamed({ country, state, scheme, from, to }: TaxReturnKey): Prisma.Sql {
  return Prisma.sql`country = ${country} AND state = ${state ?? ''} AND scheme = ${scheme} AND from_on = ${from}::date AND to_on = ${to}::date`;
}
