import { gatewayLimits } from '../../domain/base/limits.ts';
import type { FilingChange, FilingOutcome, FilingPeriod } from '../../domain/transactions/filing.ts';
import type { FilingStore } from '../../ports/stores/filing-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

const maxShown = gatewayLimits.filing.shown;

/** Small enough that no statement holds up the writers of its documents, or the embedded store, for long. */
const documentsPerPart = 500;

/** A changed document: its keys in the order of the index by place and day. */
type Changed = { state: string; tax_on: string; created_at: string; service_id: string };

export function createFilingStore(scope: TenantScope): FilingStore {
  async function changePart(change: FilingChange, after: Changed | undefined): Promise<Changed[]> {
    const isDue = fitting(scope, change, [Prisma.sql`NOT (${hasStatus(change)})`, after ? isAfter(after) : null]);
    // Rows are locked in the order of the index, which prevents deadlocks.
    return scope.reports.rows<Changed>(Prisma.sql`
      WITH found AS (
        SELECT tenant_id, service_id FROM transactions ${isDue}
        ORDER BY state, tax_on, created_at, service_id LIMIT ${documentsPerPart} FOR UPDATE
      ), changed AS (
        UPDATE transactions SET ${change.reason === null ? Prisma.empty : keepReason(change.reason)}
          transaction_filing_status = ${change.status}::"TransactionFilingStatus",
          updated_at = ${change.at.toISOString()}::timestamptz, version = version + 1,
          changed_by = ${scope.changedBy}
        FROM found WHERE transactions.tenant_id = found.tenant_id AND transactions.service_id = found.service_id
        RETURNING state, tax_on, created_at, transactions.service_id
      )
      SELECT * FROM changed ORDER BY state, tax_on, created_at, service_id`);
  }

  return {
    async change(change) {
      const [before] = await scope.reports.rows<{ unchanged: number }>(Prisma.sql`
        SELECT count(*) AS unchanged FROM transactions ${fitting(scope, change, [hasStatus(change)])}`);
      let shown: readonly Changed[] = [];
      let changed = 0;
      for (let part = await changePart(change, undefined); part.length > 0; ) {
        changed += part.length;
        shown = [...shown, ...part].sort(byDay).slice(0, maxShown);
        part = part.length < documentsPerPart ? [] : await changePart(change, part.at(-1));
      }
      return { changed, unchanged: before?.unchanged ?? 0, serviceIds: shown.map(({ service_id }) => service_id) };
    },

    async preview(change) {
      const differing = fitting(scope, change, [Prisma.sql`NOT (${hasStatus(change)})`]);
      const [outcome] = await scope.reports.rows<FilingOutcome>(Prisma.sql`
        SELECT (SELECT count(*) FROM transactions ${differing}) AS changed,
          (SELECT count(*) FROM transactions ${fitting(scope, change, [hasStatus(change)])}) AS unchanged,
          ARRAY(SELECT service_id::text FROM transactions ${differing}
            ORDER BY tax_on, service_id LIMIT ${maxShown}) AS "serviceIds"`);
      return outcome ?? { changed: 0, unchanged: 0, serviceIds: [] };
    },
  };
}

function byDay(one: Changed, other: Changed): number {
  return `${one.tax_on} ${one.service_id}` < `${other.tax_on} ${other.service_id}` ? -1 : 1;
}

function isAfter({ state, tax_on, created_at, service_id }: Changed): Prisma.Sql {
  return Prisma.sql`(state, tax_on, created_at, service_id)
    > (${state}, ${tax_on}::date, ${created_at}::timestamptz, ${service_id}::uuid)`;
}

/** Appends a member to the text: to parse the document and write it again takes three times as long. */
function keepReason(reason: string): Prisma.Sql {
  const member = `,"reopenedBecause":${JSON.stringify(reason)}}`;
  return Prisma.sql`document = CASE WHEN document::text LIKE '%"reopenedBecause":%'
    THEN (document::jsonb || jsonb_build_object('reopenedBecause', ${reason}::text))::json
    ELSE (left(document::text, -1) || ${member})::json END,`;
}

function hasStatus({ status }: FilingChange): Prisma.Sql {
  return Prisma.sql`transaction_filing_status = ${status}::"TransactionFilingStatus"`;
}

function fitting(scope: TenantScope, { period }: FilingChange, conditions: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  return where(scope, [...conditionsOf(period), ...conditions]);
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
