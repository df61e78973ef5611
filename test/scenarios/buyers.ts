import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

const newYork = { on: '2026-06-15', to: { state: 'NY', city: 'New York', zip: '10001' } };
const items = [{ code: 'C1S1', price: '100' }];
const resale = 'N.Y. Tax Law 1101(b)(4) and 1132(c); form ST-120';

describe('buyers in New York', () => {
  testScenarios([
    {
      ...newYork,
      name: 'with a certificate of the state',
      source: resale,
      why: 'exempt, and so is the delivery',
      items,
      shipping: { price: '10' },
      customer: { customerType: 'RESELLER' },
      exemption: { state: 'NY', stateName: 'New York' },
      expected: { taxes: ['0'], shippingTax: '0', total: '110', reasons: ['CUSTOMER_EXEMPT'] },
    },
    {
      ...newYork,
      name: 'with a certificate of another state',
      source: resale,
      why: '100 x 8.875 % = 8.875',
      items,
      exemption: { state: 'NJ', stateName: 'New Jersey' },
      expected: { taxes: ['8.88'], total: '108.88' },
    },
    {
      ...newYork,
      name: 'on the last day of a certificate',
      source: resale,
      why: 'its last day is included',
      items,
      exemption: { state: 'NY', validThrough: '2026-06-15' },
      expected: { taxes: ['0'], total: '100' },
    },
    {
      ...newYork,
      name: 'the day after',
      source: resale,
      why: '100 x 8.875 % = 8.875',
      items,
      exemption: { state: 'NY', validThrough: '2026-06-14' },
      expected: { taxes: ['8.88'], total: '108.88' },
    },
    {
      ...newYork,
      name: 'who resell and show no certificate',
      source: 'N.Y. Tax Law 1132(c)(1): presumed taxable',
      why: '100 x 8.875 % = 8.875',
      items,
      customer: { customerType: 'RESELLER' },
      expected: { taxes: ['8.88'], total: '108.88' },
    },
    {
      ...newYork,
      name: 'through a marketplace',
      source: 'N.Y. Tax Law 1131(1) and 1132(l): the provider collects',
      why: 'not charged by the seller',
      items,
      customer: { customerType: 'MARKETPLACE' },
      expected: { taxes: ['0'], total: '100', reasons: ['MARKETPLACE'] },
    },
    {
      ...newYork,
      name: 'with a price that contains the tax of others',
      source: resale,
      why: 'no tax, and the price stays as it is',
      items,
      isTaxInclusive: true,
      exemption: { state: 'NY' },
      expected: { taxes: ['0'], total: '100', reasons: ['CUSTOMER_EXEMPT'] },
    },
  ] satisfies Scenario[]);
});
