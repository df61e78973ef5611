import type { ClientStore } from '../../ports/stores/client-store.ts';
import type { Statements } from '../database/statements.ts';
import { Prisma } from '../generated/client.ts';
import { type ClientRow, clientColumns, toClient } from './client-row.ts';

/** Reads the clients of all tenants. Every node of a distributed database has a copy. */
export function createClientStore(statements: Statements): ClientStore {
  return {
    async find(clientId) {
      const [row] = await statements.rows<ClientRow>(Prisma.sql`
        SELECT ${clientColumns} FROM clients WHERE client_id = ${clientId}`);
      return row ? toClient(row) : null;
    },

    async list() {
      const rows = await statements.rows<ClientRow>(Prisma.sql`
        SELECT ${clientColumns} FROM clients ORDER BY created_at, client_id`);
      return rows.map(toClient);
    },
  };
}
