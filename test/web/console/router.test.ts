import { describe, expect, it } from 'vitest';
import { matchPath, pageOf, queryText } from '../../../src/web/console/base/router.ts';

describe('paths', () => {
  it('match with their parameters, decoded', () => {
    expect(matchPath('/console', '/console')).toEqual({});
    expect(matchPath('/console/documents/:id', '/console/documents/a%20b')).toEqual({ id: 'a b' });
    expect(matchPath('/console/documents/:id', '/console/documents')).toBeNull();
    expect(matchPath('/console/documents/:id', '/console/documents/a/b')).toBeNull();
    expect(matchPath('/console/documents/:id', '/console/documents/%E0%A4%A')).toEqual({ id: '%E0%A4%A' });
  });
});

describe('parameters', () => {
  it('are set, replaced and removed, and keep what is readable', () => {
    const before = new URLSearchParams('state=MN&after=x');
    expect(queryText({ state: 'WI', after: null, reported: '2026-11-01..2026-11-30' }, before)).toBe(
      '?state=WI&reported=2026-11-01..2026-11-30',
    );
    expect(queryText({ state: '', after: null }, before)).toBe('');
    expect(queryText({ q: 'a&b' }, before)).toBe('?state=MN&after=x&q=a%26b');
  });

  it.each([
    ['', { first: 25, after: null }],
    ['after=a', { first: 25, after: 'a' }],
    ['before=b', { last: 25, before: 'b' }],
  ])('%j asks for a page of a list', (text, page) => {
    expect(pageOf(new URLSearchParams(text), 25)).toEqual(page);
  });
});
