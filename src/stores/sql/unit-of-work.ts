import type { Prisma } from '../generated/client.ts';
import type { TenantScope } from './tenant-scope.ts';

export type Rows = <Row>(statement: Prisma.Sql) => Promise<readonly Row[]>;

/**
 * Runs plain statements in one unit of work; if `work` returns false, the unit of work is rolled back. A distributed
 * database sends each statement to the tenant's node and commits only there. A single statement that inserts and
 * changes rows would move the rows through the coordinator and commit in two phases, which needs every node.
 */
export function inUnitOfWork({ prisma }: TenantScope, work: (rows: Rows) => Promise<boolean>): Promise<boolean> {
  const unit = prisma.$transaction(async (one) => {
    const isDone = await work((statement) => one.$queryRaw(statement));
    if (!isDone) throw new Withdrawn();
    return true;
  });
  return unit.catch((error: unknown) => {
    if (error instanceof Withdrawn) return false;
    throw error;
  });
}

class Withdrawn extends Error {}
