import { AppError } from '../../domain/base/errors.ts';
import { mostRulings, type StoredRuling } from '../../domain/rate-book/ruling.ts';
import type { RulingStore } from '../../ports/stores/ruling-store.ts';
import { Prisma } from '../generated/client.ts';
import { columnsOf, instantOf, type RowOf } from '../sql/stored-record.ts';
import { besideTenant, type TenantScope, where } from '../sql/tenant-scope.ts';

type Row = RowOf<StoredRuling>;

const columns = columnsOf<Row>('number', 'fact', 'addedIn', 'withdrawnIn', 'createdAt', 'withdrawnAt');

export function createRulingStore(scope: TenantScope): RulingStore {
  const { prisma, statements, changedBy } = scope;

  const list = async () => {
    const rows = await statements.rows<Row>(Prisma.sql`
      SELECT ${columns} FROM rulings ${where(scope, [])} ORDER BY number`);
    return rows.map(toRuling);
  };

  /** Locks the tenant's row, so that changes run one at a time. Returns false if nothing was written. */
  const revise = (
    at: Date,
    write: (unit: Pick<typeof prisma, '$executeRaw' | '$queryRaw'>, revision: number) => Promise<number>,
  ) =>
    prisma.$transaction(async (unit) => {
      const [tenant] = await unit.$queryRaw<{ rulings_revision: number }[]>`
        SELECT rulings_revision FROM tenants ${where(scope, [])} FOR UPDATE`;
      const revision = (tenant?.rulings_revision ?? 0) + 1;
      if ((await write(unit, revision)) === 0) return false;
      await unit.$executeRaw`
        UPDATE tenants SET rulings_revision = ${revision}::int, updated_at = ${at.toISOString()}::timestamptz,
          changed_by = ${changedBy} ${where(scope, [])}`;
      return true;
    });

  return {
    list,

    async add(facts, at) {
      const rows = facts.map((fact, index) => ({ position: index + 1, fact }));
      const sent = Prisma.sql`json_to_recordset(${JSON.stringify(rows)}::json) AS sent (position int, fact json)`;
      let added = 0;
      await revise(at, async (unit, revision) => {
        added = revision;
        const [known] = await unit.$queryRaw<{ last: number; count: number }[]>`
          SELECT coalesce(max(number), 0) AS last, count(*) FILTER (WHERE withdrawn_in IS NULL)::int AS count
          FROM rulings ${where(scope, [])}`;
        const { last, count } = known ?? { last: 0, count: 0 };
        if (count + facts.length > mostRulings) {
          const message = `A tenant can have at most ${mostRulings} rulings in force, but this tenant has ${count}.`;
          throw new AppError('CONFLICT', message);
        }
        return unit.$executeRaw`
          INSERT INTO rulings (tenant_id, number, fact, added_in, created_at)
          SELECT tenants.tenant_id, ${last}::int + position, fact, ${revision}::int,
            ${at.toISOString()}::timestamptz
          ${besideTenant(scope, sent)}`;
      });
      return (await list()).filter(({ addedIn }) => addedIn === added);
    },

    withdraw: (number, at) =>
      revise(at, (unit, revision) => {
        const isInForce = [Prisma.sql`number = ${number}::int`, Prisma.sql`withdrawn_in IS NULL`];
        return unit.$executeRaw`
          UPDATE rulings SET withdrawn_in = ${revision}::int, withdrawn_at = ${at.toISOString()}::timestamptz
          ${where(scope, isInForce)}`;
      }),
  };
}

function toRuling({ createdAt, withdrawnAt, ...row }: Row): StoredRuling {
  return { ...row, createdAt: new Date(createdAt), withdrawnAt: instantOf(withdrawnAt) };
}
