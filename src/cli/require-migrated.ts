import { formatCount } from '../domain/base/words.ts';
import type { Database } from '../stores/database/database.ts';
import { findPendingMigrations } from '../stores/database/pending-migrations.ts';

export async function requireMigrated(database: Database, program: string): Promise<void> {
  const pending = await database.withConnection(findPendingMigrations);
  if (pending.length === 0) return;
  const are = formatCount(pending.length, 'migration is', 'migrations are');
  throw new Error(`${are} pending. Run "${program} migrate" first.`);
}
