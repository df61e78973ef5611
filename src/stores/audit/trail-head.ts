import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { ClientBase } from 'pg';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/** The signed end of a trail, stored separately. It reveals a truncated trail or recomputed seals. */
type TrailHead = {
  readonly tenant_id: string;
  readonly seals: number;
  /** Hexadecimal, like the signature; empty before the first seal. */
  readonly hash: string;
  readonly signature: string | null;
};

/** The head and the newest seal, read at the same time. The fields of the seal are null before the first seal. */
export type HeadAndSeal = TrailHead & { readonly last_number: number | null; readonly last_hash: string | null };

export function signatureOf({ tenant_id, seals, hash }: Omit<TrailHead, 'signature'>, key: Uint8Array): string {
  const ownKey = new Uint8Array(hkdfSync('sha256', key, '', 'tollgate audit trail', 32));
  return createHmac('sha256', ownKey)
    .update(JSON.stringify([tenant_id, seals, hash]))
    .digest('hex');
}

/** Whether the trail head is signed with this key. */
export function isSigned(head: TrailHead, key: Uint8Array): boolean {
  const found = Buffer.from(head.signature ?? '', 'hex');
  const right = Buffer.from(signatureOf(head, key), 'hex');
  return found.length === right.length && timingSafeEqual(found, right);
}

export async function readHead(scope: TenantScope): Promise<HeadAndSeal | null> {
  const [head] = await scope.reports.rows<HeadAndSeal>(Prisma.sql`
    SELECT head.tenant_id::text, head.seals, encode(head.hash, 'hex') AS hash,
      encode(head.signature, 'hex') AS signature, seal.number AS last_number, encode(seal.hash, 'hex') AS last_hash
    FROM trail_heads AS head LEFT JOIN (
      SELECT tenant_id, number, hash FROM change_seals ${where(scope, [])} ORDER BY number DESC LIMIT 1
    ) AS seal ON seal.tenant_id = head.tenant_id WHERE head.tenant_id = ${scope.tenantId}`);
  return head ?? null;
}

/**
 * Whether another seal may be added. A trail that does not match its head is not extended, so that the mismatch remains
 * visible.
 */
export function mayFollow(head: HeadAndSeal | null, key: Uint8Array | null): head is HeadAndSeal {
  if (!head || head.seals !== (head.last_number ?? 0) || head.hash !== (head.last_hash ?? '')) return false;
  return head.signature === null || (key !== null && isSigned(head, key));
}

/** Signs the current head: the operator confirms the trail up to this point. */
export async function signHead(scope: TenantScope): Promise<boolean> {
  const { trailKey } = scope;
  const head = await readHead(scope);
  if (!trailKey || !head) return false;
  const signed = await scope.statements.rows(Prisma.sql`
    UPDATE trail_heads SET signature = decode(${signatureOf(head, trailKey)}, 'hex')
    ${where(scope, [Prisma.sql`seals = ${head.seals} AND hash = decode(${head.hash}, 'hex')`])} RETURNING seals`);
  return signed.length === 1;
}

/** Creates the heads of imported tenants, signed if this store has a key. */
export async function insertHeads(connection: ClientBase, key: Uint8Array | null): Promise<void> {
  const { rows } = await connection.query<TrailHead>(`
    SELECT tenant_id::text, coalesce(number, 0) AS seals, coalesce(encode(hash, 'hex'), '') AS hash
    FROM tenants LEFT JOIN (
      SELECT DISTINCT ON (tenant_id) tenant_id, number, hash FROM change_seals ORDER BY tenant_id, number DESC
    ) AS last USING (tenant_id)
    WHERE NOT EXISTS (SELECT FROM trail_heads WHERE trail_heads.tenant_id = tenants.tenant_id)`);
  for (const head of rows) {
    const signature = key ? signatureOf(head, key) : null;
    await connection.query(
      `INSERT INTO trail_heads (tenant_id, seals, hash, signature)
       VALUES ($1::uuid, $2, decode($3, 'hex'), decode($4, 'hex'))`,
      [head.tenant_id, head.seals, head.hash, signature],
    );
  }
}
