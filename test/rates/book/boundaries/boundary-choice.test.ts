import { describe, expect, it } from 'vitest';
import type { BoundaryRow } from '../../../../src/domain/rate-book/rate-layer.ts';
import { chooseBoundary } from '../../../../src/rates/book/boundaries/boundary-choice.ts';
import { readStreetAddress } from '../../../../src/rates/book/boundaries/street-address.ts';
import { aStreetRow, aZip4Row, aZipRow } from '../../../support/rate-layers.ts';

const zip = aZipRow('55401', 0);

/** The match level and stack of the chosen record: `ROOFTOP 3`. */
function choose(rows: readonly BoundaryRow[], street: string | null, taxDate = '2026-06-15'): string | null {
  const choice = chooseBoundary(rows, { street: readStreetAddress(street), taxDate });
  return choice && `${choice.precision} ${choice.row.stack}`;
}

describe('the record of an address', () => {
  it('is by house before ZIP+4, and by ZIP+4 before ZIP code', () => {
    const plus4 = aZip4Row('55401', ['1200', '1299'], 1);
    const street = aStreetRow('55401', 'MARQUETTE', 2, { suffix: 'AVE' });
    expect(choose([zip, plus4, street], '250 Marquette Ave')).toBe('ROOFTOP 2');
    expect(choose([zip, plus4], '250 Marquette Ave')).toBe('ZIP9 1');
    expect(choose([zip], '250 Marquette Ave')).toBe('ZIP5 0');
    expect(choose([], '250 Marquette Ave')).toBeNull();
  });

  it('contains the house number, on its side of the street', () => {
    const odd = aStreetRow('55401', 'MAIN', 1, { houseLow: 101, houseHigh: 199, houseParity: 'ODD' });
    const even = aStreetRow('55401', 'MAIN', 2, { houseLow: 100, houseHigh: 198, houseParity: 'EVEN' });
    expect(choose([zip, odd, even], '151 Main')).toBe('ROOFTOP 1');
    expect(choose([zip, odd, even], '150 Main')).toBe('ROOFTOP 2');
    expect(choose([zip, odd, even], '99 Main')).toBe('ZIP5 0');
    expect(choose([zip, odd, even], '200 Main')).toBe('ZIP5 0');
  });

  it('is the narrowest that contains it; among equally narrow ones, the most recent one', () => {
    const wide = aStreetRow('55401', 'MAIN', 1, { houseLow: 1, houseHigh: 999 });
    const narrow = aStreetRow('55401', 'MAIN', 2, { houseLow: 100, houseHigh: 199 });
    const newer = { ...narrow, stack: 3, validFrom: '2026-04-01' };
    expect(choose([wide, narrow], '150 Main')).toBe('ROOFTOP 2');
    expect(choose([newer, wide, narrow], '150 Main')).toBe('ROOFTOP 3');
    const wideZip = aZipRow('', 4, { zipLow: '51001', zipHigh: '56136' });
    expect(choose([wideZip, zip], null)).toBe('ZIP5 0');
    expect(choose([aZip4Row('55401', ['0001', '9999'], 5), aZip4Row('55401', ['1200', '1200'], 6)], null)).toBe(
      'ZIP9 6',
    );
  });

  it('is valid on the day', () => {
    const until = aZipRow('55401', 1, { validFrom: '2019-04-01', validThrough: '2026-06-30' });
    const from = aZipRow('55401', 2, { validFrom: '2026-07-01' });
    expect(choose([until, from], null, '2026-06-30')).toBe('ZIP5 1');
    expect(choose([until, from], null, '2026-07-01')).toBe('ZIP5 2');
    expect(choose([until, from], null, '2019-03-31')).toBeNull();
  });

  it('has the direction and suffix of the address, if both have one', () => {
    const north = aStreetRow('55401', 'MAIN', 1, { preDirection: 'N', suffix: 'ST' });
    const south = aStreetRow('55401', 'MAIN', 2, { preDirection: 'S', suffix: 'ST' });
    expect(choose([zip, north, south], '150 N Main Street')).toBe('ROOFTOP 1');
    expect(choose([zip, north, south], '150 South Main')).toBe('ROOFTOP 2');
    expect(choose([zip, north, south], '150 N Main Ave')).toBe('ZIP5 0');
    // The record is ambiguous, unless both have the same result.
    expect(choose([zip, north, south], '150 Main St')).toBe('ZIP5 0');
    expect(choose([zip, north, { ...south, stack: 1 }], '150 Main St')).toBe('ROOFTOP 1');
  });

  it('reads the grid of Utah', () => {
    const row = aStreetRow('84102', '1300', 1, {
      preDirection: 'S',
      postDirection: 'E',
      houseLow: 200,
      houseHigh: 298,
    });
    expect(choose([row], '250 S 1300 E')).toBe('ROOFTOP 1');
    expect(choose([row], '250 South 1300 East')).toBe('ROOFTOP 1');
    expect(choose([row], '250 N 1300 E')).toBeNull();
  });
});
