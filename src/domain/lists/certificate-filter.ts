import { addDays } from '../base/calendar.ts';
import type { CertificateStatus, CertificateTerms } from '../exemptions/certificate-status.ts';
import type { ExemptionFilter } from './record-filter.ts';

/** The exemptions with this status, as conditions on what is stored. */
export function withCertificateStatus(status: CertificateStatus, terms: CertificateTerms): ExemptionFilter {
  const { on, expiringSoonDays } = terms;
  const soonUntil = addDays(on, expiringSoonDays);
  const active = { eq: 'ACTIVE' } as const;
  const hasBegun = { or: [{ validFrom: { isNull: true } }, { validFrom: { lte: on } }] };
  switch (status) {
    case 'CANCELLED':
      return { exemptionStatus: { eq: 'CANCELLED' } };
    case 'EXPIRED':
      return { exemptionStatus: active, validThrough: { lt: on } };
    case 'PENDING':
      return { exemptionStatus: active, validFrom: { gt: on } };
    case 'EXPIRING_SOON':
      return { exemptionStatus: active, validThrough: { gte: on, lte: soonUntil }, and: [hasBegun] };
    case 'ACTIVE': {
      const isLong = { or: [{ validThrough: { isNull: true } }, { validThrough: { gt: soonUntil } }] };
      return { exemptionStatus: active, and: [hasBegun, isLong] };
    }
  }
}
