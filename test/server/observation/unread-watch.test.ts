import { expect, it } from 'vitest';
import { createUnreadWatch } from '../../../src/server/observation/unread-watch.ts';

it('reports how long changes have waited, and after a minute once a minute in the log', () => {
  let clock = Date.parse('2026-07-01T12:00:00Z');
  const lines: { seconds: number; text: string }[] = [];
  const log = { warn: ({ seconds }: { seconds: number }, text: string) => void lines.push({ seconds, text }) };
  const watch = createUnreadWatch(log as never, () => new Date(clock));
  const pass = (seconds: number, since: Date | null) => {
    for (let second = 0; second < seconds; second++) {
      clock += 1_000;
      watch.onUnread(since);
    }
  };
  pass(5, null);
  expect(watch.ageMs()).toBe(0);
  const since = new Date(clock);
  pass(59, since);
  expect(watch.ageMs()).toBe(59_000);
  expect(lines).toEqual([]);
  pass(100, since);
  expect(lines.map(({ seconds }) => seconds)).toEqual([60, 120]);
  expect(lines[0]!.text).toContain('changes are waiting to be read');
  pass(1, null);
  expect(watch.ageMs()).toBe(0);
});
