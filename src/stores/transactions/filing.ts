import { gatewayLimits } from '../../domain/base/limits.ts';
import type { FilingChange, FilingStatusChange, ReturnClaim } from '../../domain/transactions/filing.ts';
import type { FilingStore } from '../../ports/stores/transaction-store.ts';
import { Prisma } from '../generated/client.ts';
import { isInOpenPeriod } from '../sql/closed-periods.ts';
import { isClaimedBy, renewClaim } from '../sql/return-claims.ts';
import { someAtOnce } from '../sql/some-at-once.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { hasStatus, isAtPlace, isCounted, isLate, isNoneOf, isOnTime, isReportedIn } from './filing-sql.ts';

const maxShown = gatewayLimits.filing.shown;

/** Batch size: small enough not to block other writers, or the embedded store, for long. */
const documentsPerPart = 500;

/** A second or two of work, after which the claim is renewed. */
const partsPerClaim = 20;

type Changed = { tax_date: string; service_id: string };

/** The ids of the documents in one part. */
type Part = readonly string[];

export function createFilingStore(scope: TenantScope): FilingStore {
  /** Documents stored together are on the same pages of the table and of most indexes, so a part changes few pages. */
  async function findParts(change: FilingChange, isDue: Prisma.Sql): Promise<Part[]> {
    const due = fitting(scope, change, [Prisma.sql`NOT (${hasStatus(change.status)})`, isDue]);
    const parts = await scope.reports.rows<{ part: Part }>(Prisma.sql`
      SELECT array_agg(service_id::text) AS part FROM (
        SELECT service_id, (row_number() OVER (ORDER BY created_at, service_id) - 1) / ${documentsPerPart}::int AS number
        FROM transactions ${due}
      ) AS due GROUP BY number ORDER BY number`);
    return parts.map(({ part }) => part);
  }

  async function changePart(change: FilingChange, isDue: Prisma.Sql, part: Part): Promise<Changed[]> {
    const isNext = Prisma.sql`NOT (${hasStatus(change.status)}) AND ${isDue}`;
    const { exceptIds: _, ...named } = change.period;
    const ofPart = { period: { ...named, serviceIds: part } };
    const due = fitting(scope, ofPart, [isNext, mayChange(scope, change)]);
    // Locks rows in order of creation, which prevents deadlocks. The update repeats the ids: without them, the planner
    // may read all documents of the tenant for each part.
    return scope.reports.rows<Changed>(Prisma.sql`
      WITH ${change.claim ? held(scope, change.claim) : Prisma.empty} found AS (
        SELECT service_id FROM transactions ${due} ORDER BY created_at, service_id FOR UPDATE
      )
      UPDATE transactions SET ${change.reason === null ? Prisma.empty : Prisma.sql`reopening_reason = ${change.reason},`}
        transaction_filing_status = ${change.status}::"TransactionFilingStatus",
        updated_at = ${change.at.toISOString()}::timestamptz, version = version + 1,
        changed_by = ${scope.changedBy}
      FROM found${change.claim ? Prisma.sql`, held` : Prisma.empty}
      WHERE transactions.tenant_id = ${scope.tenantId} AND transactions.service_id = found.service_id
        AND transactions.service_id = ANY(${[...part]}::uuid[])
      RETURNING tax_date, transactions.service_id`);
  }

  return {
    async change(change) {
      const ignoredServiceIds = await findIgnored(scope, change);
      const [before] = await scope.reports.rows<{ unchanged: number }>(Prisma.sql`
        SELECT count(*) AS unchanged FROM transactions
        ${fitting(scope, change, [isReportedIn(change.period), hasStatus(change.status)])}`);
      let shown: readonly Changed[] = [];
      let changed = 0;
      // Documents on time and late documents have separate indexes.
      for (const isDue of [isOnTime(change.period), isLate(change.period)]) {
        const parts = await findParts(change, isDue);
        for (let first = 0; first < parts.length; first += partsPerClaim) {
          if (change.claim && first > 0) await renewClaim(scope, change.claim);
          await someAtOnce(parts.slice(first, first + partsPerClaim), async (part) => {
            const documents = await changePart(change, isDue, part);
            changed += documents.length;
            shown = [...shown, ...documents].sort(byDay).slice(0, maxShown);
          });
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

    async countReportedLater(period) {
      const { from, to } = period;
      const isLater = Prisma.sql`tax_date BETWEEN ${from}::date AND ${to}::date AND reported_on > ${to}::date`;
      const [found] = await scope.reports.rows<{ documents: number }>(Prisma.sql`
        SELECT count(*)::int AS documents FROM transactions ${where(scope, [isAtPlace(period), isCounted, isLater])}`);
      return found?.documents ?? 0;
    },
  };
}

/** The requested ids that match no document of the place and period. */
async function findIgnored(scope: TenantScope, change: FilingChange): Promise<readonly string[]> {
  const { serviceIds } = change.period;
  if (!serviceIds) return [];
  const found = await scope.reports.rows<{ service_id: string }>(Prisma.sql`
    SELECT service_id::text FROM transactions ${fitting(scope, change, [isReportedIn(change.period)])}`);
  const covered = new Set(found.map(({ service_id }) => service_id));
  return [...new Set(serviceIds)].filter((serviceId) => !covered.has(serviceId));
}

/**
 * Locks the row of the return until the part is written, so that a caller that takes over the claim waits for the part.
 * Parts do not wait for each other.
 */
function held(scope: TenantScope, claim: ReturnClaim): Prisma.Sql {
  return Prisma.sql`held AS (SELECT claim_id FROM returns ${where(scope, [isClaimedBy(claim)])} FOR SHARE),`;
}

/**
 * Without a claim, no document of a closed period may be reopened. When a return is reopened, a document that another
 * closed return also reports (for a country and its region) remains FILED.
 */
function mayChange(scope: TenantScope, { status, claim }: FilingChange): Prisma.Sql | null {
  if (status === 'FILED') return null;
  return isInOpenPeriod(scope, {
    country: Prisma.sql`transactions.country`,
    state: Prisma.sql`transactions.state`,
    reportedOn: Prisma.sql`coalesce(transactions.reported_on, transactions.tax_date)`,
    // A return marks only documents in the same place.
    ...(claim ? { totals: null, leaving: [claim.returnId] } : { totals: Prisma.sql`transactions.totals` }),
  });
}

function byDay(one: Changed, other: Changed): number {
  return `${one.tax_date} ${one.service_id}` < `${other.tax_date} ${other.service_id}` ? -1 : 1;
}

function fitting(
  scope: TenantScope,
  { period }: Pick<FilingChange, 'period'>,
  conditions: readonly (Prisma.Sql | null)[],
): Prisma.Sql {
  const { serviceIds, exceptIds } = period;
  const isNamed = serviceIds && Prisma.sql`service_id = ANY(${[...serviceIds]}::uuid[])`;
  return where(scope, [isAtPlace(period), isCounted, isNamed, isNoneOf(exceptIds), ...conditions]);
}
