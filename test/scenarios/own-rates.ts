import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

describe('separate rates', () => {
  testScenarios([
    {
      name: 'New Hampshire taxes the meal and not the book',
      source: 'N.H. RSA 78-A:6, meals and rooms 8.5 % since 2021-10-01',
      why: '40 x 8.5 % = 3.40',
      on: '2026-06-15',
      to: { state: 'NH', city: 'Concord', zip: '03301' },
      items: [
        { code: 'C1S15', price: '40' },
        { code: 'C1S30', price: '20' },
      ],
      expected: {
        taxes: ['3.4', '0'],
        total: '63.4',
        reasons: ['TAXED', 'NO_TAX_THERE'],
        taxLines: ['STATE 0.085 of 40 = 3.4'],
      },
    },
    {
      name: 'a hotel night in the District of Columbia beside a meal',
      source: 'D.C. Office of Tax and Revenue, 15.95 % from 2023-04-01 to 2027-03-30, meals 10 %',
      why: '200 x 15.95 % = 31.90, 50 x 10 % = 5.00',
      on: '2026-06-15',
      to: { state: 'DC', city: 'Washington', zip: '20001' },
      items: [
        { code: 'C5S2', price: '200' },
        { code: 'C1S15', price: '50' },
      ],
      expected: { taxes: ['31.9', '5'], total: '286.9', taxLines: ['STATE 0.1595 of 200 = 31.9'] },
    },
    {
      name: 'Illinois taxes 94 % of a hotel night, and the tax of the city is told',
      source: '35 ILCS 145/3: 6 % of 94 % of the gross receipts',
      why: '100 x 94 % x 6 % = 5.64',
      on: '2026-06-15',
      to: { state: 'IL', city: 'Chicago', zip: '60601' },
      items: [{ code: 'C5S2', price: '100' }],
      expected: {
        taxes: ['5.64'],
        total: '105.64',
        notices: ['LOCAL_RATES_INCOMPLETE'],
      },
    },
    {
      name: 'a coat of 1,200 in Connecticut bears 7.75 % on its whole price',
      source: 'Conn. Gen. Stat. 12-408(1)(H): above 1,000 for clothing',
      why: '1200 x 7.75 % = 93.00, 1000 x 6.35 % = 63.50',
      on: '2026-06-15',
      to: { state: 'CT', city: 'Hartford', zip: '06103' },
      items: [
        { code: 'C1S2', price: '1200' },
        { code: 'C1S2', price: '1000' },
      ],
      expected: { taxes: ['93', '63.5'], total: '2356.5', taxLines: ['STATE 0.0775 of 1200 = 93'] },
    },
    {
      name: 'two coats of 600 are not one of 1,200',
      source: 'Conn. Gen. Stat. 12-408(1)(H): the price of each article',
      why: '2 x 600 x 6.35 % = 76.20',
      on: '2026-06-15',
      to: { state: 'CT', city: 'Hartford', zip: '06103' },
      items: [{ code: 'C1S2', price: '600', quantity: 2 }],
      expected: { taxes: ['76.2'], total: '1276.2' },
    },
    {
      name: 'Chicago taxes software online although the state does not',
      source: 'Chicago Municipal Code 3-32-030: 15 % from 2026-01-01',
      why: '100 x 15 % = 15.00',
      on: '2026-01-01',
      to: { state: 'IL', city: 'Chicago', zip: '60601' },
      items: [{ code: 'C3S1', price: '100' }],
      expected: { taxes: ['15'], total: '115', reasons: ['TAXED'] },
    },
    {
      name: 'Maryland taxes data processing at half its rate',
      source: 'Comptroller of Maryland, Technical Bulletin No. 56: 3 % from 2025-07-01',
      why: '250 x 3 % = 7.50',
      on: '2025-07-01',
      to: { state: 'MD', city: 'Baltimore', zip: '21201' },
      items: [{ code: 'C3S5', price: '250' }],
      expected: { taxes: ['7.5'], total: '257.5', reasons: ['REDUCED_RATE'] },
    },
  ] satisfies Scenario[]);
});
