import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pauseFor } from '../../../src/connectors/shared/pause.ts';
import { createRecent } from '../../../src/connectors/shared/recent.ts';

describe('a memory of what was used last', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('forgets what was used longest ago once it is full', () => {
    const recent = createRecent<number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.get('a');
    recent.set('c', 3);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
  });

  it('forgets what is older than its lifetime, however often it was read', () => {
    const recent = createRecent<number>(2, 1_000);
    recent.set('a', 1);
    vi.advanceTimersByTime(1_000);
    expect(recent.get('a')).toBe(1);
    vi.advanceTimersByTime(1);
    expect(recent.get('a')).toBeUndefined();
  });

  it('forgets what it is told to', () => {
    const recent = createRecent<number>(2);
    recent.set('a', 1);
    expect([recent.delete('a'), recent.get('a'), recent.delete('a')]).toEqual([true, undefined, false]);
  });
});

const minute = 60_000;

describe('the pause before a document is sent again', () => {
  it.each([
    [true, 13 * 24 * 60 * minute, 30_000, 'while the gateway is out, always the same: for days'],
    [false, 0, 30_000, 'refused at first'],
    [false, 60 * minute, 15 * minute, 'refused after an hour without the gateway'],
    [false, 24 * 60 * minute, 360 * minute, 'refused for a day'],
    [false, 5 * 24 * 60 * minute, 360 * minute, 'refused for days: four times a day'],
  ])('is, with the gateway out: %s, after %i ms, %i ms (%s)', (isOut, age, pause) => {
    expect(pauseFor({ isOut, age, retrySeconds: 30 })).toBe(pause);
  });

  it('is what the gateway asks for, if that is longer', () => {
    expect(pauseFor({ isOut: true, age: 0, retrySeconds: 30, retryAfter: 120 })).toBe(120_000);
    expect(pauseFor({ isOut: true, age: 0, retrySeconds: 30, retryAfter: 1 })).toBe(30_000);
  });
});
