import { describe, expect, it } from 'vitest';
import { addressInput, codedLine, corrected, dayAt, shippingTaxCodeOf } from '../../../src/shops/shared/mapping.ts';
import { isCountryAlone } from '../../../src/shops/shared/place.ts';

const nothing = { state: null, city: '', zip: undefined, street: ['', null] };

describe('an address of a platform', () => {
  it('omits null and empty members, and has its country in capitals', () => {
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

it('finds tax codes by the kind of a product, and leaves others to the gateway, which has codes of products', () => {
  const shop = { source: '3', taxCodes: { 2: 'C1S2' } };
  const product = { product: 'SKU-1', productSource: '3' };
  expect(codedLine({ kind: 2, product: 'SKU-1' }, shop)).toEqual({ taxCode: 'C1S2', ...product });
  expect(codedLine({ kind: 3, product: 'SKU-1' }, shop)).toEqual(product);
  expect(codedLine({ kind: 3, product: 'SKU-1' }, { ...shop, productSource: '9' })).toEqual({
    product: 'SKU-1',
    productSource: '9',
  });
  const withDefault = { ...shop, defaultTaxCode: 'C9S1' };
  expect(codedLine({ kind: null, product: 'SKU-1' }, withDefault)).toEqual({ taxCode: 'C9S1', ...product });
  // An item without a product has no code in the gateway: general goods.
  expect(codedLine({ kind: 3, product: '' }, shop)).toEqual({ taxCode: 'C1S1' });
  expect([shippingTaxCodeOf({}), shippingTaxCodeOf({ shippingTaxCode: 'C6S2' })]).toEqual(['C6S1', 'C6S2']);
});

it('corrects the place and the tax codes of a refused document, and no amount of it', () => {
  const document = {
    externalId: 'order-1',
    transactionType: 'INVOICE',
    transactionStatus: 'ACTIVE',
    externalTimestamps: { createdDate: '2026-06-15', updatedDate: '2026-06-15' },
    items: [
      { name: 'Lamp', taxCode: 'C9', unitPrice: '100', quantity: '2' },
      { name: 'Gone from the shop', taxCode: 'C9', unitPrice: '5' },
      { name: 'Coat', taxCode: 'C9', product: 'SKU-2', productSource: '3', unitPrice: '80' },
    ],
    shippingFee: { taxCode: 'C6', totalPrice: '14' },
    shippingAddress: { country: 'US', isPartial: true },
  } as const;
  const shippingAddress = { country: 'US', state: 'MN', city: 'Minneapolis', zip: '55401', isPartial: true };
  const codes = { source: '3', shippingTaxCode: 'C6S1', taxCodes: { lamps: 'C1S1' } };
  expect(corrected(document, { shippingAddress, kinds: ['lamps', undefined, null], codes })).toEqual({
    ...document,
    items: [
      { name: 'Lamp', taxCode: 'C1S1', unitPrice: '100', quantity: '2' },
      { name: 'Gone from the shop', taxCode: 'C9', unitPrice: '5' },
      { name: 'Coat', product: 'SKU-2', productSource: '3', unitPrice: '80' },
    ],
    shippingFee: { taxCode: 'C6S1', totalPrice: '14' },
    shippingAddress,
  });
});
