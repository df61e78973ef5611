import type { CertificateStatus } from '../exemptions/certificate-status.ts';
import type { CoverageStatus } from '../exemptions/exemption-coverage.ts';
import type { Acceptance } from '../exemptions/reason-acceptance.ts';
import type { TaxRefundOutcome } from '../transactions/impact/tax-refund.ts';

/** What each status of a certificate means. */
export const certificateStatusMeanings: Readonly<Record<CertificateStatus, string>> = {
  PENDING: 'Its first day has not come yet.',
  ACTIVE: 'Valid.',
  EXPIRING_SOON: 'Valid, and its last day is no further away than the setting expiringSoonDays.',
  EXPIRED: 'Its last day has passed.',
  CANCELLED: 'Ended by the consumer, whatever its dates.',
};

/** How a customer is exempt in a state. */
export const coverageMeanings: Readonly<Record<CoverageStatus, string>> = {
  COVERED: 'A certificate is valid.',
  EXPIRING: 'The valid certificate expires soon, by the setting expiringSoonDays.',
  GAP: 'No certificate is valid.',
  NOT_ACCEPTED: 'The only valid certificate has a reason that the state does not accept.',
  NO_TAX: 'The state has no sales tax, so no certificate is needed.',
};

/** Whether a state accepts a reason. */
export const acceptanceMeanings: Readonly<Record<Acceptance, string>> = {
  ACCEPTED: 'The state exempts such purchases, under its own conditions.',
  LIMITED: 'The state exempts only some of them, as the note says.',
  NOT_ACCEPTED: 'The state has no general exemption for this reason.',
  UNKNOWN: 'No source in the rate book tells.',
};

/** What happened with the tax of one invoice. */
export const taxRefundOutcomeMeanings: Readonly<Record<TaxRefundOutcome, string>> = {
  REFUNDED: 'A refund of its tax was stored.',
  PREVIEWED: 'A refund would be stored.',
  SKIPPED_FILED: 'The invoice is filed and was left out.',
  FAILED: 'No refund was stored; problem says why.',
};
