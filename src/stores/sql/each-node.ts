import { AppError } from '../../domain/base/errors.ts';
import type { Database } from '../database/database.ts';
import type { Statements } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';

/**
 * A condition on the tenant column. Each table of the statement needs the condition, because nodes are excluded only if
 * all tables have it.
 */
export type IsAsked = (tenantColumn: Prisma.Sql) => Prisma.Sql;

/** Returns the rows for the tenants selected by the condition. */
type Question<Row> = (isAsked: IsAsked) => Promise<readonly Row[]>;

/** After a node has failed, each node is queried separately for this long. */
const apartMs = 30_000;

const apartUntil = new WeakMap<Statements, number>();

/**
 * Queries all tenants at once. If a node of a distributed store is down, each node is queried for its own tenants and
 * the results of the remaining nodes are used, so that only the tenants of the failed node have to wait.
 */
export async function onEachNode<Row>(
  { reports }: Pick<Database, 'reports'>,
  ask: Question<Row>,
): Promise<readonly Row[]> {
  if (performance.now() >= (apartUntil.get(reports) ?? 0)) {
    try {
      return await ask(() => Prisma.sql`TRUE`);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'NOT_READY') || !(await isDistributed(reports))) throw error;
      apartUntil.set(reports, performance.now() + apartMs);
    }
  }
  const rows: Row[] = [];
  const failures: unknown[] = [];
  const nodes = await tenantsByNode(reports);
  for (const tenantIds of nodes) {
    try {
      rows.push(...(await ask((column) => Prisma.sql`${column} = ANY(${[...tenantIds]}::uuid[])`)));
    } catch (error) {
      failures.push(error);
    }
  }
  if (nodes.length > 0 && failures.length === nodes.length) throw failures[0];
  return rows;
}

async function isDistributed(statements: Statements): Promise<boolean> {
  const [found] = await statements.rows<{ is_distributed: boolean }>(Prisma.sql`
    SELECT to_regclass('pg_dist_partition') IS NOT NULL AS is_distributed`);
  return found?.is_distributed ?? false;
}

/**
 * Groups tenants by node. The tenants are read from the table of clients, which every node stores; the coordinator
 * knows the placements.
 */
async function tenantsByNode(statements: Statements): Promise<string[][]> {
  const rows = await statements.rows<{ tenant_ids: string[] }>(Prisma.sql`
    WITH known AS MATERIALIZED (SELECT DISTINCT tenant_id FROM clients)
    SELECT array_agg(tenant_id::text) AS tenant_ids FROM known
    JOIN pg_dist_placement ON shardid = get_shard_id_for_distribution_column('changes'::regclass, tenant_id)
    GROUP BY groupid`);
  return rows.map(({ tenant_ids }) => tenant_ids);
}
