import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database with the extension Citus and nodes for tenants; null if the environment names none. */
export const citusUrl = process.env.TEST_CITUS_URL ?? null;

export type CitusNode = { readonly host: string; readonly port: number };

/** A new, empty database on all nodes of the cluster of `url`, with the extension and the same nodes. */
export async function createCitusDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `tollgate_test_${randomUUID().replaceAll('-', '')}`;
  const { coordinator, workers } = await nodesOf(url);
  const nodes = [coordinator, ...workers];
  for (const node of nodes) await run(at(url, node), [`CREATE DATABASE ${name}`]);
  for (const node of nodes) await run(at(url, node, name), ['CREATE EXTENSION citus']);
  await run(at(url, coordinator, name), [
    `SELECT citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `SELECT citus_add_node('${host}', ${port})`),
  ]);
  const drop = async () => {
    for (const node of nodes) await dropDatabase(at(url, node), name);
  };
  return { url: at(url, coordinator, name), drop };
}

/** The extension opens its own connections, which may take a moment to end. */
async function dropDatabase(url: string, name: string, attempts = 5): Promise<void> {
  try {
    await run(url, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]);
  } catch (error) {
    if (attempts === 1 || !(error instanceof pg.DatabaseError && error.code === '55006')) throw error;
    await dropDatabase(url, name, attempts - 1);
  }
}

/** The coordinator, and the nodes that can hold tenants. */
export async function nodesOf(url: string): Promise<{ coordinator: CitusNode; workers: readonly CitusNode[] }> {
  const { hostname, port } = new URL(url);
  const [rows] = await run(url, [
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node
     WHERE shouldhaveshards AND isactive AND noderole = 'primary' ORDER BY nodeid`,
  ]);
  return { coordinator: { host: hostname, port: Number(port || 5432) }, workers: rows as CitusNode[] };
}

function at(url: string, { host, port }: CitusNode, database?: string): string {
  const other = new URL(url);
  other.hostname = host;
  other.port = String(port);
  if (database !== undefined) other.pathname = `/${database}`;
  return other.href;
}

async function run(url: string, statements: readonly string[]): Promise<object[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: object[][] = [];
    for (const statement of statements) results.push((await client.query<object>(statement)).rows);
    return results;
  } finally {
    await client.end();
  }
}
