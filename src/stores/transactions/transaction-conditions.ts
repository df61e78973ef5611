import { euCode, unionStates } from '../../domain/places/eu-code.ts';
import type { CountedDocuments, TransactionFilter } from '../../domain/transactions/transaction-list.ts';
import { doubtfulNotices } from '../../tax/model/notices.ts';
import { Prisma } from '../generated/client.ts';
import { excludedAs, ofWholeInvoices } from '../sql/excluded-as.ts';
import { foldedName, transactionFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf } from '../sql/filter-sql.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';
import { isCounted, isReportedIn } from './filing-sql.ts';

export function transactionConditions(
  { tenantId }: Pick<TenantScope, 'tenantId'>,
  { counted, mayCrossBorderFrom, changedSince, ...filter }: TransactionFilter,
): Prisma.Sql[] {
  return [
    ...conditionsOf(columnsOf(tenantId), filter),
    ...(counted ? countedConditions(counted) : []),
    ...(mayCrossBorderFrom ? [mayCrossBorder(mayCrossBorderFrom)] : []),
    ...(changedSince ? [isChangedSince(tenantId, changedSince)] : []),
  ];
}

function columnsOf(tenantId: Prisma.Sql): typeof transactionFilterColumns {
  const labelled = (kind: 'N' | 'R') => ({
    ...transactionFilterColumns.noticeCode,
    among: (values: readonly string[]) => hasLabel(tenantId, kind, values),
  });
  const isDoubtful = {
    sql: hasLabel(tenantId, 'N', doubtfulNotices),
    type: Prisma.sql`boolean`,
    isCondition: 'NULLABLE',
  } as const;
  // The subqueries name the tenant, because Citus infers their node from the outer query only for a plain condition.
  const exists = (subquery: Prisma.Sql) =>
    ({ sql: Prisma.sql`EXISTS (${subquery})`, type: Prisma.sql`boolean`, isCondition: 'EXISTS' }) as const;
  return {
    ...transactionFilterColumns,
    isConverted: exists(Prisma.sql`SELECT FROM transactions AS made WHERE made.tenant_id = ${tenantId}
      AND made.source = transactions.source AND made.created_from = transactions.external_id
      AND made.transaction_status <> 'CANCELLED'`),
    // A join, because a list of ids would be read from the snapshot again for each certificate of the customer.
    lacksCertificateFile: exists(Prisma.sql`SELECT FROM exemptions,
      json_array_elements(transactions.snapshot->'evidence') AS certificate
      WHERE exemptions.tenant_id = ${tenantId} AND exemptions.customer_id = transactions.customer_id
      AND NOT exemptions.has_file AND exemptions.service_id::text = certificate->>'id'`),
    noticeCode: labelled('N'),
    reason: labelled('R'),
    isDoubtful,
  };
}

/** Documents from an earlier release have no labels until the backfill, so their JSON is read. */
function hasLabel(tenantId: Prisma.Sql, kind: 'N' | 'R', values: readonly string[]): Prisma.Sql {
  if (values.length === 0) return Prisma.sql`FALSE`;
  const labels = values.map((value) => Prisma.sql`${tenantId} || ${` ${kind}${value}`}::text`);
  const among = Prisma.sql`&& ARRAY[${Prisma.join(labels)}]`;
  return Prisma.sql`(tenant_labels(tenant_id, labels) ${among}
    OR labels IS NULL AND tenant_labels(tenant_id, document_labels(document)) ${among})`;
}

/** Filing and reopening a return change each document's update time, but none of its figures. */
function isChangedSince(tenantId: Prisma.Sql, instant: Date): Prisma.Sql {
  const since = Prisma.sql`${instant.toISOString()}::timestamptz`;
  return Prisma.sql`updated_at > ${since} AND (created_at > ${since} OR transaction_status = 'CANCELLED'
    OR EXISTS (SELECT FROM calculations WHERE calculations.tenant_id = ${tenantId}
      AND calculations.transaction_id = transactions.service_id AND calculations.replaced_at > ${since}))`;
}

/**
 * Only documents within the country must be searched for their origin, which requires reading their JSON. Searching its
 * text takes a quarter of the time of parsing it.
 */
