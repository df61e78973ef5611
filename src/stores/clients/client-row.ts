import { scopes } from '../../domain/account/scope.ts';
import type { StoredClient } from '../../ports/stores/client-store.ts';
import { Prisma } from '../generated/client.ts';

export type ClientRow = {
  client_id: string;
  tenant_id: string;
  name: string;
  secret_hash: string;
  secret_number: number;
  previous_secret_hash: string | null;
  previous_secret_until: string | null;
  scopes: string[];
  created_at: string;
  updated_at: string | null;
  revoked_at: string | null;
  version: number;
  requests_per_minute: number | null;
  graphql_cost_per_minute: number | null;
};

export const clientColumns = Prisma.sql`client_id, tenant_id, name, secret_hash, secret_number, previous_secret_hash,
  previous_secret_until, scopes, created_at, updated_at, revoked_at, version, requests_per_minute, graphql_cost_per_minute`;

/** Scopes unknown to this release are skipped. */
export function toClient(row: ClientRow): StoredClient {
  return {
    clientId: row.client_id,
    tenantId: row.tenant_id,
    name: row.name,
    secretHash: row.secret_hash,
    secretNumber: row.secret_number,
    previousSecretHash: row.previous_secret_hash,
    previousSecretUntil: instantOf(row.previous_secret_until),
    scopes: scopes.filter((scope) => row.scopes.includes(scope)),
    internalTimestamps: {
      createdDate: new Date(row.created_at),
      updatedDate: new Date(row.updated_at ?? row.created_at),
    },
    revokedAt: instantOf(row.revoked_at),
    version: row.version,
    requestsPerMinute: row.requests_per_minute,
    costPerMinute: row.graphql_cost_per_minute,
  };
}

const instantOf = (text: string | null) => (text === null ? null : new Date(text));
