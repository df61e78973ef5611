import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/stores/database/database.ts';
import { applyMigrations } from '../../src/stores/database/migrate.ts';
import { commandLineOn } from '../support/command-line.ts';
import { aDirectory } from '../support/directory.ts';
import { aCustomer, amount, anItem, aStoredTransaction } from '../support/records.ts';
import { referenceTables } from '../support/routing.ts';
import { aTenant, openOwnStore, type TestStore } from '../support/stores.ts';

/**
 * A stub of the extension, on one node. Rows are copied into a shard by inserting them, so triggers fire unless they were
 * dropped. `interrupted` lists tables at which the extension fails after the copy.
 */
const extension = `
  CREATE SCHEMA stub;
  CREATE TABLE stub.pg_dist_partition (number serial, logicalrelid regclass, colocated_with text);
  CREATE TABLE stub.pg_dist_object (classid oid, objid oid);
  CREATE TABLE stub.pg_dist_node (isactive boolean, shouldhaveshards boolean, noderole text);
  CREATE FUNCTION stub.citus_version() RETURNS text LANGUAGE sql AS $$ SELECT 'Citus 12.1.5 on x86_64' $$;
  CREATE TABLE stub.interrupted (logicalrelid regclass);
  CREATE TABLE stub.nodes (nodeid int, success bool, unset text);
  INSERT INTO stub.nodes VALUES (1, true, NULL), (2, true, 'jit random_page_cost lock_timeout statement_timeout');
  CREATE FUNCTION stub.run_command_on_all_nodes(command text) RETURNS TABLE (nodeid int, success bool, result text)
    LANGUAGE plpgsql AS $$ BEGIN
      IF command LIKE 'DO %RESET%' THEN UPDATE stub.nodes SET unset = 'lock_timeout statement_timeout';
      ELSIF command LIKE 'DO %' THEN UPDATE stub.nodes SET unset = NULL; END IF;
      RETURN QUERY SELECT nodes.nodeid, nodes.success, nodes.unset FROM stub.nodes;
    END $$;
  CREATE FUNCTION stub.create_distributed_table(name regclass, tenant text, colocate_with text) RETURNS void
    LANGUAGE plpgsql AS $$ BEGIN
      EXECUTE format('CREATE TEMP TABLE copied AS SELECT * FROM %s', name);
      SET LOCAL session_replication_role = replica;
      EXECUTE format('DELETE FROM %s', name);
      SET LOCAL session_replication_role = origin;
      EXECUTE format('INSERT INTO %s SELECT * FROM copied', name);
      DROP TABLE copied;
      IF name IN (SELECT logicalrelid FROM stub.interrupted) THEN RAISE 'The connection to the node was lost'; END IF;
      INSERT INTO stub.pg_dist_partition (logicalrelid, colocated_with) VALUES (name, colocate_with);
    END $$;
  CREATE FUNCTION stub.create_reference_table(name regclass) RETURNS void
    LANGUAGE sql AS $$ INSERT INTO stub.pg_dist_partition (logicalrelid) VALUES (name) $$;
  CREATE FUNCTION stub.create_distributed_function(name regprocedure) RETURNS void
    LANGUAGE sql AS $$ INSERT INTO stub.pg_dist_object VALUES ('pg_proc'::regclass, name) $$;
  CREATE FUNCTION stub.truncate_local_data_after_distributing_table(name regclass) RETURNS void LANGUAGE sql AS $$ $$;
  SET search_path = public, stub`;

let store: TestStore;
/** Poses as a server, because the extension is not available in the embedded store. */
let server: Database;
let tollgate: ReturnType<typeof commandLineOn>;
beforeAll(async () => {
  store = await openOwnStore();
  server = { ...store.database, kind: 'server' };
  tollgate = commandLineOn(server);
});
afterAll(async () => {
  await run('DROP TABLE IF EXISTS added; DROP SCHEMA IF EXISTS stub CASCADE; RESET search_path');
  await run(`DELETE FROM _prisma_migrations WHERE migration_name = '${added}'`);
  await store.close();
});

const run = (statements: string) => store.database.withConnection((connection) => connection.query(statements));
const added = '29990101000000_added';
const settings =
  "SET jit TO ''off''', current_database()); EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET lock_timeout TO ''5000ms''";

