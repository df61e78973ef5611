import type { ChangeAction } from '../../domain/audit/change.ts';
import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';
import { Prisma } from '../generated/client.ts';
import { type ChangeHorizon, readHorizon } from '../sql/change-horizon.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/** The position of a reader that has read all changes below `from`, and the changes in `known` at or above it. */
export type ReadSoFar = {
  readonly from: ChangeHorizon;
  /** The next statement sees all changes below this number; no more changes can be added below it. */
  readonly horizon: ChangeHorizon;
  /** Unit-of-work numbers by change id. */
  readonly known: ReadonlyMap<string, string>;
};

/** Starts after everything committed so far. */
export async function beginReading(scope: TenantScope): Promise<ReadSoFar> {
  const horizon = await readHorizon(scope, scope.statements);
  const rows = await scope.statements.rows<{ change_id: string; number: string }>(Prisma.sql`
    SELECT change_id, xid::text AS number FROM changes ${where(scope, [Prisma.sql`xid >= ${horizon}::bigint`])}`);
  return { from: horizon, horizon, known: new Map(rows.map(({ change_id, number }) => [change_id, number])) };
}

/** The reported data of a change, with the fields that filters use. */
type Told = Omit<TransactionChange, 'eventId' | 'occurredAt' | 'action' | 'version'>;

type NotedChange = {
  readonly changeId: string;
  readonly number: string;
  readonly at: string;
  readonly isNew: boolean;
  /** Whether this change is an erasure, or an erasure removed its personal data. */
  readonly isErased: boolean;
  readonly becomesCancelled: boolean;
  readonly isRecalculated: boolean;
  /** The new filing status; null if it did not change. */
  readonly filing: 'FILED' | 'NOT_FILED' | null;
  readonly version: number;
  readonly document: Told;
  /** The invoice to which a refund refers; null unless the document is a refund of a stored invoice. */
  readonly invoice: (Told & { readonly version: number }) | null;
};

/**
 * Reads exactly the changes committed since the given position, even from long units of work, without waiting for
 * running units.
 */
export async function readChanges(
  scope: TenantScope,
  { from, horizon, known }: ReadSoFar,
): Promise<{ readonly changes: readonly TransactionChange[]; readonly read: ReadSoFar }> {
  const [row] = await scope.statements.rows<{ horizon: string; changes: NotedChange[] }>(Prisma.sql`
    SELECT change_horizon()::text AS horizon, coalesce(json_agg(json_build_object(
      'changeId', change_id, 'number', xid::text, 'at', changes.at,
      'isNew', members IS NULL AND digest = sha256(''),
      'isErased', members IS NULL AND digest <> sha256('') OR members ? 'erasedBecause',
      'becomesCancelled', members #>> '{transactionStatus,1}' = 'CANCELLED',
      'isRecalculated', members #>> '{recalculationReason,1}' IS NOT NULL,
      'filing', members #>> '{transactionFilingStatus,1}',
      'version', changes.version, 'document', ${toldOf('document')},
      'invoice', CASE WHEN invoice.service_id IS NOT NULL THEN ${toldOf('invoice')} END)
      ORDER BY changes.at, changes.version), '[]') AS changes
    FROM changes
    JOIN transactions AS document
      ON document.tenant_id = changes.tenant_id AND document.service_id = nullif(record_id, '')::uuid
    LEFT JOIN transactions AS invoice
      ON invoice.tenant_id = document.tenant_id AND invoice.source = document.source
      AND invoice.external_id = document.created_from AND invoice.transaction_type = 'INVOICE'
      AND document.transaction_type = 'REFUND'
    WHERE changes.tenant_id = ${scope.tenantId} AND record_type = 'TRANSACTION'
      AND xid >= ${from}::bigint AND NOT coalesce(members ? 'recordDigest', FALSE)
      AND NOT EXISTS (SELECT FROM unnest(${[...known.keys()]}::uuid[]) AS known (id) WHERE known.id = change_id)`);
  const { horizon: found, changes } = row!;
  // A unit of work that got its number from PostgreSQL long before its first change can lower the horizon.
  const next = isAtLeast(found, horizon) ? found : horizon;
  const all = [...known, ...changes.map(({ changeId, number }) => [changeId, number] as const)];
  const read = { from: horizon, horizon: next, known: new Map(all.filter(([, number]) => isAtLeast(number, horizon))) };
  return { changes: withoutRepeated(changes.flatMap(toChanges)), read };
}

const isAtLeast = (number: string, horizon: ChangeHorizon) => BigInt(number) >= BigInt(horizon);

function toldOf(name: 'document' | 'invoice'): Prisma.Sql {
  const table = Prisma.raw(name);
  return Prisma.sql`json_build_object('serviceId', ${table}.service_id, 'version', ${table}.version,
    'customerId', ${table}.customer_id, 'source', ${table}.source, 'transactionType', ${table}.transaction_type,
    'country', ${table}.country, 'state', ${table}.state)`;
}

/** A refund that is stored, changed or cancelled changes the refundable amount of its invoice. */
function toChanges(noted: NotedChange): TransactionChange[] {
  const { isErased, filing, version, document, invoice } = noted;
  const event = { eventId: noted.changeId, occurredAt: new Date(noted.at) };
  const own = { ...event, ...document, version, action: actionOf(noted) };
  return invoice && !isErased && filing === null ? [own, { ...event, ...invoice, action: 'REFUNDED' }] : [own];
}

function actionOf({ isNew, isErased, becomesCancelled, isRecalculated, filing }: NotedChange): ChangeAction {
  if (isNew) return 'CREATED';
  if (isErased) return 'ERASED';
  if (becomesCancelled) return 'CANCELLED';
  if (filing !== null) return filing === 'FILED' ? 'FILED' : 'REOPENED';
  return isRecalculated ? 'RECALCULATED' : 'UPDATED';
}

/** If several refunds of an invoice are read together, the invoice is reported once. */
function withoutRepeated(changes: readonly TransactionChange[]): TransactionChange[] {
  const nameOf = ({ action, serviceId, version }: TransactionChange) => `${action} ${serviceId} ${version}`;
  return [...new Map(changes.map((change) => [nameOf(change), change])).values()];
}
