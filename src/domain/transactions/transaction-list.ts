import type { CustomerType } from '../../tax/model/assessment.ts';
import type { TaxReason } from '../../tax/model/reasons.ts';
import { oneOf, type RecordFilter, type StoredFields } from '../base/record-filter.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';
import { storedValue, type TransactionOrderField } from '../lists/list-order.ts';
import type { Transaction } from './transaction.ts';
import type { TransactionFilingStatus, TransactionStatus, TransactionType } from './transaction-enums.ts';
import type { TransactionSummary } from './transaction-summary.ts';

/** Country and state are codes as stored; the state is null for a whole country. */
export type TransactionFields = StoredFields & {
  readonly source: string;
  readonly externalId: string;
  readonly customerId: string;
  readonly customerType: CustomerType;
  readonly transactionType: TransactionType;
  readonly transactionStatus: TransactionStatus;
  readonly transactionFilingStatus: TransactionFilingStatus;
  readonly country: string;
  readonly state: string;
  readonly currency: string;
  readonly createdFrom: string;
  readonly subsidiary: string;
  readonly taxDate: string;
  readonly finalTransactionAmount: string;
  readonly taxAmount: string;
  /** Whether it has a manual rate or an `exemptionOverride`. */
  readonly isOverridden: boolean;
  /** Whether another document names it in `createdFrom` and is not cancelled. */
  readonly isConverted: boolean;
  /** The first five digits of the ZIP code of the shipping address. */
  readonly shippingZip: string;
  /** What the document adds to the totals of other places; absent if no item has its own addresses. */
  readonly elsewhere: string;
  readonly externalCreatedAt: Date;
  readonly externalUpdatedAt: Date;
};

export type TransactionFilter = RecordFilter<TransactionFields> & {
  /** Only documents that liability counts in a row. */
  readonly counted?: CountedDocuments;
  /** Only documents taxed outside this country, and those that name an address they ship from. */
  readonly mayCrossBorderFrom?: string;
};

/** The documents that liability counts in a row. A document matches if one of its lines has all of the labels of lines. */
export type CountedDocuments = ReportPeriod & {
  /** Country codes; a match with any of them is enough. */
  readonly countries: readonly string[] | null;
  /** Empty where the country alone decides; null for any. */
  readonly state: string | null;
  readonly jurisdictionId: string | null;
  readonly taxCode: string | null;
  readonly reason: TaxReason | null;
  readonly rate: string | null;
  readonly exemptionReason: ExemptionReason | 'NONE' | null;
  readonly transactionType: TransactionType | null;
  readonly currency: string | null;
  /** Empty for documents without one; null for any. */
  readonly subsidiary: string | null;
  readonly source: string | null;
  readonly customerId: string | null;
  /** The customer types of the calculation. */
  readonly customerTypes: readonly CustomerType[] | null;
};

export type TransactionQuery = {
  readonly country?: string;
  readonly state?: string;
  /** Several values instead of one. */
  readonly states?: readonly string[];
  /** Last changed in the gateway at this instant or later. */
  readonly updatedSince?: Date;
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

/** The filter of the query parameters, all of which must match. */
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

/** Only whole documents have `salesTax`. */
type Ordered = TransactionSummary & Partial<Pick<Transaction, 'salesTax'>>;

/** The value that documents are ordered by. */
export function transactionValue(transaction: Ordered, field: TransactionOrderField): string {
  switch (field) {
    case 'createdAt':
    case 'updatedAt':
      return storedValue(transaction, field);
    case 'taxAmount':
      if (!transaction.salesTax) throw new Error('A summary has no tax to order by.');
      return transaction.salesTax.amount;
    default:
      return transaction[field];
  }
}
