import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecent } from '../../../src/shops/shared/recent.ts';

describe('a cache of recently used values', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('forgets the least recently used entry once it is full', () => {
    const recent = createRecent<number>(2);
    recent.set('a', 1);
    recent.set('b', 2);
    recent.get('a');
    recent.set('c', 3);
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
  });

  it('drops values older than their lifetime, however often they were read', () => {
    const recent = createRecent<number>(2, 1_000);
    recent.set('a', 1);
    vi.advanceTimersByTime(1_000);
    expect(recent.get('a')).toBe(1);
    vi.advanceTimersByTime(1);
    expect(recent.get('a')).toBeUndefined();
  });

  it('forgets on request', () => {
    const recent = createRecent<number>(2);
    recent.set('a', 1);
    expect([recent.delete('a'), recent.get('a'), recent.delete('a')]).toEqual([true, undefined, false]);
  });
});
