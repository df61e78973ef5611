import type { CertificateLink } from '../domain/certificate-requests/certificate-request.ts';

/** The path of the buyer's page; the signed text follows. */
export const certificatesPath = '/certificates/';

/** Signs the links of certificate requests with the key used for tokens, and reads signed links. */
export interface CertificateLinks {
  sign(link: CertificateLink): Promise<string>;
  /**
   * Null unless this gateway signed the token for this purpose. Throws `TOO_MANY_REQUESTS` for an address, or a link,
   * that is used too often. The caller must check that the request still exists.
   */
  read(token: string, remoteAddress: string): Promise<CertificateLink | null>;
}
