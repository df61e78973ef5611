import { describe, expect, it } from 'vitest';
import { TollgateError } from '../../../src/client/entrance.ts';
import {
  addressInput,
  dayAt,
  isCountryAlone,
  isForWantOfAddress,
  shippingTaxCodeOf,
  taxCodeOf,
} from '../../../src/connectors/shared/mapping.ts';

const nothing = { state: null, city: '', zip: undefined, street: ['', null] };

describe('an address of a platform', () => {
  it('has no member for what is null or empty, and its country in capitals', () => {
    const address = addressInput({ country: 'us', ...nothing });
    expect(address).toEqual({ country: 'US', isPartial: true });
    expect(isCountryAlone(address)).toBe(true);
  });

  it('is whole with a street, a city and a ZIP code', () => {
    const address = addressInput({
      country: 'US',
      state: 'MN',
      city: 'Minneapolis',
      zip: '55401',
      street: ['1 Main', 'B'],
    });
    expect(address).toMatchObject({ street: '1 Main, B', isPartial: false });
    expect(isCountryAlone(address)).toBe(false);
  });
});

describe('a refusal of an address', () => {
  const refusal = (...paths: string[][]) =>
    new TollgateError({
      kind: 'InvalidInput',
      code: 'ERR_ADDR_001',
      message: 'No',
      issues: paths.map((path) => ({ path, message: 'No' })),
    });
  const us = { country: 'US' };

  it('is for want of it if only what was not sent is missed', () => {
    expect(isForWantOfAddress(refusal(['shippingAddress', 'state']), us)).toBe(true);
    expect(isForWantOfAddress(refusal(['shippingAddress']), us)).toBe(true);
  });

  it('is not if a field that was sent is wrong, if another member is, or once the address is whole', () => {
    expect(isForWantOfAddress(refusal(['shippingAddress', 'zip']), { ...us, zip: '00000' })).toBe(false);
    expect(isForWantOfAddress(refusal(['shippingAddress', 'state'], ['items', '0', 'taxCode']), us)).toBe(false);
    const whole = { ...us, state: 'MN', zip: '55401', city: 'Minneapolis' };
    expect(isForWantOfAddress(refusal(['shippingAddress', 'street']), whole)).toBe(false);
  });

  it('is no want of it if the gateway failed', () => {
    const failure = new TollgateError({ kind: 'Unavailable', code: 'UNAVAILABLE', message: 'No' });
    expect(isForWantOfAddress(failure, us)).toBe(false);
  });
});

describe('the day of an order', () => {
  it.each([
    ['2026-07-01T04:30:00Z', 'America/Chicago', '2026-06-30', 'half past eleven in the evening'],
    ['2026-07-01T04:30:00Z', 'UTC', '2026-07-01', 'in Greenwich'],
    ['2026-06-30T15:00:00Z', 'Asia/Tokyo', '2026-07-01', 'midnight'],
    // The clocks go forward at two.
    ['2026-03-08T05:59:59Z', 'America/Chicago', '2026-03-07', 'the last second of a winter day'],
    ['2026-11-02T05:59:59Z', 'America/Chicago', '2026-11-01', 'the last second of a day of 25 hours'],
  ])('%s is in %s on %s (%s)', (instant, timeZone, day) => {
    expect(dayAt(new Date(instant), timeZone)).toBe(day);
  });
});

it('finds tax codes by the kind of a product, with general goods for others', () => {
  expect(taxCodeOf(2, { taxCodes: { 2: 'C1S2' } })).toBe('C1S2');
  expect(taxCodeOf(3, { taxCodes: { 2: 'C1S2' } })).toBe('C1S1');
  expect(taxCodeOf(null, { defaultTaxCode: 'C9S1' })).toBe('C9S1');
  expect([shippingTaxCodeOf({}), shippingTaxCodeOf({ shippingTaxCode: 'C6S2' })]).toEqual(['C6S1', 'C6S2']);
});
