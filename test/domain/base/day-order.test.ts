import { describe, expect, it } from 'vitest';
import { dayAmbiguity, plainDay } from '../../../src/domain/base/day-order.ts';

describe('a day in a file', () => {
  it.each([
    ['25/06/2025', null, '2025-06-25'],
    ['6/25/25', null, '2025-06-25'],
    ['07/06/2025', 'DAY_FIRST', '2025-06-07'],
    ['Jan 7, 2026', null, '2026-01-07'],
    ['07/06/2025', null, '07/06/2025'],
    ['13/13/2025', null, '13/13/2025'],
    ['31/02/2025', 'DAY_FIRST', '31/02/2025'],
    ['Feb 31, 2026', null, 'Feb 31, 2026'],
  ] as const)('is read from %s (%s), or remains as written: %s', (cell, order, day) => {
    expect(plainDay(cell, order)).toBe(day);
  });

  it('is ambiguous only with two readings', () => {
    expect(dayAmbiguity('07/06/2025')?.message).toContain('write 2025-07-06 or 2025-06-07');
    expect(['06/06/2025', '25/06/2025', '13/13/2025', '31/02/2025'].map(dayAmbiguity)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
