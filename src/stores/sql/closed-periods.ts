import type { RegistrationScheme } from '../../domain/nexus/nexus-record.ts';
import type { ClosedPeriod } from '../../domain/returns/closed-period.ts';
import type { TaxReturnKey } from '../../domain/returns/return-record.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from './tenant-scope.ts';

/** Longer than any step of filing: a claim that was not renewed within this time is abandoned. */
const claimSeconds = 120;

export const claimedUntil = Prisma.sql`statement_timestamp() + make_interval(secs => ${claimSeconds}::int)`;

export type ClosedRow = {
  service_id: string;
  country: string;
  state: string;
  scheme: RegistrationScheme;
  from_on: string;
  to_on: string;
};

export const closedColumns = Prisma.sql`service_id, country, state, scheme, from_on, to_on`;

export const isClosed = Prisma.sql`status <> 'DRAFT'`;

/** A one-stop-shop return closes no period for documents: later changes are corrections in a later return. */
export const closesDocuments = Prisma.sql`scheme = 'STANDARD'`;

/** A statement that writes a document sees the periods closed before it began: see stores/returns/README.md. */
export function isInOpenPeriod(scope: TenantScope, document: ReportedDocument): Prisma.Sql {
  const { country, state, reportedOn, totals, leaving = [] } = document;
  const isOfPlace = Prisma.sql`closed.country = ${country} AND closed.state IN ('', ${state})`;
  const isOfAnyPlace = totals ? Prisma.sql`(${isOfPlace} OR ${isOfItems(totals)})` : isOfPlace;
  return Prisma.sql`NOT EXISTS (SELECT FROM returns AS closed WHERE closed.tenant_id = ${scope.tenantId}
    AND closed.to_on >= ${reportedOn} AND closed.from_on <= ${reportedOn} AND closed.${isClosed} AND closed.${closesDocuments}
    AND ${isOfAnyPlace}${leaving.length > 0 ? Prisma.sql` AND closed.service_id <> ALL(${[...leaving]}::uuid[])` : Prisma.empty})`;
}

type ReportedDocument = {
  readonly country: Prisma.Sql;
  readonly state: Prisma.Sql;
  readonly reportedOn: Prisma.Sql;
  /** The amounts that the document adds to the totals; null if all items are taxed at the document's own place. */
  readonly totals: Prisma.Sql | null;
  /**
   * Ids of returns whose period does not count as closed: a return that is being reopened, and returns that do not
   * report the document.
   */
  readonly leaving?: readonly string[];
};

/** Whether the place of the return taxes items with their own addresses. */
function isOfItems(totals: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`((${totals})->'elsewhere' IS NOT NULL AND EXISTS (
    SELECT FROM (SELECT ${totals} AS place UNION ALL SELECT jsonb_array_elements((${totals})->'elsewhere')) AS places
    WHERE closed.country = place->>'country' AND closed.state IN ('', place->>'state')))`;
}

/**
 * Finds the returns that report the same documents, possibly for another tax: a country and its regions share
 * documents.
 */
export function overlaps({ country, state, from, to }: Omit<TaxReturnKey, 'scheme'>): Prisma.Sql {
  const isAtPlace = state === null ? Prisma.sql`TRUE` : Prisma.sql`state IN ('', ${state})`;
  return Prisma.sql`to_on >= ${from}::date AND from_on <= ${to}::date AND country = ${country} AND ${isAtPlace}`;
}

export async function findClosed(scope: TenantScope, condition: Prisma.Sql): Promise<ClosedPeriod[]> {
  const rows = await scope.statements.rows<ClosedRow>(Prisma.sql`
    SELECT ${closedColumns} FROM returns ${where(scope, [condition, isClosed, closesDocuments])} ORDER BY from_on, state`);
  return rows.map(toClosedPeriod);
}

export function toClosedPeriod(row: ClosedRow): ClosedPeriod {
  const { service_id, country, state, scheme, from_on, to_on } = row;
  return { returnId: service_id, country, state: state === '' ? null : state, scheme, from: from_on, to: to_on };
}
