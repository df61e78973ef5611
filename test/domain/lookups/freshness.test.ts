import { expect, it } from 'vitest';
import { isOverdue } from '../../../src/domain/lookups/freshness.ts';

it.each<[string, string | null, string, boolean, string]>([
  ['2026-08-18', null, '2028-02-18', false, '18 months after the reading'],
  ['2026-08-18', null, '2028-02-19', true, 'a day later'],
  ['2026-08-18', '2026-11-22', '2028-05-22', false, '18 months after the verification'],
  ['2026-08-18', '2026-11-22', '2028-05-23', true, 'a day later'],
  ['2026-08-18', '2026-01-01', '2028-02-18', false, 'the later of both days counts'],
])('read on %s, verified on %s: on %s overdue is %s (%s)', (readOn, verifiedOn, day, expected, _why) => {
  expect(isOverdue({ readOn, verifiedOn }, day)).toBe(expected);
});
