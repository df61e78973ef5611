import { Prisma } from '../generated/client.ts';

/** Any number that no other advisory lock of the gateway uses. */
const lockKey = 4_120_619;

/** The first statement of a unit of work that imports a tenant or a whole store. */
export const beginImporting = `SELECT pg_advisory_xact_lock_shared(${lockKey}), set_config('tollgate.importing', 'on', true)`;

/**
 * Whether a lock in `pg_locks` belongs to an import. An import may run for minutes, but nobody waits for its records:
 * they become visible only when it ends.
 */
export const isOfImport = Prisma.sql`EXISTS (
  SELECT FROM pg_locks AS held WHERE held.locktype = 'advisory' AND held.classid = 0 AND held.objid = ${lockKey}::int::oid
    AND held.objsubid = 1 AND held.virtualtransaction = pg_locks.virtualtransaction)`;
