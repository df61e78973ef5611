import { describe, expect, it } from 'vitest';
import { movingUnits } from '../../../src/stores/database/distribution/plan.ts';
import { routingFaults } from '../../support/routing.ts';
import { openSharedStore } from '../../support/stores.ts';

const tenant = "'00000000-0000-4000-8000-000000000001'::uuid";

async function faultsOf(text: string): Promise<string[]> {
  const { database } = await openSharedStore();
  return database.withConnection((connection) => routingFaults(connection, text));
}

// On the embedded store, because a plan without values requires PostgreSQL 16. `support/routing.setup.ts` checks the
// same for every statement that a store sends in any test.
describe('a statement on a database of many nodes', () => {
  it.each([
    ['compares the tenant', 'SELECT name FROM customers WHERE tenant_id = $1 AND service_id = $2'],
    [
      'joins by the tenant',
      `SELECT total_changes.totals FROM transactions JOIN total_changes USING (tenant_id)
       WHERE transactions.tenant_id = $1`,
    ],
    [
      'carries it over to a subquery',
      `SELECT (SELECT name FROM customers WHERE customers.tenant_id = transactions.tenant_id AND service_id = customer_id)
       FROM transactions WHERE tenant_id = ${tenant}`,
    ],
    [
      'compares it in each of two choices',
      'SELECT FROM customers WHERE tenant_id = $1 AND service_id = $2 OR tenant_id = $1 AND email = $3',
    ],
    ['names the tenant of what it inserts', 'INSERT INTO webhook_notices VALUES ($1, $2, now())'],
    [
      'inserts what it reads from tables of the tenant',
      `INSERT INTO webhook_notices SELECT tenants.tenant_id, key, now() FROM tenants CROSS JOIN (VALUES ($2::text), ($3)) AS sent (key)
       WHERE tenants.tenant_id = $1`,
    ],
    ['moves the numbers of a tenant', movingUnits('00000000-0000-4000-8000-000000000001')],
    ['reads a reference table', 'SELECT max(activation_number) FROM rate_book_activations'],
  ])('goes to one of them if it %s', async (_, text) => {
    expect(await faultsOf(text)).toEqual([]);
  });

  it.each([
    ['names no tenant', 'SELECT name FROM customers WHERE service_id = $1', 'customers'],
    ['takes one of two', `SELECT FROM customers WHERE tenant_id = $1 OR service_id = $2`, 'customers'],
    ['names several', 'SELECT FROM nexus WHERE tenant_id = ANY($1)', 'nexus'],
    [
      'updates rows that it found before, by their keys alone',
      `WITH found AS (SELECT tenant_id, service_id FROM transactions WHERE tenant_id = $1 FOR UPDATE)
       UPDATE transactions SET version = version + 1 FROM found
       WHERE transactions.tenant_id = found.tenant_id AND transactions.service_id = found.service_id`,
      'transactions',
    ],
    ['compares another column', 'DELETE FROM nexus WHERE tenant_id = gen_random_uuid()', 'nexus'],
  ])('does not if it %s', async (_, text, table) => {
    expect(await faultsOf(text)).toContain(`It reads ${table} without comparing the tenant.`);
  });

  it('does not if it inserts without naming the tenant', async () => {
    const text = "INSERT INTO webhook_notices VALUES (gen_random_uuid(), 'key', now())";
    expect(await faultsOf(text)).toEqual(['It inserts into webhook_notices without naming the tenant.']);
  });

  it.each([
    [
      'inserts a selection of values',
      "INSERT INTO webhook_notices SELECT $1::uuid, 'key', now() UNION ALL SELECT $1::uuid, 'other', now()",
      'It inserts a selection into webhook_notices that takes its tenant from no table.',
    ],
    [
      'inserts a selection that names the tenant by a value',
      `INSERT INTO webhook_notices SELECT $1::uuid, max(number)::text, now() FROM total_changes WHERE tenant_id = $1`,
      'It inserts a selection into webhook_notices that takes its tenant from no table.',
    ],
    [
      'inserts a selection that locks rows',
      `INSERT INTO rate_layers (import_id, kind)
       SELECT import_id, 'BOUNDARIES'::"RateLayerKind" FROM rate_imports WHERE import_id = $1::uuid FOR SHARE`,
      'It inserts a selection that locks rows: lock them in a statement before.',
    ],
    [
      'inserts beside another change',
      `WITH moved AS (UPDATE webhook_feeds SET xid = 1 WHERE tenant_id = ${tenant} RETURNING tenant_id)
       INSERT INTO webhook_notices SELECT ${tenant}, 'key', now() WHERE EXISTS (SELECT FROM moved)`,
      'It inserts beside another change: use plain statements in one unit of work.',
    ],
    [
      'returns what is not fixed',
      `INSERT INTO webhook_notices VALUES (${tenant}, 'key', now()) RETURNING jsonb_build_array(key)`,
      'It returns jsonb_build_array() from a change: select it afterwards.',
    ],
    [
      'chooses between results that are not fixed',
      `UPDATE transactions SET reopening_reason = CASE WHEN version = 1 THEN to_jsonb(source)::text END WHERE tenant_id = ${tenant}`,
      'It chooses with CASE or COALESCE around to_jsonb(), whose result is not fixed.',
    ],
    [
      'sets a column to what a function that is not fixed makes of another',
      `UPDATE transactions SET reopening_reason = jsonb_build_array(source)::text WHERE tenant_id = ${tenant}`,
      'It sets a column to jsonb_build_array() of columns, whose result is not fixed: select it in FROM.',
    ],
  ])('is refused or moved through the coordinator if it %s', async (_, text, fault) => {
    expect(await faultsOf(text)).toContain(fault);
  });

  it('is refused there if it updates with a volatile function', async () => {
    const text = 'UPDATE customers SET updated_at = clock_timestamp() WHERE tenant_id = $1';
    expect(await faultsOf(text)).toEqual(['It updates customers with clock_timestamp().']);
  });
});
