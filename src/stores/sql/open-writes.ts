import { setTimeout as wait } from 'node:timers/promises';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { isOfImport } from './importing.ts';

const pollEveryMs = 10;

/**
 * Waits for running units of work that write documents, because they may not see data written after they started.
 * Returns false if they take too long. With several nodes, all locks are on the node that receives the statements.
 */
export async function writersDone(prisma: PrismaDatabase, limitMs: number): Promise<boolean> {
  const limit = performance.now() + limitMs;
  let awaited = new Set(await writers(prisma));
  while (awaited.size > 0) {
    if (performance.now() > limit) return false;
    await wait(pollEveryMs);
    awaited = new Set((await writers(prisma)).filter((name) => awaited.has(name)));
  }
  return true;
}

async function writers(prisma: PrismaDatabase): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ name: string }[]>(Prisma.sql`
    SELECT virtualtransaction AS name FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'transactions'::regclass AND mode = 'RowExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> pg_backend_pid()
      AND NOT ${isOfImport}`);
  return rows.map(({ name }) => name);
}
