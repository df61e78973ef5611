import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn } from '../../../src/domain/places/time-zones.ts';

describe('the day in a time zone', () => {
  it.each([
    ['America/Chicago', '2026-07-01T04:59:59.999Z', '2026-06-30'],
    ['America/Chicago', '2026-07-01T05:00:00.000Z', '2026-07-01'],
    // In winter an hour later; the night of the change has 25 hours.
    ['America/Chicago', '2026-11-02T05:59:59.999Z', '2026-11-01'],
    ['America/Chicago', '2026-11-02T06:00:00.000Z', '2026-11-02'],
    ['Asia/Kolkata', '2026-03-31T18:29:59.999Z', '2026-03-31'],
    ['Asia/Kolkata', '2026-03-31T18:30:00.000Z', '2026-04-01'],
    ['Pacific/Auckland', '2026-12-31T10:59:30.000Z', '2026-12-31'],
    ['Pacific/Auckland', '2026-12-31T11:00:00.000Z', '2027-01-01'],
    ['UTC', '2026-12-31T23:59:59.999Z', '2026-12-31'],
    // Paris was 9 minutes and 21 seconds ahead until 1911.
    ['Europe/Paris', '1900-01-01T23:50:38.000Z', '1900-01-01'],
    ['Europe/Paris', '1900-01-01T23:50:39.000Z', '1900-01-02'],
  ])('of %s at %s is %s', (timeZone, at, day) => {
    expect(dayIn(timeZone, new Date(at))).toBe(day);
  });

  it('does not depend on what was asked before', () => {
    const zone = fc.constantFrom('America/New_York', 'America/Anchorage', 'Europe/Berlin', 'Asia/Kolkata', 'UTC');
    const at = fc.date({ min: new Date('1890-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(zone, at), { minLength: 1, maxLength: 20 }), (questions) => {
        for (const [timeZone, instant] of questions) {
          const parts = new Intl.DateTimeFormat('en-US', {
            timeZone,
            year: 'numeric',
            month: '2-digit',
            day: '2-digit',
          });
          const of = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, value]));
          expect(dayIn(timeZone, instant)).toBe(`${of.year}-${of.month}-${of.day}`);
        }
      }),
      { numRuns: 50 },
    );
  });
});
