import { dayOf } from '../../domain/base/calendar.ts';
import { AppError, invalidField } from '../../domain/base/errors.ts';
import { type Precondition, requireExpected } from '../../domain/base/precondition.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import { changedAt } from '../../domain/base/timestamps.ts';
import { formatNames } from '../../domain/base/words.ts';
import type { CertificateRequest } from '../../domain/certificate-requests/certificate-request.ts';
import type { CertificateDecisionInput } from '../../domain/certificate-requests/certificate-request-input.ts';
import { reasonOf, streamlinedForm } from '../../domain/certificate-requests/streamlined-certificate.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ExemptionStore } from '../../ports/stores/exemption-store.ts';
import { currentRevisionOf } from '../writing/current-revision.ts';
import { retryOnConflict } from '../writing/optimistic-lock.ts';
import { recordOf } from '../writing/writer-queue.ts';
import { findCertificateRequest } from './list-certificate-requests.ts';

/**
 * Accepts or declines the submission, or withdraws the request. Repeating a decision changes nothing; repeating it with
 * different terms is refused.
 */
export function decideCertificateRequest(
  ctx: Context,
  serviceId: string,
  input: CertificateDecisionInput,
  precondition?: Precondition,
): Promise<CertificateRequest> {
  const session = authorize(ctx, 'exemptions:write');
  const { certificateRequests, exemptions } = session.stores;
  const { decision, reason } = input;
  return retryOnConflict(recordOf(session, 'certificate request', serviceId), async () => {
    const stored = await findCertificateRequest(certificateRequests, serviceId);
    if (stored.status === decision) {
      requireSameTerms(stored, await exemptions.findMany(stored.exemptionIds), input);
      return stored;
    }
    requireExpected(precondition, currentRevisionOf(stored));
    const isOpen = stored.status === 'PENDING' || (stored.status === 'REQUESTED' && decision === 'REVOKED');
    if (!isOpen) {
      throw new AppError('REQUEST_DECIDED', `The request is ${stored.status} and cannot be ${decision}.`);
    }
    const newExemptions = decision === 'ACCEPTED' ? exemptionsOf(ctx, stored, input) : [];
    const request = {
      ...stored,
      status: decision,
      decisionReason: reason,
      exemptionIds: newExemptions.map((exemption) => exemption.serviceId),
      file: decision === 'ACCEPTED' ? null : stored.file,
      internalTimestamps: changedAt(stored.internalTimestamps, ctx.now()),
      version: stored.version + 1,
    };
    const outcome = await certificateRequests.decide(request, newExemptions, stored.version);
    if (outcome === 'key-taken') throw await keyTaken(exemptions, newExemptions);
    return outcome === 'decided' ? request : null;
  });
}

/** Compares only the terms that were sent. */
function requireSameTerms(
  { status, decisionReason }: CertificateRequest,
  exemptions: readonly Exemption[],
  { reason, exemptionReason, certificateId, validFrom, validThrough }: CertificateDecisionInput,
): void {
  const sent = { exemptionReason, certificateId, validFrom, validThrough };
  const terms = exemptions.map((one) => ({ ...one, certificateId: one.certificate?.certificateId ?? null }));
  const names = Object.keys(sent) as (keyof typeof sent)[];
  const others: string[] = names.filter(
    (name) => sent[name] !== null && terms.some((stored) => stored[name] !== sent[name]),
  );
  if (reason !== null && reason !== decisionReason) others.push('reason');
  if (others.length === 0) return;
  const message = `The request is already ${status}, and ${formatNames(others)} cannot be changed by another decision.`;
  const fix = status === 'ACCEPTED' ? ' Change its exemptions instead.' : '';
  throw new AppError('REQUEST_DECIDED', message + fix);
}

/** The buyer can enter any number, so a submission never replaces an exemption that is already stored. */
async function keyTaken(store: ExemptionStore, exemptions: readonly Exemption[]): Promise<AppError> {
  const found = await Promise.all(
    exemptions.map(({ customerId, country, state, certificate }) =>
      store.findByKey({ customerId, country, state, certificateId: certificate?.certificateId ?? null }),
    ),
  );
  const messages = found
    .filter((one) => one !== null)
    .map(
      ({ serviceId, state, certificate }) =>
        `Exemption ${serviceId} in ${state} already has the certificate number ${JSON.stringify(certificate?.certificateId)}.`,
    );
  const message = `${messages.join(' ')} Send another certificateId, or change the stored exemption and decline the certificate request.`;
  const issues = [{ path: ['certificateId'], code: 'KEY_TAKEN', message }];
  return new AppError('KEY_TAKEN', message, { issues });
}

function exemptionsOf(ctx: Context, request: CertificateRequest, input: CertificateDecisionInput): Exemption[] {
  const { serviceId, customerId, certificate, submittedAt, states } = request;
  const filledIn = certificate && reasonOf(certificate);
  const now = ctx.now();
  const validFrom = input.validFrom ?? dayOf(submittedAt ?? now);
  const { validThrough } = input;
  if (validThrough !== null && validThrough < validFrom) {
    throw invalidField(['validThrough'], 'OUT_OF_RANGE', `validThrough must not be before ${validFrom}.`);
  }
  return states.map((state) => {
    const sentNumber = certificate?.stateNumbers.find((one) => one.state === state)?.number;
    const certificateId = input.certificateId ?? sentNumber ?? `REQUEST-${serviceId}`;
    return {
      serviceId: newServiceId(),
      customerId,
      country: 'US',
      state,
      stateName: ctx.reference.findState(state)?.name ?? null,
      sentStateCode: null,
      exemptionReason: input.exemptionReason ?? filledIn?.exemptionReason ?? null,
      classification: filledIn && { code: null, description: filledIn.words },
      certificate: { certificateId, url: null, name: filledIn ? streamlinedForm.name : null },
      exemptionType: 'FULLY',
      exemptionStatus: 'ACTIVE',
      sentStatus: null,
      exemptFraction: null,
      reducedRate: null,
      taxCodes: [],
      validationDates: { fromDate: validFrom, toDate: validThrough },
      validFrom,
      validThrough,
      hasFile: false,
      internalTimestamps: { createdDate: now, updatedDate: now },
      version: 1,
    };
  });
}
