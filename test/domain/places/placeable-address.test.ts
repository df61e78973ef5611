import { expect, it } from 'vitest';
import type { AddressQuery } from '../../../src/domain/places/address-match.ts';
import { placeableAddressInput } from '../../../src/domain/places/placeable-address.ts';

it('matches an address once, however many items share it, and reports the same each time', () => {
  const asked: string[] = [];
  const input = placeableAddressInput(() => matcher);
  const matcher = {
    findCountry: () => 'US',
    findState: () => null,
    matchAddress: ({ zip }: AddressQuery) => {
      asked.push(String(zip));
      const issue = {
        field: 'zip',
        code: 'ERR-ADDR-001',
        given: zip,
        expected: '',
        suggestions: [],
        message: `Unknown ZIP code ${zip}.`,
      } as const;
      return { kind: 'unmatched', issues: [issue] } as const;
    },
  };
  const messagesOf = (zip: string) =>
    input
      .safeParse({ country: 'US', state: 'MN', zip, isPartial: true })
      .error?.issues.map(({ path, message }) => `${path}: ${message}`);
  const places = Array.from({ length: 50 }, (_, index) => String(10_000 + index));
  for (const zip of [...places, ...places, ...places])
    expect(messagesOf(zip)).toEqual([`zip: Unknown ZIP code ${zip}.`]);
  expect(asked).toEqual(places);
});
