import { z } from 'zod';

/** What the link of a certificate request says, and its signature covers. */
export const certificateLink = z.strictObject({
  tenantId: z.uuid(),
  requestId: z.uuid(),
  /** The last day in UTC. */
  expiresOn: z.iso.date(),
});
export type CertificateLink = z.output<typeof certificateLink>;
