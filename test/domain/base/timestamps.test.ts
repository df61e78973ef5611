import { describe, expect, it } from 'vitest';
import { isCalendarDay, parseTimestamp } from '../../../src/domain/base/timestamps.ts';

describe('parseTimestamp', () => {
  it.each([
    ['2026-07-01', '2026-07-01', '2026-07-01T00:00:00.000Z', 'a day'],
    ['2026-07-01T10:20:30Z', '2026-07-01', '2026-07-01T10:20:30.000Z', 'Z'],
    ['2026-07-01T23:30:00-05:00', '2026-07-01', '2026-07-02T04:30:00.000Z', 'the day is the one the sender wrote'],
    ['2026-07-01T00:30:00.1239+05:30', '2026-07-01', '2026-06-30T19:00:00.123Z', 'a fraction and a half-hour zone'],
    ['2026-07-01T10:20:30', '2026-07-01', '2026-07-01T10:20:30.000Z', 'no zone is UTC'],
    ['2026-07-01T10:20', '2026-07-01', '2026-07-01T10:20:00.000Z', 'no seconds'],
    ['2026-07-01T10:20:30+0200', '2026-07-01', '2026-07-01T08:20:30.000Z', 'an offset without colon'],
    ['2024-02-29', '2024-02-29', '2024-02-29T00:00:00.000Z', 'a leap day'],
  ])('reads %s: %s', (text, on, at, _why) => {
    const timestamp = parseTimestamp(text)!;
    expect([timestamp.on, timestamp.at.toISOString()]).toEqual([on, at]);
  });

  it.each([
    '',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-7-1',
    '07/01/2026',
    '2026-07-01T24:00:00Z',
    '2026-07-01T10:60:00Z',
    '2026-07-01T10:00:00+15:00',
    '0026-07-01',
    'yesterday',
  ])('refuses %j', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });
});

it('rejects dates that do not exist', () => {
  expect([isCalendarDay('2024-02-29'), isCalendarDay('2026-02-29'), isCalendarDay('2026-00-10')]).toEqual([
    true,
    false,
    false,
  ]);
});
