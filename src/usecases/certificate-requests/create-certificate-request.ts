import { addDays } from '../../domain/base/calendar.ts';
import { invalidField } from '../../domain/base/errors.ts';
import { newServiceId } from '../../domain/base/service-id.ts';
import {
  type CertificateRequest,
  defaultExpiry,
  linkDays,
} from '../../domain/certificate-requests/certificate-request.ts';
import type { CertificateRequestInput } from '../../domain/certificate-requests/certificate-request-input.ts';
import { customerNotFound } from '../../domain/customers/customer.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import { namedStates } from '../exemptions/exemption-coverage.ts';

export async function createCertificateRequest(
  ctx: Context,
  { customerId, states, expiresOn }: CertificateRequestInput,
): Promise<CertificateRequest> {
  const { stores } = authorize(ctx, 'exemptions:write');
  const codes = namedStates(ctx.reference, states).map(({ code }) => code);
  const today = todayOf(ctx);
  if (expiresOn !== null && (expiresOn < today || expiresOn > addDays(today, linkDays.most))) {
    const message = `expiresOn must be today or later, and at most ${linkDays.most} days ahead.`;
    throw invalidField(['expiresOn'], 'OUT_OF_RANGE', message);
  }
  const [customer] = await stores.customers.findMany([customerId]);
  if (!customer) throw customerNotFound(customerId);
  const now = ctx.now();
  const request: CertificateRequest = {
    serviceId: newServiceId(),
    customerId,
    states: codes,
    status: 'REQUESTED',
    expiresOn: expiresOn ?? defaultExpiry(today),
    submittedAt: null,
    certificate: null,
    file: null,
    decisionReason: null,
    exemptionIds: [],
    internalTimestamps: { createdDate: now, updatedDate: now },
    version: 1,
  };
  await stores.certificateRequests.insert(request);
  return request;
}