function mayCrossBorder(country: string): Prisma.Sql {
  return Prisma.sql`(country <> ${country} OR (totals->'elsewhere') IS NOT NULL
    OR document::text LIKE '%"shipFromAddress":{%' OR snapshot::text LIKE '%"homeAddress":{%'
    AND snapshot::text NOT LIKE ${`%"homeAddress":{"country":"${country}"%`})`;
}

function countedConditions(counted: CountedDocuments): Prisma.Sql[] {
  const { from, to, countries, state, transactionType, currency, subsidiary, source, marketplace } = counted;
  const { customerId, customerTypes } = counted;
  const conditions = [
    isCounted,
    counted.byTaxDate ? Prisma.sql`tax_date BETWEEN ${from}::date AND ${to}::date` : isReportedIn({ from, to }),
    countries?.length === 0
      ? Prisma.sql`FALSE`
      : Prisma.sql`(${Prisma.join(
          (countries ?? [null]).map((country) => isTaxedAt(country, state)),
          ' OR ',
        )})`,
    transactionType === null ? null : Prisma.sql`transaction_type = ${transactionType}::"TransactionType"`,
    currency === null ? null : Prisma.sql`currency = ${currency}`,
    subsidiary === null ? null : Prisma.sql`totals->>'subsidiary' = ${subsidiary}`,
    source === null ? null : Prisma.sql`source = ${source}`,
    marketplace === null
      ? null
      : Prisma.sql`${transactionFilterColumns.marketplace.sql} = ${foldedName(Prisma.sql`${marketplace}::text`)}`,
    customerId === null ? null : Prisma.sql`customer_id = ${customerId}::uuid`,
    customerTypes === null
      ? null
      : Prisma.sql`(totals IS NULL OR totals->>'customerType' = ANY(${[...customerTypes]}::text[]))`,
    hasEntry(counted),
    isCountedForNexus(counted),
  ];
  return conditions.filter((condition) => condition !== null);
}

/** Compares the place of the document. If items have other places, the totals show which states tax them. */
function isTaxedAt(country: string | null, state: string | null): Prisma.Sql {
  if (country === null && state === null) return Prisma.sql`TRUE`;
  const place = { ...(country !== null && { country }), ...(state !== null && { state }) };
  const own = Prisma.join(
    Object.entries(place).map(([column, value]) => Prisma.sql`${Prisma.raw(column)} = ${value}`),
    ' AND ',
  );
  return Prisma.sql`(${own} AND (totals->'elsewhere') IS NULL OR (totals->'elsewhere') IS NOT NULL
    AND (totals @> ${JSON.stringify(place)}::jsonb OR totals->'elsewhere' @> ${JSON.stringify([place])}::jsonb))`;
}

/** Searches the totals of documents in the period. Documents without totals are included, because they may match. */
function hasEntry(counted: CountedDocuments): Prisma.Sql | null {
  const { jurisdictionId, taxCode, reason, rate, exemptionReason, countries, state } = counted;
  const end = endOf(jurisdictionId);
  const members = [
    taxCode === null ? null : Prisma.sql`entry->>0 = ${taxCode}`,
    reason === null ? null : Prisma.sql`entry->>1 = ${reason}`,
    jurisdictionId === null ? null : Prisma.sql`entry->>8 = ${jurisdictionId}`,
    rate === null ? null : Prisma.sql`(${end.rate})::numeric = ${rate}::numeric`,
    exemptionReason === null ? null : Prisma.sql`coalesce(${end.exemptionReason}, 'NONE') = ${exemptionReason}`,
  ].filter((member) => member !== null);
  if (members.length === 0) return null;
  const entries = jurisdictionId === null ? Prisma.sql`'lines'` : Prisma.sql`'jurisdictions'`;
  // Entries for nexus have no labels.
  if (countries === null) members.push(Prisma.sql`part->>'country' <> ${euCode}`);
  else members.push(Prisma.sql`part->>'country' = ANY(${[...countries]}::text[])`);
  if (state !== null) members.push(Prisma.sql`part->>'state' = ${state}`);
  return Prisma.sql`(totals IS NULL OR EXISTS (SELECT FROM ${entriesOf(entries)} WHERE ${Prisma.join(members, ' AND ')}))`;
}

const entriesOf = (list: Prisma.Sql) =>
  Prisma.sql`(SELECT totals AS part UNION ALL SELECT jsonb_array_elements(totals->'elsewhere')) AS parts,
    jsonb_array_elements(part->${list}) AS entry`;

/** Reads the same entries as the nexus sums: see `domain/totals/nexus-entries.ts`. */
function isCountedForNexus({ excludedSales, countries, state }: CountedDocuments): Prisma.Sql | null {
  const excluded = ofWholeInvoices(excludedSales ?? []);
  const isOfUnion = countries?.includes(euCode) === true;
  if (excluded.length === 0 && !isOfUnion) return null;
  const corrected = isOfUnion ? unionStates(countries) : state === null ? (countries ?? []) : [];
  const own = [
    isOfUnion ? Prisma.sql`FALSE` : null,
    countries === null ? null : Prisma.sql`part->>'country' = ANY(${[...countries]}::text[])`,
    state === null ? null : Prisma.sql`part->>'state' = ${state}`,
  ].filter((condition) => condition !== null);
  const isThere = Prisma.sql`CASE WHEN part->>'country' = ${euCode} THEN part->>'state' = ANY(${[...corrected]}::text[])
    ELSE ${own.length === 0 ? Prisma.sql`TRUE` : Prisma.join(own, ' AND ')} END`;
  const reasons = excludedAs(Prisma.sql`part->>'customerType'`, Prisma.sql`entry->>1`);
  return Prisma.sql`(totals IS NULL OR EXISTS (
    SELECT FROM ${entriesOf(Prisma.sql`'lines'`)} WHERE ${isThere} AND NOT ${reasons} && ${excluded}::text[]
    GROUP BY ${reasons} HAVING sum((entry->>5)::int) <> 0 OR sum((entry->>2)::numeric) <> 0))`;
}

/**
 * Positions of the rate and the certificate reason, which differ between line entries and jurisdiction entries: see
 * `stores/totals/total-entries.ts`.
 */
function endOf(jurisdictionId: string | null) {
  return jurisdictionId === null
    ? { rate: Prisma.sql`entry->>9`, exemptionReason: Prisma.sql`entry->>11` }
    : { rate: Prisma.sql`entry->>11`, exemptionReason: Prisma.sql`entry->>13` };
}
