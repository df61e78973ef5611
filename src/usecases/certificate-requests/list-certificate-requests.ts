import {
  type CertificateInvitation,
  type CertificateReminderFilter,
  type CertificateRequest,
  type CertificateRequestFilter,
  invitationText,
} from '../../domain/certificate-requests/certificate-request.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import { findCertificateRequest } from './get-certificate-request.ts';

/** One page of certificate requests, newest first. */
export function listCertificateRequests(
  ctx: Context,
  filter: CertificateRequestFilter,
  page: PageRequest,
): Promise<CertificateRequest[]> {
  return authorize(ctx, 'exemptions:read').stores.certificateRequests.list(filter, page);
}

export function countCertificateRequests(ctx: Context, filter: CertificateRequestFilter): Promise<number> {
  return authorize(ctx, 'exemptions:read').stores.certificateRequests.count(filter);
}

/**
 * The message and the link for the customer. Anyone with the link may respond for the customer, so reading the link
 * requires write permission.
 */
export async function getCertificateInvitation(ctx: Context, serviceId: string): Promise<CertificateInvitation> {
  const { stores } = authorize(ctx, 'exemptions:write');
  const [invitation] = await invitationsTo(ctx, [await findCertificateRequest(stores.certificateRequests, serviceId)]);
  return invitation!;
}

export type CertificateReminder = CertificateInvitation & Pick<CertificateRequest, 'internalTimestamps'>;

export async function listCertificateReminders(
  ctx: Context,
  filter: CertificateReminderFilter,
  page: PageRequest,
): Promise<CertificateReminder[]> {
  const { certificateRequests } = authorize(ctx, 'exemptions:write').stores;
  return invitationsTo(ctx, await certificateRequests.list(filter, page, { dueOn: todayOf(ctx) }));
}

export function countCertificateReminders(ctx: Context, filter: CertificateReminderFilter): Promise<number> {
  const { certificateRequests } = authorize(ctx, 'exemptions:write').stores;
  return certificateRequests.count(filter, { dueOn: todayOf(ctx) });
}

async function invitationsTo(ctx: Context, requests: readonly CertificateRequest[]): Promise<CertificateReminder[]> {
  const { stores, tenant } = authorize(ctx, 'exemptions:write');
  const { certificateLinkTo, reference } = ctx;
  if (!certificateLinkTo) throw new Error('Only requests can create links.');
  const customers = await stores.customers.findMany([...new Set(requests.map((one) => one.customerId))]);
  const byId = new Map(customers.map((one) => [one.serviceId, one]));
  return Promise.all(
    requests.map(async ({ serviceId, customerId, states, expiresOn, internalTimestamps }) => {
      const link = await certificateLinkTo({ tenantId: tenant.tenantId, requestId: serviceId, expiresOn });
      const stateNames = states.map((code) => reference.findState(code)?.name ?? code);
      const { name = null, email = null } = byId.get(customerId) ?? {};
      const text = invitationText({ seller: tenant.name, stateNames, expiresOn, link });
      return { serviceId, customerId, name, email, ...text, link, expiresOn, internalTimestamps };
    }),
  );
}
