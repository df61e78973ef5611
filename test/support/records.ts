import { randomUUID } from 'node:crypto';
import type { DecimalText } from '../../src/domain/base/amount.ts';
import { readNumber, toDecimalText } from '../../src/domain/base/amount.ts';
import type { CertificateRequest } from '../../src/domain/certificate-requests/certificate-request.ts';
import type { Customer } from '../../src/domain/customers/customer.ts';
import type { Exemption } from '../../src/domain/exemptions/exemption.ts';
import type { NexusDeclaration } from '../../src/domain/nexus/nexus-record.ts';
import type { SalesQuestion } from '../../src/domain/nexus/nexus-sales.ts';
import type { NexusThreshold } from '../../src/domain/nexus/nexus-threshold.ts';
import type { Item } from '../../src/domain/transactions/document-line.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import type { SnapshotLine, TransactionSnapshot } from '../../src/domain/transactions/transaction-snapshot.ts';
import type { StoredTransaction } from '../../src/ports/stores/transaction-store.ts';
import { decimal } from '../../src/tax/numbers/decimal.ts';

/** Exact decimal text, for records built by hand. */
export function amount(text: string): DecimalText {
  const number = readNumber(text);
  if (!number) throw new Error(`Not a number: ${text}`);
  return toDecimalText(number);
}

const createdDate = new Date('2026-07-01T12:00:00.123Z');

export function aCustomer(changes: Partial<Customer> = {}): Customer {
  return {
    serviceId: randomUUID(),
    source: '1',
    externalId: `customer ${randomUUID()}`,
    name: 'Prairie Books',
    address: null,
    email: 'books@example.com',
    customerType: 'RETAIL',
    comment: null,
    taxNumber: null,
    erasedAt: null,
    externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01T10:00:00-05:00' },
    internalTimestamps: { createdDate, updatedDate: createdDate },
    version: 1,
    ...changes,
  };
}

export function anExemption(customerId: string, changes: Partial<Exemption> = {}): Exemption {
  return {
    serviceId: randomUUID(),
    customerId,
    country: 'US',
    state: 'MN',
    stateName: 'Minnesota',
    sentStateCode: null,
    exemptionReason: 'RESALE',
    classification: { code: 'R', description: 'Resale' },
    certificate: { certificateId: 'ST3-1', url: null, name: null },
    exemptionType: 'FULLY',
    exemptionStatus: 'ACTIVE',
    sentStatus: null,
    validationDates: { fromDate: '2026-01-01', toDate: null },
    validFrom: '2026-01-01',
    validThrough: null,
    exemptFraction: null,
    reducedRate: null,
    taxCodes: [],
    internalTimestamps: { createdDate, updatedDate: createdDate },
    hasFile: false,
    version: 1,
    ...changes,
  };
}

export function aCertificateRequest(
  customerId: string,
  at: Date,
  changes: Partial<CertificateRequest> = {},
): CertificateRequest {
  return {
    serviceId: randomUUID(),
    customerId,
    states: ['MN'],
    status: 'REQUESTED',
    expiresOn: '2026-07-31',
    submittedAt: null,
    certificate: null,
    file: null,
    decisionReason: null,
    exemptionIds: [],
    internalTimestamps: { createdDate: at, updatedDate: at },
    version: 1,
    ...changes,
  };
}

export function aNexusDeclaration(changes: Partial<NexusDeclaration> = {}): NexusDeclaration {
  return {
    country: 'US',
    state: 'MN',
    physicalNexus: [{ validFrom: '2025-01-01', validThrough: '2025-12-31', note: 'Warehouse' }],
    economicNexus: [],
    registrations: [{ validFrom: '2026-01-01', validThrough: null, number: '1234567', scheme: 'STANDARD' }],
    internalTimestamps: { createdDate, updatedDate: createdDate },
    version: 1,
    ...changes,
  };
}

export function aSalesQuestion(changes: Partial<SalesQuestion> = {}): SalesQuestion {
  return {
    country: 'US',
    state: 'MN',
    from: '2026-01-01',
    to: '2026-12-31',
    endsOn: '2026-12-31',
    currency: 'USD',
    excludes: [],
    threshold: null,
    ...changes,
  };
}

export function aNexusThreshold(changes: Partial<NexusThreshold> = {}): NexusThreshold {
  return {
    salesAmount: decimal('100000'),
    transactionCount: null,
    combine: 'SALES_ONLY',
    period: 'CURRENT_OR_PRIOR_CALENDAR_YEAR',
    countsMarketplaceSales: true,
    countedSales: null,
    firstCollection: null,
    validFrom: null,
    validThrough: null,
    source: 'A source',
    uncertainty: null,
    otherConditions: null,
    currency: 'USD',
    ...changes,
  };
}

