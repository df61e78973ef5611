import { expect, it } from 'vitest';
import { niceTop } from '../../../src/web/console/base/bars.tsx';

it.each([
  [0, 1],
  [0.7, 1],
  [1, 1],
  [1.2, 2],
  [23, 25],
  [30, 50],
  [51, 100],
  [100_000, 100_000],
])('a scale for %d ends at %d', (most, top) => {
  expect(niceTop(most)).toBe(top);
});
