import { AppError, notFound } from '../../domain/base/errors.ts';
import type { CertificateRequest } from '../../domain/certificate-requests/certificate-request.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { CertificateRequestStore } from '../../ports/stores/certificate-request-store.ts';
import { readInPieces } from '../exemptions/exemption-file.ts';

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
