import { z } from 'zod';

/** The signed content of the link of a certificate request. */
export const certificateLink = z.strictObject({
  tenantId: z.uuid(),
  requestId: z.uuid(),
  /** The last day of the link, in UTC. */
  expiresOn: z.iso.date(),
});
export type CertificateLink = z.output<typeof certificateLink>;
