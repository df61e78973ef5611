import type { AuditEntryFilter } from '../../../src/domain/audit/audit-entry-list.ts';
import {
  type CustomerFilter,
  type CustomerOrderField,
  customersWith,
} from '../../../src/domain/customers/customer-list.ts';
import type { ExemptionFilter, ExemptionOrderField } from '../../../src/domain/exemptions/exemption-list.ts';
import type { ListOrder } from '../../../src/domain/lists/list-order.ts';
import type { TransactionFilter, TransactionOrderField } from '../../../src/domain/transactions/transaction-list.ts';
import type { WebhookDeliveryFilter } from '../../../src/domain/webhooks/webhook-delivery.ts';
import type { TenantStores } from '../../../src/ports/stores.ts';
import { knownCustomer, knownEndpoint } from './fill.ts';

/** One list or count, as requested from the store by both doors. */
export type ListCase = { readonly name: string; run(stores: TenantStores): Promise<unknown> };

const limit = 51;

type Named<Filter> = Readonly<Record<string, Filter>>;

const oldHalfYear = { gte: '2024-01-01', lte: '2024-06-30' };
const oldQuarter = { gte: '2024-01-01', lte: '2024-03-31' };

const documentFilters: Named<TransactionFilter> = {
  none: {},
  'type INVOICE, common': { transactionType: { eq: 'INVOICE' } },
  'type REFUND': { transactionType: { eq: 'REFUND' } },
  'type TAXABLE_REFUND, rare': { transactionType: { eq: 'TAXABLE_REFUND' } },
  'type ESTIMATE or SALES_ORDER': { transactionType: { in: ['ESTIMATE', 'SALES_ORDER'] } },
  'type not INVOICE': { transactionType: { ne: 'INVOICE' } },
  'status PAID, common': { transactionStatus: { eq: 'PAID' } },
  'status CANCELLED, rare': { transactionStatus: { eq: 'CANCELLED' } },
  'filing status FILED, common': { transactionFilingStatus: { eq: 'FILED' } },
  'filing status NOT_FILED': { transactionFilingStatus: { eq: 'NOT_FILED' } },
  'customer type RESELLER': { customerType: { eq: 'RESELLER' } },
  'customer type MARKETPLACE, rare': { customerType: { eq: 'MARKETPLACE' } },
  'customer type RETAIL_EXEMPT, absent': { customerType: { eq: 'RETAIL_EXEMPT' } },
  'isOverridden true, rare': { isOverridden: { eq: true } },
  'isOverridden false, common': { isOverridden: { eq: false } },
  'currency USD, common': { currency: { eq: 'USD' } },
  'currency EUR, rare': { currency: { eq: 'EUR' } },
  'currency CHF, absent': { currency: { eq: 'CHF' } },
  'subsidiary North, common': { subsidiary: { eq: 'North' } },
  'subsidiary Attic, rare': { subsidiary: { eq: 'Attic' } },
  'subsidiary absent': { subsidiary: { eq: 'Cellar' } },
  'no subsidiary': { subsidiary: { isNull: true } },
  'subsidiary starts with At': { subsidiary: { startsWith: 'at' } },
  'source 1, common': { source: { eq: '1' } },
  'source 3, rare': { source: { eq: '3' } },
  'source 7, absent': { source: { eq: '7' } },
  'country US, common': { country: { eq: 'US' } },
  'country CA': { country: { eq: 'CA' } },
  'country NZ, absent': { country: { eq: 'NZ' } },
  'state CA': { country: { eq: 'US' }, state: { eq: 'CA' } },
  'state WY, absent': { country: { eq: 'US' }, state: { eq: 'WY' } },
  'a customer with few': { customerId: { eq: knownCustomer } },
  'createdFrom a document': { createdFrom: { eq: 'INV-00000007' } },
  'externalId equals': { externalId: { eq: 'INV-00000777' } },
  'externalId starts with inv-0000': { externalId: { startsWith: 'inv-0000' } },
  'externalId starts with inv-000, long ago': { externalId: { startsWith: 'inv-000' } },
  'externalId starts with INV-0, common': { externalId: { startsWith: 'INV-0' } },
  'CANCELLED, externalId starts with inv-0000': {
    transactionStatus: { eq: 'CANCELLED' },
    externalId: { startsWith: 'inv-0000' },
  },
  'externalId starts with INV-000077, rare': { externalId: { startsWith: 'inv-000077' } },
  'externalId starts with X, absent': { externalId: { startsWith: 'x-1' } },
  'externalId contains 777': { externalId: { contains: '777' } },
  'externalId contains xyz, absent': { externalId: { contains: 'xyz' } },
  'amount above 13,000': { finalTransactionAmount: { gt: '13000' } },
  'amount above 20,000, absent': { finalTransactionAmount: { gt: '20000' } },
  'tax above 999': { taxAmount: { gt: '999' } },
  'tax above 20,000, absent': { taxAmount: { gt: '20000' } },
  'updated since yesterday': { updatedAt: { gte: new Date('2026-11-30') } },
  'updated in future, absent': { updatedAt: { gte: new Date('2030-11-30') } },
  'created in a week long ago': { createdAt: { gte: new Date('2024-03-01'), lt: new Date('2024-03-08') } },
  'made elsewhere in future, absent': { externalCreatedAt: { gte: new Date('2030-01-01') } },
  'CANCELLED or overridden': {
    or: [{ transactionStatus: { eq: 'CANCELLED' } }, { isOverridden: { eq: true } }],
  },
  'CANCELLED in state CA': {
    transactionStatus: { eq: 'CANCELLED' },
    country: { eq: 'US' },
    state: { eq: 'CA' },
  },
  'ACTIVE REFUND of RESELLER in EUR, absent': {
    transactionStatus: { eq: 'ACTIVE' },
    transactionType: { eq: 'REFUND' },
    customerType: { eq: 'RESELLER' },
    currency: { eq: 'EUR' },
  },
};

