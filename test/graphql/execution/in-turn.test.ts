import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTurn } from '../../../src/graphql/execution/in-turn.ts';

describe('reports of one operation', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  const report = (ctx: object, seconds: number) =>
    inTurn(ctx, async () => {
      vi.advanceTimersByTime(seconds * 1_000);
      return 'answered';
    });

  it('are refused once they have taken 60 seconds together', async () => {
    const ctx = {};
    const reports = [25, 25, 25, 1, 1].map((seconds) => report(ctx, seconds).catch((error: Error) => error.message));
    const refused =
      'The reports in this operation take longer than 60 seconds in total. Select fewer reports, or fewer document lists within their rows.';
    expect(await Promise.all(reports)).toEqual(['answered', 'answered', 'answered', refused, refused]);
  });

  it('have the whole time in each operation', async () => {
    await report({}, 70);
    expect(await report({}, 1)).toBe('answered');
  });
});