export function anItem(changes: Partial<Item> = {}): Item {
  return {
    totalPrice: amount('20'),
    calculatedTotal: amount('20'),
    taxAmount: amount('1.65'),
    taxRate: amount('0.0825'),
    taxableAmount: amount('20'),
    reason: 'TAXED',
    taxableCategory: 'TAXABLE',
    tangibleCategory: 'TANGIBLE',
    unitPrice: amount('10'),
    quantity: amount('2'),
    description: null,
    name: 'Lamp',
    taxCode: 'C1S1',
    manualSalesTax: null,
    manualSalesTaxRate: null,
    discount: null,
    relativeTransactionDiscount: amount('0'),
    isSentAsNotTaxable: false,
    ...changes,
  };
}

export function aTransaction(customerId: string, changes: Partial<Transaction> = {}): Transaction {
  return {
    serviceId: randomUUID(),
    source: '1',
    externalId: `transaction ${randomUUID()}`,
    customerId,
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    transactionFilingStatus: 'NOT_FILED',
    documentName: null,
    items: [anItem()],
    shippingFee: null,
    isTaxInclusive: false,
    shippingAddress: {
      city: 'Minneapolis',
      country: 'US',
      county: null,
      state: 'MN',
      street: '350 S 5th St',
      region: null,
      zip: '55415',
      isPartial: false,
    },
    billingAddress: null,
    shipFromAddress: null,
    externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
    taxDate: '2026-07-01',
    createdFrom: null,
    fees: [],
    refundOf: null,
    currency: 'USD',
    subsidiary: null,
    salesTax: { amount: amount('1.65'), rate: amount('0.0825') },
    taxableItemsAmount: amount('20'),
    tangibleItemsAmount: amount('20'),
    totalItemsAmount: amount('20'),
    totalDiscount: amount('0'),
    transactionLevelDiscount: null,
    finalTransactionAmount: amount('21.65'),
    reason: 'TAXED',
    notices: [],
    rateBookVersion: '2026-08-18',
    calculationNumber: 1,
    internalTimestamps: { createdDate, updatedDate: createdDate },
    version: 1,
    ...changes,
  };
}

const aRecordedLine: SnapshotLine = { rule: 0, supply: { kind: 'TAXED' }, taxLines: [] };

export function aSnapshot(changes: Partial<TransactionSnapshot> = {}): TransactionSnapshot {
  return {
    regime: 'SALES_TAX',
    country: 'US',
    subdivision: 'MN',
    taxDate: '2026-07-01',
    sourcedFrom: 'SHIP_TO',
    localRateCap: null,
    isCollecting: true,
    customerType: 'RETAIL',
    certificates: [],
    authority: { name: 'Minnesota', abbreviation: 'MN', taxName: 'Sales tax' },
    match: {
      precision: 'ZIP5',
      matchedAddress: { city: 'Minneapolis', country: 'US', county: 'Hennepin', state: 'MN', zip: '55415' },
      scoring: {
        matchLevel: 'EXCELLENT',
        score: '1' as DecimalText,
        fieldScore: { countryMatch: 'EXACT', stateMatch: 'EXACT', cityMatch: 'EXACT', zipMatch: 'EXACT' },
      },
    },
    options: {
      roundingLevel: 'LINE',
      roundingMode: 'HALF_UP',
      inclusiveRounding: 'TAX',
      exemptInclusivePrice: 'KEEP',
      discountCoversShipping: false,
      shippingTaxMethod: 'OWN_CODE',
    },
    rates: [],
    rules: [
      {
        id: 'test/general',
        category: 'general',
        description: 'General goods',
        treatment: 'TAXABLE',
        terms: [],
        aboveCap: null,
        parts: [],
        validFrom: null,
        validThrough: null,
        source: 'A test',
      },
    ],
    items: [aRecordedLine],
    shippingFee: null,
    refund: null,
    ...changes,
  };
}

export function aStoredTransaction(
  customerId: string,
  changes: Partial<Transaction> = {},
  snapshot: Partial<TransactionSnapshot> = {},
): StoredTransaction {
  const transaction = aTransaction(customerId, changes);
  const items = transaction.items.map(() => aRecordedLine);
  return {
    transaction,
    snapshot: aSnapshot({ items, ...snapshot }),
    digests: { inputDigest: 'i'.repeat(43), taxDigest: 't'.repeat(43) },
  };
}
