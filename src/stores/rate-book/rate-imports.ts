import { randomUUID } from 'node:crypto';
import { AppError } from '../../domain/base/errors.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { deleteBoundaries } from './boundary-rows.ts';

const heartbeatMs = 20_000;
/** Measured by the database clock, not by the clock of the machine that runs the import. */
const deadAfter = '3 minutes';

/** An import in progress, which sends heartbeats. */
type RateImport = { readonly importId: string; stop(): void };

export async function startImport(prisma: PrismaDatabase): Promise<RateImport> {
  const importId = randomUUID();
  await prisma.$executeRaw`INSERT INTO rate_imports (import_id, alive_at) VALUES (${importId}::uuid, now())`;
  const beat = () => prisma.$executeRaw`UPDATE rate_imports SET alive_at = now() WHERE ${isAlive(importId)}`;
  // The next heartbeat compensates for a lost one.
  const timer = setInterval(() => beat().catch(() => {}), heartbeatMs).unref();
  return { importId, stop: () => clearInterval(timer) };
}

export function isAlive(importId: string): Prisma.Sql {
  return Prisma.sql`import_id = ${importId}::uuid AND alive_at IS NOT NULL`;
}

export function importLost(): AppError {
  return new AppError('CONFLICT', 'The import was idle for three minutes and was discarded. Start it again.');
}

/**
 * Removes imports that are marked as dead or have sent no heartbeat for three minutes, on whichever machine they ran.
 */
export async function removeDeadImports(prisma: PrismaDatabase): Promise<void> {
  const dead = await prisma.$queryRaw<{ import_id: string }[]>`
    SELECT import_id::text FROM rate_imports WHERE alive_at IS NULL OR alive_at < now() - ${deadAfter}::interval`;
  for (const { import_id } of dead) await removeImport(prisma, import_id);
}

/**
 * Marks the import as dead first, so that an import that is still running notices and cannot commit half of its rows.
 */
export async function removeImport(prisma: PrismaDatabase, importId: string): Promise<void> {
  const isThere = await prisma.$executeRaw`UPDATE rate_imports SET alive_at = NULL WHERE import_id = ${importId}::uuid`;
  if (isThere === 0) return; // The import was committed or removed in the meantime.
  const layers = await prisma.$queryRaw<{ layer_number: number }[]>`
    SELECT layer_number FROM rate_layers WHERE import_id = ${importId}::uuid`;
  for (const { layer_number } of layers) await deleteBoundaries(prisma, layer_number);
  await prisma.$executeRaw`DELETE FROM rate_layers WHERE import_id = ${importId}::uuid`;
  await prisma.$executeRaw`DELETE FROM rate_imports WHERE import_id = ${importId}::uuid`;
}
