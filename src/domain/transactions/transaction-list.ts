import type { CustomerType } from '../../tax/model/assessment.ts';
import { doubtfulNotices } from '../../tax/model/notices.ts';
import type { TaxReason } from '../../tax/model/reasons.ts';
import { customerType } from '../base/customer-type.ts';
import { sourceInput } from '../base/fields.ts';
import { noticeCode } from '../base/notice.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import type { ExemptionReason } from '../exemptions/exemption-reason.ts';
import { type DeclaredList, type FilterOf, sentFields, storedFields, storedOrders } from '../lists/declared-list.ts';
import { storedValue } from '../lists/list-order.ts';
import { type Transaction, transaction } from './transaction.ts';
import {
  type ExclusionReason,
  type TransactionType,
  taxReason,
  transactionFilingStatus,
  transactionStatus,
  transactionType,
} from './transaction-enums.ts';
import type { TransactionSummary } from './transaction-summary.ts';

export const transactionList = {
  name: 'transactions',
  of: transaction,
  plural: 'documents',
  scope: 'transactions:read',
  description: 'Sales documents, newest first unless sorted otherwise.',
  isJoined: true,
  period: 'the tax dates',
  orders: {
    ...storedOrders,
    taxDate: { sort: 'taxDate', description: 'Day whose law applies to the document.' },
    externalId: { sort: 'externalId', description: 'Id in your system, sorted as text: 10 comes before 9.' },
    finalTransactionAmount: {
      sort: 'finalTransactionAmount',
      description: 'Amount due from the buyer, compared as a number regardless of the currency.',
    },
    taxAmount: {
      sort: 'taxAmount',
      description: 'Tax on the document, compared as a number regardless of the currency.',
    },
  },
  fields: {
    ...storedFields,
    ...sentFields,
    serviceId: { kind: 'uuid', description: 'Id that this service assigned to the document.' },
    source: {
      kind: 'text',
      of: sourceInput,
      description: 'Store or channel in your system, from 1 to 10.',
      parameters: { source: 'eq' },
    },
    externalId: {
      kind: 'text',
      description: 'Id in your system, such as INV-2026-1.',
      parameters: { externalIdPrefix: 'startsWith' },
    },
    customerId: { kind: 'uuid', description: '`serviceId` of the customer.', parameters: { customerId: 'eq' } },
    customerType: {
      kind: 'choice',
      of: customerType,
      description: 'Type of the customer when the tax was calculated.',
    },
    transactionType: {
      kind: 'choice',
      of: transactionType,
      description: 'Type of the document, such as `INVOICE`.',
      parameters: { transactionType: 'in' },
    },
    transactionStatus: {
      kind: 'choice',
      of: transactionStatus,
      description: 'Status of the document, such as `ACTIVE`.',
      parameters: { transactionStatus: 'in' },
    },
    transactionFilingStatus: {
      kind: 'choice',
      of: transactionFilingStatus,
      description: 'Whether the document was part of a tax return.',
      parameters: { transactionFilingStatus: 'in' },
    },
    country: {
      kind: 'country',
      description:
        'Country where the document is taxed, based on its own addresses. Items with other addresses may be taxed elsewhere.',
      parameters: { country: 'eq' },
    },
    state: {
      kind: 'state',
      description:
        'US state or region where the document is taxed, based on its own addresses. Items with other addresses may be taxed elsewhere.',
      parameters: { state: 'eq' },
    },
    currency: {
      kind: 'currency',
      description: 'Currency of all amounts of the document, such as USD.',
      parameters: { currency: 'eq' },
    },
    createdFrom: {
      kind: 'text',
      description: 'External id of the document from which it was created.',
      parameters: { createdFrom: 'eq' },
    },
    subsidiary: {
      kind: 'text',
      description: 'Subsidiary of the seller, as submitted.',
      parameters: { subsidiary: 'eq' },
    },
    marketplace: {
      kind: 'text',
      description: 'Name of the marketplace. Case is ignored.',
      parameters: { marketplace: 'eq' },
    },
    taxDate: {
      kind: 'day',
      description: 'Day whose law applies to the document.',
      parameters: { from: 'gte', to: 'lte' },
    },
    finalTransactionAmount: {
      kind: 'amount',
      description: 'Amount due from the buyer, in the currency of the document.',
    },
    taxAmount: { kind: 'amount', description: 'Tax on the document (`salesTax.amount`), in its currency.' },
    isOverridden: {
      kind: 'flag',
      description:
        'True: only documents with a manual rate or an `exemptionOverride`, whose `computedTaxAmount` is the tax without them. False: only other documents.',
      parameters: { isOverridden: 'eq' },
    },
    noticeCode: {
      kind: 'choice',
      of: noticeCode,
      isValue: true,
      description: 'Only documents with a notice that has one of these codes, such as `TAX_CODE_UNKNOWN`.',
      parameters: { noticeCode: 'in' },
    },
    reason: {
      kind: 'choice',
      of: taxReason,
      isValue: true,
      description: 'Only documents with a line for one of these reasons, such as `REVERSE_CHARGE`.',
      parameters: { reason: 'in' },
    },
    isDoubtful: {
      kind: 'flag',
      description: `True: only documents with an uncertain tax, marked by one of the notices ${doubtfulNotices.map((code) => `\`${code}\``).join(', ')}. False: only other documents.`,
      parameters: { isDoubtful: 'eq' },
    },
    lacksCertificateFile: {
      kind: 'flag',
      description:
        'True: only documents with a line that a certificate without an attached file relieved of tax. False: only other documents.',
      parameters: { lacksCertificateFile: 'eq' },
    },
    isConverted: {
      kind: 'flag',
      description:
        'True: only documents named in `createdFrom` of a document that is not cancelled, such as orders with an invoice. False: only other documents, such as estimates and orders not yet invoiced.',
      parameters: { isConverted: 'eq' },
    },
    /** The first five digits of the ZIP code of the shipping address. */
    shippingZip: { kind: 'text' },
    /**
     * The amounts that count in other states, and in the EU as a whole; absent for a document with one place and no EU
     * amounts.
     */
    elsewhere: { kind: 'text' },
  },
} as const satisfies DeclaredList;

export type TransactionFilter = FilterOf<typeof transactionList> & {
  /** Selects only documents counted in a liability row. */
  readonly counted?: CountedDocuments;
  /**
   * Selects only documents that are taxed outside this country, have items taxed at other places, have a ship-from
   * address, or were calculated for a seller with a home in another country.
   */
  readonly mayCrossBorderFrom?: string;
  /** Selects only documents that were stored, recalculated or cancelled after this instant. */
  readonly changedSince?: Date;
};

/** The documents counted in a liability row. A document matches if one of its lines has all labels of the row. */
export type CountedDocuments = ReportPeriod & {
  /** Country codes; a match with any of them is enough. */
  readonly countries: readonly string[] | null;
  /** An empty string for documents without a state; null for all documents. */
  readonly state: string | null;
  readonly jurisdictionId: string | null;
  readonly taxCode: string | null;
  readonly reason: TaxReason | null;
  readonly rate: string | null;
  readonly exemptionReason: ExemptionReason | 'NONE' | null;
  readonly transactionType: TransactionType | null;
  readonly currency: string | null;
  /** An empty string for documents without a subsidiary; null for all documents. */
  readonly subsidiary: string | null;
  readonly source: string | null;
  /** An empty string for documents without a marketplace; null for all documents. */
  readonly marketplace: string | null;
  readonly customerId: string | null;
  /** Customer types at the time of the calculation. */
  readonly customerTypes: readonly CustomerType[] | null;
  /** Whether the period selects documents by tax date, as for nexus, and not by reporting day. */
  readonly byTaxDate: true | null;
  /** Excludes documents with only such sales. `EXEMPT` excludes none, because invoices count as a whole. */
  readonly excludedSales: readonly ExclusionReason[] | null;
};

export type TransactionOrderField = keyof typeof transactionList.orders;

/** A document to sort. Summaries have no `salesTax`. */
type Ordered = TransactionSummary & Partial<Pick<Transaction, 'salesTax'>>;

/** The sort value of a document. */
export function transactionValue(transaction: Ordered, field: TransactionOrderField): string {
  switch (field) {
    case 'createdAt':
    case 'updatedAt':
      return storedValue(transaction, field);
    case 'taxAmount':
      if (!transaction.salesTax) throw new Error('A summary has no tax to sort by.');
      return transaction.salesTax.amount;
    default:
      return transaction[field];
  }
}
