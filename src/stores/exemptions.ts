import { asText, type DecimalText } from '../domain/amount.ts';
import type { Exemption, ExemptionStatus, ExemptionType } from '../domain/exemption.ts';
import { decimal } from '../tax/decimal.ts';
import { Prisma } from './generated/client.ts';
import { readRows, readWritten } from './rows.ts';
import type { ExemptionFilter, ExemptionStore } from './stores.ts';
import { equals, isAfter, isUuid, mayMatch, newestFirst, type TenantScope, where } from './tenant-scope.ts';

/** What is only shown, as it was sent. */
type Details = Pick<Exemption, 'stateName' | 'classification' | 'certificate' | 'validationDates'>;

type Row = {
  service_id: string;
  customer_id: string;
  country: string;
  state: string;
  exemption_type: ExemptionType;
  exemption_status: ExemptionStatus;
  from_on: string | null;
  to_on: string | null;
  exempt_share: string | null;
  reduced_rate: string | null;
  tax_codes: string[];
  details: Details;
  created_at: string;
  updated_at: string;
  version: number;
};

const columns = Prisma.sql`service_id, customer_id, country, state, exemption_type, exemption_status, from_on, to_on,
  exempt_share::text, reduced_rate::text, tax_codes, details, created_at, updated_at, version`;

export function createExemptionStore(scope: TenantScope): ExemptionStore {
  const { prisma, tenantId } = scope;

  async function find(tail: Prisma.Sql): Promise<Exemption[]> {
    const rows = await readRows<Row>(prisma, Prisma.sql`SELECT ${columns} FROM exemptions ${tail}`);
    return rows.map(toExemption);
  }

  return {
    async findMany(serviceIds) {
      const ids = serviceIds.filter(isUuid);
      return ids.length === 0 ? [] : find(where(scope, [Prisma.sql`service_id = ANY(${ids}::uuid[])`]));
    },

    async findByCustomers(customerIds) {
      const ids = customerIds.filter(isUuid);
      if (ids.length === 0) return [];
      const ofCustomers = where(scope, [Prisma.sql`customer_id = ANY(${ids}::uuid[])`]);
      return find(Prisma.sql`${ofCustomers} ORDER BY created_at, service_id`);
    },

    async list(filter, page) {
      if (!mayMatch(filter)) return [];
      return find(Prisma.sql`${where(scope, [...conditions(filter), isAfter(page)])} ${newestFirst(page)}`);
    },

    async count(filter) {
      if (!mayMatch(filter)) return 0;
      const [row] = await prisma.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM exemptions ${where(scope, conditions(filter))}`;
      return row?.count ?? 0;
    },

    async upsertAll(exemptions) {
      if (exemptions.length === 0) return [];
      const upsert = Prisma.sql`
        INSERT INTO exemptions (tenant_id, service_id, customer_id, country, state, certificate_id, exemption_type,
          exemption_status, from_on, to_on, exempt_share, reduced_rate, tax_codes, details, created_at, updated_at,
          version)
        SELECT ${tenantId}, service_id, customer_id, country, state, certificate_id, exemption_type, exemption_status,
          from_on, to_on, exempt_share, reduced_rate, ARRAY(SELECT json_array_elements_text(tax_codes)), details,
          created_at, updated_at, version
        FROM json_to_recordset(${JSON.stringify(toRows(exemptions))}::json) AS sent (service_id uuid, customer_id uuid,
          country text, state text, certificate_id text, exemption_type "ExemptionType",
          exemption_status "ExemptionStatus", from_on date, to_on date, exempt_share numeric, reduced_rate numeric,
          tax_codes json, details json, created_at timestamptz, updated_at timestamptz, version int)
        ON CONFLICT (tenant_id, customer_id, country, state, certificate_id) DO UPDATE SET
          exemption_type = excluded.exemption_type, exemption_status = excluded.exemption_status,
          from_on = excluded.from_on, to_on = excluded.to_on, exempt_share = excluded.exempt_share,
          reduced_rate = excluded.reduced_rate, tax_codes = excluded.tax_codes, details = excluded.details,
          updated_at = excluded.updated_at, version = exemptions.version + 1
        RETURNING ${columns}`;
      const rows = await readWritten<Row>(prisma, upsert);
      const stored = new Map(rows.map(toExemption).map((exemption) => [naturalKey(exemption), exemption]));
      return exemptions.map((exemption) => stored.get(naturalKey(exemption)) ?? exemption);
    },
  };
}

/** One row per natural key, the last one sent; in one order for all requests, so that none waits for another in a ring. */
function toRows(exemptions: readonly Exemption[]) {
  const rows = new Map<string, ReturnType<typeof toRow>>();
  for (const exemption of exemptions) rows.set(naturalKey(exemption), toRow(exemption));
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

function naturalKey({ customerId, country, state, certificate }: Exemption): string {
  return JSON.stringify([customerId.toLowerCase(), country, state ?? '', certificate?.certificateId ?? '']);
}

function toRow(exemption: Exemption) {
  const { stateName, classification, certificate, validationDates } = exemption;
  return {
    service_id: exemption.serviceId,
    customer_id: exemption.customerId,
    country: exemption.country,
    state: exemption.state ?? '',
    certificate_id: certificate?.certificateId ?? '',
    exemption_type: exemption.exemptionType,
    exemption_status: exemption.exemptionStatus,
    from_on: exemption.fromOn,
    to_on: exemption.toOn,
    exempt_share: exemption.exemptPercentage,
    reduced_rate: exemption.reducedRate,
    tax_codes: exemption.taxCodes,
    details: { stateName, classification, certificate, validationDates } satisfies Details,
    created_at: exemption.internalTimestamps.createdDate.toISOString(),
    updated_at: exemption.internalTimestamps.updatedDate.toISOString(),
    version: exemption.version,
  };
}

function toExemption(row: Row): Exemption {
  return {
    serviceId: row.service_id,
    customerId: row.customer_id,
    country: row.country,
    state: row.state === '' ? null : row.state,
    exemptionType: row.exemption_type,
    exemptionStatus: row.exemption_status,
    fromOn: row.from_on,
    toOn: row.to_on,
    exemptPercentage: row.exempt_share === null ? null : plainText(row.exempt_share),
    reducedRate: row.reduced_rate === null ? null : plainText(row.reduced_rate),
    taxCodes: row.tax_codes,
    ...row.details,
    internalTimestamps: { createdDate: new Date(row.created_at), updatedDate: new Date(row.updated_at) },
    version: row.version,
  };
}

/** The column has eight decimal places, zeros included. */
function plainText(text: string): DecimalText {
  return asText(decimal(text));
}

function conditions(filter: ExemptionFilter): (Prisma.Sql | null)[] {
  return [
    filter.customerId === undefined ? null : Prisma.sql`customer_id = ${filter.customerId}::uuid`,
    equals(Prisma.sql`country`, filter.country),
    equals(Prisma.sql`state`, filter.state),
    filter.exemptionStatus === undefined
      ? null
      : Prisma.sql`exemption_status = ${filter.exemptionStatus}::"ExemptionStatus"`,
  ];
}
