import type { CustomerFilter, ExemptionFilter, TransactionFilter } from '../../domain/lists/record-filter.ts';
import { builder } from '../base/builder.ts';
import {
  CountryFilterRef,
  CurrencyFilterRef,
  CustomerTypeFilterRef,
  DateFilterRef,
  DateTimeFilterRef,
  DecimalFilterRef,
  ExemptionStatusFilterRef,
  ExemptionTypeFilterRef,
  StateFilterRef,
  StringFilterRef,
  TransactionFilingStatusFilterRef,
  TransactionStatusFilterRef,
  TransactionTypeFilterRef,
  UUIDFilterRef,
} from './comparators.ts';

/** Filters as they are sent: places in any usual spelling. */
export type SentTransactionFilter = TransactionFilter;
export type SentCustomerFilter = CustomerFilter;
/** `activeOn` says in one word what takes conditions on the status and on both dates. */
export type SentExemptionFilter = Omit<ExemptionFilter, 'and' | 'or' | 'not'> & {
  readonly activeOn?: string | null;
  readonly and?: readonly SentExemptionFilter[] | null;
  readonly or?: readonly SentExemptionFilter[] | null;
  readonly not?: SentExemptionFilter | null;
};

const changed =
  'When it was last changed here, `internalTimestamps.updatedDate`. To keep up with changes, begin each reading five minutes before the last one began, and expect records again: one may be seen a little after that instant.';
const stored = 'When it was first stored here: `internalTimestamps.createdDate`.';
const made = 'The instant of `externalTimestamps.createdDate`; a day without a time begins at midnight UTC.';
const madeAnew = 'The instant of `externalTimestamps.updatedDate`.';
const bounds = 'Trees may be five levels deep and hold a hundred conditions.';

