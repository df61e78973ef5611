import { expect, it } from 'vitest';
import type { Customer } from '../../../src/domain/customers/customer.ts';
import { erasedCustomer } from '../../../src/domain/erasure/erasure.ts';

it.each([
  ['55401-1234', '55401'],
  ['554011234', '55401'],
  ['55401 1234', '55401'],
  [' 55401-1234 ', '55401'],
  ['100-0001', '100-0001'],
  ['K1A 0B1', 'K1A 0B1'],
])('an erased address with the postal code %j keeps %s', (zip, kept) => {
  const customer = { address: { zip, street: '350 S 5th St' } } as unknown as Customer;
  expect(erasedCustomer(customer, new Date(), { keepsTaxNumber: false }).address).toEqual({ zip: kept, street: null });
});
