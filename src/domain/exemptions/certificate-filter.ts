import { addDays } from '../base/calendar.ts';
import type { CertificateStatus, CertificateTerms } from './certificate-status.ts';
import type { ExemptionFilter } from './exemption-list.ts';

/** The exemptions with this status, as conditions on what is stored. */
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
