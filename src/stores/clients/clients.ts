import { scopes } from '../../domain/account/scope.ts';
import type { ChangedMembers } from '../../domain/audit/change.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { statusOf } from '../../domain/clients/client.ts';
import type { ClientPage, ClientStore, StoredClient, TenantClientStore } from '../../ports/stores/client-store.ts';
import type { Statements } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';
import { countRows } from '../sql/count-rows.ts';
import { clientFilterColumns } from '../sql/filter-columns.ts';
import { conditionsOf, planningOf } from '../sql/filter-sql.ts';
import { columnsOf, instantOf, type RowOf, withTimes } from '../sql/stored-record.ts';
import { limitTo, lockTenant, type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { jsonText, timeOf } from '../sql/values.ts';

/** Reads the clients of all tenants. Every node of a distributed database has a copy. */
export function createClientStore(statements: Statements): ClientStore {
  return {
    async find(clientId) {
      const [row] = await statements.rows<ClientRow>(Prisma.sql`
        SELECT ${clientColumns} FROM clients WHERE client_id = ${clientId}`);
      return row ? toClient(row) : null;
    },

    async list() {
      const rows = await statements.rows<ClientRow>(Prisma.sql`
        SELECT ${clientColumns} FROM clients ORDER BY created_at, client_id`);
      return rows.map(toClient);
    },
  };
}

type ClientRow = Omit<RowOf<StoredClient>, 'updatedAt' | 'scopes' | 'costPerMinute'> & {
  readonly updatedAt: string | null;
  readonly scopes: readonly string[];
  readonly graphqlCostPerMinute: number | null;
};

const clientColumns = columnsOf<ClientRow>(
  'clientId',
  'tenantId',
  'name',
  'secretHash',
  'secretNumber',
  'previousSecretHash',
  'previousSecretUntil',
  'scopes',
  'createdAt',
  'updatedAt',
  'revokedAt',
  'version',
  'requestsPerMinute',
  'graphqlCostPerMinute',
);

/** Scopes unknown to this release are skipped. */
function toClient({ graphqlCostPerMinute, ...row }: ClientRow): StoredClient {
  return {
    ...withTimes({ ...row, updatedAt: row.updatedAt ?? row.createdAt }),
    previousSecretUntil: instantOf(row.previousSecretUntil),
    scopes: scopes.filter((scope) => row.scopes.includes(scope)),
    revokedAt: instantOf(row.revokedAt),
    costPerMinute: graphqlCostPerMinute,
  };
}

const isActive = Prisma.sql`revoked_at IS NULL`;
const isAdmin = Prisma.sql`'admin' = ANY(scopes)`;

export function createTenantClientStore(scope: TenantScope, ownTenantId: string): TenantClientStore {
  const { statements, tenantId, changedBy } = scope;

  const isThis = ({ clientId }: StoredClient) => Prisma.sql`client_id = ${clientId}`;

  /** Records the change. A trigger copies the change to the trail, on the tenant's node. */
  const noting = (
    { clientId, version, internalTimestamps }: StoredClient,
    members: ChangedMembers | null,
  ) => Prisma.sql`
    INSERT INTO client_changes (tenant_id, client_id, version, members, changed_at, changed_by)
    VALUES (${tenantId}, ${clientId}, ${version}::int, ${jsonText(members)}::jsonb,
      ${timeOf(internalTimestamps.updatedDate)}, ${changedBy})
    ON CONFLICT (tenant_id, client_id) DO UPDATE SET version = excluded.version, members = excluded.members,
      changed_at = excluded.changed_at, changed_by = excluded.changed_by
    RETURNING version`;

  const updating = (stored: StoredClient, changed: StoredClient) => Prisma.sql`
    UPDATE clients SET name = ${changed.name}, secret_hash = ${changed.secretHash},
      secret_number = ${changed.secretNumber}::int, previous_secret_hash = ${changed.previousSecretHash},
      previous_secret_until = ${timeOf(changed.previousSecretUntil)}, revoked_at = ${timeOf(changed.revokedAt)},
      requests_per_minute = ${changed.requestsPerMinute}::int, graphql_cost_per_minute = ${changed.costPerMinute}::int,
      updated_at = ${timeOf(changed.internalTimestamps.updatedDate)}, version = ${changed.version}::int
    ${where(scope, [isThis(stored), Prisma.sql`version = ${stored.version}`])} RETURNING client_id`;

  /** Locks the active admin clients: if two of them revoke each other, the second finds that it is the last one. */
  const lockedAdmins = Prisma.sql`
    SELECT client_id FROM clients ${where(scope, [isActive, isAdmin])} ORDER BY client_id FOR UPDATE`;

  return {
    async find(clientId) {
      const [row] = await statements.rows<ClientRow>(Prisma.sql`
        SELECT ${clientColumns} FROM clients ${where(scope, [Prisma.sql`client_id = ${clientId}`])}`);
      return row ? toClient(row) : null;
    },

    async list(filter, page) {
      const conditions = conditionsOf(clientFilterColumns, filter);
      const fitting = where(scope, [...conditions, isAfter(page)]);
      const by = page.isBackward ? Prisma.sql`ASC` : Prisma.sql`DESC`;
      const select = Prisma.sql`SELECT ${clientColumns} FROM clients ${fitting}
        ORDER BY created_at ${by}, client_id ${by} ${limitTo(page.limit)}`;
      const rows = await statements.rows<ClientRow>(select, planningOf(conditions));
      return rows.map(toClient);
    },

    count: (filter) => countRows(scope, 'statements', 'clients', conditionsOf(clientFilterColumns, filter)),

    insert(client) {
      if (client.tenantId !== ownTenantId) throw new Error('A store writes only the clients of one tenant.');
      const counting = Prisma.sql`SELECT count(*)::int AS count FROM clients ${where(scope, [isActive])}`;
      const inserting = Prisma.sql`
        INSERT INTO clients (client_id, tenant_id, name, secret_hash, scopes, created_at, requests_per_minute,
          graphql_cost_per_minute)
        VALUES (${client.clientId}, ${tenantId}, ${client.name}, ${client.secretHash}, ${[...client.scopes]}::text[],
          ${timeOf(client.internalTimestamps.createdDate)}, ${client.requestsPerMinute}::int, ${client.costPerMinute}::int)
        RETURNING client_id`;
      return inUnitOfWork(scope, async (rows) => {
        await rows(lockTenant(scope));
        const [active] = await rows<{ count: number }>(counting);
        if ((active?.count ?? 0) >= gatewayLimits.clients.active) return false;
        await rows(inserting);
        await rows(noting(client, null));
        return true;
      });
    },

    async replace(stored, changed, reason) {
      const members = membersOf(stored, changed, reason);
      if (Object.keys(members).length === 0) return true;
      return inUnitOfWork(scope, async (rows) => {
        if ((await rows(updating(stored, changed))).length === 0) return false;
        await rows(noting(changed, members));
        return true;
      });
    },

    async replaceIfOtherAdmin(stored, changed, reason) {
      let isLast = false;
      const isReplaced = await inUnitOfWork(scope, async (rows) => {
        const admins = await rows<{ client_id: string }>(lockedAdmins);
        isLast = admins.length === 1 && admins[0]!.client_id === stored.clientId;
        if (isLast || (await rows(updating(stored, changed))).length === 0) return false;
        await rows(noting(changed, membersOf(stored, changed, reason)));
        return true;
      });
      return isLast ? 'LAST_ADMIN' : isReplaced;
    },
  };
}

/** The trail shows that a secret was changed, but not the secret. */
function membersOf(stored: StoredClient, changed: StoredClient, reason: string | null = null): ChangedMembers {
  const values = (client: StoredClient) => ({
    name: client.name,
    secretNumber: client.secretNumber,
    previousSecretUntil: client.previousSecretUntil?.toISOString() ?? null,
    status: statusOf(client),
    requestsPerMinute: client.requestsPerMinute,
    costPerMinute: client.costPerMinute,
  });
  const before: Readonly<Record<string, unknown>> = values(stored);
  const pairs = Object.entries(values(changed)).map(([name, after]) => [name, [before[name], after]] as const);
  return {
    ...Object.fromEntries(pairs.filter(([, [from, to]]) => from !== to)),
    ...(reason !== null && { revocationReason: [null, reason] }),
  };
}

function isAfter({ after, isBackward }: ClientPage): Prisma.Sql | null {
  if (!after) return null;
  const isBehind = isBackward ? Prisma.sql`>` : Prisma.sql`<`;
  return Prisma.sql`(created_at, client_id) ${isBehind} (${after.createdAt.toISOString()}::timestamptz, ${after.clientId})`;
}
