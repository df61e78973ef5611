import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../domain/base/errors.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { type ExemptionPatch, patchTerms, sentTerms } from '../../domain/exemptions/exemption-patch.ts';
import type { ExemptionTerms } from '../../domain/exemptions/exemption-terms.ts';
import { authorize, type Context } from '../../ports/context.ts';
import { exemptionRevision } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { type ExemptionName, findExemption } from './exemptions.ts';

/**
 * Applies a JSON merge patch: absent fields keep their value, null clears, nested objects merge. Documents that used
 * the exemption keep their tax.
 */
export function patchExemption(
  ctx: Context,
  by: ExemptionName,
  patch: ExemptionPatch,
  precondition?: Precondition,
): Promise<Exemption> {
  return change(ctx, by, (stored) => {
    requireExpected(precondition, exemptionRevision(stored));
    return patchTerms(ctx.reference, stored, patch);
  });
}

/** Sets the status to `CANCELLED`. Cancelling it again changes nothing. */
export function cancelExemption(ctx: Context, by: ExemptionName, precondition?: Precondition): Promise<Exemption> {
  return change(ctx, by, (stored) => {
    requireExpected(precondition, exemptionRevision(stored));
    const terms = sentTerms(stored);
    return terms.exemptionStatus === 'CANCELLED' ? terms : { ...terms, exemptionStatus: 'CANCELLED', sentStatus: null };
  });
}

function change(ctx: Context, by: ExemptionName, termsFor: (stored: Exemption) => ExemptionTerms): Promise<Exemption> {
  const session = authorize(ctx, 'exemptions:write');
  const { exemptions } = session.stores;
  return retryOnConflict(recordOf(session, 'exemption', JSON.stringify(by)), async () => {
    const stored = await findExemption(exemptions, by);
    const terms = termsFor(stored);
    if (isDeepStrictEqual(sentTerms(stored), terms)) return stored;
    const internalTimestamps = changedAt(stored.internalTimestamps, ctx.now());
    const exemption = { ...stored, ...terms, internalTimestamps, version: stored.version + 1 };
    const outcome = await exemptions.replace(exemption, stored.version);
    if (outcome === 'key-taken') throw keyTaken(terms);
    return outcome === 'replaced' ? exemption : null;
  });
}

function keyTaken({ certificate }: ExemptionTerms): AppError {
  const id = certificate?.certificateId ?? '';
  const message = `Another exemption of this customer in this place already has the certificate id ${JSON.stringify(id)}.`;
  const issues = [{ path: ['certificate', 'certificateId'], code: 'KEY_TAKEN', message }];
  return new AppError('KEY_TAKEN', message, { issues });
}
