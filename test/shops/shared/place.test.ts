import { describe, expect, it } from 'vitest';
import { TollgateError } from '../../../src/shops/client/entrance.ts';
import {
  checkPlaceSettings,
  isForWantOfAddress,
  type PlaceSettings,
  placeOf,
} from '../../../src/shops/shared/place.ts';

const nowhere = {};
const us = { country: 'US', isPartial: true };
const minneapolis = {
  country: 'US',
  state: 'MN',
  city: 'Minneapolis',
  zip: '55401',
  street: '1 Main',
  isPartial: false,
};
const berlin = { country: 'DE', city: 'Berlin', zip: '10115', street: 'Invalidenstr. 1', isPartial: false };
const { isPartial: _, ...shopAddress } = minneapolis;
const pickup: PlaceSettings = { paymentWithoutPlace: 'SHOP_ADDRESS', shopAddress };
const digital: PlaceSettings = { paymentWithoutPlace: 'BILLING_ADDRESS' };

describe('the place of an order', () => {
  it.each([
    ['nothing, by default', nowhere, berlin, {}, nowhere],
    ['a country, by default', us, berlin, {}, us],
    ['nothing, for goods that are collected', nowhere, berlin, pickup, minneapolis],
    ['a country, for goods that are collected', us, berlin, pickup, minneapolis],
    ['nothing, for digital goods', nowhere, berlin, digital, berlin],
    ['a country, for digital goods', us, berlin, digital, berlin],
    ['nothing at all, for digital goods', nowhere, nowhere, digital, nowhere],
    ['a country and no billing address, for digital goods', us, nowhere, digital, us],
    ['a delivery address, for goods that are collected', berlin, nowhere, pickup, berlin],
    ['a delivery address, for digital goods', berlin, minneapolis, digital, berlin],
    // A part of an address belongs to the buyer's own place, which must be completed instead of replaced.
    ['a part of an address', { ...us, state: 'MN' }, berlin, pickup, { ...us, state: 'MN' }],
  ])('with %s', (_name, delivery, billing, settings, place) => {
    expect(placeOf({ delivery, billing }, settings)).toEqual(place);
  });

  it('is partial if the address of the shop is', () => {
    const { street: _street, ...rest } = shopAddress;
    const place = placeOf({ delivery: nowhere, billing: nowhere }, { ...pickup, shopAddress: rest });
    expect(place).toEqual({ ...rest, isPartial: true });
  });

  it('is set before the shop starts', () => {
    expect(() => checkPlaceSettings({ paymentWithoutPlace: 'SHOP_ADDRESS' })).toThrow('set shopAddress');
    expect(() => checkPlaceSettings({ paymentWithoutPlace: 'refuse' as 'REFUSE' })).toThrow('use REFUSE, ');
    for (const settings of [{}, pickup, digital]) expect(() => checkPlaceSettings(settings)).not.toThrow();
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

  it('is reported if only omitted fields are missing', () => {
    expect(isForWantOfAddress(refusal(['shippingAddress', 'state']), us)).toBe(true);
    expect(isForWantOfAddress(refusal(['shippingAddress']), us)).toBe(true);
  });

  it('is not if a field that was sent is wrong, if another member is, or once the address is whole', () => {
    expect(isForWantOfAddress(refusal(['shippingAddress', 'zip']), { ...us, zip: '00000' })).toBe(false);
    expect(isForWantOfAddress(refusal(['shippingAddress', 'state'], ['items', '0', 'taxCode']), us)).toBe(false);
    const whole = { ...us, state: 'MN', zip: '55401', city: 'Minneapolis' };
    expect(isForWantOfAddress(refusal(['shippingAddress', 'street']), whole)).toBe(false);
  });

  it('is not reported if the gateway failed', () => {
    const failure = new TollgateError({ kind: 'Unavailable', code: 'UNAVAILABLE', message: 'No' });
    expect(isForWantOfAddress(failure, us)).toBe(false);
  });
});
