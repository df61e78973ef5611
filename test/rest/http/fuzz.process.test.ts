import { expect, it } from 'vitest';
import { fuzz } from '../../support/fuzz.ts';

// Sends the same requests each time; `fuzz.long.test.ts` sends different ones, and more.
it('withstands randomly mutated requests', { timeout: 60_000 }, async () => {
  const { byStatus, documents } = await fuzz({ numRuns: 250, seed: 20260701, limitMs: 40_000 });
  expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
  expect(byStatus[200]).toBeGreaterThan(20);
  expect(byStatus[400]).toBeGreaterThan(20);
  expect(documents).toBeGreaterThan(5);
});
