import type { AuditEntryFields } from '../../domain/audit/audit-filter.ts';
import type { ClientFields } from '../../domain/clients/client-filter.ts';
import type { CustomerFields } from '../../domain/customers/customer-list.ts';
import type { ExchangeRateFields } from '../../domain/exchange-rates/exchange-rate.ts';
import type { ExemptionFields } from '../../domain/exemptions/exemption-list.ts';
import type { RefusalFields } from '../../domain/refusals/refusal.ts';
import type { TaxReturnFields } from '../../domain/returns/return-filter.ts';
import type { TaxNumberCheckFields } from '../../domain/tax-numbers/tax-number-filter.ts';
import type { TransactionFields } from '../../domain/transactions/transaction-list.ts';
import type { WebhookDeliveryFields } from '../../domain/webhooks/delivery-filter.ts';
import { Prisma } from '../generated/client.ts';

/** The column of a field and the type that values are cast to, for comparing and ordering. */
export type Column = {
  readonly sql: Prisma.Sql;
  readonly type: Prisma.Sql;
  /** Values that are not UUIDs match no row. */
  readonly isUuid?: true;
  /** Another table is asked: as a condition of its own the nodes of a distributed database join it, compared with a value they do not. */
  readonly isCondition?: true;
  /** The column stores "no value" as an empty text. */
  readonly isEmptyForNull?: true;
  /** The expression that lists are ordered by if the column can be null. */
  readonly order?: Prisma.Sql;
  /** The expression of an index in the order of lowered ASCII letters, for `startsWith`. */
  readonly start?: Prisma.Sql;
  /** The whole text is found by the index of its start, as it has no other. */
  readonly isFoundByStart?: true;
};

export type Columns<Fields> = { readonly [Name in keyof Fields]: Column };

const ofText = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`text` });
const ofId = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`uuid`, isUuid: true });
const ofInstant = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`timestamptz` });
const ofDay = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`date` });
const ofAmount = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`numeric` });

const stored = {
  serviceId: ofId(Prisma.sql`service_id`),
  createdAt: ofInstant(Prisma.sql`created_at`),
  updatedAt: ofInstant(Prisma.sql`updated_at`),
};

const named = {
  source: ofText(Prisma.sql`source`),
  externalId: ofText(Prisma.sql`external_id`),
  customerType: { sql: Prisma.sql`customer_type`, type: Prisma.sql`"CustomerType"` },
  externalCreatedAt: ofInstant(Prisma.sql`external_created_at`),
  externalUpdatedAt: ofInstant(Prisma.sql`external_updated_at`),
};

const placed = {
  country: ofText(Prisma.sql`country`),
  state: { ...ofText(Prisma.sql`state`), isEmptyForNull: true as const },
};

export const transactionFilterColumns: Columns<TransactionFields> = {
  ...stored,
  ...named,
  ...placed,
  externalId: { ...named.externalId, start: Prisma.sql`lower(external_id COLLATE "C") COLLATE "C"` },
  customerId: ofId(Prisma.sql`customer_id`),
  transactionType: { sql: Prisma.sql`transaction_type`, type: Prisma.sql`"TransactionType"` },
  transactionStatus: { sql: Prisma.sql`transaction_status`, type: Prisma.sql`"TransactionStatus"` },
  transactionFilingStatus: { sql: Prisma.sql`transaction_filing_status`, type: Prisma.sql`"TransactionFilingStatus"` },
  currency: ofText(Prisma.sql`currency`),
  createdFrom: ofText(Prisma.sql`created_from`),
  subsidiary: ofText(Prisma.sql`subsidiary`),
  taxDate: ofDay(Prisma.sql`tax_date`),
  finalTransactionAmount: ofAmount(Prisma.sql`final_transaction_amount`),
  taxAmount: ofAmount(Prisma.sql`tax_amount`),
  isOverridden: { sql: Prisma.sql`is_overridden`, type: Prisma.sql`boolean` },
  isConverted: {
    sql: Prisma.sql`EXISTS (SELECT FROM transactions AS made WHERE made.tenant_id = transactions.tenant_id
      AND made.source = transactions.source AND made.created_from = transactions.external_id
      AND made.transaction_status <> 'CANCELLED')`,
    type: Prisma.sql`boolean`,
    isCondition: true,
  },
  shippingZip: ofText(Prisma.sql`left(document->'shippingAddress'->>'zip', 5)`),
  elsewhere: ofText(Prisma.sql`(totals->'elsewhere')`),
};

