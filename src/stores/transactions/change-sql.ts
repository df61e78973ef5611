import type { TransactionChange, TransactionChangeKind } from '../../domain/transactions/transaction-change.ts';
import { Prisma } from '../generated/client.ts';
import type { TenantScope } from '../sql/tenant-scope.ts';

/** How far a reader has read: everything committed before the statement that returned it (`pg_snapshot`). */
export type CommitHorizon = string;

/** Asked for where the tenant's records are, as each node counts its own units of work. */
export async function currentHorizon(scope: TenantScope): Promise<CommitHorizon> {
  const [row] = await scope.statements.rows<{ horizon: string }>(Prisma.sql`
    SELECT pg_current_snapshot()::text AS horizon, count(*) FROM tenants WHERE ${scope.isOwned}`);
  return row!.horizon;
}

/** What is reported of a change, with the fields that filters use. */
type Told = Omit<TransactionChange, 'kind' | 'version'>;

type NotedChange = {
  readonly isNew: boolean;
  /** Whether its personal data was erased, or that of an earlier change of the same unit of work. */
  readonly isErased: boolean;
  readonly becomesCancelled: boolean;
  readonly isFiling: boolean;
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
      'isNew', members IS NULL AND digest = sha256(''),
      'isErased', members IS NULL AND digest <> sha256('') OR members ? 'erasedBecause',
      'becomesCancelled', members #>> '{transactionStatus,1}' = 'CANCELLED',
      'isFiling', members ? 'transactionFilingStatus',
      'version', changes.version, 'document', ${toldOf('document')},
      'invoice', CASE WHEN invoice.service_id IS NOT NULL THEN ${toldOf('invoice')} END)
      ORDER BY at, changes.version), '[]') AS changes
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
  const { isErased, isFiling, version, document, invoice } = noted;
  const own = { ...document, version, kind: kindOf(noted) };
  return invoice && !isErased && !isFiling ? [own, { ...invoice, kind: 'REFUNDED' }] : [own];
}

function kindOf({ isNew, becomesCancelled }: NotedChange): TransactionChangeKind {
  if (isNew) return 'CREATED';
  return becomesCancelled ? 'CANCELLED' : 'REPLACED';
}

/** Several refunds of an invoice, read together, are reported once. */
function withoutRepeated(changes: readonly TransactionChange[]): TransactionChange[] {
  const nameOf = ({ kind, serviceId, version }: TransactionChange) => `${kind} ${serviceId} ${version}`;
  return [...new Map(changes.map((change) => [nameOf(change), change])).values()];
}
