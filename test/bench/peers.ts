import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type RunningServer, startServer } from './servers.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`peers/${name}`, import.meta.url));

/** Mercurius on the same tables; null if its packages, which only the bench needs, were not installed. */
export async function startMercurius(databaseUrl: string, poolSize: number): Promise<RunningServer | null> {
  if (!existsSync(pathOf('node_modules'))) {
    console.log('Without Mercurius: to compare it too, run npm ci --prefix test/bench/peers --ignore-scripts\n');
    return null;
  }
  return startServer({
    command: [pathOf('mercurius.mjs')],
    environment: {
      DATABASE_URL: databaseUrl,
      POOL_SIZE: String(poolSize),
      TENANT_ID: await onlyTenant(databaseUrl),
    },
    healthPath: '/health/live',
  });
}

async function onlyTenant(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ tenant_id: string }>('SELECT DISTINCT tenant_id FROM transactions');
    return rows[0]!.tenant_id;
  } finally {
    await client.end();
  }
}