export const taxReturnFilterColumns: Columns<TaxReturnFields> = {
  ...placed,
  scheme: ofText(Prisma.sql`scheme`),
  status: { sql: Prisma.sql`status`, type: Prisma.sql`"TaxReturnStatus"` },
  from: ofDay(Prisma.sql`from_on`),
  to: ofDay(Prisma.sql`to_on`),
};

export const customerFilterColumns: Columns<CustomerFields> = {
  ...stored,
  ...named,
  name: { ...ofText(Prisma.sql`name`), order: Prisma.sql`coalesce(name, '')` },
  email: ofText(Prisma.sql`email`),
  taxNumber: ofText(Prisma.sql`tax_number`),
  addressCountry: ofText(Prisma.sql`upper(address->>'country')`),
  addressState: ofText(Prisma.sql`upper(coalesce(nullif(address->>'region', ''), address->>'state'))`),
  addressZip: ofText(Prisma.sql`left(address->>'zip', 5)`),
};

export const exemptionFilterColumns: Columns<ExemptionFields> = {
  ...stored,
  ...placed,
  customerId: ofId(Prisma.sql`customer_id`),
  certificateId: { ...ofText(Prisma.sql`certificate_id`), isEmptyForNull: true },
  exemptionReason: { sql: Prisma.sql`exemption_reason`, type: Prisma.sql`"ExemptionReason"` },
  exemptionType: { sql: Prisma.sql`exemption_type`, type: Prisma.sql`"ExemptionType"` },
  exemptionStatus: { sql: Prisma.sql`exemption_status`, type: Prisma.sql`"ExemptionStatus"` },
  validFrom: { ...ofDay(Prisma.sql`valid_from`), order: Prisma.sql`coalesce(valid_from, '-infinity')` },
  validThrough: { ...ofDay(Prisma.sql`valid_through`), order: Prisma.sql`coalesce(valid_through, 'infinity')` },
  hasFile: { sql: Prisma.sql`has_file`, type: Prisma.sql`boolean` },
};

export const auditFilterColumns: Columns<AuditEntryFields> = {
  serviceId: ofId(Prisma.sql`change_id`),
  recordType: ofText(Prisma.sql`record_type`),
  recordId: ofText(Prisma.sql`record_id`),
  recordKey: {
    ...ofText(Prisma.sql`record_key`),
    start: Prisma.sql`lower(record_key COLLATE "C") COLLATE "C"`,
    isFoundByStart: true,
  },
  clientId: ofText(Prisma.sql`client_id`),
  occurredAt: ofInstant(Prisma.sql`at`),
};

export const clientFilterColumns: Columns<ClientFields> = {
  name: ofText(Prisma.sql`name`),
  status: ofText(Prisma.sql`(CASE WHEN revoked_at IS NULL THEN 'ACTIVE' ELSE 'REVOKED' END)`),
};

export const exchangeRateFilterColumns: Columns<ExchangeRateFields> = {
  fromCurrency: ofText(Prisma.sql`from_currency`),
  toCurrency: ofText(Prisma.sql`to_currency`),
  publishedOn: ofDay(Prisma.sql`date`),
};

export const taxNumberCheckFilterColumns: Columns<TaxNumberCheckFields> = {
  serviceId: ofId(Prisma.sql`service_id`),
  vatNumber: ofText(Prisma.sql`vat_number`),
  checkedAt: ofInstant(Prisma.sql`checked_at`),
};

export const refusalFilterColumns: Columns<RefusalFields> = {
  serviceId: ofId(Prisma.sql`refusal_id`),
  source: ofText(Prisma.sql`source`),
  code: ofText(Prisma.sql`code`),
};

export const webhookDeliveryFilterColumns: Columns<WebhookDeliveryFields> = {
  endpointId: ofId(Prisma.sql`endpoint_id`),
  eventType: ofText(Prisma.sql`event_type`),
  status: { sql: Prisma.sql`status`, type: Prisma.sql`"WebhookDeliveryStatus"` },
  createdAt: ofInstant(Prisma.sql`created_at`),
};
