import { auditEntryList } from '../../domain/audit/audit-entry-list.ts';
import { certificateRequestList } from '../../domain/certificate-requests/certificate-request.ts';
import { clientList } from '../../domain/clients/client.ts';
import { customerList } from '../../domain/customers/customer-list.ts';
import { exchangeRateList } from '../../domain/exchange-rates/exchange-rate.ts';
import { exemptionList } from '../../domain/exemptions/exemption-list.ts';
import type { DeclaredList, ListField } from '../../domain/lists/declared-list.ts';
import { productList } from '../../domain/products/product.ts';
import { refusalList } from '../../domain/refusals/refusal.ts';
import { taxReturnList } from '../../domain/returns/return-list.ts';
import { taxNumberCheckList } from '../../domain/tax-numbers/tax-number-validation.ts';
import { transactionList } from '../../domain/transactions/transaction-list.ts';
import { webhookDeliveryList } from '../../domain/webhooks/webhook-delivery.ts';
import { Prisma } from '../generated/client.ts';
import { columnOf } from './stored-record.ts';

/** The column of a field, and the type to which values are cast for comparing and ordering. */
export type Column = {
  readonly sql: Prisma.Sql;
  readonly type: Prisma.Sql;
  /** Values that are not UUIDs match no row. */
  readonly isUuid?: true;
  /** The expression is a condition. `EXISTS` is never null, and only its plain negation is planned as a join. */
  readonly isCondition?: 'EXISTS' | 'NULLABLE';
  /** Folds a value in the same way as the column, for example to lower case. */
  readonly folded?: (value: Prisma.Sql) => Prisma.Sql;
  /** The column stores "no value" as an empty text. */
  readonly isEmptyForNull?: true;
  /** The condition that the field has one of these values, if equality does not apply. */
  readonly among?: (values: readonly string[]) => Prisma.Sql;
  /** The expression for ordering lists if the column can be null. */
  readonly order?: Prisma.Sql;
  /** The expression of an index ordered by lowercased ASCII letters, for `startsWith`. */
  readonly start?: Prisma.Sql;
  /** Equality also uses the prefix index, because the column has no other index. */
  readonly isFoundByStart?: true;
};

export type Columns<Fields> = { readonly [Name in keyof Fields]: Column };

const ofText = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`text` });
const ofId = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`uuid`, isUuid: true });
const ofInstant = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`timestamptz` });
const ofDay = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`date` });
const ofAmount = (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`numeric` });

/** The marketplace of a document, without surrounding spaces; empty if the document has no marketplace. */
export const sentMarketplace = Prisma.sql`btrim(coalesce(document->>'marketplace', ''))`;

/** Names that differ only in surrounding spaces or in the case of ASCII letters are equal, in every locale. */
export const foldedName = (name: Prisma.Sql): Prisma.Sql => Prisma.sql`lower(btrim(${name}) COLLATE "C")`;

const kinds = {
  text: ofText,
  uuid: ofId,
  country: ofText,
  state: (sql: Prisma.Sql): Column => ({ ...ofText(sql), isEmptyForNull: true }),
  currency: ofText,
  amount: ofAmount,
  day: ofDay,
  instant: ofInstant,
  flag: (sql: Prisma.Sql): Column => ({ sql, type: Prisma.sql`boolean` }),
} as const;

/** The columns of a declared list: the names of its fields in snake case, unless another column is specified. */
function columnsOf<List extends DeclaredList>(
  { fields }: List,
  byHand: { readonly [Name in keyof List['fields']]?: Column } = {},
): { readonly [Name in keyof List['fields']]: Column } {
  const columns = Object.entries<ListField>(fields).map(([name, field]) => {
    const sql = Prisma.raw(columnOf(name));
    return [name, field.kind === 'choice' ? { sql, type: Prisma.raw(`"${field.of.name}"`) } : kinds[field.kind](sql)];
  });
  return { ...Object.fromEntries(columns), ...byHand };
}

export const transactionFilterColumns = columnsOf(transactionList, {
  externalId: {
    ...ofText(Prisma.sql`external_id`),
    start: Prisma.sql`lower(external_id COLLATE "C") COLLATE "C"`,
  },
  marketplace: { ...ofText(foldedName(sentMarketplace)), folded: foldedName, isEmptyForNull: true },
  shippingZip: ofText(Prisma.sql`left(document->'shippingAddress'->>'zip', 5)`),
  elsewhere: ofText(Prisma.sql`(totals->'elsewhere')`),
  // `transactionConditions` replaces these columns with conditions per tenant.
  isConverted: ofText(Prisma.sql`external_id`),
  lacksCertificateFile: ofText(Prisma.sql`customer_id`),
  noticeCode: ofText(Prisma.sql`labels`),
  reason: ofText(Prisma.sql`labels`),
  isDoubtful: ofText(Prisma.sql`labels`),
});

export const taxReturnFilterColumns = columnsOf(taxReturnList, {
  scheme: ofText(Prisma.sql`scheme`),
  from: ofDay(Prisma.sql`from_on`),
  to: ofDay(Prisma.sql`to_on`),
});

export const customerFilterColumns = columnsOf(customerList, {
  name: { ...ofText(Prisma.sql`name`), order: Prisma.sql`coalesce(name, '')` },
  addressCountry: ofText(Prisma.sql`upper(address->>'country')`),
  addressState: ofText(Prisma.sql`upper(coalesce(nullif(address->>'region', ''), address->>'state'))`),
  addressZip: ofText(Prisma.sql`left(address->>'zip', 5)`),
});

export const exemptionFilterColumns = columnsOf(exemptionList, {
  certificateId: { ...ofText(Prisma.sql`certificate_id`), isEmptyForNull: true },
  validFrom: { ...ofDay(Prisma.sql`valid_from`), order: Prisma.sql`coalesce(valid_from, '-infinity')` },
  validThrough: { ...ofDay(Prisma.sql`valid_through`), order: Prisma.sql`coalesce(valid_through, 'infinity')` },
});

export const certificateRequestFilterColumns = columnsOf(certificateRequestList, {
  status: ofText(Prisma.sql`status`),
  expiresOn: ofDay(Prisma.sql`expires_on`),
});

export const auditFilterColumns = columnsOf(auditEntryList, {
  serviceId: ofId(Prisma.sql`change_id`),
  recordType: ofText(Prisma.sql`record_type`),
  recordId: ofText(Prisma.sql`record_id`),
  recordKey: {
    ...ofText(Prisma.sql`record_key`),
    start: Prisma.sql`lower(record_key COLLATE "C") COLLATE "C"`,
    isFoundByStart: true,
  },
  occurredAt: ofInstant(Prisma.sql`at`),
});

export const clientFilterColumns = columnsOf(clientList, {
  status: ofText(Prisma.sql`(CASE WHEN revoked_at IS NULL THEN 'ACTIVE' ELSE 'REVOKED' END)`),
});

export const exchangeRateFilterColumns = columnsOf(exchangeRateList, { publishedOn: ofDay(Prisma.sql`date`) });

export const productFilterColumns = columnsOf(productList);

export const taxNumberCheckFilterColumns = columnsOf(taxNumberCheckList);

export const refusalFilterColumns = columnsOf(refusalList, { serviceId: ofId(Prisma.sql`refusal_id`) });

export const webhookDeliveryFilterColumns = columnsOf(webhookDeliveryList);
