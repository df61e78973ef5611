import { gatewayLimits } from '../../domain/base/limits.ts';
import type { FilingChange, FilingOutcome, FilingPeriod } from '../../domain/transactions/filing.ts';
import type { FilingStore } from '../../ports/stores/filing-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

const mostShown = gatewayLimits.filing.shown;

export function createFilingStore(scope: TenantScope): FilingStore {
  async function run(change: FilingChange, changed: Prisma.Sql): Promise<FilingOutcome> {
    // The count of what is so already is of the moment before: a statement does not see what it changes itself.
    const [row] = await scope.prisma.$queryRaw<[{ json: string }]>`
      WITH ${changed}
      SELECT json_build_object(
        'changed', (SELECT count(*) FROM changed),
        'unchanged', (SELECT count(*) FROM transactions ${fitting(scope, change, isSo(change))}),
        'serviceIds', (SELECT coalesce(json_agg(service_id), '[]') FROM (
          SELECT service_id FROM changed ORDER BY tax_on, service_id LIMIT ${mostShown}) AS shown)
      )::text AS json`;
    return JSON.parse(row.json);
  }

  return {
    change(change) {
      const { status, at, reason } = change;
      const kept = Prisma.sql`document = (document::jsonb || jsonb_build_object('reopenedBecause', ${reason}::text))::json,`;
      const tenantAndId = Prisma.sql`transactions.tenant_id = found.tenant_id AND transactions.service_id = found.service_id`;
      // Locked in the order of their ids, so that two that overlap cannot wait for each other.
      return run(
        change,
        Prisma.sql`found AS (
          SELECT tenant_id, service_id FROM transactions
          ${fitting(scope, change, Prisma.sql`NOT (${isSo(change)})`)} ORDER BY service_id FOR UPDATE
        ), changed AS (
          UPDATE transactions SET ${reason === null ? Prisma.empty : kept}
            transaction_filing_status = ${status}::"TransactionFilingStatus",
            updated_at = ${at.toISOString()}::timestamptz, version = version + 1
          FROM found WHERE ${tenantAndId} RETURNING transactions.service_id, tax_on
        )`,
      );
    },

    preview(change) {
      const differing = fitting(scope, change, Prisma.sql`NOT (${isSo(change)})`);
      return run(change, Prisma.sql`changed AS (SELECT service_id, tax_on FROM transactions ${differing})`);
    },
  };
}

function isSo({ status }: FilingChange): Prisma.Sql {
  return Prisma.sql`transaction_filing_status = ${status}::"TransactionFilingStatus"`;
}

function fitting(scope: TenantScope, { period }: FilingChange, condition: Prisma.Sql): Prisma.Sql {
  return where(scope, [...conditionsOf(period), condition]);
}

/** Estimates, orders and what is cancelled are part of no return. */
function conditionsOf({ country, state, fromOn, toOn, serviceIds }: FilingPeriod): (Prisma.Sql | null)[] {
  return [
    Prisma.sql`country = ${country}`,
    state === null ? null : Prisma.sql`state = ${state}`,
    Prisma.sql`tax_on BETWEEN ${fromOn}::date AND ${toOn}::date`,
    Prisma.sql`transaction_type IN ('INVOICE', 'REFUND', 'TAXABLE_REFUND') AND transaction_status <> 'CANCELLED'`,
    serviceIds === null ? null : Prisma.sql`service_id = ANY(${[...serviceIds]}::uuid[])`,
  ];
}
