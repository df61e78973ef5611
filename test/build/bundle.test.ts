import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtMain } from '../support/built.ts';

const chunks = join(builtMain(), '..', 'chunks');
const scripts = readdirSync(chunks).filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(join(chunks, name), 'utf8');

it('a built gateway does not log its statements for debugging, with their values', () => {
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.filter((name) => textOf(name).includes('argsHistory'))).toEqual([]);
});

it('copies of objects in a built gateway share their hidden classes', () => {
  expect(scripts.some((name) => textOf(name).includes('...null, ...'))).toBe(true);
});
