import type { Tenant } from '../../domain/account/tenant.ts';
import type { Actor } from '../../domain/audit/change.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { AccountStore } from '../../ports/stores/account-store.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { tenantColumns, toTenant } from './tenants.ts';

type Written = Pick<Tenant, 'settings'> | Pick<Tenant, 'testClock'>;

/** Reads and changes the tenant that makes the request. */
export function createAccountStore(prisma: PrismaDatabase, tenantId: string, actor?: Actor): AccountStore {
  // The tenant rarely changes, so the row can remain locked while it is read and written.
  const write = (change: (tenant: Tenant) => Written, at: Date): Promise<Tenant> =>
    prisma.$transaction(async (unit) => {
      await unit.$queryRaw`SELECT 1 FROM tenants WHERE tenant_id = ${tenantId}::uuid FOR UPDATE`;
      const row = await unit.tenant.findUnique({ where: { tenantId }, select: tenantColumns });
      if (!row) throw new AppError('NOT_FOUND', 'Account not found.');
      const tenant = toTenant(row);
      const written = change(tenant);
      await unit.tenant.update({
        where: { tenantId },
        data: { ...written, updatedAt: at, changedBy: actor ?? Prisma.DbNull },
        select: { tenantId: true },
      });
      if ('testClock' in written) {
        await unit.$executeRaw`
          UPDATE webhook_feeds SET nexus_due_at = ${at}, expiring_due_at = ${at}, rates_due_at = ${at}
          WHERE tenant_id = ${tenantId}::uuid`;
      }
      return { ...tenant, ...written };
    });

  return {
    async find() {
      const row = await prisma.tenant.findUnique({ where: { tenantId }, select: tenantColumns });
      return row && toTenant(row);
    },
    change: (change, at) => write(({ settings }) => ({ settings: change(settings) }), at),
    setTestClock: (move, at) => write(({ testClock }) => ({ testClock: move(testClock) }), at),
  };
}
