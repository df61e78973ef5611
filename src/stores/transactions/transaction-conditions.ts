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
  const { fromOn, toOn, country, state, transactionType, currency, subsidiary, customerTypes } = counted;
  const conditions = [
    isCounted,
    isReportedIn({ fromOn, toOn }),
    country === null ? null : Prisma.sql`country = ${country}`,
    state === null ? null : Prisma.sql`state = ${state}`,
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

/** Read from the totals of the documents of the period. Those without totals yet are listed: they may fit. */
function hasEntry({ jurisdictionId, taxCode, reason }: CountedDocuments): Prisma.Sql | null {
  const members = [
    taxCode === null ? null : Prisma.sql`entry->>0 = ${taxCode}`,
    reason === null ? null : Prisma.sql`entry->>1 = ${reason}`,
    jurisdictionId === null ? null : Prisma.sql`entry->>8 = ${jurisdictionId}`,
  ].filter((member) => member !== null);
  if (members.length === 0) return null;
  const entries = jurisdictionId === null ? Prisma.sql`'lines'` : Prisma.sql`'jurisdictions'`;
  return Prisma.sql`(totals IS NULL OR EXISTS (
    SELECT FROM jsonb_array_elements(totals->${entries}) AS entry WHERE ${Prisma.join(members, ' AND ')}))`;
}
