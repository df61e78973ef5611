import { AppError } from '../../domain/base/errors.ts';
import { describeReturn } from '../../domain/returns/return.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { ReturnClaim } from '../../domain/transactions/filing.ts';
import type { Session } from '../../ports/context.ts';
import type { ClaimRequest } from '../../ports/stores/return-store.ts';

type HeldClaim = { readonly claim: ReturnClaim; readonly wasClosed: boolean };

/**
 * Claims a return. Null if the status of the return does not allow the change. Throws `CONFLICT` while another request
 * is filing or reopening the return, or if one has just done so.
 */
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
      const message = `The return overlaps with a filed return (${describeReturn(claimed.other)}).`;
      throw new AppError('RETURN_OVERLAPS', message, { facts: { returnId: claimed.other.returnId } });
    }
  }
}

/** The error if another request holds the claim, or the return has just changed. */
export function overtaken(key: TaxReturnKey): AppError {
  const message = `Another request is filing or reopening the return (${describeReturn(key)}). Try again.`;
  return new AppError('CONFLICT', message, { retryAfter: 5 });
}

/** Releases the claim after a failure, so that the next request need not wait for it to expire. */
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
