import type { TenantSettings } from '../account/tenant.ts';
import { addDays, daysBetween } from '../base/calendar.ts';
import { type EnumerationValue, namesOf, states } from '../base/record.ts';
import type { Exemption } from './exemption.ts';

export const certificateStatus = states('CertificateStatus', 'Status of a certificate on a day.', {
  PENDING:
    'Not yet valid: it starts on a later day, or its file is missing although the setting `requireEvidence` is on.',
  ACTIVE: 'Valid.',
  EXPIRING_SOON: 'Valid, and its last day is at most `expiringSoonDays` away.',
  EXPIRED: 'The last day of validity has passed.',
  CANCELLED: 'Cancelled by the seller, regardless of the dates.',
});
export type CertificateStatus = EnumerationValue<typeof certificateStatus>;
export const certificateStatuses = namesOf(certificateStatus);

/** The day on which certificates are evaluated, and the relevant settings. */
export type CertificateTerms = Pick<TenantSettings, 'expiringSoonDays' | 'requireEvidence'> & { readonly on: string };

type Judged = Pick<Exemption, 'exemptionStatus' | 'validFrom' | 'validThrough' | 'hasFile'>;

export const lacksEvidence = (
  { hasFile }: Pick<Exemption, 'hasFile'>,
  { requireEvidence }: Pick<TenantSettings, 'requireEvidence'>,
): boolean => requireEvidence && !hasFile;

/** The first and last day are included: a certificate is still valid on its last day. */
export function certificateStatusOf(exemption: Judged, terms: CertificateTerms): CertificateStatus {
  const { exemptionStatus, validFrom, validThrough } = exemption;
  const { on, expiringSoonDays } = terms;
  if (exemptionStatus === 'CANCELLED') return 'CANCELLED';
  if (validThrough !== null && validThrough < on) return 'EXPIRED';
  if ((validFrom !== null && validFrom > on) || lacksEvidence(exemption, terms)) return 'PENDING';
  return validThrough !== null && validThrough <= addDays(on, expiringSoonDays) ? 'EXPIRING_SOON' : 'ACTIVE';
}

/** Days until the last day: 0 on that day, negative after it; null without a last day. */
export function daysLeftOf({ validThrough }: Pick<Exemption, 'validThrough'>, on: string): number | null {
  return validThrough === null ? null : daysBetween(on, validThrough);
}
