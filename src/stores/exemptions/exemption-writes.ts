import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { ExemptionKey, ExemptionStore } from '../../ports/stores/exemption-store.ts';
import { Prisma } from '../generated/client.ts';
import { besideTenant, type TenantScope, where } from '../sql/tenant-scope.ts';
import type { Rows } from '../sql/unit-of-work.ts';
import {
  type ExemptionSqlRow,
  selectedExemptionColumns,
  sentExemptionColumns,
  toExemption,
  toSqlRow,
} from './exemption-sql-row.ts';

type ExemptionWrites = Pick<ExemptionStore, 'upsertAll' | 'storeAll' | 'replace'>;

export function createExemptionWrites(
  scope: TenantScope,
  findByKeys: (keys: readonly ExemptionKey[]) => Promise<Exemption[]>,
): ExemptionWrites {
  const { statements, changedBy } = scope;

  return {
    async upsertAll(exemptions) {
      if (exemptions.length === 0) return [];
      const upsert = Prisma.sql`${upsertOf(scope, exemptions)} RETURNING ${selectedExemptionColumns}`;
      const stored = byKey((await statements.rows<ExemptionSqlRow>(upsert)).map(toExemption));
      const unchanged = exemptions.filter((exemption) => !stored.has(keyText(keyOf(exemption))));
      for (const [key, exemption] of byKey(await findByKeys(unchanged.map(keyOf)))) stored.set(key, exemption);
      return exemptions.map((exemption) => stored.get(keyText(keyOf(exemption))) ?? exemption);
    },

    async storeAll(exemptions) {
      if (exemptions.length > 0) await statements.rows(upsertOf(scope, exemptions));
    },

    async replace(exemption, expectedVersion) {
      const row = toSqlRow(exemption);
      const isExpected = Prisma.sql`service_id = ${row.service_id}::uuid AND version = ${expectedVersion}`;
      const hasItsKey = Prisma.sql`customer_id = ${row.customer_id}::uuid AND country = ${row.country}
        AND state = ${row.state} AND certificate_id = ${row.certificate_id} AND service_id <> ${row.service_id}::uuid`;
      const [outcome] = await statements.rows<{ is_taken: boolean; is_replaced: boolean }>(Prisma.sql`
        WITH taken AS (SELECT 1 FROM exemptions ${where(scope, [hasItsKey])}), replaced AS (
          UPDATE exemptions SET certificate_id = ${row.certificate_id},
            exemption_reason = ${row.exemption_reason}::"ExemptionReason",
            exemption_type = ${row.exemption_type}::"ExemptionType",
            exemption_status = ${row.exemption_status}::"ExemptionStatus", valid_from = ${row.valid_from}::date,
            valid_through = ${row.valid_through}::date, exempt_fraction = ${row.exempt_fraction}::numeric,
            reduced_rate = ${row.reduced_rate}::numeric, tax_codes = ${[...row.tax_codes]}::text[],
            details = ${JSON.stringify(row.details)}::json, updated_at = ${row.updated_at}::timestamptz,
            version = ${row.version}, changed_by = ${changedBy}
          ${where(scope, [isExpected, Prisma.sql`NOT EXISTS (SELECT 1 FROM taken)`])} RETURNING 1
        )
        SELECT EXISTS (SELECT 1 FROM taken) AS is_taken, EXISTS (SELECT 1 FROM replaced) AS is_replaced`);
      if (outcome?.is_replaced) return 'replaced';
      return outcome?.is_taken ? 'key-taken' : 'overtaken';
    },
  };
}

function insertOf(scope: TenantScope, exemptions: readonly Exemption[]): Prisma.Sql {
  const { changedBy } = scope;
  const sent = Prisma.sql`json_to_recordset(${JSON.stringify(toRows(exemptions))}::json) AS sent (${sentExemptionColumns})`;
  return Prisma.sql`
      INSERT INTO exemptions (tenant_id, service_id, customer_id, country, state, certificate_id, exemption_reason,
        exemption_type, exemption_status, valid_from, valid_through, exempt_fraction, reduced_rate, tax_codes, details, created_at, updated_at,
        version, changed_by)
      SELECT tenants.tenant_id, service_id, customer_id, country, state, certificate_id, exemption_reason, exemption_type,
        exemption_status, valid_from, valid_through, exempt_fraction, reduced_rate, ARRAY(SELECT json_array_elements_text(tax_codes)), details,
        sent.created_at, sent.updated_at, sent.version, ${changedBy}
      ${besideTenant(scope, sent)}
      ON CONFLICT (tenant_id, customer_id, country, state, certificate_id)`;
}

/** Creates or replaces the exemptions; replaced exemptions keep their ids. */
function upsertOf(scope: TenantScope, exemptions: readonly Exemption[]): Prisma.Sql {
  return Prisma.sql`${insertOf(scope, exemptions)} DO UPDATE SET
        exemption_reason = excluded.exemption_reason, exemption_type = excluded.exemption_type,
        exemption_status = excluded.exemption_status,
        valid_from = excluded.valid_from, valid_through = excluded.valid_through, exempt_fraction = excluded.exempt_fraction,
        reduced_rate = excluded.reduced_rate, tax_codes = excluded.tax_codes, details = excluded.details,
        updated_at = greatest(exemptions.updated_at, excluded.updated_at), version = exemptions.version + 1, changed_by = excluded.changed_by
      WHERE ${termsOf(Prisma.sql`exemptions`)} IS DISTINCT FROM ${termsOf(Prisma.sql`excluded`)}`;
}

/** Creates the exemptions in the caller's unit of work. Returns false if one of the keys is taken. */
export async function insertExemptionsIn(
  rows: Rows,
  scope: TenantScope,
  exemptions: readonly Exemption[],
): Promise<boolean> {
  const stored = await rows(Prisma.sql`${insertOf(scope, exemptions)} DO NOTHING RETURNING service_id`);
  return stored.length === exemptions.length;
}

export function hasOneOfKeys(keys: readonly ExemptionKey[]): Prisma.Sql {
  const rows = keys.map(({ customerId, country, state, certificateId }) => ({
    customer_id: customerId,
    country,
    state: state ?? '',
    certificate_id: certificateId ?? '',
  }));
  return Prisma.sql`(customer_id, country, state, certificate_id) IN (
    SELECT customer_id, country, state, certificate_id FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS named (customer_id uuid, country text, state text, certificate_id text))`;
}

/**
 * The columns that show whether an upsert changes anything. The type `json` has no equality operator, but its members
 * are always written in the same order.
 */
function termsOf(table: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${table}.exemption_reason, ${table}.exemption_type, ${table}.exemption_status, ${table}.valid_from, ${table}.valid_through,
    ${table}.exempt_fraction, ${table}.reduced_rate, ${table}.tax_codes, ${table}.details::text)`;
}

/** One row per natural key: the last submitted row. Every request uses the same order, which prevents deadlocks. */
function toRows(exemptions: readonly Exemption[]) {
  const sorted = [...byKey(exemptions)].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([, exemption]) => toSqlRow(exemption));
}

function byKey(exemptions: readonly Exemption[]): Map<string, Exemption> {
  return new Map(exemptions.map((exemption) => [keyText(keyOf(exemption)), exemption]));
}

function keyOf({ customerId, country, state, certificate }: Exemption): ExemptionKey {
  return { customerId, country, state, certificateId: certificate?.certificateId ?? null };
}

function keyText({ customerId, country, state, certificateId }: ExemptionKey): string {
  return JSON.stringify([customerId.toLowerCase(), country, state ?? '', certificateId ?? '']);
}
