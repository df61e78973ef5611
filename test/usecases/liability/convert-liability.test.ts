import { expect, it } from 'vitest';
import { missingNotices } from '../../../src/usecases/liability/convert-liability.ts';

it.each([
  [['2026-03-01', '2026-03-02'], '2026-03-01 and 2026-03-02'],
  [['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'], '2026-03-01, 2026-03-02, 2026-03-03 and 1 other day'],
])('names the first three days without a rate, and counts the others: %s', (days, named) => {
  const notices = missingNotices(
    days.map((day) => ({ currency: 'SEK', day, rate: null })),
    'EUR',
  );
  expect(notices.map(({ message }) => message)).toEqual([expect.stringContaining(named)]);
});
