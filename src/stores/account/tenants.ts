import { type Tenant, tenantSettings } from '../../domain/account/tenant.ts';
import type { TenantStore } from '../../ports/stores/tenant-store.ts';
import { signatureOf } from '../audit/trail-head.ts';
import type { Database } from '../database/database.ts';
import { isUuid } from '../sql/tenant-scope.ts';

export const tenantColumns = { tenantId: true, name: true, settings: true };
const nameColumns = { tenantId: true, name: true };

export function createTenantStore({ prisma, trailKey }: Database): TenantStore {
  return {
    async find(tenantId) {
      if (!isUuid(tenantId)) return null;
      const row = await prisma.tenant.findUnique({ where: { tenantId }, select: tenantColumns });
      return row && toTenant(row);
    },

    async findByName(name) {
      return prisma.tenant.findMany({ where: { name }, select: nameColumns, orderBy: { createdAt: 'asc' } });
    },

    async list() {
      return prisma.tenant.findMany({ select: nameColumns, orderBy: { createdAt: 'asc' } });
    },

    count: () => prisma.tenant.count(),

    async insert({ tenantId, name, settings }) {
      const head = { tenant_id: tenantId, seals: 0, hash: '' };
      const signature = trailKey ? signatureOf(head, trailKey) : null;
      await prisma.$transaction([
        prisma.tenant.create({ data: { tenantId, name, settings }, select: { tenantId: true } }),
        prisma.$executeRaw`
          INSERT INTO trail_heads (tenant_id, seals, hash, signature)
          VALUES (${tenantId}::uuid, 0, '', decode(${signature}, 'hex'))`,
      ]);
    },
  };
}

export function toTenant(row: { tenantId: string; name: string; settings: unknown }): Tenant {
  return { tenantId: row.tenantId, name: row.name, settings: tenantSettings.parse(row.settings) };
}
