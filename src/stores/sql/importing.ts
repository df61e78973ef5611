import type { ClientBase } from 'pg';
import { liftLimitsInUnit } from '../database/distribution/node-settings.ts';
import { Prisma } from '../generated/client.ts';

/** An arbitrary number that no other advisory lock of the gateway uses. */
const lockKey = 4_120_619;

/**
 * Marks a unit of work as the import of a tenant or of a whole store. Must be called before the first record is
 * written.
 */
export async function beginImporting(connection: ClientBase): Promise<void> {
  await connection.query(`SELECT pg_advisory_xact_lock_shared(${lockKey})`);
  // Triggers run on the node of the records, so the setting must also reach the other nodes of a distributed store.
  await liftLimitsInUnit(connection);
  await connection.query(`SET LOCAL tollgate.importing TO 'on'`);
}

/**
 * Whether a lock in `pg_locks` belongs to an import. An import may run for minutes, but no reader needs to wait for its
 * records: they are invisible until it ends.
 */
export const isOfImport = Prisma.sql`EXISTS (
  SELECT FROM pg_locks AS held WHERE held.locktype = 'advisory' AND held.classid = 0 AND held.objid = ${lockKey}::int::oid
    AND held.objsubid = 1 AND held.virtualtransaction = pg_locks.virtualtransaction)`;
