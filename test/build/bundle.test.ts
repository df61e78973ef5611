import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtMain } from '../support/built.ts';

it('a built gateway does not log its statements for debugging, with their values', () => {
  const chunks = join(builtMain(), '..', 'chunks');
  const scripts = readdirSync(chunks).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((name) => readFileSync(join(chunks, name), 'utf8').includes('argsHistory'))).toEqual([]);
});
