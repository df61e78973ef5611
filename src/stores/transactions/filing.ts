import { gatewayLimits } from '../../domain/base/limits.ts';
import type { FilingChange, FilingStatusChange, ReturnClaim } from '../../domain/transactions/filing.ts';
import type { FilingStore } from '../../ports/stores/filing-store.ts';
import { Prisma } from '../generated/client.ts';
import { claimedUntil, isInOpenPeriod } from '../sql/closed-periods.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { hasStatus, isAtPlace, isCounted, isLate, isOnTime, isReportedIn } from './filing-sql.ts';

const maxShown = gatewayLimits.filing.shown;

/** Small enough not to block other writers, or the embedded store, for long. */
const documentsPerPart = 500;

/** A changed document: its keys in the order of the index by place and day. */
type Changed = { state: string; tax_date: string; created_at: string; service_id: string };

export function createFilingStore(scope: TenantScope): FilingStore {
  async function changePart(change: FilingChange, isDue: Prisma.Sql, after: Changed | undefined): Promise<Changed[]> {
    const isNext = Prisma.sql`NOT (${hasStatus(change.status)}) AND ${isDue}`;
    const due = fitting(scope, change, [isNext, mayChange(scope, change), after ? isAfter(after) : null]);
    // Rows are locked in the order of the index, which prevents deadlocks.
    return scope.reports.rows<Changed>(Prisma.sql`
      WITH ${change.claim ? renewed(scope, change.claim) : Prisma.empty} found AS (
        SELECT service_id FROM transactions ${due}
        ORDER BY state, tax_date, created_at, service_id LIMIT ${documentsPerPart} FOR UPDATE
      ), changed AS (
        UPDATE transactions SET ${change.reason === null ? Prisma.empty : Prisma.sql`reopening_reason = ${change.reason},`}
          transaction_filing_status = ${change.status}::"TransactionFilingStatus",
          updated_at = ${change.at.toISOString()}::timestamptz, version = version + 1,
          changed_by = ${scope.changedBy}
        FROM found${change.claim ? Prisma.sql`, renewed` : Prisma.empty}
        WHERE transactions.tenant_id = ${scope.tenantId} AND transactions.service_id = found.service_id
        RETURNING state, tax_date, created_at, transactions.service_id
      )
      SELECT * FROM changed ORDER BY state, tax_date, created_at, service_id`);
  }

  return {
    async change(change) {
      const ignoredServiceIds = await findIgnored(scope, change);
      const [before] = await scope.reports.rows<{ unchanged: number }>(Prisma.sql`
        SELECT count(*) AS unchanged FROM transactions
        ${fitting(scope, change, [isReportedIn(change.period), hasStatus(change.status)])}`);
      let shown: readonly Changed[] = [];
      let changed = 0;
      // Each kind has an index.
      for (const isDue of [isOnTime(change.period), isLate(change.period)]) {
        for (let part = await changePart(change, isDue, undefined); part.length > 0; ) {
          changed += part.length;
          shown = [...shown, ...part].sort(byDay).slice(0, maxShown);
          part = part.length < documentsPerPart ? [] : await changePart(change, isDue, part.at(-1));
        }
      }
      const serviceIds = shown.map(({ service_id }) => service_id);
      return { changed, unchanged: before?.unchanged ?? 0, serviceIds, ignoredServiceIds };
    },

    async preview(change) {
      const isInPeriod = isReportedIn(change.period);
      const differing = fitting(scope, change, [isInPeriod, Prisma.sql`NOT (${hasStatus(change.status)})`]);
      const [outcome] = await scope.reports.rows<Omit<FilingStatusChange, 'ignoredServiceIds'>>(Prisma.sql`
        SELECT (SELECT count(*) FROM transactions ${differing}) AS changed,
          (SELECT count(*) FROM transactions ${fitting(scope, change, [isInPeriod, hasStatus(change.status)])}) AS unchanged,
          ARRAY(SELECT service_id::text FROM transactions ${differing}
            ORDER BY tax_date, service_id LIMIT ${maxShown}) AS "serviceIds"`);
      const ignoredServiceIds = await findIgnored(scope, change);
      return { ...(outcome ?? { changed: 0, unchanged: 0, serviceIds: [] }), ignoredServiceIds };
    },
  };
}

/** The named ids that lead to no document of the place and period. */
async function findIgnored(scope: TenantScope, change: FilingChange): Promise<readonly string[]> {
  const { serviceIds } = change.period;
  if (!serviceIds) return [];
  const found = await scope.reports.rows<{ service_id: string }>(Prisma.sql`
    SELECT service_id::text FROM transactions ${fitting(scope, change, [isReportedIn(change.period)])}`);
  const covered = new Set(found.map(({ service_id }) => service_id));
  return [...new Set(serviceIds)].filter((serviceId) => !covered.has(serviceId));
}

/** Locks the row of the return until the batch is written, so that a caller who takes over the claim waits for it. */
function renewed(scope: TenantScope, { returnId, claimId }: ReturnClaim): Prisma.Sql {
  const isMine = Prisma.sql`service_id = ${returnId}::uuid AND claim_id = ${claimId}::uuid`;
  return Prisma.sql`renewed AS (
    UPDATE returns SET claimed_until = ${claimedUntil} ${where(scope, [isMine])} RETURNING 1 AS claimed),`;
}

/**
 * Without a claim, no document leaves a closed period. When a return is reopened, a document that another closed return also
 * reports (a country's and its region's) stays FILED.
 */
function mayChange(scope: TenantScope, { status, claim }: FilingChange): Prisma.Sql | null {
  if (status === 'FILED') return null;
  return isInOpenPeriod(scope, {
    country: Prisma.sql`transactions.country`,
    state: Prisma.sql`transactions.state`,
    reportedOn: Prisma.sql`coalesce(transactions.reported_on, transactions.tax_date)`,
    // A return only marks documents of its own place.
    ...(claim ? { totals: null, leaving: claim.returnId } : { totals: Prisma.sql`transactions.totals` }),
  });
}

function byDay(one: Changed, other: Changed): number {
  return `${one.tax_date} ${one.service_id}` < `${other.tax_date} ${other.service_id}` ? -1 : 1;
}

function isAfter({ state, tax_date, created_at, service_id }: Changed): Prisma.Sql {
  return Prisma.sql`(state, tax_date, created_at, service_id)
    > (${state}, ${tax_date}::date, ${created_at}::timestamptz, ${service_id}::uuid)`;
}

function fitting(scope: TenantScope, { period }: FilingChange, conditions: readonly (Prisma.Sql | null)[]): Prisma.Sql {
  const { serviceIds } = period;
  const isNamed = serviceIds && Prisma.sql`service_id = ANY(${[...serviceIds]}::uuid[])`;
  return where(scope, [isAtPlace(period), isCounted, isNamed, ...conditions]);
}
