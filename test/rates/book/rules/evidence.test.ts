import { describe, expect, it } from 'vitest';
import { asSource, type SourceKind } from '../../../../src/rates/book/files/source.ts';
import { doubtOf, evidenceOf } from '../../../../src/rates/book/rules/evidence.ts';

describe('what stands behind a rule', () => {
  it.each<[SourceKind | null, string, boolean]>([
    ['LAW', 'LAW', false],
    ['AUTHORITY', 'AUTHORITY', false],
    ['COMMISSION_LIST', 'AUTHORITY', false],
    ['SEVERAL_SOURCES', 'SEVERAL_SOURCES', false],
    ['ONE_LIST', 'ONE_SOURCE', true],
    ['ONE_PAGE', 'ONE_SOURCE', true],
    ['MEMORY', 'ONE_SOURCE', true],
    [null, 'ONE_SOURCE', false],
  ])('is known by the kind of its source: %s', (kind, evidence, isDoubted) => {
    expect([evidenceOf(kind), doubtOf(kind) !== null]).toEqual([evidence, isDoubted]);
  });

  it('is not read from the words of the source', () => {
    expect(asSource(['ONE_PAGE', 'VAT Act, § 12, as quoted by a forum'], 'row').kind).toBe('ONE_PAGE');
    expect(asSource('VAT Act, § 12', 'import')).toEqual({ name: 'VAT Act, § 12', kind: null });
    expect(() => asSource(['RUMOUR', 'VAT Act, § 12'], 'row')).toThrow('row: expected LAW or');
  });
});
