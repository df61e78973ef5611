import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCopyMaker, openCopy } from '../../../src/stores/database/store-copies.ts';
import { aDirectory } from '../../support/directory.ts';

it('says why a server made no copy', async () => {
  const directory = aDirectory();
  let told: unknown;
  const copyTo = () => Promise.reject(new Error('no space left on device'));
  const copies = createCopyMaker({ directory, copyTo }, (error) => {
    told = error;
  });
  copies.start();
  onTestFinished(() => copies.stop());
  await expect(openCopy(directory)).rejects.toThrow('The server cannot copy its store: no space left on device');
  expect(told).toMatchObject({ message: 'no space left on device' });
  expect(readdirSync(join(directory, 'copies'))).toEqual([]);
});

it('removes a copy whose request was withdrawn while it was made', async () => {
  const directory = aDirectory();
  const request = join(directory, 'copies', 'one.request');
  let isCopied = false;
  const copyTo = async (draft: string) => {
    mkdirSync(draft);
    rmSync(request);
    isCopied = true;
  };
  const copies = createCopyMaker({ directory, copyTo }, () => {});
  copies.start();
  writeFileSync(request, '');
  await vi.waitUntil(() => isCopied, { timeout: 5_000 });
  await copies.stop();
  expect(readdirSync(join(directory, 'copies'))).toEqual([]);
});
