import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import type { TransactionFilingStatus } from '../../domain/transactions/transaction-enums.ts';
import { Prisma } from '../generated/client.ts';

export function hasStatus(status: TransactionFilingStatus): Prisma.Sql {
  return Prisma.sql`transaction_filing_status = ${status}::"TransactionFilingStatus"`;
}

/** Selects documents that are part of a return: no estimates, orders or cancelled documents. */
export const isCounted = Prisma.sql`transaction_type IN ('INVOICE', 'REFUND', 'TAXABLE_REFUND')
  AND transaction_status <> 'CANCELLED'`;

type Days = Pick<TaxReturnKey, 'from' | 'to'>;

/** Selects documents reported in the period of their tax date, which are nearly all documents. */
export function isOnTime({ from, to }: Days): Prisma.Sql {
  return Prisma.sql`tax_date BETWEEN ${from}::date AND ${to}::date AND reported_on IS NULL`;
}

/** Selects documents that were too late for the period of their tax date. */
export function isLate({ from, to }: Days): Prisma.Sql {
  return Prisma.sql`reported_on BETWEEN ${from}::date AND ${to}::date`;
}

export function isReportedIn(period: Days): Prisma.Sql {
  return Prisma.sql`((${isOnTime(period)}) OR ${isLate(period)})`;
}

export function isNoneOf(ids: readonly string[] = []): Prisma.Sql | null {
  return ids.length === 0 ? null : Prisma.sql`service_id <> ALL(${[...ids]}::uuid[])`;
}

export function isAtPlace({ country, state }: Pick<TaxReturnKey, 'country' | 'state'>): Prisma.Sql {
  return state === null ? Prisma.sql`country = ${country}` : Prisma.sql`country = ${country} AND state = ${state}`;
}
