import { createHook } from 'node:async_hooks';
import { expect, it, onTestFinished } from 'vitest';
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

it('derives once, also for an unknown client and for one with two secrets', async () => {
  let derivations = 0;
  const init = (_id: number, type: string) => {
    if (type === 'SCRYPTREQUEST') derivations++;
  };
  const hook = createHook({ init }).enable();
  onTestFinished(() => void hook.disable());
  const hash = await hashClientSecret('right');
  const both = [await hashClientSecret('newer', hash), hash];
  expect(derivations).toBe(2);
  for (const hashes of [[hash], [], both]) {
    derivations = 0;
    expect(await isClientSecret('wrong', hashes)).toBe(false);
    expect(derivations).toBe(1);
  }
});

it('takes as much processor time for an unknown client', async () => {
  const hash = await hashClientSecret('right');
  const least = async (hashes: readonly string[]) => {
    const rounds: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = process.cpuUsage();
      await isClientSecret('wrong', hashes);
      const { user, system } = process.cpuUsage(before);
      rounds.push(user + system);
    }
    return Math.min(...rounds);
  };
  expect(await least([])).toBeGreaterThan((await least([hash])) / 4);
});
