import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const cost = { N: 16_384, r: 8, p: 1 };
const hashBytes = 32;
const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

/** 256 random bits, shown only once. */
export function newClientSecret(): string {
  return `secret_${randomBytes(32).toString('base64url')}`;
}

/** `scrypt$N$r$p$salt$hash`: the cost is stored with the hash so that it can be raised later. */
export async function hashClientSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(secret, salt, hashBytes, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes as long for an unknown client (a null hash) as for a known one. */
export async function isClientSecret(secret: string, secretHash: string | null): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = (secretHash ?? placeholderHash).split('$');
  const expected = Buffer.from(hash, 'base64url');
  if (kind !== 'scrypt' || expected.length !== hashBytes)
    throw new Error('The stored hash of a client secret has an unknown format.');
  const given = await derive(secret, Buffer.from(salt, 'base64url'), hashBytes, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(given, expected) && secretHash !== null;
}

const placeholderHash = ['scrypt', cost.N, cost.r, cost.p, 'AAAA', randomBytes(hashBytes).toString('base64url')].join(
  '$',
);
