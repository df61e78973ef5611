import type { Actor } from '../../domain/audit/change.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { AccountStore } from '../../ports/stores/account-store.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { tenantColumns, toTenant } from './tenants.ts';

/** Lets a tenant's own requests read and change the tenant. */
export function createAccountStore(prisma: PrismaDatabase, tenantId: string, actor?: Actor): AccountStore {
  return {
    async find() {
      const row = await prisma.tenant.findUnique({ where: { tenantId }, select: tenantColumns });
      return row && toTenant(row);
    },

    // Settings rarely change, so the row can stay locked while they are read and written.
    change: (change, at) =>
      prisma.$transaction(async (unit) => {
        await unit.$queryRaw`SELECT 1 FROM tenants WHERE tenant_id = ${tenantId}::uuid FOR UPDATE`;
        const row = await unit.tenant.findUnique({ where: { tenantId }, select: tenantColumns });
        if (!row) throw new AppError('NOT_FOUND', 'There is no such account.');
        const tenant = toTenant(row);
        const settings = change(tenant.settings);
        await unit.tenant.update({
          where: { tenantId },
          data: { settings, updatedAt: at, changedBy: actor ?? Prisma.DbNull },
          select: { tenantId: true },
        });
        return { ...tenant, settings };
      }),
  };
}
