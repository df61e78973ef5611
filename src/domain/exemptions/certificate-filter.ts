import { addDays } from '../base/calendar.ts';
import type { Comparators } from '../base/record-filter.ts';
import { type CertificateStatus, type CertificateTerms, certificateStatuses } from './certificate-status.ts';
import { activeOn, type ComputedOfExemptions, type ExemptionFilter } from './exemption-list.ts';

/** Turns conditions on computed fields into conditions on stored fields. */
export function exemptionConditions(
  { activeOn: day, certificateStatus }: ComputedOfExemptions,
  terms: CertificateTerms | null,
): readonly ExemptionFilter[] {
  return [
    ...(day?.eq == null ? [] : [activeOn(day.eq)]),
    ...(certificateStatus && terms ? [statusConditions(certificateStatus, terms)] : []),
  ];
}

/** The status is computed, so each comparison becomes a set of alternative conditions on stored fields. */
function statusConditions(comparators: Comparators<CertificateStatus>, terms: CertificateTerms): ExemptionFilter {
  const { eq, ne, in: among, notIn } = comparators;
  const isWanted = (status: CertificateStatus) =>
    (eq == null || status === eq) &&
    status !== ne &&
    (among == null || among.includes(status)) &&
    !notIn?.includes(status);
  return { or: certificateStatuses.filter(isWanted).map((status) => withCertificateStatus(status, terms)) };
}

/** The exemptions with this status, as conditions on stored fields. */
export function withCertificateStatus(status: CertificateStatus, terms: CertificateTerms): ExemptionFilter {
  const { on, expiringSoonDays, requireEvidence } = terms;
  const soonUntil = addDays(on, expiringSoonDays);
  const active = { eq: 'ACTIVE' } as const;
  const hasBegun = { or: [{ validFrom: { isNull: true } }, { validFrom: { lte: on } }] };
  const isProven = requireEvidence ? [{ hasFile: { eq: true } }] : [];
  const isUnproven = requireEvidence ? [{ hasFile: { eq: false } }] : [];
  switch (status) {
    case 'CANCELLED':
      return { exemptionStatus: { eq: 'CANCELLED' } };
    case 'EXPIRED':
      return { exemptionStatus: active, validThrough: { lt: on } };
    case 'PENDING':
      return {
        exemptionStatus: active,
        and: [
          { or: [{ validThrough: { isNull: true } }, { validThrough: { gte: on } }] },
          { or: [{ validFrom: { gt: on } }, ...isUnproven] },
        ],
      };
    case 'EXPIRING_SOON':
      return { exemptionStatus: active, validThrough: { gte: on, lte: soonUntil }, and: [hasBegun, ...isProven] };
    case 'ACTIVE': {
      const isLong = { or: [{ validThrough: { isNull: true } }, { validThrough: { gt: soonUntil } }] };
      return { exemptionStatus: active, and: [hasBegun, isLong, ...isProven] };
    }
  }
}
