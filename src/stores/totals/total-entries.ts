import type { LiabilityQuestion } from '../../domain/liability/liability-query.ts';
import { Prisma } from '../generated/client.ts';
import { sentMarketplace, transactionFilterColumns } from '../sql/filter-columns.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { isCounted, isReportedIn } from '../transactions/filing-sql.ts';

/** Changes to one tenant's totals: a relation with the columns `sign` and `totals`, and any other named columns. */
type Changes = Prisma.Sql;

/** Added to entries that are written to the sums: a distributed database then inserts them on the tenant's node. */
export const ofTenant = Prisma.sql`, tenant_id`;

/** Labels that only documents have. The sums also lack the certificate reason of entries. */
const ofDocument = Prisma.sql`, source, customer_id, service_id, marketplace`;

/** The fields shared by the entries of a place, with the entries themselves as `list`. */
const placeIn = (totals: Prisma.Sql, list: 'lines' | 'jurisdictions') =>
  Prisma.sql`SELECT (${totals}->>'reportedOn')::date AS reported_on, ${totals}->>'country' AS country, ${totals}->>'state' AS state,
    (${totals}->>'transactionType')::"TransactionType" AS transaction_type, ${totals}->>'currency' AS currency,
    (${totals}->>'customerType')::"CustomerType" AS customer_type, ${totals}->>'subsidiary' AS subsidiary,
    (${totals}->>'taxDate')::date AS tax_date, ${totals}->${list === 'lines' ? Prisma.sql`'lines'` : Prisma.sql`'jurisdictions'`} AS list`;
const head = Prisma.sql`reported_on, country, state, transaction_type, currency, customer_type, subsidiary`;

/** The members of an entry, in the order used by `totals-column.ts`. */
const figures = Prisma.sql`entry->>0 AS tax_code, entry->>1 AS reason, sign * (entry->>2)::numeric AS gross_amount,
  sign * (entry->>3)::numeric AS taxable_amount, sign * (entry->>4)::numeric AS tax_amount,
  sign * (entry->>5)::int AS documents, sign * (entry->>6)::int AS of_tax_code, sign * (entry->>7)::int AS of_reason`;

/**
 * The end of an entry: the rate, one digit for each group with this rate, and the reason on a certificate. Entries in
 * the old format, which may still be among the changes, lack the last digit and the reason.
 */
const byRate = (rate: number) => {
  const digits = Prisma.raw(String(rate + 1));
  const digit = (place: number) => Prisma.sql`sign * substr(entry->>${digits}, ${Prisma.raw(String(place))}, 1)::int`;
  return Prisma.sql`(entry->>${Prisma.raw(String(rate))})::numeric AS rate, ${digit(1)} AS of_both, ${digit(2)} AS of_rate,
    ${digit(3)} AS of_tax_code_and_rate, ${digit(4)} AS of_reason_and_rate,
    sign * coalesce(nullif(substr(entry->>${digits}, 5, 1), ''), '1')::int AS of_all,
    entry->>${Prisma.raw(String(rate + 2))} AS exemption_reason`;
};

/** The amounts that the changes add to `sales_totals`; subtractions are negative. */
export function salesEntries(changes: Changes, more = Prisma.empty): Prisma.Sql {
  return Prisma.sql`SELECT ${head}${more}, tax_date, ${figures}, sign * (entry->>8)::numeric AS fee_amount, ${byRate(9)}
    FROM ${byPlace(changes, 'lines', more)} AS changes, jsonb_array_elements(list) AS entry`;
}

/** The amounts that the changes add to `jurisdiction_totals`. */
export function jurisdictionEntries(changes: Changes, more = Prisma.empty): Prisma.Sql {
  return Prisma.sql`SELECT ${head}${more}, ${figures}, entry->>8 AS jurisdiction_id, entry->>9 AS level, entry->>10 AS name,
    ${byRate(11)}
    FROM ${byPlace(changes, 'jurisdictions', more)} AS changes, jsonb_array_elements(list) AS entry`;
}

/**
 * One row per place of a change; `elsewhere` contains the places after the first. UNION ALL keeps the planner from
 * reading the members of a place again for each of its entries; a long document has thousands of entries.
 */
function byPlace(changes: Changes, list: 'lines' | 'jurisdictions', more: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT sign, places.*${more} FROM ${changes} AS changed, LATERAL (
    ${placeIn(Prisma.sql`changed.totals`, list)} UNION ALL
    ${placeIn(Prisma.sql`place`, list)} FROM jsonb_array_elements(changed.totals->'elsewhere') AS place) AS places)`;
}

const columns = Prisma.sql`tenant_id, reported_on, country, state, transaction_type, currency, customer_type, subsidiary, tax_code, reason,
  rate, gross_amount, taxable_amount, tax_amount, documents, of_tax_code, of_reason, of_both, of_rate,
  of_tax_code_and_rate, of_reason_and_rate, of_all`;
const salesColumns = Prisma.sql`${columns}, tax_date, fee_amount`;
const jurisdictionColumns = Prisma.sql`${columns}, jurisdiction_id, level, name`;

/**
 * The totals that match the conditions, as a relation: the sums, and the changes not yet in the sums. A statement reads
 * both from one snapshot, so the result matches the stored documents exactly.
 */
export function salesTotals(scope: TenantScope, conditions: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  return Prisma.sql`(
    SELECT ${salesColumns} FROM sales_totals ${where(scope, conditions)}
    UNION ALL
    SELECT ${salesColumns} FROM (${salesEntries(pendingChanges(scope), ofTenant)}) AS pending ${onlyIf(conditions)})`;
}

export function jurisdictionTotals(scope: TenantScope, conditions: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  return Prisma.sql`(
    SELECT ${jurisdictionColumns} FROM jurisdiction_totals ${where(scope, conditions)}
    UNION ALL
    SELECT ${jurisdictionColumns} FROM (${jurisdictionEntries(pendingChanges(scope), ofTenant)}) AS pending ${onlyIf(conditions)})`;
}

/**
 * The totals of single documents that match the conditions, with their source, marketplace and customer. They are read
 * from the documents of the period, because sums by customer would be as numerous as documents.
 */
export function totalsOfDocuments(
  scope: TenantScope,
  kind: 'SALES' | 'JURISDICTIONS',
  { from, to, groupBy }: LiabilityQuestion,
  conditions: readonly (Prisma.Sql | null)[],
): Prisma.Sql {
  // Spellings of one marketplace share a row, which shows the first spelling in byte order.
  const marketplace = groupBy.has('MARKETPLACE')
    ? Prisma.sql`min(${sentMarketplace} COLLATE "C") OVER (PARTITION BY ${transactionFilterColumns.marketplace.sql})`
    : sentMarketplace;
  const documents = Prisma.sql`(SELECT 1 AS sign, totals, source, customer_id, service_id, ${marketplace} AS marketplace
    FROM transactions ${where(scope, [isCounted, isReportedIn({ from, to })])})`;
  const entries = kind === 'SALES' ? salesEntries(documents, ofDocument) : jurisdictionEntries(documents, ofDocument);
  return Prisma.sql`(SELECT * FROM (${entries}) AS entries ${onlyIf(conditions)})`;
}

function pendingChanges(scope: TenantScope): Changes {
  return Prisma.sql`(SELECT sign, totals, tenant_id FROM total_changes ${where(scope, [])})`;
}

function onlyIf(conditions: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  const present = conditions.filter((condition) => condition !== null);
  return present.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(present, ' AND ')}`;
}
