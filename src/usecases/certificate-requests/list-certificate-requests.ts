import { AppError, notFound } from '../../domain/base/errors.ts';
import {
  type CertificateInvitation,
  type CertificateReminderFilter,
  type CertificateRequest,
  invitationText,
} from '../../domain/certificate-requests/certificate-request.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import type { CertificateRequestStore } from '../../ports/stores/certificate-request-store.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import { readInPieces } from '../exemptions/exemption-file.ts';
import { storedList } from '../reading/stored-list.ts';

/** One page of certificate requests, newest first. */
export const { list: listCertificateRequests, count: countCertificateRequests } = storedList(
  'exemptions:read',
  ({ certificateRequests }) => certificateRequests,
);

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

export function getCertificateRequest(ctx: Context, serviceId: string): Promise<CertificateRequest> {
  return findCertificateRequest(authorize(ctx, 'exemptions:read').stores.certificateRequests, serviceId);
}

export async function findCertificateRequest(
  requests: CertificateRequestStore,
  serviceId: string,
): Promise<CertificateRequest> {
  const [request] = await requests.findMany([serviceId]);
  if (!request) throw notFound('CERTIFICATE_REQUEST', { serviceId });
  return request;
}

/** The submitted file, which moves to the exemptions on acceptance. Throws `NOT_FOUND` if the request has no file. */
export async function readCertificateRequestFile(ctx: Context, serviceId: string) {
  const { certificateRequests } = authorize(ctx, 'exemptions:read').stores;
  const { file } = await findCertificateRequest(certificateRequests, serviceId);
  if (!file) throw new AppError('NOT_FOUND', 'The request has no file.');
  return { file, pieces: () => readInPieces(certificateRequests.files, file) };
}
