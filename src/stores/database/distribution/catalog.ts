import type { ClientBase } from 'pg';

/** A table of the gateway, as found in the database. */
export type KnownTable = {
  readonly name: string;
  /** `TENANT`: each row is stored on the node of its tenant. `ALL`: every node has a full copy. */
  readonly owner: 'TENANT' | 'ALL';
  /** Tables that its foreign keys reference. */
  readonly names: readonly string[];
  readonly triggers: readonly Trigger[];
  readonly isDistributed: boolean;
  /**
   * Whether this node stores rows of the table itself. If the table is distributed, they are left over from before and
   * never read.
   */
  readonly hasRowsHere: boolean;
  /** Whether the role of the connection may distribute the table. */
  readonly isOwn: boolean;
};

/** A trigger, with its `CREATE` statement. */
type Trigger = { readonly name: string; readonly created: string };

/** A function of the gateway with the types of its arguments: triggers call it on the node of the row. */
type KnownFunction = { readonly signature: string; readonly isDistributed: boolean };

export type Catalog = {
  /** Version of the extension, such as `12.1`; null if it is not installed. */
  readonly citus: string | null;
  /** Nodes that can store tenants. */
  readonly nodes: number;
  readonly tables: readonly KnownTable[];
  readonly functions: readonly KnownFunction[];
};

/** Whether the tables of tenants are distributed over several nodes. */
export async function isDistributed(connection: ClientBase): Promise<boolean> {
  if (!(await hasCitus(connection))) return false;
  const { rowCount } = await connection.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('changes')`,
  );
  return rowCount !== 0;
}

async function hasCitus(connection: ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ has: boolean }>(`SELECT to_regproc('citus_version') IS NOT NULL AS has`);
  return rows[0]?.has ?? false;
}

export async function readCatalog(connection: ClientBase): Promise<Catalog> {
  const known = await hasCitus(connection);
  const [version] = known
    ? (await connection.query<{ version: string }>('SELECT citus_version() AS version')).rows
    : [];
  const citus = version ? (/(\d+\.\d+)/.exec(version.version)?.[1] ?? '0.0') : null;
  return {
    citus,
    nodes: known ? await countNodes(connection) : 0,
    tables: await readTables(connection, known),
    functions: await readFunctions(connection, known),
  };
}

async function countNodes(connection: ClientBase): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_dist_node WHERE isactive AND shouldhaveshards AND noderole = 'primary'`,
  );
  return rows[0]?.count ?? 0;
}

/** Clients belong to a tenant, but are looked up by id before the tenant is known, so every node has a copy. */
async function readTables(connection: ClientBase, isKnown: boolean): Promise<KnownTable[]> {
  const distributed = isKnown ? 'oid IN (SELECT logicalrelid FROM pg_dist_partition)' : 'FALSE';
  const { rows } = await connection.query<KnownTable>(`
    SELECT relname::text AS name,
      CASE WHEN relname <> 'clients' AND EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tenant_id' AND NOT attisdropped)
      THEN 'TENANT' ELSE 'ALL' END AS owner,
      ARRAY(SELECT DISTINCT confrelid::regclass::text FROM pg_constraint
        WHERE conrelid = pg_class.oid AND contype = 'f') AS names,
      (SELECT coalesce(json_agg(json_build_object('name', tgname, 'created', pg_get_triggerdef(oid)) ORDER BY tgname), '[]')
        FROM pg_trigger WHERE tgrelid = pg_class.oid AND NOT tgisinternal) AS triggers,
      ${distributed} AS "isDistributed", pg_relation_size(pg_class.oid) > 0 AS "hasRowsHere",
      pg_has_role(relowner, 'USAGE') AS "isOwn"
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('_prisma_migrations', 'compatibility')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
    ORDER BY relname`);
  return rows;
}

async function readFunctions(connection: ClientBase, isKnown: boolean): Promise<KnownFunction[]> {
  const distributed = isKnown
    ? `oid IN (SELECT objid FROM pg_dist_object WHERE classid = 'pg_proc'::regclass)`
    : 'FALSE';
  const { rows } = await connection.query<KnownFunction>(`
    SELECT oid::regprocedure::text AS signature, ${distributed} AS "isDistributed"
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    ORDER BY 1`);
  return rows;
}
