import type { Comparators } from '../base/record-filter.ts';
import type { CertificateStatus, CertificateTerms } from '../exemptions/certificate-status.ts';
import type { ExemptionStatus } from '../exemptions/exemption.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';
import type { TransactionFilingStatus, TransactionStatus, TransactionType } from '../transactions/transaction-enums.ts';
import { withCertificateStatus } from './certificate-filter.ts';
import {
  activeOn,
  type CustomerFilter,
  customersWith,
  type ExemptionFilter,
  type TransactionFilter,
} from './record-filter.ts';

/** The query parameters of a list; all of them must match. */
type PlaceAndTimeQuery = {
  readonly country?: string;
  readonly state?: string;
  /** Several values instead of one. */
  readonly states?: readonly string[];
  /** Last changed in the gateway at this instant or later. */
  readonly updatedSince?: Date;
};

export type TransactionQuery = PlaceAndTimeQuery & {
  readonly customerId?: string;
  readonly source?: string;
  readonly transactionType?: readonly TransactionType[];
  readonly transactionStatus?: readonly TransactionStatus[];
  readonly transactionFilingStatus?: readonly TransactionFilingStatus[];
  readonly createdFrom?: string;
  readonly subsidiary?: string;
  readonly isOverridden?: boolean | null;
  /** How the external id begins. */
  readonly externalIdPrefix?: string;
  readonly currency?: string;
  /** First and last tax date, both included. */
  readonly from?: string;
  readonly to?: string;
};

type CustomerQuery = {
  readonly source?: string;
  readonly updatedSince?: Date;
  /** Part of the name, the email address or the tax number. */
  readonly search?: string;
  readonly name?: string;
  readonly email?: string;
  readonly taxNumber?: string;
};

type ExemptionQuery = PlaceAndTimeQuery & {
  readonly customerId?: string;
  readonly exemptionStatus?: readonly ExemptionStatus[];
  readonly exemptionReason?: readonly ExemptionReason[];
  readonly certificate?: { readonly status: CertificateStatus; readonly terms: CertificateTerms };
  readonly activeOn?: string;
  /** First and last day on which the exemptions end, both included. */
  readonly expiresFrom?: string;
  readonly expiresTo?: string;
};

/** A single value is compared with `eq`, which makes the best use of indexes. */
export function oneOf<Value>(values: readonly Value[] | undefined): Comparators<Value> {
  return values?.length === 1 ? { eq: values[0] } : { in: values };
}

export function transactionFilter(query: TransactionQuery): TransactionFilter {
  return {
    customerId: { eq: query.customerId },
    source: { eq: query.source },
    externalId: { startsWith: query.externalIdPrefix },
    currency: { eq: query.currency },
    transactionType: oneOf(query.transactionType),
    transactionStatus: oneOf(query.transactionStatus),
    transactionFilingStatus: oneOf(query.transactionFilingStatus),
    country: { eq: query.country },
    state: { eq: query.state, in: query.states },
    createdFrom: { eq: query.createdFrom },
    subsidiary: { eq: query.subsidiary },
    isOverridden: { eq: query.isOverridden },
    taxDate: { gte: query.from, lte: query.to },
    updatedAt: { gte: query.updatedSince },
  };
}

export function customerFilter(query: CustomerQuery): CustomerFilter {
  return {
    source: { eq: query.source },
    updatedAt: { gte: query.updatedSince },
    name: { contains: query.name },
    email: { eq: query.email },
    taxNumber: { eq: query.taxNumber },
    ...(query.search !== undefined && { and: [customersWith(query.search)] }),
  };
}

export function exemptionFilter(query: ExemptionQuery): ExemptionFilter {
  const { certificate } = query;
  return {
    customerId: { eq: query.customerId },
    country: { eq: query.country },
    state: { eq: query.state, in: query.states },
    exemptionStatus: oneOf(query.exemptionStatus),
    exemptionReason: oneOf(query.exemptionReason),
    validThrough: { gte: query.expiresFrom, lte: query.expiresTo },
    updatedAt: { gte: query.updatedSince },
    and: [
      ...(query.activeOn === undefined ? [] : [activeOn(query.activeOn)]),
      ...(certificate === undefined ? [] : [withCertificateStatus(certificate.status, certificate.terms)]),
    ],
  };
}
