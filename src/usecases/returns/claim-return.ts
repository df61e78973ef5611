import { AppError } from '../../domain/base/errors.ts';
import { describeReturn } from '../../domain/returns/return.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { ReturnClaim } from '../../domain/transactions/filing.ts';
import type { Session } from '../../ports/context.ts';
import type { ClaimRequest } from '../../ports/stores/return-store.ts';

type HeldClaim = { readonly claim: ReturnClaim; readonly wasClosed: boolean };

/** Null if the status of the return does not allow it. Throws `CONFLICT` while another request files or reopens it, or did so just now. */
export async function claimOf(
  { stores }: Pick<Session, 'stores'>,
  key: TaxReturnKey,
  request: ClaimRequest,
): Promise<HeldClaim | null> {
  const claimed = await stores.returns.claim(key, request);
  switch (claimed.kind) {
    case 'claimed':
      return claimed;
    case 'unfit':
      return null;
    case 'changed':
    case 'busy':
      throw overtaken(key);
    case 'overlapping': {
      const message = `The return overlaps with one that is filed (${describeReturn(claimed.other)}).`;
      throw new AppError('RETURN_OVERLAPS', message, { facts: { returnId: claimed.other.returnId } });
    }
  }
}

/** Another request now holds the claim. */
export function overtaken(key: TaxReturnKey): AppError {
  const message = `Another request files or reopens the return (${describeReturn(key)}); try again.`;
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
