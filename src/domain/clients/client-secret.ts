import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const cost = { N: 16_384, r: 8, p: 1 };
const hashBytes = 32;
const derive = promisify<string, Buffer, number, typeof cost, Buffer>(scrypt);

/** How a hash was made. */
type Recipe = { readonly cost: typeof cost; readonly salt: Buffer };

/** 256 random bits, shown only once. */
export function newClientSecret(): string {
  return `secret_${randomBytes(32).toString('base64url')}`;
}

/**
 * `scrypt$N$r$p$salt$hash`: the cost is stored with the hash so that it can be raised later. A secret that is valid beside
 * another has the salt of that one, so that a look at both takes no longer than at one.
 */
export async function hashClientSecret(secret: string, beside: string | null = null): Promise<string> {
  const recipe = beside === null ? { cost, salt: randomBytes(16) } : recipeOf(beside);
  return textOf(recipe, await derived(secret, recipe));
}

/** Whether it is the secret, or the one before if that is still valid. Takes as long for an unknown client as for a known one. */
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
