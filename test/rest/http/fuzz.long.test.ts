import { expect, it } from 'vitest';
import { fuzz } from '../../support/fuzz.ts';

const limitMs = 15 * 60_000;

it('withstands 20,000 randomly mutated requests', { timeout: limitMs + 60_000 }, async () => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
  console.info(`FUZZ_SEED=${seed}`);
  const { byStatus, documents } = await fuzz({ numRuns: Number(process.env.FUZZ_RUNS ?? 20_000), seed, limitMs });
  console.info({ byStatus, documents });
  expect(documents).toBeGreaterThan(100);
});