/** Each in the orders of both doors' defaults, and these in the others. */
const otherOrders = ['updatedAt', 'externalId', 'finalTransactionAmount', 'taxAmount'] as const;
const inOtherOrders = [
  'none',
  'status CANCELLED, rare',
  'type INVOICE, common',
  'subsidiary Attic, rare',
  'state CA',
] as const;

function documentCases(): ListCase[] {
  const entries = Object.entries(documentFilters);
  const listed = (name: string, filter: TransactionFilter, order: ListOrder<TransactionOrderField>): ListCase => ({
    name,
    run: ({ transactions }) => transactions.listShown(filter, { limit, order, after: null }),
  });
  const newest = { field: 'createdAt', direction: 'DESC' } as const;
  const oldest = { field: 'createdAt', direction: 'ASC' } as const;
  const byTaxDate = { field: 'taxDate', direction: 'DESC' } as const;
  return [
    ...entries.flatMap(([name, filter]) => [
      listed(`documents, ${name}`, filter, newest),
      listed(`documents by tax date, ${name}`, filter, byTaxDate),
      listed(`documents of an old half year, ${name}`, { ...filter, taxDate: oldHalfYear }, newest),
      listed(`documents of an old half year by tax date, ${name}`, { ...filter, taxDate: oldHalfYear }, byTaxDate),
      listed(`documents of an old quarter, ${name}`, { ...filter, taxDate: oldQuarter }, newest),
    ]),
    ...otherOrders.flatMap((field) =>
      inOtherOrders.flatMap((name) => [
        listed(`documents by ${field}, ${name}`, documentFilters[name]!, { field, direction: 'DESC' }),
        listed(
          `documents of an old quarter by ${field}, ${name}`,
          { ...documentFilters[name], taxDate: oldQuarter },
          { field, direction: 'DESC' },
        ),
      ]),
    ),
    listed('documents, oldest first, NOT_FILED', { transactionFilingStatus: { eq: 'NOT_FILED' } }, oldest),
    listed('documents, oldest first, CANCELLED', { transactionStatus: { eq: 'CANCELLED' } }, oldest),
    listed(
      'documents from 2024 on, CANCELLED',
      { transactionStatus: { eq: 'CANCELLED' }, taxDate: { gte: '2024-01-01' } },
      newest,
    ),
    listed(
      'documents up to June 2024, INVOICE',
      { transactionType: { eq: 'INVOICE' }, taxDate: { lte: '2024-06-30' } },
      newest,
    ),
    ...entries.map(
      ([name, filter]): ListCase => ({
        name: `number of documents, ${name}`,
        run: ({ transactions }) => transactions.count(filter),
      }),
    ),
  ];
}

const customerFilters: Named<CustomerFilter> = {
  none: {},
  'type RESELLER': { customerType: { eq: 'RESELLER' } },
  'type MARKETPLACE, rare': { customerType: { eq: 'MARKETPLACE' } },
  'type RETAIL_EXEMPT, absent': { customerType: { eq: 'RETAIL_EXEMPT' } },
  'name equals, absent': { name: { eq: 'Grace Hopper' } },
  'name starts with cust': { name: { startsWith: 'cust' } },
  'name starts with x, absent': { name: { startsWith: 'xerxes' } },
  'email equals': { email: { eq: 'buyer-777@example.com' } },
  'email starts with buyer-77': { email: { startsWith: 'buyer-77' } },
  'tax number equals': { taxNumber: { eq: 'DE100000777' } },
  'externalId starts with C-77': { externalId: { startsWith: 'c-77' } },
  'search 77': customersWith('77'),
  'search absent': customersWith('grace'),
  'source absent': { source: { eq: '3' } },
  'updated since, absent': { updatedAt: { gte: new Date('2030-01-01') } },
};

