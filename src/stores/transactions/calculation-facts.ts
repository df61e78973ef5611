import { tenantSettings } from '../../domain/account/tenant.ts';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import type { FactsQuestion, StoredFacts } from '../../ports/stores/transaction-store.ts';
import { type CustomerRow, customerColumns, toCustomer } from '../customers/customers.ts';
import { type ExemptionSqlRow, selectedExemptionColumns, toExemption } from '../exemptions/exemption-sql-row.ts';
import { Prisma } from '../generated/client.ts';
import { type NexusRow, nexusColumns, toDeclaration } from '../nexus/nexus.ts';
import { type ClosedRow, closedColumns, closesDocuments, isClosed, toClosedPeriod } from '../sql/closed-periods.ts';
import { isUuid, type TenantScope, where } from '../sql/tenant-scope.ts';
import { type StoredRow, storedColumns, toStored } from './transaction-row.ts';

type FactsRow = {
  customer: CustomerRow | null;
  exemptions: ExemptionSqlRow[] | null;
  stored: StoredRow | null;
  settings: unknown;
  declarations: NexusRow[] | null;
  closed: ClosedRow[] | null;
  waiting: StoredRow[] | null;
};

/**
 * Reads everything in one statement: separate statements would each need a connection and a round trip. The
 * declarations are read only if the settings need them: see `needsDeclarations`.
 */
export async function findFacts(
  scope: TenantScope,
  { customerId, key, taxDates, isInvoice }: FactsQuestion,
): Promise<StoredFacts> {
  const id = customerId !== null && isUuid(customerId) ? customerId : null;
  const isCustomer = where(scope, [Prisma.sql`service_id = ${id}::uuid`]);
  const ofCustomer = where(scope, [Prisma.sql`customer_id = ${id}::uuid`]);
  const hasKey = key && where(scope, [Prisma.sql`source = ${key.source} AND external_id = ${key.externalId}`]);
  const [row] = await scope.statements.rows<FactsRow>(Prisma.sql`SELECT
    (SELECT row_to_json(found) FROM (SELECT ${customerColumns} FROM customers ${isCustomer}) AS found) AS customer,
    (SELECT json_agg(found) FROM (
      SELECT ${selectedExemptionColumns} FROM exemptions ${ofCustomer} ORDER BY created_at, service_id) AS found
    ) AS exemptions,
    ${hasKey ? Prisma.sql`(SELECT row_to_json(found) FROM (SELECT ${storedColumns} FROM transactions ${hasKey}) AS found)` : none} AS stored,
    settings,
    CASE WHEN settings ->> 'collectionPolicy' = 'WHERE_REGISTERED' THEN (SELECT json_agg(found) FROM (
      SELECT ${nexusColumns} FROM nexus ${where(scope, [])} ORDER BY country, state) AS found
    ) END AS declarations,
    ${taxDates === null ? none : closedBetween(scope, taxDates[0]!, taxDates.at(-1)!)} AS closed,
    ${key && isInvoice ? waitingFor(scope, key) : none} AS waiting
    FROM tenants ${where(scope, [])}`);
  if (!row) throw new AppError('NOT_FOUND', 'Account not found.');
  return {
    customer: row.customer ? toCustomer(row.customer) : undefined,
    exemptions: (row.exemptions ?? []).map(toExemption),
    stored: row.stored ? toStored(row.stored) : null,
    settings: tenantSettings.parse(row.settings),
    declarations: (row.declarations ?? []).map(toDeclaration),
    closed: (row.closed ?? []).map(toClosedPeriod),
    waiting: (row.waiting ?? []).map(toStored),
  };
}

function waitingFor(scope: TenantScope, { source, externalId }: NaturalKey): Prisma.Sql {
  const isWaiting = Prisma.sql`source = ${source} AND created_from = ${externalId} AND transaction_type = 'REFUND'
    AND transaction_status <> 'CANCELLED' AND document->>'refundOf' IS NULL`;
  return Prisma.sql`(SELECT json_agg(found) FROM (SELECT ${storedColumns} FROM transactions ${where(scope, [isWaiting])}
    ORDER BY created_at, service_id LIMIT ${gatewayLimits.linkedRefunds + 1}) AS found)`;
}

/** Covers all places, because the place is not known yet. Few returns cover one day. */
function closedBetween(scope: TenantScope, from: string, to: string): Prisma.Sql {
  const isOn = Prisma.sql`to_on >= ${from}::date AND from_on <= ${to}::date`;
  return Prisma.sql`(SELECT json_agg(found) FROM (
    SELECT ${closedColumns} FROM returns ${where(scope, [isOn, isClosed, closesDocuments])}) AS found)`;
}

const none = Prisma.sql`NULL::json`;
