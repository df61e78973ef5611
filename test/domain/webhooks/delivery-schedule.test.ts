import { describe, expect, it } from 'vitest';
import { isGivenUp, nextAttemptAt } from '../../../src/domain/webhooks/webhook-delivery.ts';

const noon = new Date('2026-07-01T12:00:00Z');
const failed = { at: noon, random: 0.5, retryAfterSeconds: null };

describe('the next attempt', () => {
  // The example schedule of Standard Webhooks 1.0.0, "Deliverability and reliability".
  it.each([
    [1, '2026-07-01T12:00:05.000Z'],
    [2, '2026-07-01T12:05:00.000Z'],
    [3, '2026-07-01T12:30:00.000Z'],
    [4, '2026-07-01T14:00:00.000Z'],
    [5, '2026-07-01T17:00:00.000Z'],
    [6, '2026-07-01T22:00:00.000Z'],
    [7, '2026-07-02T02:00:00.000Z'],
    [8, '2026-07-02T08:00:00.000Z'],
    [9, '2026-07-02T12:00:00.000Z'],
    [10, undefined],
  ])('after %i attempts is at %s', (attempts, next) => {
    expect(nextAttemptAt({ ...failed, attempts })?.toISOString()).toBe(next);
  });

  it.each([
    [0, '2026-07-01T12:04:30.000Z'],
    [1, '2026-07-01T12:05:30.000Z'],
  ])('with the random number %d is a tenth off, at %s', (random, next) => {
    expect(nextAttemptAt({ ...failed, attempts: 2, random })?.toISOString()).toBe(next);
  });

  it.each([
    [60, '2026-07-01T12:05:00.000Z', 'less than the pause'],
    [3_600, '2026-07-01T13:00:00.000Z', 'more'],
    [999_999_999, '2026-07-02T12:00:00.000Z', 'more than a day'],
  ])('after Retry-After: %i is at %s (%s)', (retryAfterSeconds, next) => {
    expect(nextAttemptAt({ ...failed, attempts: 2, retryAfterSeconds })?.toISOString()).toBe(next);
  });
});

it.each([
  [null, false],
  ['2026-06-26T12:00:01Z', false],
  ['2026-06-26T12:00:00Z', true],
])('an endpoint that fails since %s is given up: %s', (since, expected) => {
  expect(isGivenUp(since === null ? null : new Date(since), noon)).toBe(expected);
});
