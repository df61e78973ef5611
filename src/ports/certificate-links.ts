import type { CertificateLink } from '../domain/certificate-requests/certificate-link.ts';

/** Where the page of the buyer is; the signed text follows. */
export const certificatesPath = '/certificates/';

/** Signs the links of certificate requests with the key of tokens, and reads signed ones. */
export interface CertificateLinks {
  sign(link: CertificateLink): Promise<string>;
  /**
   * Null unless this gateway signed the token for this purpose. Throws `TOO_MANY_REQUESTS` for an address, or a link, that is used
   * too often. Whether the request still exists is for the caller to look up.
   */
  read(token: string, remoteAddress: string): Promise<CertificateLink | null>;
}
