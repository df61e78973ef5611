import { createServerDatabase } from '../support/stores.ts';
import { startCluster } from './postgres.ts';

export type ProvidedDatabase = { readonly url: string; stop(): Promise<void> };

/** An empty database: on the server of BENCH_DATABASE_URL, or on one that is started, and thrown away, for the bench. */
export async function provideDatabase(): Promise<ProvidedDatabase> {
  const server = process.env.BENCH_DATABASE_URL;
  if (!server) return startCluster();
  const { url, drop } = await createServerDatabase(server);
  return { url, stop: drop };
}
