import { z } from 'zod';

/** The signed content of a certificate request link. */
export const certificateLink = z.strictObject({
  tenantId: z.uuid(),
  requestId: z.uuid(),
  /** The last day on which the link is valid, in UTC. */
  expiresOn: z.iso.date(),
});
export type CertificateLink = z.output<typeof certificateLink>;