type Placed = { name: string; colocated_with: string | null };
async function placed(): Promise<readonly Placed[]> {
  const { rows } = await run(
    'SELECT logicalrelid::text AS name, colocated_with FROM stub.pg_dist_partition ORDER BY number',
  );
  return rows;
}

/** The rows that triggers write, and the triggers themselves. */
async function derived() {
  const { rows: triggers } = await run(`
    SELECT tgname AS name, tgrelid::regclass::text AS on FROM pg_trigger WHERE NOT tgisinternal ORDER BY 2, 1`);
  const { rows } = await run(`
    SELECT (SELECT count(*)::int FROM total_changes) AS pending, (SELECT count(*)::int FROM changes) AS changes`);
  return { triggers, ...rows[0] };
}

/** As the snapshot has no tax lines. */
const noTax = amount('0');
const untaxed = { items: [anItem({ taxAmount: noTax, taxRate: noTax })], salesTax: { amount: noTax, rate: noTax } };

async function aSeller() {
  const { tenantId } = await aTenant(store.stores);
  const records = store.stores.forTenant(tenantId);
  const customer = aCustomer();
  await records.customers.insert(customer);
  const sell = (externalId: string) =>
    records.transactions.insert(aStoredTransaction(customer.serviceId, { externalId, ...untaxed }));
  return { records, sell };
}

it('says that an embedded store has one node, and that a server needs the extension', async () => {
  const embedded = await commandLineOn(store.database)('distribute');
  expect(embedded.code).toBe(1);
  expect(embedded.errors).toContain('An embedded store has one node.');
  expect((await tollgate('distribute', '--before-moves')).errors).toBe('The database is not distributed.');
  const plain = await tollgate('distribute', '--dry-run');
  expect(plain.code).toBe(1);
  expect(plain.errors).toContain('The extension citus is not installed. Install it on every node,');
  expect((await tollgate('distribute', '--now')).code).toBe(2);
});

