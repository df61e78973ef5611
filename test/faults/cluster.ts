import { tollgate } from './outcome.ts';
import { createPostgres, type FaultyPostgres } from './postgres.ts';
import { Untried } from './scenarios/untried.ts';

/** A distributed store: the coordinator, and two nodes for tenants. */
export type FaultyCluster = FaultyPostgres & {
  readonly workers: readonly FaultyPostgres[];
  /** The location of a tenant. */
  nodeOf(tenant: string): Promise<FaultyPostgres>;
};

const settings = [
  'fsync=off',
  'max_connections=200',
  'max_prepared_transactions=200',
  'wal_level=logical',
  'shared_preload_libraries=citus',
  'citus.shard_count=4',
  'citus.enable_statistics_collection=off',
];

/** `folder` contains the release that creates the store. */
export async function createCluster(folder = '.'): Promise<FaultyCluster> {
  await requireExtension();
  const servers = await Promise.all([1, 2, 3].map(() => createPostgres({ settings })));
  const [coordinator, ...workers] = servers as [FaultyPostgres, ...FaultyPostgres[]];
  for (const server of servers) await server.query('CREATE EXTENSION citus');
  await coordinator.query(`SELECT citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`);
  for (const worker of workers) await coordinator.query(`SELECT citus_add_node('127.0.0.1', ${portOf(worker)})`);
  for (const command of ['migrate', 'distribute']) {
    const { code, output } = await tollgate(coordinator.url, [command], folder);
    if (code !== 0) throw new Error(output);
  }
  return {
    ...coordinator,
    workers,
    async nodeOf(tenant) {
      const [found] = await coordinator.query(`SELECT tenant_id FROM tenants WHERE name = '${tenant}'`);
      const [row] = await coordinator.query(`
        SELECT nodeport FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
        WHERE shardid = get_shard_id_for_distribution_column('changes'::regclass, '${found!.tenant_id}'::uuid)`);
      return workers.find((worker) => portOf(worker) === row!.nodeport)!;
    },
    remove: async () => {
      await Promise.all(servers.map((server) => server.remove()));
    },
  };
}

const portOf = ({ url }: FaultyPostgres) => Number(new URL(url).port);

async function requireExtension(): Promise<void> {
  const server = await createPostgres();
  const found = await server.query(`SELECT FROM pg_available_extensions WHERE name = 'citus'`);
  await server.remove();
  if (found.length === 0) throw new Untried('PostgreSQL has no extension citus here');
}
