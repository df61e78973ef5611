import { scopes } from '../../domain/account/scope.ts';
import type { Client, ClientStore } from '../../ports/stores/client-store.ts';
import type { PrismaDatabase } from '../database/database.ts';

export function createClientStore(prisma: PrismaDatabase): ClientStore {
  return {
    async find(clientId) {
      const row = await prisma.client.findUnique({ where: { clientId } });
      return row && toClient(row);
    },

    async list() {
      const rows = await prisma.client.findMany({ orderBy: [{ createdAt: 'asc' }, { clientId: 'asc' }] });
      return rows.map(toClient);
    },

    async insert(client) {
      await prisma.client.create({ data: { ...client, scopes: [...client.scopes] }, select: { clientId: true } });
    },

    async limit(clientId, changes) {
      await prisma.client.updateMany({ where: { clientId }, data: { ...changes } });
      const select = { requestsPerMinute: true, costPerMinute: true };
      return prisma.client.findUnique({ where: { clientId }, select });
    },

    async replaceSecret(clientId, secretHash) {
      const { count } = await prisma.client.updateMany({ where: { clientId }, data: { secretHash } });
      return count === 1;
    },

    async revoke(clientId, at) {
      const { count } = await prisma.client.updateMany({
        where: { clientId, revokedAt: null },
        data: { revokedAt: at },
      });
      return count === 1;
    },
  };
}

/** Scopes unknown to this release are skipped. */
function toClient(row: Omit<Client, 'scopes'> & { scopes: string[] }): Client {
  return { ...row, scopes: scopes.filter((scope) => row.scopes.includes(scope)) };
}