/** What lists can be narrowed by: conditions on fields, joined by `and`, `or` and `not`. */
export const TransactionFilterRef = builder.inputRef<SentTransactionFilter, false>('TransactionFilter');
TransactionFilterRef.implement({
  description: `Leaves the documents that fit every member given. ${bounds}`,
  fields: (t) => ({
    and: t.field({ type: [TransactionFilterRef], description: 'Documents that fit all of these.' }),
    or: t.field({ type: [TransactionFilterRef], description: 'Documents that fit at least one of these.' }),
    not: t.field({ type: TransactionFilterRef, description: 'Documents that do not fit this.' }),
    serviceId: t.field({ type: UUIDFilterRef, description: 'The id this service gave the document.' }),
    source: t.field({ type: StringFilterRef, description: 'The consumer’s store or channel, 1 to 10.' }),
    externalId: t.field({ type: StringFilterRef, description: 'The consumer’s own id.' }),
    customerId: t.field({ type: UUIDFilterRef, description: 'The `serviceId` of the buyer.' }),
    customerType: t.field({
      type: CustomerTypeFilterRef,
      description: 'What kind of buyer it was when the document was calculated.',
    }),
    transactionType: t.field({
      type: TransactionTypeFilterRef,
      description: 'Invoice, order, estimate or refund.',
    }),
    transactionStatus: t.field({ type: TransactionStatusFilterRef, description: 'In force, cancelled or paid.' }),
    transactionFilingStatus: t.field({
      type: TransactionFilingStatusFilterRef,
      description: 'Part of a return that was submitted, or not.',
    }),
    country: t.field({ type: CountryFilterRef, description: 'Where it is taxed.' }),
    state: t.field({ type: StateFilterRef, description: 'The US state or region of a country whose tax it bears.' }),
    currency: t.field({ type: CurrencyFilterRef, description: 'Of all of its amounts.' }),
    createdFrom: t.field({ type: StringFilterRef, description: 'The external id of the document it was made from.' }),
    taxDate: t.field({ type: DateFilterRef, description: 'The day whose law applies to it.' }),
    finalTransactionAmount: t.field({
      type: DecimalFilterRef,
      description: 'What the buyer pays, in its own currency.',
    }),
    taxAmount: t.field({
      type: DecimalFilterRef,
      description: 'Its whole tax, `salesTax.amount`, in its own currency.',
    }),
    createdAt: t.field({ type: DateTimeFilterRef, description: stored }),
    updatedAt: t.field({ type: DateTimeFilterRef, description: changed }),
    externalCreatedAt: t.field({ type: DateTimeFilterRef, description: made }),
    externalUpdatedAt: t.field({ type: DateTimeFilterRef, description: madeAnew }),
  }),
});
export const CustomerFilterRef = builder.inputRef<SentCustomerFilter, false>('CustomerFilter');
CustomerFilterRef.implement({
  description: `Leaves the customers that fit every member given. ${bounds}`,
  fields: (t) => ({
    and: t.field({ type: [CustomerFilterRef], description: 'Customers that fit all of these.' }),
    or: t.field({ type: [CustomerFilterRef], description: 'Customers that fit at least one of these.' }),
    not: t.field({ type: CustomerFilterRef, description: 'Customers that do not fit this.' }),
    serviceId: t.field({ type: UUIDFilterRef, description: 'The id this service gave the customer.' }),
    source: t.field({ type: StringFilterRef, description: 'The consumer’s store or channel, 1 to 10.' }),
    externalId: t.field({ type: StringFilterRef, description: 'The consumer’s own id.' }),
    name: t.field({ type: StringFilterRef, description: 'What the buyer is called.' }),
    email: t.field({ type: StringFilterRef, description: 'Where it gets its mail.' }),
    customerType: t.field({
      type: CustomerTypeFilterRef,
      description: 'What kind of buyer it is, which decides whether it is taxed.',
    }),
    taxNumber: t.field({ type: StringFilterRef, description: 'Its VAT or other number, as it was sent.' }),
    createdAt: t.field({ type: DateTimeFilterRef, description: stored }),
    updatedAt: t.field({ type: DateTimeFilterRef, description: changed }),
    externalCreatedAt: t.field({ type: DateTimeFilterRef, description: made }),
    externalUpdatedAt: t.field({ type: DateTimeFilterRef, description: madeAnew }),
  }),
});
export const ExemptionFilterRef = builder.inputRef<SentExemptionFilter, false>('ExemptionFilter');
ExemptionFilterRef.implement({
  description: `Leaves the exemptions that fit every member given. ${bounds}`,
  fields: (t) => ({
    and: t.field({ type: [ExemptionFilterRef], description: 'Exemptions that fit all of these.' }),
    or: t.field({ type: [ExemptionFilterRef], description: 'Exemptions that fit at least one of these.' }),
    not: t.field({ type: ExemptionFilterRef, description: 'Exemptions that do not fit this.' }),
    activeOn: t.field({
      type: 'Date',
      description: 'Relieves on this day: its status is `ACTIVE`, and the day is not outside its dates.',
    }),
    serviceId: t.field({ type: UUIDFilterRef, description: 'The id this service gave the exemption.' }),
    customerId: t.field({ type: UUIDFilterRef, description: 'The `serviceId` of who holds it.' }),
    country: t.field({ type: CountryFilterRef, description: 'Where it relieves from tax.' }),
    state: t.field({
      type: StateFilterRef,
      description: 'The state or region it is for; none when it is for a whole country.',
    }),
    certificateId: t.field({ type: StringFilterRef, description: 'The number of the paper that proves it.' }),
    exemptionType: t.field({ type: ExemptionTypeFilterRef, description: 'Relief in full, or in part.' }),
    exemptionStatus: t.field({
      type: ExemptionStatusFilterRef,
      description: 'Used for new calculations, or not.',
    }),
    fromOn: t.field({ type: DateFilterRef, description: 'Its first day.' }),
    toOn: t.field({ type: DateFilterRef, description: 'Its last day: to find those that run out.' }),
    createdAt: t.field({ type: DateTimeFilterRef, description: stored }),
    updatedAt: t.field({ type: DateTimeFilterRef, description: changed }),
  }),
});
