import type { Database } from '../stores/database/database.ts';
import { findPendingMigrations } from '../stores/database/pending-migrations.ts';

export async function requireMigrated(database: Database, program: string): Promise<void> {
  const pending = await database.withConnection(findPendingMigrations);
  if (pending.length > 0) throw new Error(`${pending.length} migrations are pending. Run "${program} migrate" first.`);
}
