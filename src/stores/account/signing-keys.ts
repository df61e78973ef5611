import type { PublicKey, SigningKey, SigningKeyStore } from '../../ports/stores/signing-key-store.ts';
import type { PrismaDatabase } from '../database/database.ts';
import { Prisma } from '../generated/client.ts';

/** An arbitrary number that no other advisory lock uses. */
const lockKey = 4_120_617;

export function createSigningKeyStore(prisma: PrismaDatabase): SigningKeyStore {
  const orderBy = [{ createdAt: 'asc' }, { keyId: 'asc' }] as const;
  const findAll = () =>
    prisma.signingKey.findMany({ where: { privateJwk: { not: Prisma.DbNull } }, orderBy: [...orderBy] });
  return {
    list: async () => (await findAll()).map(toSigningKey),
    listPublic: async () => (await prisma.signingKey.findMany({ orderBy: [...orderBy] })).map(toPublicKey),

    async keepPublic({ keyId, algorithm, publicJwk, createdAt }) {
      await prisma.$executeRaw`
        INSERT INTO signing_keys (key_id, algorithm, public_jwk, created_at)
        VALUES (${keyId}, ${algorithm}, ${JSON.stringify(publicJwk)}::json, ${createdAt.toISOString()}::timestamptz)
        ON CONFLICT (key_id) DO NOTHING`;
    },

    async insertFirst({ keyId, algorithm, privateJwk, publicJwk, createdAt }) {
      const [, , rows] = await prisma.$transaction([
        prisma.$executeRaw`SELECT pg_advisory_xact_lock(${lockKey}::bigint)`,
        prisma.$executeRaw`
          INSERT INTO signing_keys (key_id, algorithm, private_jwk, public_jwk, created_at)
          SELECT ${keyId}, ${algorithm}, ${JSON.stringify(privateJwk)}::json, ${JSON.stringify(publicJwk)}::json,
            ${createdAt.toISOString()}::timestamptz
          WHERE NOT EXISTS (SELECT FROM signing_keys WHERE private_jwk IS NOT NULL)`,
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

type Row = Omit<SigningKey, 'privateJwk' | 'publicJwk'> & { privateJwk: unknown; publicJwk: unknown };

function toSigningKey(row: Row): SigningKey {
  return { ...row, privateJwk: toJwk(row.privateJwk), publicJwk: toJwk(row.publicJwk) };
}

function toPublicKey({ keyId, algorithm, publicJwk, createdAt }: Row): PublicKey {
  return { keyId, algorithm, publicJwk: toJwk(publicJwk), createdAt };
}

function toJwk(value: unknown): Record<string, unknown> {
  return { ...(typeof value === 'object' ? value : null) };
}
