import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { inUnitOfWork } from '../sql/unit-of-work.ts';
import { jurisdictionEntries, ofTenant, salesEntries } from './total-entries.ts';

/** The size of a batch: small enough for the embedded store, whose engine can do nothing else in the meantime. */
export const changesPerFold = 200;
/**
 * The batch size for long documents, in compressed bytes: a document of 1,000 items in many places takes 40,000 bytes.
 */
export const bytesPerFold = 128 * 1024;

/** An arbitrary number that no other advisory lock of the gateway uses as its class. */
const lockClass = 71_001;

/**
 * Moves a batch of a tenant's changes into the sums, in one unit of work: at any time, each change is either pending or
 * part of the sums. Returns the number of moved changes; zero also if another replica is already folding, because this
 * function does not wait.
 */
export async function foldChanges(scope: TenantScope): Promise<number> {
  let folded = 0;
  await inUnitOfWork(scope, async (rows) => {
    const [lock] = await rows<{ locked: string }>(lockOfSums(scope, Prisma.sql`pg_try_advisory_xact_lock`));
    if (lock?.locked !== 'true') return false;
    const found = await rows<{ number: string }>(Prisma.sql`
      SELECT number::text FROM (
        SELECT number, sum(bytes) OVER (ORDER BY number) - bytes AS bytes_before FROM (
          SELECT number, pg_column_size(totals) AS bytes FROM total_changes ${where(scope, [])}
          ORDER BY number LIMIT ${changesPerFold}) AS first) AS sized
      WHERE bytes_before < ${bytesPerFold} ORDER BY sized.number`);
    if (found.length === 0) return false;
    const isTaken = Prisma.sql`number = ANY(${found.map(({ number }) => number)}::bigint[])`;
    const taken = Prisma.sql`(SELECT sign, totals, tenant_id FROM total_changes ${where(scope, [isTaken])})`;
    await rows(addToSales(salesEntries(taken, ofTenant)));
    await rows(addToJurisdictions(jurisdictionEntries(taken, ofTenant)));
    await rows(Prisma.sql`DELETE FROM total_changes ${where(scope, [isTaken])} RETURNING number`);
    folded = found.length;
    return true;
  });
  return folded;
}

/** Only one process at a time changes the sums of a tenant. */
export function lockOfSums({ tenantId }: TenantScope, lock: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT ${lock}(${lockClass}::int, hashtext(${tenantId}::text))::text AS locked`;
}

const key = Prisma.sql`tenant_id, reported_on, country, state, digest`;
const labels = Prisma.sql`tax_code, reason, rate, transaction_type, currency, customer_type, subsidiary`;
export const summed = [
  ...['gross_amount', 'taxable_amount', 'tax_amount', 'documents', 'of_tax_code', 'of_reason', 'of_both'],
  ...['of_rate', 'of_tax_code_and_rate', 'of_reason_and_rate', 'of_all'],
].map((name) => Prisma.raw(name));

export function addToSales(entries: Prisma.Sql): Prisma.Sql {
  const own = Prisma.sql`tax_date, ${labels}`;
  const amounts = [...summed, Prisma.raw('fee_amount')];
  return insertSums({ table: Prisma.sql`sales_totals`, entries, own, amounts });
}

export function addToJurisdictions(entries: Prisma.Sql): Prisma.Sql {
  const own = Prisma.sql`jurisdiction_id, level, name, ${labels}`;
  return insertSums({ table: Prisma.sql`jurisdiction_totals`, entries, own, amounts: summed });
}

type Sums = {
  readonly table: Prisma.Sql;
  readonly entries: Prisma.Sql;
  /** The columns that distinguish the rows for a day and place. The digest combines them. */
  readonly own: Prisma.Sql;
  readonly amounts: readonly Prisma.Sql[];
};

function insertSums({ table, entries, own, amounts }: Sums): Prisma.Sql {
  const each = (render: (amount: Prisma.Sql) => Prisma.Sql) => Prisma.join(amounts.map(render));
  return Prisma.sql`
    INSERT INTO ${table} AS sums (${key}, ${own}, ${each((amount) => amount)})
    SELECT tenant_id, reported_on, country, state, md5(jsonb_build_array(${own})::text)::uuid, ${own},
      ${each((amount) => Prisma.sql`sum(${amount})`)}
    FROM (${entries}) AS entries GROUP BY tenant_id, reported_on, country, state, ${own}
    ON CONFLICT (${key}) DO UPDATE SET
      ${each((amount) => Prisma.sql`${amount} = sums.${amount} + excluded.${amount}`)}
    RETURNING 1 AS added`;
}
