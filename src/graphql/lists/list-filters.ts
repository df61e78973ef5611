import type { Comparators } from '../../domain/base/record-filter.ts';
import type { CustomerFilter } from '../../domain/customers/customer-list.ts';
import type { CertificateStatus } from '../../domain/exemptions/certificate-status.ts';
import type { ExemptionFilter } from '../../domain/exemptions/exemption-list.ts';
import type { RegistrationScheme } from '../../domain/nexus/nexus-record.ts';
import type { TaxReturnStatus } from '../../domain/returns/return-record.ts';
import type { TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import { builder } from '../base/builder.ts';
import {
  CertificateStatusFilterRef,
  CountryFilterRef,
  CurrencyFilterRef,
  CustomerTypeFilterRef,
  DateFilterRef,
  DateTimeFilterRef,
  DecimalFilterRef,
  ExemptionReasonFilterRef,
  ExemptionStatusFilterRef,
  ExemptionTypeFilterRef,
  RegistrationSchemeFilterRef,
  StateFilterRef,
  StringFilterRef,
  TaxReturnStatusFilterRef,
  TransactionFilingStatusFilterRef,
  TransactionStatusFilterRef,
  TransactionTypeFilterRef,
  UUIDFilterRef,
} from './comparators.ts';

/** Filters as sent, with places in any usual spelling. `isOverridden` is a value, not a set of comparisons. */
export type SentTransactionFilter = Omit<
  TransactionFilter,
  'and' | 'or' | 'not' | 'isOverridden' | 'elsewhere' | 'counted'
> & {
  readonly isOverridden?: boolean | null;
  readonly and?: readonly SentTransactionFilter[] | null;
  readonly or?: readonly SentTransactionFilter[] | null;
  readonly not?: SentTransactionFilter | null;
};
/** `search` is short for conditions on three fields. */
export type SentCustomerFilter = Omit<CustomerFilter, 'and' | 'or' | 'not'> & {
  readonly search?: string | null;
  readonly and?: readonly SentCustomerFilter[] | null;
  readonly or?: readonly SentCustomerFilter[] | null;
  readonly not?: SentCustomerFilter | null;
};
/** `activeOn` and `certificateStatus` are short for conditions on the status and both dates. */
export type SentExemptionFilter = Omit<ExemptionFilter, 'and' | 'or' | 'not'> & {
  readonly activeOn?: string | null;
  readonly certificateStatus?: Comparators<CertificateStatus> | null;
  readonly and?: readonly SentExemptionFilter[] | null;
  readonly or?: readonly SentExemptionFilter[] | null;
  readonly not?: SentExemptionFilter | null;
};

const changed =
  'When this service last changed the record: `internalTimestamps.updatedDate`. To read only what changed, start five minutes before your last read began and expect some records twice: a change can become visible shortly after its time.';
const stored = 'When this service stored the record: `internalTimestamps.createdDate`.';
const made = 'The time of `externalTimestamps.createdDate`. A date without a time means midnight UTC.';
const madeAnew = 'The time of `externalTimestamps.updatedDate`.';
const bounds = 'A filter can be nested five levels deep and can have 100 conditions.';

/** The filters of lists: conditions on fields, joined by `and`, `or` and `not`. */
export const TransactionFilterRef = builder.inputRef<SentTransactionFilter, false>('TransactionFilter');
TransactionFilterRef.implement({
  description: `Selects the documents that meet all conditions. ${bounds}`,
  fields: (t) => ({
    and: t.field({ type: [TransactionFilterRef], description: 'Documents that match all of these filters.' }),
    or: t.field({ type: [TransactionFilterRef], description: 'Documents that match at least one of these filters.' }),
    not: t.field({ type: TransactionFilterRef, description: 'Documents that do not match this filter.' }),
    serviceId: t.field({ type: UUIDFilterRef, description: 'The id this service assigned to the document.' }),
    source: t.field({ type: StringFilterRef, description: 'Store or channel in your system, from 1 to 10.' }),
    externalId: t.field({ type: StringFilterRef, description: 'Id in your system.' }),
    customerId: t.field({ type: UUIDFilterRef, description: '`serviceId` of the customer.' }),
    customerType: t.field({
      type: CustomerTypeFilterRef,
      description: 'Type of the customer when the tax was calculated.',
    }),
    transactionType: t.field({
      type: TransactionTypeFilterRef,
      description: 'Type of the document, such as INVOICE.',
    }),
    transactionStatus: t.field({
      type: TransactionStatusFilterRef,
      description: 'Status of the document, such as ACTIVE.',
    }),
    transactionFilingStatus: t.field({
      type: TransactionFilingStatusFilterRef,
      description: 'Whether the document was part of a tax return.',
    }),
    country: t.field({
      type: CountryFilterRef,
      description: 'Country in which the document is taxed, by its own addresses and not those of its items.',
    }),
    state: t.field({
      type: StateFilterRef,
      description:
        'US state or region in which the document is taxed, by its own addresses and not those of its items.',
    }),
    isOverridden: t.boolean({
      description:
        'True: only documents with a manual rate or an `exemptionOverride`, whose `computedTaxAmount` is the tax without them. False: only the others.',
    }),
    currency: t.field({ type: CurrencyFilterRef, description: 'Currency of all amounts of the document.' }),
    createdFrom: t.field({
      type: StringFilterRef,
      description: 'External id of the document that it was created from.',
    }),
    subsidiary: t.field({ type: StringFilterRef, description: 'Subsidiary of the seller, as sent.' }),
    taxDate: t.field({ type: DateFilterRef, description: 'Day whose law applies to the document.' }),
    finalTransactionAmount: t.field({
      type: DecimalFilterRef,
      description: 'Amount that the buyer pays, in the currency of the document.',
    }),
    taxAmount: t.field({
      type: DecimalFilterRef,
      description: 'Tax on the document (`salesTax.amount`), in its currency.',
    }),
    createdAt: t.field({ type: DateTimeFilterRef, description: stored }),
    updatedAt: t.field({ type: DateTimeFilterRef, description: changed }),
    externalCreatedAt: t.field({ type: DateTimeFilterRef, description: made }),
    externalUpdatedAt: t.field({ type: DateTimeFilterRef, description: madeAnew }),
  }),
});
export const CustomerFilterRef = builder.inputRef<SentCustomerFilter, false>('CustomerFilter');
CustomerFilterRef.implement({
  description: `Selects the customers that meet all conditions. ${bounds}`,
  fields: (t) => ({
    and: t.field({ type: [CustomerFilterRef], description: 'Customers that match all of these filters.' }),
    or: t.field({ type: [CustomerFilterRef], description: 'Customers that match at least one of these filters.' }),
    not: t.field({ type: CustomerFilterRef, description: 'Customers that do not match this filter.' }),
    search: t.string({
      description: 'Part of the name, the email address or the tax number; at least two characters. Case is ignored.',
    }),
    serviceId: t.field({ type: UUIDFilterRef, description: 'The id this service assigned to the customer.' }),
    source: t.field({ type: StringFilterRef, description: 'Store or channel in your system, from 1 to 10.' }),
    externalId: t.field({ type: StringFilterRef, description: 'Id in your system.' }),
    name: t.field({ type: StringFilterRef, description: 'Name of the customer, such as Ada Lovelace.' }),
    email: t.field({ type: StringFilterRef, description: 'Email address of the customer.' }),
    customerType: t.field({
      type: CustomerTypeFilterRef,
      description: 'Type of the customer, such as RETAIL.',
    }),
    taxNumber: t.field({
      type: StringFilterRef,
      description: 'Tax number of the customer, as sent, such as DE136695976.',
    }),
    createdAt: t.field({ type: DateTimeFilterRef, description: stored }),
    updatedAt: t.field({ type: DateTimeFilterRef, description: changed }),
    externalCreatedAt: t.field({ type: DateTimeFilterRef, description: made }),
    externalUpdatedAt: t.field({ type: DateTimeFilterRef, description: madeAnew }),
  }),
});
export const ExemptionFilterRef = builder.inputRef<SentExemptionFilter, false>('ExemptionFilter');
ExemptionFilterRef.implement({
  description: `Selects the exemptions that meet all conditions. ${bounds}`,
  fields: (t) => ({
    and: t.field({ type: [ExemptionFilterRef], description: 'Exemptions that match all of these filters.' }),
    or: t.field({ type: [ExemptionFilterRef], description: 'Exemptions that match at least one of these filters.' }),
    not: t.field({ type: ExemptionFilterRef, description: 'Exemptions that do not match this filter.' }),
    activeOn: t.field({
      type: 'Date',
      description: 'Exemptions that apply on this day: their status is `ACTIVE` and the day is within their dates.',
    }),
    serviceId: t.field({ type: UUIDFilterRef, description: 'The id this service assigned to the exemption.' }),
    customerId: t.field({ type: UUIDFilterRef, description: '`serviceId` of the customer that holds the exemption.' }),
    country: t.field({ type: CountryFilterRef, description: 'Country of the exemption, such as US.' }),
    state: t.field({
      type: StateFilterRef,
      description: 'State or region of the exemption; exemptions of a whole country have none.',
    }),
    certificateId: t.field({ type: StringFilterRef, description: 'Number of the certificate.' }),
    exemptionType: t.field({
      type: ExemptionTypeFilterRef,
      description: 'Extent of the exemption: FULLY or PARTIALLY.',
    }),
    exemptionStatus: t.field({
      type: ExemptionStatusFilterRef,
      description: 'Status of the exemption, such as ACTIVE.',
    }),
    exemptionReason: t.field({
      type: ExemptionReasonFilterRef,
      description: 'Reason for the exemption, such as RESALE.',
    }),
    certificateStatus: t.field({
      type: CertificateStatusFilterRef,
      description: 'Status of the certificate today, where the seller is established, such as EXPIRING_SOON.',
    }),
    validFrom: t.field({ type: DateFilterRef, description: 'First day of validity, such as 2026-01-01.' }),
    validThrough: t.field({
      type: DateFilterRef,
      description: 'Last day of validity, to find exemptions that expire.',
    }),
    createdAt: t.field({ type: DateTimeFilterRef, description: stored }),
    updatedAt: t.field({ type: DateTimeFilterRef, description: changed }),
  }),
});

export type SentTaxReturnFilter = {
  readonly country?: Comparators<string> | null;
  readonly state?: Comparators<string> | null;
  readonly scheme?: Comparators<RegistrationScheme> | null;
  readonly status?: Comparators<TaxReturnStatus> | null;
  readonly from?: Comparators<string> | null;
  readonly to?: Comparators<string> | null;
};

export const TaxReturnFilterRef = builder.inputRef<SentTaxReturnFilter, false>('TaxReturnFilter');
TaxReturnFilterRef.implement({
  description: 'Selects the returns that meet all conditions.',
  fields: (t) => ({
    country: t.field({ type: CountryFilterRef, description: 'Country that the return is filed in.' }),
    state: t.field({ type: StateFilterRef, description: 'US state or region that the return is filed in.' }),
    scheme: t.field({ type: RegistrationSchemeFilterRef, description: 'The scheme under which it is filed.' }),
    status: t.field({ type: TaxReturnStatusFilterRef, description: 'Whether it is filed.' }),
    from: t.field({ type: DateFilterRef, description: 'First day of the period.' }),
    to: t.field({ type: DateFilterRef, description: 'Last day of the period.' }),
  }),
});
