import { describe, expect, it } from 'vitest';
import { readStreetAddress } from '../../../../src/rates/book/boundaries/street-address.ts';

/** The fullest reading: `250 N | MAIN | ST | E`. */
function read(text: string): string | null {
  const address = readStreetAddress(text);
  const [reading] = address?.readings ?? [];
  if (!address || !reading) return null;
  const { preDirection, street, suffix, postDirection } = reading;
  return `${address.houseNumber} ${preDirection}|${street}|${suffix}|${postDirection}`;
}

describe('a street address', () => {
  it.each([
    ['250 Marquette Ave', '250 |MARQUETTE|AVE|'],
    ['250 marquette avenue.', '250 |MARQUETTE|AVE|'],
    ['1200 N. Main Street', '1200 N|MAIN|ST|'],
    ['1200 North Main St. Apt 4B', '1200 N|MAIN|ST|'],
    ['1200 Main St #12', '1200 |MAIN|ST|'],
    ['77 Park Place, Suite 300, Floor 2', '77 |PARK|PL|'],
    ['500 Pine Street SW Unit C', '500 |PINE|ST|SW'],
    ['250 S 1300 E', '250 S|1300||E'],
    ['12A Elm Rd', '12 |ELM|RD|'],
    ['12 1/2 Elm Rd', '12 |ELM|RD|'],
    ['101-105 Elm Rd', '101 |ELM|RD|'],
    ['9 Martin Luther King Jr Blvd', '9 |MARTIN LUTHER KING JR|BLVD|'],
    ['3 Rue São João', '3 |RUE SAO JOAO||'],
    ['6 State Highway 16', '6 |STATE HIGHWAY 16||'],
    ['1 Broadway', '1 |BROADWAY||'],
    ['40 Avenue B', '40 |AVENUE B||'],
  ])('%s is %s', (text, parts) => {
    expect(read(text)).toBe(parts);
  });

  it.each(['', 'Marquette Ave', 'PO Box 12', '12 P.O. Box 4', 'General Delivery', '55401'])(
    '%j names no house',
    (text) => {
      expect(read(text)).toBeNull();
    },
  );

  it('may be read in several ways, and numbers spelled out', () => {
    const streets = (text: string) => [...new Set(readStreetAddress(text)?.readings.map(({ street }) => street))];
    expect(streets('5 North St')).toEqual(['ST', 'NORTH', 'NORTH ST']);
    expect(streets('5 Tenth Ave')).toEqual(['TENTH', '10TH', 'TENTH AVE', '10TH AVE']);
    expect(streets('5 3rd St')).toContain('THIRD');
    expect(streets('5 Saint Paul Ave')).toContain('ST PAUL');
  });
});
