import type { ChangeAction } from '../../domain/audit/change.ts';
import type { TransactionChange } from '../../domain/transactions/transaction-change.ts';
import { Prisma } from '../generated/client.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';

/** How far a reader has read: everything committed before the statement that returned it (`pg_snapshot`). */
export type CommitHorizon = string;

/** Read where the tenant's records are, as each node numbers its own units of work. */
export async function currentHorizon(scope: TenantScope): Promise<CommitHorizon> {
  const [row] = await scope.statements.rows<{ horizon: string }>(Prisma.sql`
    SELECT pg_current_snapshot()::text AS horizon, count(*) FROM tenants WHERE ${scope.isOwned}`);
  return row!.horizon;
}

/** What is reported about a change, with the fields that filters use. */
type Told = Omit<TransactionChange, 'eventId' | 'occurredAt' | 'action' | 'version'>;

type NotedChange = {
  readonly changeId: string;
  readonly at: string;
  readonly isNew: boolean;
  /** Whether the personal data of this change, or of an earlier one in the same unit of work, was erased. */
  readonly isErased: boolean;
  readonly becomesCancelled: boolean;
  readonly isRecalculated: boolean;
  /** The new filing status; null if it did not change. */
  readonly filing: 'FILED' | 'NOT_FILED' | null;
  readonly version: number;
  readonly document: Told;
  /** The invoice that a refund names. */
  readonly invoice: (Told & { readonly version: number }) | null;
};

/** Exactly what was committed since `seen`, however long each unit of work took. */
export async function readChanges(
  scope: TenantScope,
  seen: CommitHorizon,
): Promise<{ readonly changes: readonly TransactionChange[]; readonly horizon: CommitHorizon }> {
  const [row] = await scope.statements.rows<{ horizon: string; changes: NotedChange[] }>(Prisma.sql`
    SELECT pg_current_snapshot()::text AS horizon, coalesce(json_agg(json_build_object(
      'changeId', change_id, 'at', changes.at,
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
      AND xid >= pg_snapshot_xmin(${seen}::pg_snapshot)::text::bigint
      AND NOT pg_visible_in_snapshot(xid::text::xid8, ${seen}::pg_snapshot)`);
  return { horizon: row!.horizon, changes: withoutRepeated(row!.changes.flatMap(toChanges)) };
}

function toldOf(name: 'document' | 'invoice'): Prisma.Sql {
  const table = Prisma.raw(name);
  return Prisma.sql`json_build_object('serviceId', ${table}.service_id, 'version', ${table}.version,
    'customerId', ${table}.customer_id, 'source', ${table}.source, 'transactionType', ${table}.transaction_type,
    'country', ${table}.country, 'state', ${table}.state)`;
}

/** A refund that is stored, changed or cancelled changes what can still be refunded of its invoice. */
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

/** Several refunds of an invoice, read together, are reported once. */
function withoutRepeated(changes: readonly TransactionChange[]): TransactionChange[] {
  const nameOf = ({ action, serviceId, version }: TransactionChange) => `${action} ${serviceId} ${version}`;
  return [...new Map(changes.map((change) => [nameOf(change), change])).values()];
}
