import type { CountedDocuments } from '../../domain/liability/counted-documents.ts';
import type { TransactionFilter } from '../../domain/lists/record-filter.ts';
import { Prisma } from '../generated/client.ts';
import { transactionFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf } from '../sql/filter-sql.ts';
import { isCounted, isReportedIn } from './filing-sql.ts';

/** The conditions of a list of documents. */
export function transactionConditions({ counted, ...filter }: TransactionFilter): Prisma.Sql[] {
  return [...conditionsOf(transactionFilterColumns, filter), ...(counted ? countedConditions(counted) : [])];
}

function countedConditions(counted: CountedDocuments): Prisma.Sql[] {
  const { from, to, country, state, transactionType, currency, subsidiary, customerTypes, countries } = counted;
  const conditions = [
    isCounted,
    isReportedIn({ from, to }),
    isTaxedAt(country, state),
    countries === null
      ? null
      : Prisma.sql`(${Prisma.join(
          countries.map((one) => isTaxedAt(one, null)!),
          ' OR ',
        )})`,
    transactionType === null ? null : Prisma.sql`transaction_type = ${transactionType}::"TransactionType"`,
    currency === null ? null : Prisma.sql`currency = ${currency}`,
    subsidiary === null ? null : Prisma.sql`totals->>'subsidiary' = ${subsidiary}`,
    customerTypes === null
      ? null
      : Prisma.sql`(totals IS NULL OR totals->>'customerType' = ANY(${[...customerTypes]}::text[]))`,
    hasEntry(counted),
  ];
  return conditions.filter((condition) => condition !== null);
}

/** The place of the document. If its items have places of their own, the totals show which states tax them. */
function isTaxedAt(country: string | null, state: string | null): Prisma.Sql | null {
  if (country === null) return null;
  const place = { country, ...(state !== null && { state }) };
  const own = state === null ? Prisma.sql`country = ${country}` : Prisma.sql`country = ${country} AND state = ${state}`;
  return Prisma.sql`(${own} AND (totals->'elsewhere') IS NULL OR (totals->'elsewhere') IS NOT NULL
    AND (totals @> ${JSON.stringify(place)}::jsonb OR totals->'elsewhere' @> ${JSON.stringify([place])}::jsonb))`;
}

/** Read from the totals of the documents of the period. Documents without totals yet are included, as they may match. */
function hasEntry({ jurisdictionId, taxCode, reason, country, state }: CountedDocuments): Prisma.Sql | null {
  const members = [
    taxCode === null ? null : Prisma.sql`entry->>0 = ${taxCode}`,
    reason === null ? null : Prisma.sql`entry->>1 = ${reason}`,
    jurisdictionId === null ? null : Prisma.sql`entry->>8 = ${jurisdictionId}`,
  ].filter((member) => member !== null);
  if (members.length === 0) return null;
  const entries = jurisdictionId === null ? Prisma.sql`'lines'` : Prisma.sql`'jurisdictions'`;
  const place = { ...(country !== null && { country }), ...(state !== null && { state }) };
  return Prisma.sql`(totals IS NULL OR EXISTS (
    SELECT FROM (SELECT totals AS part UNION ALL SELECT jsonb_array_elements(totals->'elsewhere')) AS parts,
      jsonb_array_elements(part->${entries}) AS entry
    WHERE part @> ${JSON.stringify(place)}::jsonb AND ${Prisma.join(members, ' AND ')}))`;
}
