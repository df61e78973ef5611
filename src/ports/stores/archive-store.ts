import type { ArchivedRecord } from '../../domain/archive/archive-form.ts';

type ImportedTenant = {
  readonly tenantId: string;
  /** Whether the tenant's clients and webhook endpoints are stored too. */
  readonly withConnections: boolean;
};

/** All records of a tenant or of the whole store, in their stored form. */
export interface ArchiveStore {
  /** The name of the last migration that was applied. */
  lastMigration(): Promise<string>;
  /**
   * Reads the records of a tenant, or of all tenants if null, in a stable order and as of one point in time. Waits for
   * each `take`. On a server, writers are not blocked.
   */
  read(tenantId: string | null, take: (records: readonly ArchivedRecord[]) => Promise<void>): Promise<void>;
  /**
   * Stores a tenant in one unit of work, or nothing if `records` fails. Throws `CONFLICT` if the store already has the
   * tenant or one of its records, such as a client.
   */
  insertTenant(tenant: ImportedTenant, records: AsyncIterable<ArchivedRecord>): Promise<void>;
  /** Fills an empty store in one unit of work. Throws `CONFLICT` if it is not empty. */
  insertAll(records: AsyncIterable<ArchivedRecord>): Promise<void>;
}
