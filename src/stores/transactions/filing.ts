import { gatewayLimits } from '../../domain/base/limits.ts';
import type { FilingChange, FilingStatusChange, ReturnClaim } from '../../domain/transactions/filing.ts';
import type { FilingStore } from '../../ports/stores/filing-store.ts';
import { Prisma } from '../generated/client.ts';
import { isInOpenPeriod } from '../sql/closed-periods.ts';
import { isClaimedBy, renewClaim } from '../sql/return-claims.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { hasStatus, isAtPlace, isCounted, isLate, isOnTime, isReportedIn } from './filing-sql.ts';

const maxShown = gatewayLimits.filing.shown;

/** Small enough not to block other writers, or the embedded store, for long. */
const documentsPerPart = 500;

/** PostgreSQL marks parts on as many cores; more would take all connections for reports. */
const partsAtOnce = 2;

/** A second or two of work, after which the claim is renewed. */
const partsPerClaim = 20;

/** A document by its keys in the order of the index by place and day. */
type Changed = { state: string; tax_date: string; created_at: string; service_id: string };

/** The documents after one, up to and with another; null for no limit. */
type Part = { readonly after: Changed | null; readonly through: Changed | null };

export function createFilingStore(scope: TenantScope): FilingStore {
  /** All parts but the last have a fixed number of documents. */
  async function findParts(change: FilingChange, isDue: Prisma.Sql): Promise<Part[]> {
    const due = fitting(scope, change, [Prisma.sql`NOT (${hasStatus(change.status)})`, isDue]);
    const ends = await scope.reports.rows<Changed>(Prisma.sql`
      SELECT state, tax_date, created_at, service_id FROM (
        SELECT state, tax_date, created_at, service_id,
          row_number() OVER (ORDER BY state, tax_date, created_at, service_id) AS position
        FROM transactions ${due}
      ) AS due WHERE position % ${documentsPerPart}::int = 0 ORDER BY position`);
    return [...ends, null].map((through, index) => ({ after: ends[index - 1] ?? null, through }));
  }

  async function changePart(change: FilingChange, isDue: Prisma.Sql, { after, through }: Part): Promise<Changed[]> {
    const isNext = Prisma.sql`NOT (${hasStatus(change.status)}) AND ${isDue}`;
    const isInPart = [after && isAfter(after), through && Prisma.sql`NOT (${isAfter(through)})`];
    const due = fitting(scope, change, [isNext, mayChange(scope, change), ...isInPart]);
    // Rows are locked in the order of the index, which prevents deadlocks.
    return scope.reports.rows<Changed>(Prisma.sql`
      WITH ${change.claim ? held(scope, change.claim) : Prisma.empty} found AS (
        SELECT service_id FROM transactions ${due} ORDER BY state, tax_date, created_at, service_id FOR UPDATE
      ), changed AS (
        UPDATE transactions SET ${change.reason === null ? Prisma.empty : Prisma.sql`reopening_reason = ${change.reason},`}
          transaction_filing_status = ${change.status}::"TransactionFilingStatus",
          updated_at = ${change.at.toISOString()}::timestamptz, version = version + 1,
          changed_by = ${scope.changedBy}
        FROM found${change.claim ? Prisma.sql`, held` : Prisma.empty}
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

/** If one fails, no other begins, and it throws when those that run have ended. */
async function someAtOnce(parts: readonly Part[], change: (part: Part) => Promise<void>): Promise<void> {
  const remaining = [...parts];
  const worker = async () => {
    try {
      for (let part = remaining.shift(); part; part = remaining.shift()) await change(part);
    } catch (error) {
      remaining.length = 0;
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: partsAtOnce }, worker));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Locks the row of the return until the part is written, so that a caller who takes over the claim waits for it. Other parts do not. */
function held(scope: TenantScope, claim: ReturnClaim): Prisma.Sql {
  return Prisma.sql`held AS (SELECT claim_id FROM returns ${where(scope, [isClaimedBy(claim)])} FOR SHARE),`;
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
