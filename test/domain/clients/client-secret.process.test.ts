import { expect, it } from 'vitest';
import { hashClientSecret, isClientSecret, newClientSecret } from '../../../src/domain/clients/client-secret.ts';

it('verifies a secret by its hash', async () => {
  const secret = newClientSecret();
  const hash = await hashClientSecret(secret);
  expect(hash).toMatch(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(hash).not.toContain(secret);
  expect(await isClientSecret(secret, [hash])).toBe(true);
  expect(await isClientSecret(`${secret} `, [hash])).toBe(false);
  expect(await isClientSecret('', [hash])).toBe(false);
});

it('salts each hash, and generates a new secret each time', async () => {
  expect(await hashClientSecret('same')).not.toBe(await hashClientSecret('same'));
  expect(newClientSecret()).not.toBe(newClientSecret());
});

it('verifies both secrets during a rotation', async () => {
  const old = await hashClientSecret('old');
  const hashes = [await hashClientSecret('new', old), old];
  expect(await isClientSecret('new', hashes)).toBe(true);
  expect(await isClientSecret('old', hashes)).toBe(true);
  expect(await isClientSecret('other', hashes)).toBe(false);
  expect(await isClientSecret('old', hashes.slice(0, 1))).toBe(false);
  await expect(isClientSecret('new', ['bcrypt$1$2$3$AAAA$AAAA'])).rejects.toThrow('unknown format');
});

it('takes as long for an unknown client, and for one with two secrets', async () => {
  const time = async (hashes: readonly string[]) => {
    const start = process.hrtime.bigint();
    for (let round = 0; round < 5; round++) expect(await isClientSecret('wrong', hashes)).toBe(false);
    return Number(process.hrtime.bigint() - start) / 5e6;
  };
  const hash = await hashClientSecret('right');
  const both = [await hashClientSecret('newer', hash), hash];
  const [known, unknown, rotated] = [await time([hash]), await time([]), await time(both)];
  expect(unknown).toBeGreaterThan(known / 4);
  expect(rotated).toBeLessThan(known * 1.9);
});