describe('with the extension', () => {
  let seller: Awaited<ReturnType<typeof aSeller>>;
  let interrupted: Awaited<ReturnType<typeof tollgate>>;
  beforeAll(async () => {
    await run(extension);
    seller = await aSeller();
    await seller.sell('before');
    await seller.records.audit.seal(new Date());
    await seller.sell('unsealed');
  });

  it('prints its statements and missing requirements in a dry run, and changes nothing', async () => {
    const tried = await tollgate('distribute', '--dry-run', '--json');
    expect(tried.code).toBe(1);
    expect(tried.errors).toBe("No node stores tenants. Add each node with SELECT citus_add_node('host', 5432).");
    const lines = tried.out.split('\n').map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ state: 'PLANNED', statement: 'SET citus.enable_unsafe_triggers TO on' });
    expect(lines).toContainEqual({ state: 'PLANNED', statement: "SELECT create_reference_table('clients')" });
    expect((await tollgate('distribute')).code).toBe(1);
    expect(await placed()).toEqual([]);
    expect((await tollgate('distribute', '--help')).out).toContain('distribute [--before-moves] [--dry-run]');
  });

  it('does not change the table at which it is interrupted', async () => {
    await run("INSERT INTO stub.pg_dist_node VALUES (true, true, 'primary')");
    await run("INSERT INTO stub.interrupted VALUES ('transactions')");
    const before = await derived();
    interrupted = await tollgate('distribute');
    expect(interrupted).toMatchObject({ code: 1, errors: 'The connection to the node was lost' });
    expect(interrupted.out).toContain("create_distributed_table('customers'");
    expect(await derived()).toEqual(before);
    await run('TRUNCATE stub.interrupted');
  });

  it('places every table with its tenant, what triggers and keys need first', async () => {
    const before = await derived();
    expect(before.triggers).toContainEqual({ name: 'note_total_change', on: 'transactions' });
    expect(before).toMatchObject({ pending: 2, changes: 4 });
    const done = await tollgate('distribute');
    expect(done).toMatchObject({ code: 0, errors: '' });
    expect(await derived()).toEqual(before);
    const tables = await placed();
    const names = tables.map(({ name }) => name);
    const ofTenants = tables.filter(({ colocated_with }) => colocated_with !== null);
    const { rows } = await run(`SELECT table_name::text AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_name NOT IN ('_prisma_migrations', 'compatibility')`);
    expect(done.out).toContain(settings);
    expect((await tollgate('doctor', '--database')).out).toContain('ok     nodes: have the gateway’s settings');
    expect(names.toSorted()).toEqual(rows.map(({ name }) => name).sort());
    expect(tables.filter((table) => !ofTenants.includes(table)).map(({ name }) => name)).toEqual(
      referenceTables.filter((name) => !['_prisma_migrations', 'compatibility'].includes(name)).toSorted(),
    );
    expect(ofTenants[0]).toEqual({ name: 'changes', colocated_with: 'none' });
    expect(new Set(ofTenants.slice(1).map(({ colocated_with }) => colocated_with))).toEqual(new Set(['changes']));
    for (const [first, then] of [
      ['total_changes', 'transactions'],
      ['tenants', 'customers'],
      ['customers', 'transactions'],
      ['transactions', 'calculations'],
      ['exemptions', 'exemption_files'],
      ['returns', 'return_filings'],
    ] as const) {
      expect(names.indexOf(first), `${first} before ${then}`).toBeLessThan(names.indexOf(then));
    }
    const out = `${interrupted.out}\n${done.out}`;
    const written = ["table('changes'", "function('insert_change(", "table('tenants'"] as const;
    const places = written.map((text) => out.indexOf(`create_distributed_${text}`));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('keeps the audit trail whole, and each node continues its numbers', async () => {
    const { rows } = await run('SELECT max(xid)::int AS last FROM changes');
    expect(rows[0].last).toBeLessThan(0);
    await seller.sell('after');
    expect(await seller.records.audit.seal(new Date())).toBe(2);
    expect(await seller.records.audit.verify()).toMatchObject({ seals: 2, sealed: 5, unsealed: 0, faults: [] });
  });

  it('prepares tenants to move to a node that counts otherwise', async () => {
    const one = await aSeller();
    await one.sell('one');
    const done = await tollgate('distribute', '--before-moves');
    expect(done).toMatchObject({ code: 0, errors: '' });
    expect(done.out.split('\n')).toHaveLength(3);
    expect((await tollgate('doctor', '--database')).out).toContain(
      'lack settings for the role of DATABASE_URL: lock_timeout, statement_timeout.',
    );
    const { rows } = await run(
      'SELECT max(xid)::int AS last, max(below_xid)::int AS sealed FROM changes, change_seals',
    );
    expect(rows[0].last).toBeLessThan(0);
    expect(rows[0].sealed).toBeLessThanOrEqual(0);
    for (const { records } of [seller, one]) {
      await records.audit.seal(new Date());
      expect(await records.audit.verify()).toMatchObject({ unsealed: 0, faults: [] });
    }
  });

  it('skips distributed tables, and deletes the rows left by an interrupted run', async () => {
    const before = await placed();
    const { code, out } = await tollgate('distribute');
    expect(code).toBe(0);
    const [allowed, ...cleared] = out.split('\n');
    expect(allowed).toBe('DONE\tSET citus.enable_unsafe_triggers TO on');
    // The stub keeps the shards of all tables on this node.
    expect(cleared).toContain("DONE\tSELECT truncate_local_data_after_distributing_table('transactions')");
    const recounted = cleared.filter((line) => line.startsWith('RECOUNTED'));
    expect(recounted).toContainEqual(expect.stringMatching(/ right: \d documents recounted$/));
    const statements = cleared.filter((line) => !recounted.includes(line));
    expect(statements.pop()).toContain(settings);
    for (const statement of statements) expect(statement).toContain('SELECT truncate_local_data_');
    expect(await placed()).toEqual(before);
  });

  it('is done by an upgrade for the tables that this adds', async () => {
    const migrations = aDirectory();
    cpSync('prisma/migrations', migrations, { recursive: true });
    mkdirSync(join(migrations, added));
    writeFileSync(
      join(migrations, added, 'migration.sql'),
      'CREATE TABLE added (tenant_id uuid NOT NULL PRIMARY KEY REFERENCES tenants (tenant_id));',
    );
    await store.database.withConnection((connection) => applyMigrations(connection, migrations));
    expect((await placed()).at(-1)).toEqual({ name: 'added', colocated_with: 'changes' });
  });
});
