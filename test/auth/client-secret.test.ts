import { expect, it } from 'vitest';
import { hashClientSecret, isClientSecret, newClientSecret } from '../../src/auth/client-secret.ts';

it('verifies a secret by its hash', async () => {
  const secret = newClientSecret();
  const hash = await hashClientSecret(secret);
  expect(hash).toMatch(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(hash).not.toContain(secret);
  expect(await isClientSecret(secret, hash)).toBe(true);
  expect(await isClientSecret(`${secret} `, hash)).toBe(false);
  expect(await isClientSecret('', hash)).toBe(false);
});

it('salts each hash, and generates a new secret each time', async () => {
  expect(await hashClientSecret('same')).not.toBe(await hashClientSecret('same'));
  expect(newClientSecret()).not.toBe(newClientSecret());
});

it('takes as long for an unknown client', async () => {
  const time = async (hash: string | null) => {
    const start = process.hrtime.bigint();
    for (let round = 0; round < 5; round++) expect(await isClientSecret('wrong', hash)).toBe(false);
    return Number(process.hrtime.bigint() - start) / 5e6;
  };
  const [known, unknown] = [await time(await hashClientSecret('right')), await time(null)];
  expect(unknown).toBeGreaterThan(known / 4);
});
