import type { ClientBase } from 'pg';
import { isDistributed } from './distribution/catalog.ts';
import { movingUnits } from './distribution/plan.ts';

/**
 * A dump restored on another server has the unit-of-work numbers of the original server. For a long time, these numbers
 * may be higher than all numbers of this server. That would hide new changes from webhooks and break the seals, so the
 * restored numbers are made lower than all numbers of this server. Nodes of a distributed database are prepared
 * individually: `distribute --before-moves`.
 */
export async function lowerRestoredNumbers(connection: ClientBase): Promise<void> {
  if (await isDistributed(connection)) return;
  const { rows } = await connection.query<{ is_foreign: boolean }>(`
    SELECT EXISTS (SELECT FROM tenants WHERE pg_snapshot_xmax(pg_current_snapshot())::text::bigint < greatest(
      (SELECT xid FROM changes WHERE tenant_id = tenants.tenant_id ORDER BY xid DESC LIMIT 1),
      (SELECT below_xid FROM change_seals WHERE tenant_id = tenants.tenant_id ORDER BY number DESC LIMIT 1)
    )) AS is_foreign`);
  if (rows[0]?.is_foreign) await connection.query(movingUnits(null));
}
