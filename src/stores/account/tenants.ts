import { type Tenant, tenantSettings } from '../../domain/account/tenant.ts';
import type { TenantKind } from '../../domain/account/tenant-kind.ts';
import type { Actor } from '../../domain/audit/change.ts';
import { AppError } from '../../domain/base/errors.ts';
import type { AccountStore, TenantStore } from '../../ports/stores/tenant-store.ts';
import { signatureOf } from '../audit/trail-head.ts';
import type { Database, PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';
import { isUuid } from '../sql/tenant-scope.ts';

const tenantColumns = {
  tenantId: true,
  name: true,
  kind: true,
  testClock: true,
  rulingsRevision: true,
  settings: true,
};
const nameColumns = { tenantId: true, name: true, kind: true };

export function createTenantStore({ prisma, trailKey }: Database): TenantStore {
  return {
    async find(tenantId) {
      if (!isUuid(tenantId)) return null;
      const row = await prisma.tenant.findUnique({ where: { tenantId }, select: tenantColumns });
      return row && toTenant(row);
    },

    async findByName(name) {
      const rows = await prisma.tenant.findMany({
        where: { name },
        select: nameColumns,
        orderBy: { createdAt: 'asc' },
      });
      return rows.map(named);
    },

    async list() {
      const rows = await prisma.tenant.findMany({ select: nameColumns, orderBy: { createdAt: 'asc' } });
      return rows.map(named);
    },

    async listRuled() {
      const rows = await prisma.tenant.findMany({
        where: { rulingsRevision: { gt: 0 } },
        select: tenantColumns,
        orderBy: { createdAt: 'asc' },
      });
      return rows.map(toTenant);
    },

    count: () => prisma.tenant.count(),

    async insert({ tenantId, name, kind, testClock, settings }) {
      const head = { tenant_id: tenantId, seals: 0, hash: '' };
      const signature = trailKey ? signatureOf(head, trailKey) : null;
      await prisma.$transaction([
        prisma.tenant.create({ data: { tenantId, name, kind, testClock, settings }, select: { tenantId: true } }),
        prisma.$executeRaw`
          INSERT INTO trail_heads (tenant_id, seals, hash, signature)
          VALUES (${tenantId}::uuid, 0, '', decode(${signature}, 'hex'))`,
      ]);
    },
  };
}

type NameRow = { tenantId: string; name: string; kind: string };

/** The cast is safe: a constraint of the table allows only known kinds. */
const named = ({ tenantId, name, kind }: NameRow) => ({ tenantId, name, kind: kind as TenantKind });

type TenantRow = NameRow & Pick<Tenant, 'testClock' | 'rulingsRevision'> & { settings: unknown };

function toTenant(row: TenantRow): Tenant {
  const { testClock, rulingsRevision, settings } = row;
  return { ...named(row), testClock, rulingsRevision, settings: tenantSettings.parse(settings) };
}

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
