import { randomUUID } from 'node:crypto';
import { AppError } from '../../domain/base/errors.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { deleteBoundaries } from './boundary-rows.ts';

const signOfLifeMs = 20_000;
/** The clock is the database's, whichever machine an import runs on. */
const deadAfter = '3 minutes';

/** An import under way that shows from time to time that it lives. */
export type RateImport = { readonly importId: string; stop(): void };

export async function startImport(prisma: PrismaDatabase): Promise<RateImport> {
  const importId = randomUUID();
  await prisma.$executeRaw`INSERT INTO rate_imports (import_id, alive_at) VALUES (${importId}::uuid, now())`;
  const showLife = () => prisma.$executeRaw`UPDATE rate_imports SET alive_at = now() WHERE ${isAlive(importId)}`;
  // A sign that does not come through is made up for by the next.
  const timer = setInterval(() => showLife().catch(() => {}), signOfLifeMs).unref();
  return { importId, stop: () => clearInterval(timer) };
}

export function isAlive(importId: string): Prisma.Sql {
  return Prisma.sql`import_id = ${importId}::uuid AND alive_at IS NOT NULL`;
}

export function importLost(): AppError {
  return new AppError('CONFLICT', 'The import gave no sign of life for minutes and was cleaned away; begin again.');
}

/** Cleans up after imports whose process is gone, and never after one that still runs somewhere. */
export async function removeDeadImports(prisma: PrismaDatabase): Promise<void> {
  const dead = await prisma.$queryRaw<{ import_id: string }[]>`
    SELECT import_id::text FROM rate_imports WHERE alive_at IS NULL OR alive_at < now() - ${deadAfter}::interval`;
  for (const { import_id } of dead) await removeImport(prisma, import_id);
}

/** Taken for dead first, so that an import which lives after all finds out and cannot be committed half. */
export async function removeImport(prisma: PrismaDatabase, importId: string): Promise<void> {
  const isThere = await prisma.$executeRaw`UPDATE rate_imports SET alive_at = NULL WHERE import_id = ${importId}::uuid`;
  if (isThere === 0) return; // Committed or removed meanwhile.
  const layers = await prisma.$queryRaw<{ layer_number: number }[]>`
    SELECT layer_number FROM rate_layers WHERE import_id = ${importId}::uuid`;
  for (const { layer_number } of layers) await deleteBoundaries(prisma, layer_number);
  await prisma.$executeRaw`DELETE FROM rate_layers WHERE import_id = ${importId}::uuid`;
  await prisma.$executeRaw`DELETE FROM rate_imports WHERE import_id = ${importId}::uuid`;
}
