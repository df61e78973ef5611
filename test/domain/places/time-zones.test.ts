import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countiesApart, dayIn, timeZoneOf } from '../../../src/domain/places/time-zones.ts';
import { zonesAbroad } from '../../../src/domain/places/time-zones-of-countries.ts';

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

  it('does not depend on earlier lookups', () => {
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

describe('the time zone of a place', () => {
  it.each([
    ['US', 'TX', 'Harris County', 'America/Chicago'],
    ['US', 'TX', 'El Paso County', 'America/Denver'],
    ['US', 'TN', 'Knox County', 'America/New_York'],
    ['US', 'TN', 'Davidson County', 'America/Chicago'],
    ['US', 'IN', 'LaPorte County', 'America/Chicago'],
    ['US', 'HI', null, 'Pacific/Honolulu'],
    ['US', null, null, 'UTC'],
    ['DE', null, null, 'Europe/Berlin'],
    ['PT', 'PT-20', null, 'Atlantic/Azores'],
    ['ES', 'ES-CN', null, 'Atlantic/Canary'],
    ['FR', 'FR-974', null, 'Indian/Reunion'],
    ['CA', 'CA-BC', null, 'America/Vancouver'],
    ['CA', 'CA-ON', null, 'America/Toronto'],
    ['CA', null, null, 'America/Toronto'],
    ['AU', 'Western Australia', null, 'Australia/Perth'],
    ['AU', 'au-wa', null, 'Australia/Perth'],
    ['BR', 'Rondônia', null, 'America/Manaus'],
    ['MX', 'Baja California', null, 'America/Tijuana'],
    ['RU', 'SAK', null, 'Asia/Magadan'],
    ['RU', null, null, 'Europe/Moscow'],
    ['ID', 'Bali', null, 'Asia/Makassar'],
    ['ZZ', 'STACK', null, 'UTC'],
  ])('%s, %s, %s is %s', (country, state, county, zone) => {
    expect(timeZoneOf({ country, state, county })).toBe(zone);
  });

  it('is supported by this platform', () => {
    const known = [...zonesAbroad].filter((zone) =>
      dayIn(zone, new Date('2026-06-15T12:00:00Z')).startsWith('2026-06-1'),
    );
    expect(known).toHaveLength(zonesAbroad.size);
    expect(zonesAbroad.size).toBeGreaterThan(250);
  });

  it('names counties as the rate book does', () => {
    const states = new Map<string, Set<string>>();
    for (const key of countiesApart) {
      const [state, county] = [key.slice(0, 2), key.slice(3)];
      const known = states.get(state) ?? countiesOf(state);
      states.set(state, known);
      expect(known, key).toContain(county);
    }
    expect(countiesApart).toHaveLength(155);
  });
});

function countiesOf(state: string): Set<string> {
  const path = new URL(`../../../src/rates/book/data/us/${state}.json`, import.meta.url);
  const { counties } = JSON.parse(readFileSync(path, 'utf8')) as { counties: [string, string][] };
  return new Set(counties.map(([, name]) => name));
}
