import { gatewayLimits } from '../../domain/base/limits.ts';
import type { FilingChange, FilingOutcome, FilingPeriod } from '../../domain/transactions/filing.ts';
import type { FilingStore } from '../../ports/stores/filing-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

const maxShown = gatewayLimits.filing.shown;

export function createFilingStore(scope: TenantScope): FilingStore {
  async function run(change: FilingChange, changed: Prisma.Sql): Promise<FilingOutcome> {
    // A statement does not see its own changes, so `unchanged` counts the documents that had the status before.
    const [outcome] = await scope.reports.rows<FilingOutcome>(Prisma.sql`
      WITH ${changed}
      SELECT (SELECT count(*) FROM changed) AS changed,
        (SELECT count(*) FROM transactions ${fitting(scope, change, hasStatus(change))}) AS unchanged,
        ARRAY(SELECT service_id::text FROM changed ORDER BY tax_on, service_id LIMIT ${maxShown}) AS "serviceIds"`);
    return outcome ?? { changed: 0, unchanged: 0, serviceIds: [] };
  }

  return {
    change(change) {
      const { status, at, reason } = change;
      const kept = Prisma.sql`document = (document::jsonb || jsonb_build_object('reopenedBecause', ${reason}::text))::json,`;
      const tenantAndId = Prisma.sql`transactions.tenant_id = found.tenant_id AND transactions.service_id = found.service_id`;
      // Rows are locked in the order of their ids, which prevents deadlocks.
      return run(
        change,
        Prisma.sql`found AS (
          SELECT tenant_id, service_id FROM transactions
          ${fitting(scope, change, Prisma.sql`NOT (${hasStatus(change)})`)} ORDER BY service_id FOR UPDATE
        ), changed AS (
          UPDATE transactions SET ${reason === null ? Prisma.empty : kept}
            transaction_filing_status = ${status}::"TransactionFilingStatus",
            updated_at = ${at.toISOString()}::timestamptz, version = version + 1
          FROM found WHERE ${tenantAndId} RETURNING transactions.service_id, tax_on
        )`,
      );
    },

    preview(change) {
      const differing = fitting(scope, change, Prisma.sql`NOT (${hasStatus(change)})`);
      return run(change, Prisma.sql`changed AS (SELECT service_id, tax_on FROM transactions ${differing})`);
    },
  };
}

function hasStatus({ status }: FilingChange): Prisma.Sql {
  return Prisma.sql`transaction_filing_status = ${status}::"TransactionFilingStatus"`;
}

function fitting(scope: TenantScope, { period }: FilingChange, condition: Prisma.Sql): Prisma.Sql {
  return where(scope, [...conditionsOf(period), condition]);
}

/** Estimates, orders and cancelled documents belong to no return. */
function conditionsOf({ country, state, fromOn, toOn, serviceIds }: FilingPeriod): (Prisma.Sql | null)[] {
  return [
    Prisma.sql`country = ${country}`,
    state === null ? null : Prisma.sql`state = ${state}`,
    Prisma.sql`tax_on BETWEEN ${fromOn}::date AND ${toOn}::date`,
    Prisma.sql`transaction_type IN ('INVOICE', 'REFUND', 'TAXABLE_REFUND') AND transaction_status <> 'CANCELLED'`,
    serviceIds === null ? null : Prisma.sql`service_id = ANY(${[...serviceIds]}::uuid[])`,
  ];
}
