import type { CertificateStatus, CertificateTerms } from '../exemptions/certificate-status.ts';
import type { ExemptionStatus } from '../exemptions/exemption.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';
import type { TransactionFilingStatus, TransactionStatus, TransactionType } from '../transactions/transaction.ts';
import { withCertificateStatus } from './certificate-filter.ts';
import { activeOn, type CustomerFilter, type ExemptionFilter, type TransactionFilter } from './record-filter.ts';

/** The query parameters of a list; all of them must match. */
type PlaceAndTimeQuery = {
  readonly country?: string;
  readonly state?: string;
  /** Last changed here at this instant or later. */
  readonly updatedSince?: Date;
};

export type TransactionQuery = PlaceAndTimeQuery & {
  readonly customerId?: string;
  readonly source?: string;
  readonly transactionType?: TransactionType;
  readonly transactionStatus?: TransactionStatus;
  readonly transactionFilingStatus?: TransactionFilingStatus;
  readonly createdFrom?: string;
  /** First and last tax date, both included. */
  readonly from?: string;
  readonly to?: string;
};

export type CustomerQuery = { readonly source?: string; readonly updatedSince?: Date };

export type ExemptionQuery = PlaceAndTimeQuery & {
  readonly customerId?: string;
  readonly exemptionStatus?: ExemptionStatus;
  readonly exemptionReason?: ExemptionReason;
  readonly certificate?: { readonly status: CertificateStatus; readonly terms: CertificateTerms };
  readonly activeOn?: string;
};

export function transactionFilter(query: TransactionQuery): TransactionFilter {
  return {
    customerId: { eq: query.customerId },
    source: { eq: query.source },
    transactionType: { eq: query.transactionType },
    transactionStatus: { eq: query.transactionStatus },
    transactionFilingStatus: { eq: query.transactionFilingStatus },
    country: { eq: query.country },
    state: { eq: query.state },
    createdFrom: { eq: query.createdFrom },
    taxDate: { gte: query.from, lte: query.to },
    updatedAt: { gte: query.updatedSince },
  };
}

export function customerFilter({ source, updatedSince }: CustomerQuery): CustomerFilter {
  return { source: { eq: source }, updatedAt: { gte: updatedSince } };
}

export function exemptionFilter(query: ExemptionQuery): ExemptionFilter {
  const { certificate } = query;
  return {
    customerId: { eq: query.customerId },
    country: { eq: query.country },
    state: { eq: query.state },
    exemptionStatus: { eq: query.exemptionStatus },
    exemptionReason: { eq: query.exemptionReason },
    updatedAt: { gte: query.updatedSince },
    and: [
      ...(query.activeOn === undefined ? [] : [activeOn(query.activeOn)]),
      ...(certificate === undefined ? [] : [withCertificateStatus(certificate.status, certificate.terms)]),
    ],
  };
}
