import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

const on = '2026-06-15';
const mumbai = { country: 'IN', state: 'Maharashtra', city: 'Mumbai' };
const items = [{ code: 'C1S1', price: '100' }];
const within = 'CGST Act 2017, s. 9; IGST Act 2017, s. 8';

describe('the GST of India', () => {
  testScenarios([
    {
      name: 'within a state',
      source: `${within}; Maharashtra GST Act 2017, s. 9`,
      why: '100 x 9 % to the centre, 100 x 9 % to the state',
      on,
      from: mumbai,
      to: mumbai,
      items,
      expected: {
        taxes: ['18'],
        total: '118',
        taxLines: ['COUNTRY CGST 0.09 of 100 = 9', 'REGION SGST 0.09 of 100 = 9'],
      },
    },
    {
      name: 'within a union territory without a legislature',
      source: `${within}; Union Territory GST Act 2017, s. 7`,
      why: '100 x 9 % to the centre, 100 x 9 % to the territory',
      on,
      from: { country: 'IN', state: 'Chandigarh' },
      to: { country: 'IN', state: 'Chandigarh' },
      items,
      expected: {
        taxes: ['18'],
        total: '118',
        taxLines: ['COUNTRY CGST 0.09 of 100 = 9', 'REGION UTGST 0.09 of 100 = 9'],
      },
    },
    {
      name: 'between states',
      source: 'IGST Act 2017, ss. 5 and 7',
      why: '100 x 18 %',
      on,
      from: { country: 'IN', state: 'Karnataka' },
      to: mumbai,
      items,
      expected: { taxes: ['18'], total: '118', taxLines: ['COUNTRY IGST 0.18 of 100 = 18'] },
    },
    {
      name: 'from an unknown state',
      source: 'IGST Act 2017, ss. 5 and 7',
      why: '100 x 18 %, whoever gets it',
      on,
      from: { country: 'IN' },
      to: mumbai,
      items,
      expected: { taxes: ['18'], total: '118', notices: ['SELLER_STATE_UNKNOWN'] },
    },
    {
      name: 'medicine within a state',
      source: 'Notification 9/2025-Central Tax (Rate), schedule I, heading 3004',
      why: '200 x 5 % = 10, half each',
      on,
      from: mumbai,
      to: mumbai,
      items: [{ code: 'C1S20', price: '200' }],
      expected: {
        taxes: ['10'],
        total: '210',
        taxLines: ['COUNTRY CGST 0.025 of 200 = 5', 'REGION SGST 0.025 of 200 = 5'],
        notices: ['CATEGORY_IS_BROAD'],
      },
    },
    {
      name: 'inside the price',
      source: within,
      why: '118 x 18 / 118 = 18',
      on,
      from: mumbai,
      to: mumbai,
      isTaxInclusive: true,
      items: [{ code: 'C1S1', price: '118' }],
      expected: {
        taxes: ['18'],
        total: '118',
        taxLines: ['COUNTRY CGST 0.09 of 100 = 9', 'REGION SGST 0.09 of 100 = 9'],
      },
    },
  ] satisfies Scenario[]);
});
