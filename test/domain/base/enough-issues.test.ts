import { expect, it } from 'vitest';
import { z } from 'zod';
import { untilEnoughIssues } from '../../../src/domain/base/enough-issues.ts';
import { AppError } from '../../../src/domain/base/errors.ts';
import { parseDocument, parseInput } from '../../../src/domain/base/parse-input.ts';

let checks = 0;
const entry = z.object({ name: z.string().refine((name) => ++checks && name !== 'wrong') });
const schema = z.object({ items: z.array(untilEnoughIssues(entry)).max(2_000), note: z.string().optional() });

const items = (...names: string[]) => ({ items: names.map((name) => ({ name })) });
/** An invalid entry is checked twice: the second time for its issues. */
const checksOf = ({ right, wrong }: { readonly right: number; readonly wrong: number }) => right + 2 * wrong;
const wrong = (count: number) => Array.from({ length: count }, () => 'wrong');

function refusalOf(sent: unknown): AppError {
  try {
    parseInput(schema, sent);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('It was accepted.');
}

it('checks no more entries of a list once it has more issues than are listed', () => {
  checks = 0;
  const { issues, message } = refusalOf(items(...wrong(1_000)));
  expect([checks, issues.length, message]).toEqual([
    checksOf({ right: 0, wrong: 101 }),
    100,
    'More than 100 issues; the first 100 are listed.',
  ]);
});

it('counts each input on its own, and lists all issues of one with fewer', () => {
  expect(refusalOf(items(...wrong(100))).message).toMatch(/^100 issues\. The first: name /);
  const late = refusalOf(items(...Array.from({ length: 500 }, () => 'right'), ...wrong(2)));
  expect(late.issues.map(({ path }) => path)).toEqual([
    ['items', 500, 'name'],
    ['items', 501, 'name'],
  ]);
  expect(parseInput(schema, items('right'))).toEqual(items('right'));
});

it('serves others between the items of a long document, with the same outcome', async () => {
  let turns = 0;
  const serveOthers = async () => {
    turns++;
  };
  const right = items(...Array.from({ length: 500 }, () => 'right'));
  expect(await parseDocument(schema, right, serveOthers)).toEqual(right);
  expect(turns).toBe(500);
  checks = 0;
  const late = items(...Array.from({ length: 300 }, () => 'right'), ...wrong(1_000));
  await expect(parseDocument(schema, late, serveOthers)).rejects.toEqual(refusalOf(late));
  expect(checks).toBe(2 * checksOf({ right: 300, wrong: 101 }));
  turns = 0;
  await parseDocument(z.object({ base: z.object({ quote: schema }) }), { base: { quote: right } }, serveOthers);
  expect(turns).toBe(500);
  turns = 0;
  await parseDocument(schema, items('right'), serveOthers);
  expect(turns).toBe(0);
});
