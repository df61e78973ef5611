import { findPostgres, startPostgres } from '../support/postgres-server.ts';
import { createServerDatabase } from '../support/stores.ts';

export type ProvidedDatabase = { readonly url: string; readonly processId: number | null; stop(): Promise<void> };

export function canProvideDatabase(): boolean {
  return process.env.BENCH_DATABASE_URL !== undefined || findPostgres() !== null;
}

/** An empty database: on the server of BENCH_DATABASE_URL, or on a temporary server started for the bench. */
export async function provideDatabase(): Promise<ProvidedDatabase> {
  const server = process.env.BENCH_DATABASE_URL;
  if (server) {
    const { url, drop } = await createServerDatabase(server);
    return { url, processId: null, stop: drop };
  }
  const binaries = findPostgres();
  if (!binaries) throw new Error('No PostgreSQL: neither BENCH_DATABASE_URL nor initdb and postgres on this machine.');
  return startPostgres(binaries, []);
}
