import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const cost = { N: 16_384, r: 8, p: 1 };
const hashBytes = 32;
const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

/** The algorithm and parameters of a hash. */
type Recipe = { readonly cost: typeof cost; readonly salt: Buffer };

/** 256 random bits, shown only once. */
export function newClientSecret(): string {
  return `secret_${randomBytes(32).toString('base64url')}`;
}

/**
 * `scrypt$N$r$p$salt$hash`: the cost is stored with the hash so that it can be raised later. While two secrets are
 * valid, both share a salt, so checking both takes no longer than checking a single secret.
 */
export async function hashClientSecret(secret: string, beside: string | null = null): Promise<string> {
  const recipe = beside === null ? { cost, salt: randomBytes(16) } : recipeOf(beside);
  return textOf(recipe, await derived(secret, recipe));
}

/**
 * Whether the secret is the current secret, or the previous secret while it is valid. Takes as long for an unknown
 * client as for a known client.
 */
export async function isClientSecret(secret: string, secretHashes: readonly string[]): Promise<boolean> {
  const [latest = placeholderHash] = secretHashes;
  const given = Buffer.from(textOf(recipeOf(latest), await derived(secret, recipeOf(latest))));
  const isOne = (hash: string) => hash.length === given.length && timingSafeEqual(given, Buffer.from(hash));
  return secretHashes.map(isOne).includes(true);
}

function recipeOf(secretHash: string): Recipe {
  const [kind, N, r, p, salt = '', hash = ''] = secretHash.split('$');
  if (kind !== 'scrypt' || Buffer.from(hash, 'base64url').length !== hashBytes) {
    throw new Error('The stored hash of a client secret has an unknown format.');
  }
  return { cost: { N: Number(N), r: Number(r), p: Number(p) }, salt: Buffer.from(salt, 'base64url') };
}

const derived = (secret: string, { cost, salt }: Recipe) => derive(secret, salt, hashBytes, cost);

function textOf({ cost: { N, r, p }, salt }: Recipe, hash: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

const placeholderHash = textOf({ cost, salt: Buffer.alloc(3) }, randomBytes(hashBytes));
