import { AppError } from '../../domain/base/errors.ts';
import { describeReturn } from '../../domain/returns/return.ts';
import type { ReturnName } from '../../domain/returns/return-record.ts';
import type { ReturnClaim } from '../../domain/transactions/filing.ts';
import type { Session } from '../../ports/context.ts';

/** Null if the status of the return does not allow it. Throws `CONFLICT` while another request files or reopens it. */
export async function claimOf(
  { stores }: Pick<Session, 'stores'>,
  name: ReturnName,
  to: 'FILING' | 'REOPENING',
  at: Date,
): Promise<ReturnClaim | null> {
  const claimed = await stores.returns.claim(name, to, at);
  switch (claimed.kind) {
    case 'claimed':
      return claimed.claim;
    case 'unfit':
      return null;
    case 'busy':
      throw overtaken(name);
    case 'overlapping': {
      const message = `The return overlaps with one that is filed (${describeReturn(claimed.other)}).`;
      throw new AppError('RETURN_OVERLAPS', message);
    }
  }
}

/** Another request now holds the claim. */
export function overtaken(name: ReturnName): AppError {
  const message = `Another request files or reopens the return (${describeReturn(name)}); try again.`;
  return new AppError('CONFLICT', message, { retryAfter: 5 });
}

/** Gives the claim back after a failure, so that the next request need not wait until it expires. */
export async function withClaim(
  { stores }: Pick<Session, 'stores'>,
  claim: ReturnClaim,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await stores.returns.release(claim).catch(() => undefined);
    throw error;
  }
}