function customerCases(): ListCase[] {
  const fields: readonly CustomerOrderField[] = ['createdAt', 'updatedAt', 'externalId', 'name'];
  return Object.entries(customerFilters).flatMap(([name, filter]) => [
    ...fields.map(
      (field): ListCase => ({
        name: `customers by ${field}, ${name}`,
        run: ({ customers }) => customers.list(filter, { limit, order: { field, direction: 'DESC' }, after: null }),
      }),
    ),
    { name: `number of customers, ${name}`, run: ({ customers }) => customers.count(filter) },
  ]);
}

const exemptionFilters: Named<ExemptionFilter> = {
  none: {},
  'status CANCELLED, rare': { exemptionStatus: { eq: 'CANCELLED' } },
  'reason DIPLOMATIC, rare': { exemptionReason: { eq: 'DIPLOMATIC' } },
  'reason CHARITY, absent': { exemptionReason: { eq: 'CHARITY' } },
  'state absent': { country: { eq: 'US' }, state: { eq: 'WY' } },
  'certificate equals': { certificateId: { eq: 'K-77' } },
  'expiring soon': { exemptionStatus: { eq: 'ACTIVE' }, validThrough: { gte: '2026-11-25', lte: '2026-12-25' } },
};

function exemptionCases(): ListCase[] {
  const fields: readonly ExemptionOrderField[] = ['createdAt', 'updatedAt', 'validFrom', 'validThrough'];
  return Object.entries(exemptionFilters).flatMap(([name, filter]) => [
    ...fields.map(
      (field): ListCase => ({
        name: `exemptions by ${field}, ${name}`,
        run: ({ exemptions }) => exemptions.list(filter, { limit, order: { field, direction: 'ASC' }, after: null }),
      }),
    ),
    { name: `number of exemptions, ${name}`, run: ({ exemptions }) => exemptions.count(filter) },
  ]);
}

const auditFilters: Named<AuditEntryFilter> = {
  none: {},
  'type TRANSACTION, common': { recordType: { eq: 'TRANSACTION' } },
  'type CUSTOMER': { recordType: { eq: 'CUSTOMER' } },
  'type NEXUS, rare': { recordType: { eq: 'NEXUS' } },
  'type TAX_RETURN, absent': { recordType: { eq: 'TAX_RETURN' } },
  'types NEXUS and ACCOUNT': { recordType: { in: ['NEXUS', 'ACCOUNT'] } },
  'client shop, common': { clientId: { eq: 'shop' } },
  'client console-user, rare': { clientId: { eq: 'console-user' } },
  'client absent': { clientId: { eq: 'nobody' } },
  'key of a document': { recordType: { eq: 'TRANSACTION' }, recordKey: { eq: '1/INV-00000777' } },
  'key absent': { recordKey: { eq: '1/NONE' } },
  'key starts with US': { recordKey: { startsWith: 'us/' } },
  'a month long ago': { occurredAt: { gte: new Date('2024-03-01'), lt: new Date('2024-04-01') } },
  'client console-user in a month long ago': {
    clientId: { eq: 'console-user' },
    occurredAt: { gte: new Date('2024-03-01'), lt: new Date('2024-04-01') },
  },
  'NEXUS by shop, absent': { recordType: { eq: 'NEXUS' }, clientId: { eq: 'shop' } },
};

function auditCases(): ListCase[] {
  return Object.entries(auditFilters).flatMap(([name, filter]) => [
    { name: `audit entries, ${name}`, run: ({ audit }) => audit.list(filter, { limit, after: null }) },
    { name: `number of audit entries, ${name}`, run: ({ audit }) => audit.count(filter) },
  ]);
}

const deliveryFilters: Named<WebhookDeliveryFilter> = {
  none: {},
  'status DELIVERED, common': { status: { eq: 'DELIVERED' } },
  'status FAILED, rare': { status: { eq: 'FAILED' } },
  'status PENDING, absent': { status: { eq: 'PENDING' } },
  'endpoint, rare': { endpointId: { eq: knownEndpoint } },
  'event nexus.reached, rare': { eventType: { eq: 'nexus.reached' } },
  'event absent': { eventType: { eq: 'rates.changed' } },
  'created in future, absent': { createdAt: { gte: new Date('2030-01-01') } },
};

function deliveryCases(): ListCase[] {
  return Object.entries(deliveryFilters).flatMap(([name, filter]) => [
    {
      name: `deliveries, ${name}`,
      run: ({ webhookDeliveries }) => webhookDeliveries.list(filter, { limit, after: null }),
    },
    { name: `number of deliveries, ${name}`, run: ({ webhookDeliveries }) => webhookDeliveries.count(filter) },
  ]);
}

export const listCases: readonly ListCase[] = [
  ...documentCases(),
  ...customerCases(),
  ...exemptionCases(),
  ...auditCases(),
  ...deliveryCases(),
];
