import { describe } from 'vitest';
import { testScenarios } from './scenario.ts';

const source =
  'Enforcement Order of the Consumption Tax Act of Japan, art. 70-10; National Tax Agency, Q&A on qualified invoices, question 57';
const japan = { country: 'JP' };
const cheap = { code: 'C1S1', price: '5' };

describe('Rounding in Japan', () => {
  testScenarios([
    {
      source,
      name: 'three lines of 5 yen',
      why: '10 % of 15 is 1.5, rounded once to 2; a rounding of each line would make 3',
      on: '2026-06-15',
      to: japan,
      currency: 'JPY',
      items: [cheap, cheap, cheap],
      expected: { taxes: ['1', '1', '0'], total: '17', taxLines: ['COUNTRY CT 0.1 of 5 = 1'] },
    },
    {
      source,
      name: 'the same, rounded down',
      why: 'the seller may round down: 1.5 is 1',
      on: '2026-06-15',
      to: japan,
      currency: 'JPY',
      items: [cheap, cheap, cheap],
      settings: { roundingMode: 'DOWN' },
      expected: { taxes: ['1', '0', '0'], total: '16' },
    },
    {
      source,
      name: 'food at 8 % beside goods and delivery at 10 %',
      why: '8 % of 2 × 18 is 2.88, which is 3; 10 % of 14 + 300 is 31.4, which is 31',
      on: '2026-06-15',
      to: japan,
      currency: 'JPY',
      items: [
        { code: 'C1S10', price: '18' },
        { code: 'C1S10', price: '18' },
        { code: 'C1S1', price: '14' },
      ],
      shipping: { price: '300' },
      expected: {
        taxes: ['2', '1', '1'],
        shippingTax: '30',
        total: '384',
        notices: ['CATEGORY_IS_BROAD', 'CATEGORY_IS_BROAD'],
      },
    },
    {
      source,
      name: 'each line rounded by the account',
      why: 'the setting replaces the law: 0.5 is 1 on each line',
      on: '2026-06-15',
      to: japan,
      currency: 'JPY',
      items: [cheap, cheap, cheap],
      settings: { roundingLevel: 'LINE' },
      expected: { taxes: ['1', '1', '1'], total: '18', notices: ['ROUNDING_NOT_BY_LAW'] },
    },
    {
      source,
      name: 'one line, rounded by the account',
      why: 'a single line has one rounding at either level',
      on: '2026-06-15',
      to: japan,
      currency: 'JPY',
      items: [cheap],
      settings: { roundingLevel: 'LINE' },
      expected: { taxes: ['1'], total: '6' },
    },
    {
      source,
      name: 'two rates, rounded together by the account',
      why: '8 % of 18 is 1.44 and 10 % of 14 is 1.4, each 1; together they are 2.84, which is 3',
      on: '2026-06-15',
      to: japan,
      currency: 'JPY',
      items: [
        { code: 'C1S10', price: '18' },
        { code: 'C1S1', price: '14' },
      ],
      settings: { roundingLevel: 'DOCUMENT' },
      expected: { taxes: ['2', '1'], total: '35', notices: ['CATEGORY_IS_BROAD', 'ROUNDING_NOT_BY_LAW'] },
    },
    {
      source,
      name: 'four pieces, each rounded by the account',
      why: '10 % of 4 × 15 is 6; 1.5 on each piece is 2',
      on: '2026-06-15',
      to: japan,
      currency: 'JPY',
      items: [{ code: 'C1S1', price: '15', quantity: 4 }],
      settings: { roundingLevel: 'UNIT' },
      expected: { taxes: ['8'], total: '68', notices: ['ROUNDING_NOT_BY_LAW'] },
    },
    {
      source: 'Council Directive 2006/112/EC, which leaves rounding to the member states',
      name: 'rounded by the account where no law prescribes a level',
      why: '19 % of 0.05 is 0.0095, rounded to 0.01 on each line',
      on: '2026-06-15',
      from: { country: 'DE' },
      to: { country: 'DE' },
      currency: 'EUR',
      items: [
        { code: 'C1S1', price: '0.05' },
        { code: 'C1S1', price: '0.05' },
        { code: 'C1S1', price: '0.05' },
      ],
      settings: { roundingLevel: 'LINE' },
      expected: { taxes: ['0.01', '0.01', '0.01'], total: '0.18' },
    },
    {
      source,
      name: 'before qualified invoices',
      why: 'the law applies since 2023-10-01',
      on: '2023-09-30',
      to: japan,
      currency: 'JPY',
      items: [cheap, cheap, cheap],
      expected: { taxes: ['1', '1', '1'], total: '18' },
    },
  ]);
});
