import type { ClientKey, IdempotencyKeyStore, KeyClaim } from '../../ports/stores/idempotency-key-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';
import { jsonText } from '../sql/values.ts';

type Row = { digest: string; status: number | null; headers: Record<string, string> | null; body: string | null };

/** Every new key deletes up to this many expired keys, so no cleanup job is needed. */
const maxSwept = 10;

export function createIdempotencyKeyStore(scope: TenantScope): IdempotencyKeyStore {
  const { prisma, statements, tenantId } = scope;
  const isKey = ({ clientId, key }: ClientKey) => Prisma.sql`client_id = ${clientId} AND key = ${key}`;
  const held = (key: ClientKey, claimId: string) =>
    where(scope, [isKey(key), Prisma.sql`claim_id = ${claimId}::uuid AND status IS NULL`]);

  async function sweep(at: Date): Promise<void> {
    const isExpired = Prisma.sql`expires_at <= ${at.toISOString()}::timestamptz`;
    const oldest = Prisma.sql`SELECT claim_id FROM idempotency_keys ${where(scope, [isExpired])}
      ORDER BY expires_at LIMIT ${maxSwept} FOR UPDATE SKIP LOCKED`;
    await prisma.$executeRaw`DELETE FROM idempotency_keys ${where(scope, [isExpired, Prisma.sql`claim_id = ANY(ARRAY(${oldest}))`])}`;
  }

  async function read(key: ClientKey, digest: string): Promise<KeyClaim> {
    const select = Prisma.sql`SELECT digest, status, headers, body FROM idempotency_keys`;
    const [row] = await statements.rows<Row>(Prisma.sql`${select} ${where(scope, [isKey(key)])}`);
    if (!row) return { kind: 'running' }; // The key has been released in the meantime.
    if (row.digest !== digest) return { kind: 'other' };
    if (row.status === null) return { kind: 'running' };
    return { kind: 'answered', answer: { status: row.status, headers: row.headers ?? {}, body: row.body ?? '' } };
  }

  return {
    async claim({ clientId, key, digest, claimId, at, expiresAt, abandonedBefore }) {
      const isExpired = Prisma.sql`known.expires_at <= excluded.claimed_at`;
      const [claimed] = await statements.rows<{ outcome: string | null }>(Prisma.sql`
        INSERT INTO idempotency_keys AS known (tenant_id, client_id, key, digest, claim_id, claimed_at, expires_at)
        VALUES (${tenantId}, ${clientId}, ${key}, ${digest}, ${claimId}::uuid, ${at.toISOString()}::timestamptz,
          ${expiresAt.toISOString()}::timestamptz)
        ON CONFLICT (tenant_id, client_id, key) DO UPDATE SET digest = excluded.digest, claim_id = excluded.claim_id,
          claimed_at = excluded.claimed_at, expires_at = excluded.expires_at, status = NULL, headers = NULL, body = NULL,
          outcome = CASE WHEN ${isExpired} THEN NULL ELSE known.outcome END
        WHERE ${isExpired}
          OR (known.status IS NULL AND known.claimed_at < ${abandonedBefore.toISOString()}::timestamptz
            AND (known.outcome IS NULL OR known.digest = excluded.digest))
        RETURNING outcome`);
      if (!claimed) return read({ clientId, key }, digest);
      await sweep(at);
      return { kind: 'claimed', outcome: claimed.outcome };
    },

    async keepAlive(key, claimId, at) {
      await prisma.$executeRaw`
        UPDATE idempotency_keys SET claimed_at = ${at.toISOString()}::timestamptz ${held(key, claimId)}`;
    },

    async answer(key, claimId, { status, headers, body }) {
      await prisma.$executeRaw`
        UPDATE idempotency_keys SET status = ${status}::int, headers = ${jsonText(headers)}::json, body = ${body}
        ${held(key, claimId)}`;
    },

    async release(key, claimId) {
      const isDone = Prisma.sql`outcome IS NOT NULL`;
      await prisma.$executeRaw`UPDATE idempotency_keys SET claimed_at = 'epoch' ${held(key, claimId)} AND ${isDone}`;
      await prisma.$executeRaw`DELETE FROM idempotency_keys ${held(key, claimId)} AND NOT (${isDone})`;
    },
  };
}
