import { AppError } from '../../domain/base/errors.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from './tenant-scope.ts';
import { inUnitOfWork } from './unit-of-work.ts';

/**
 * Runs a write that the audit trail does not record, and stores its outcome under the idempotency key of the request in
 * the same unit of work. For recorded writes, triggers do this (`note_outcome`).
 */
export async function writeNoted<Row>(
  scope: TenantScope,
  write: Prisma.Sql,
  outcomeOf: (rows: readonly Row[]) => string | null,
): Promise<readonly Row[]> {
  const { claim } = scope;
  if (!claim) return scope.statements.rows<Row>(write);
  let written: readonly Row[] = [];
  await inUnitOfWork(scope, async (rows) => {
    written = await rows<Row>(write);
    const outcome = outcomeOf(written);
    if (outcome === null) return true;
    const isMine = Prisma.sql`client_id = ${claim.clientId} AND key = ${claim.key} AND claim_id = ${claim.claimId}::uuid`;
    const noted = await rows(Prisma.sql`
      UPDATE idempotency_keys SET outcome = coalesce(outcome, ${outcome}) ${where(scope, [isMine])} RETURNING key`);
    if (noted.length === 1) return true;
    throw new AppError('CONFLICT', 'Another request with this Idempotency-Key finished first. Try again.');
  });
  return written;
}
