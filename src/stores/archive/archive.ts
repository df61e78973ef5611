import type { ClientBase } from 'pg';
import type { ArchivedRecord } from '../../domain/archive/archive-form.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { ArchiveStore } from '../../ports/stores/archive-store.ts';
import { insertHeads } from '../audit/trail-head.ts';
import type { Database } from '../database/database.ts';
import { isUuid } from '../sql/tenant-scope.ts';
import { archivedTables, connectionTables } from './archived-tables.ts';
import { insertRecords } from './insert-records.ts';
import { readRecords } from './read-records.ts';

/** On a server, each call opens its own connection without time limits, so other requests keep the whole pool. */
export function createArchiveStore({
  withConnection,
  trailKey = null,
}: Pick<Database, 'withConnection' | 'trailKey'>): ArchiveStore {
  return {
    lastMigration: () => withConnection(readLastMigration),

    read(tenantId, take) {
      if (tenantId !== null) requireId(tenantId);
      return withConnection((connection) => readRecords(connection, tenantId, take));
    },

    insertTenant({ tenantId, withConnections }, records) {
      requireId(tenantId);
      const stored = withConnections ? records : withoutConnections(records);
      return withConnection((connection) =>
        inUnitOfWork(connection, async () => {
          await requireNew(connection, tenantId);
          await insertRecords(connection, tenantId, stored);
          await insertHeads(connection, trailKey);
        }),
      );
    },

    insertAll: (records) =>
      withConnection((connection) =>
        inUnitOfWork(connection, async () => {
          await requireEmpty(connection);
          await insertRecords(connection, null, records);
          await insertHeads(connection, trailKey);
        }),
      ),
  };
}

async function readLastMigration(connection: ClientBase): Promise<string> {
  const { rows } = await connection.query<{ name: string }>(
    'SELECT max(migration_name) AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows[0]!.name;
}

async function inUnitOfWork(connection: ClientBase, work: () => Promise<void>): Promise<void> {
  await connection.query('BEGIN');
  try {
    await work();
    await connection.query('COMMIT');
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {}); // The connection may be lost, and the unit of work with it.
    throw error;
  }
}

/** The id is inserted into statements that cannot have parameters. */
function requireId(tenantId: string): void {
  if (!isUuid(tenantId)) throw new AppError('INVALID_INPUT', `${tenantId} is not a tenant id. Tenant ids are UUIDs.`);
}

async function requireNew(connection: ClientBase, tenantId: string): Promise<void> {
  const { rowCount } = await connection.query('SELECT FROM tenants WHERE tenant_id = $1::uuid', [tenantId]);
  if (rowCount === 0) return;
  throw new AppError(
    'CONFLICT',
    `The store already has the tenant ${tenantId}. Import it into another store, or with another id: --as <id>`,
  );
}

async function requireEmpty(connection: ClientBase): Promise<void> {
  for (const { name } of archivedTables) {
    const { rowCount } = await connection.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount === 0) continue;
    throw new AppError(
      'CONFLICT',
      `The store is not empty: it contains ${name}. A backup can be restored only into an empty store.`,
    );
  }
}

async function* withoutConnections(records: AsyncIterable<ArchivedRecord>): AsyncGenerator<ArchivedRecord> {
  for await (const record of records) {
    if (!connectionTables.includes(record.table)) yield record;
  }
}
