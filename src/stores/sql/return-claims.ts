import type { ReturnClaim } from '../../domain/transactions/filing.ts';
import { Prisma } from '../generated/client.ts';
import { claimedUntil } from './closed-periods.ts';
import { type TenantScope, where } from './tenant-scope.ts';

/** Selects the return, unless another caller has taken over the claim. */
export function isClaimedBy({ returnId, claimId }: ReturnClaim): Prisma.Sql {
  return Prisma.sql`service_id = ${returnId}::uuid AND claim_id = ${claimId}::uuid`;
}

/** Returns false if the claim was lost. */
export async function renewClaim(scope: TenantScope, claim: ReturnClaim): Promise<boolean> {
  const renewed = await scope.reports.rows(Prisma.sql`
    UPDATE returns SET claimed_until = ${claimedUntil} ${where(scope, [isClaimedBy(claim)])} RETURNING claim_id`);
  return renewed.length > 0;
}
