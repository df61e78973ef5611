import { describe, expect, it } from 'vitest';
import { startProgress } from '../../src/cli/progress.ts';

function shown(isTerminal: boolean, steps: readonly (readonly [atMs: number, bytes: number])[]): string[] {
  const written: string[] = [];
  let now = 0;
  const progress = startProgress({ isTerminal, write: (text) => void written.push(text) }, () => now);
  for (const [atMs, bytes] of steps) {
    now = atMs;
    progress.report('MNB.csv', { bytes, size: 380_000_000 });
  }
  progress.end();
  return written;
}

describe('progress', () => {
  it('is a bar in a terminal, gone at the end', () => {
    expect(
      shown(true, [
        [100, 1],
        [300, 190_000_000],
        [400, 200_000_000],
        [600, 380_000_000],
      ]),
    ).toEqual([
      '[###############...............] MNB.csv 50 % of 380 megabytes',
      '\r\u001b[K',
      '[##############################] MNB.csv 100 % of 380 megabytes',
      '\r\u001b[K',
    ]);
  });

  it('is an occasional line elsewhere, and nothing for short tasks', () => {
    expect(
      shown(false, [
        [10_000, 100_000_000],
        [20_000, 190_000_000],
        [25_000, 200_000_000],
        [35_000, 285_000_000],
      ]),
    ).toEqual(['MNB.csv 50 % of 380 megabytes\n', 'MNB.csv 75 % of 380 megabytes\n']);
    expect(shown(false, [[10, 380_000_000]])).toEqual([]);
  });
});
