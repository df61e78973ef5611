import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/domain/base/errors.ts';
import { boundedText, externalIdInput, sourceInput } from '../../../src/domain/base/fields.ts';
import { parseInput } from '../../../src/domain/base/parse-input.ts';
import { mergePatch, withoutNulls } from '../../../src/domain/base/plain-object.ts';
import { requireSameKey } from '../../../src/domain/base/record-name.ts';

const failureOf = (run: () => unknown): AppError => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
};

describe('parseInput', () => {
  it('reports every error with its path and code', () => {
    const schema = z.object({
      name: boundedText(1, 5),
      size: z.enum(['S', 'L']),
      tags: z.array(boundedText(1, 3)),
      on: z.boolean(),
    });
    const error = failureOf(() => parseInput(schema, { name: '', size: 'M', tags: ['ok', 'long!'], on: 'yes' }));
    expect(error.code).toBe('INVALID_INPUT');
    expect(error.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
      ['name', 'TOO_SHORT'],
      ['size', 'UNKNOWN_VALUE'],
      ['tags.1', 'TOO_LONG'],
      ['on', 'INVALID_TYPE'],
    ]);
  });

  it('reports a missing member as required', () => {
    const error = failureOf(() => parseInput(z.object({ name: boundedText(1, 5) }), {}));
    expect(error.issues).toEqual([{ path: ['name'], code: 'REQUIRED', message: 'name is required.' }]);
  });
});

describe('text', () => {
  it.each([
    ['\u0000', 'INVALID_CHARACTERS'],
    ['a\ud800', 'INVALID_CHARACTERS'],
    ['\udc00a', 'INVALID_CHARACTERS'],
    ['abcdef', 'TOO_LONG'],
  ])('refuses %j', (value, code) => {
    expect(failureOf(() => parseInput(boundedText(1, 5), value)).issues[0]!.code).toBe(code);
  });

  it('counts characters, not halves of them', () => {
    expect(parseInput(boundedText(1, 5), '😀😀😀😀😀')).toBe('😀😀😀😀😀');
    expect(parseInput(boundedText(1, 1), '😀')).toBe('😀');
  });
});

describe('withoutNulls', () => {
  it('removes null members at any depth, but no elements of arrays', () => {
    expect(withoutNulls({ a: null, b: { c: null, d: 1 }, e: [null, { f: null }] })).toEqual({
      b: { d: 1 },
      e: [null, {}],
    });
  });

  it('does not allow a body to change a prototype', () => {
    const body = withoutNulls(JSON.parse('{"__proto__": {"polluted": true}, "a": 1}'));
    expect(body).toEqual({ a: 1 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('mergePatch', () => {
  // The examples of RFC 7396, appendix A, that have objects on both sides.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j patched by %j is %j', (target, patch, merged) => {
    expect(mergePatch(target, patch)).toEqual(merged);
  });
});

describe('keys', () => {
  const key = z.object({ source: sourceInput, externalId: externalIdInput });
  const parseKey = (raw: unknown) => parseInput(key, raw);

  it('accepts numbers as text', () => {
    expect(parseKey({ source: 9, externalId: 4711 })).toEqual({ source: '9', externalId: '4711' });
  });

  it.each(['0', '11', '', '01', 'a', 1.5])('rejects the source %j', (source) => {
    expect(failureOf(() => parseKey({ source, externalId: 'a' })).issues[0]!.path).toEqual(['source']);
  });

  it('must be the same in path and body', () => {
    const error = failureOf(() => requireSameKey({ source: '1', externalId: 'a' }, { source: '2', externalId: 'b' }));
    expect([error.code, ...error.issues.map(({ path }) => path[0])]).toEqual(['KEY_MISMATCH', 'source', 'externalId']);
  });
});
