import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

const subscription = { on: '2026-06-15', items: [{ code: 'C3S1', price: '1000' }] };

describe('1,000 dollars of software as a service for a business', () => {
  testScenarios([
    {
      ...subscription,
      name: 'Texas',
      source: 'Tex. Tax Code 151.0035 and 151.351: data processing, 20 % exempt',
      why: '800 x 8.25 % = 66',
      to: { state: 'TX', city: 'Houston', zip: '77002' },
      expected: {
        taxes: ['66'],
        total: '1066',
        taxLines: ['STATE 0.0625 of 800 = 50', 'CITY 0.01 of 800 = 8', 'DISTRICT 0.01 of 800 = 8'],
      },
    },
    {
      ...subscription,
      name: 'Washington',
      source: 'RCW 82.04.050(6): prewritten software accessed remotely',
      why: '1,000 x 10.55 % = 105.50',
      to: { state: 'WA', city: 'Seattle', zip: '98101' },
      expected: { taxes: ['105.5'], total: '1105.5' },
    },
    {
      ...subscription,
      name: 'New York',
      source: 'N.Y. Tax Law 1101(b)(6); Tax Bulletin ST-128',
      why: '1,000 x 8.875 % = 88.75',
      to: { state: 'NY', city: 'New York', zip: '10001' },
      expected: { taxes: ['88.75'], total: '1088.75' },
    },
    {
      ...subscription,
      name: 'Connecticut',
      source: 'Conn. Gen. Stat. 12-408(1)(D): computer and data processing services',
      why: '1,000 x 1 % = 10',
      to: { state: 'CT', city: 'Hartford', zip: '06103' },
      expected: { taxes: ['10'], total: '1010', reasons: ['REDUCED_RATE'] },
    },
    {
      ...subscription,
      name: 'California',
      source: '18 CCR 1502(f)(1)(D): nothing tangible is transferred',
      why: 'not taxed',
      to: { state: 'CA', city: 'Los Angeles', zip: '90012' },
      expected: { taxes: ['0'], total: '1000', reasons: ['PRODUCT_NOT_TAXABLE'] },
    },
  ] satisfies Scenario[]);
});
