import type { CertificateStatus } from '../exemptions/certificate-status.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';

/** What each status of a certificate means. */
export const certificateStatusMeanings: Readonly<Record<CertificateStatus, string>> = {
  PENDING: 'Its first day has not come yet.',
  ACTIVE: 'Valid.',
  EXPIRING_SOON: 'Valid, and its last day is no further away than the setting expiringSoonDays.',
  EXPIRED: 'Its last day has passed.',
  CANCELLED: 'Cancelled.',
};

/** What each reason for an exemption means. */
export const exemptionReasonMeanings: Readonly<Record<ExemptionReason, string>> = {
  RESALE: 'The goods are bought to be sold again.',
  GOVERNMENT: 'The buyer is a federal, state, local or tribal government.',
  AGRICULTURE: 'The goods are used in agricultural production.',
  INDUSTRIAL: 'The goods are used in industrial production or manufacturing.',
  CHARITY: 'The buyer is a charitable organization.',
  EDUCATION: 'The buyer is a school, college or other educational organization.',
  RELIGIOUS: 'The buyer is a religious organization.',
  DIRECT_PAY: 'The buyer has a direct pay permit and pays the tax to the state itself.',
  DIPLOMATIC: 'The buyer is a foreign mission, a diplomat or an international organization.',
  OTHER: 'Another reason, described in classification.',
};
