import type { SigningKey, SigningKeyStore } from '../../ports/stores/signing-key-store.ts';
import type { PrismaDatabase } from '../database/database.ts';

/** Any number that no other advisory lock uses. */
const lockKey = 4_120_617;

export function createSigningKeyStore(prisma: PrismaDatabase): SigningKeyStore {
  const findAll = () => prisma.signingKey.findMany({ orderBy: [{ createdAt: 'asc' }, { keyId: 'asc' }] });
  return {
    list: async () => (await findAll()).map(toSigningKey),

    async insertFirst({ keyId, algorithm, privateJwk, publicJwk, createdAt }) {
      const [, , rows] = await prisma.$transaction([
        prisma.$executeRaw`SELECT pg_advisory_xact_lock(${lockKey}::bigint)`,
        prisma.$executeRaw`
          INSERT INTO signing_keys (key_id, algorithm, private_jwk, public_jwk, created_at)
          SELECT ${keyId}, ${algorithm}, ${JSON.stringify(privateJwk)}::json, ${JSON.stringify(publicJwk)}::json,
            ${createdAt.toISOString()}::timestamptz
          WHERE NOT EXISTS (SELECT FROM signing_keys)`,
        findAll(),
      ]);
      return rows.map(toSigningKey);
    },

    async replacePrivateJwk(keyId, privateJwk) {
      await prisma.$executeRaw`
        UPDATE signing_keys SET private_jwk = ${JSON.stringify(privateJwk)}::json WHERE key_id = ${keyId}`;
    },
  };
}

function toSigningKey(row: Omit<SigningKey, 'privateJwk' | 'publicJwk'> & { privateJwk: unknown; publicJwk: unknown }) {
  return { ...row, privateJwk: toJwk(row.privateJwk), publicJwk: toJwk(row.publicJwk) };
}

function toJwk(value: unknown): Record<string, unknown> {
  return { ...(typeof value === 'object' ? value : null) };
}
