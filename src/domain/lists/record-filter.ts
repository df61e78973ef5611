import type { CustomerType } from '../../tax/model/assessment.ts';
import type { RecordFilter } from '../base/record-filter.ts';
import type { ExemptionStatus, ExemptionType } from '../exemptions/exemption.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';
import type { CountedDocuments } from '../liability/counted-documents.ts';
import type { TransactionFilingStatus, TransactionStatus, TransactionType } from '../transactions/transaction-enums.ts';

/** Days and amounts are text, instants are dates. */
type StoredFields = {
  readonly serviceId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

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

export type CustomerFields = StoredFields & {
  readonly source: string;
  readonly externalId: string;
  readonly name: string;
  readonly email: string;
  readonly customerType: CustomerType;
  readonly taxNumber: string;
  /** Country and state of the address as sent, in upper case; the region if there is one. */
  readonly addressCountry: string;
  readonly addressState: string;
  /** The first five digits of the ZIP code of the address. */
  readonly addressZip: string;
  readonly externalCreatedAt: Date;
  readonly externalUpdatedAt: Date;
};

export type ExemptionFields = StoredFields & {
  readonly customerId: string;
  readonly country: string;
  readonly state: string;
  readonly certificateId: string;
  readonly exemptionReason: ExemptionReason;
  readonly exemptionType: ExemptionType;
  readonly exemptionStatus: ExemptionStatus;
  readonly validFrom: string;
  readonly validThrough: string;
  readonly hasFile: boolean;
};

export type TransactionFilter = RecordFilter<TransactionFields> & {
  /** Only documents that liability counts in a row. */
  readonly counted?: CountedDocuments;
  /** Only documents taxed outside this country, and those that name an address they ship from. */
  readonly mayCrossBorderFrom?: string;
};
export type CustomerFilter = RecordFilter<CustomerFields>;
export type ExemptionFilter = RecordFilter<ExemptionFields>;

/** Active and valid on this day; both days of an exemption are included. */
export function activeOn(day: string): ExemptionFilter {
  return {
    exemptionStatus: { eq: 'ACTIVE' },
    and: [
      { or: [{ validFrom: { isNull: true } }, { validFrom: { lte: day } }] },
      { or: [{ validThrough: { isNull: true } }, { validThrough: { gte: day } }] },
    ],
  };
}

/** The shortest text to search customers for. A single letter would match nearly all of them. */
export const leastSearched = 2;

/** Customers with this text in the name, the email address or the tax number, ignoring case. */
export function customersWith(text: string): CustomerFilter {
  return { or: [{ name: { contains: text } }, { email: { contains: text } }, { taxNumber: { contains: text } }] };
}
