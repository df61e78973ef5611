import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

const nashville = { on: '2026-06-15', to: { state: 'TN', city: 'Nashville', zip: '37201' } };
const singleArticle = 'Tenn. Code 67-6-702(a) (local tax on the first 1,600) and 67-6-202 (2.75 % up to 3,200)';
const miami = { on: '2026-06-15', to: { state: 'FL', city: 'Miami', zip: '33130' } };
const surtax = 'Fla. Stat. 212.054(2)(b); form DR-15DSS';

describe('the single article of Tennessee: 7 % state, 2.75 % local, 2.75 % state on the second 1,600', () => {
  testScenarios([
    {
      ...nashville,
      name: 'below 1,600',
      source: singleArticle,
      why: '1,000 x 9.75 % = 97.50',
      items: [{ code: 'C1S1', price: '1000' }],
      expected: { taxes: ['97.5'], total: '1097.5' },
    },
    {
      ...nashville,
      name: 'between 1,600 and 3,200',
      source: singleArticle,
      why: '2,000 x 7 % = 140; 1,600 x 2.75 % = 44; 400 x 2.75 % = 11',
      items: [{ code: 'C1S1', price: '2000' }],
      expected: {
        taxes: ['195'],
        total: '2195',
        taxLines: [
          'STATE 0.07 of 2000 = 140',
          'STATE 0.0275 of 400 = 11',
          'COUNTY 0.0225 of 1600 = 36',
          'DISTRICT 0.005 of 1600 = 8',
        ],
      },
    },
    {
      ...nashville,
      name: 'above 3,200',
      source: singleArticle,
      why: '5,000 x 7 % = 350; 1,600 x 2.75 % = 44; 1,600 x 2.75 % = 44',
      items: [{ code: 'C1S1', price: '5000' }],
      expected: { taxes: ['438'], total: '5438' },
    },
    {
      ...nashville,
      name: 'two articles',
      source: singleArticle,
      why: 'each costs 1,000: 2,000 x 9.75 % = 195',
      items: [{ code: 'C1S1', price: '1000', quantity: 2 }],
      expected: { taxes: ['195'], total: '2195' },
    },
  ] satisfies Scenario[]);
});

describe('the surtax of Florida on the first 5,000 of an item', () => {
  testScenarios([
    {
      ...miami,
      name: 'above 5,000',
      source: surtax,
      why: '6,000 x 6 % = 360; 5,000 x 1 % = 50',
      items: [{ code: 'C1S1', price: '6000' }],
      expected: {
        taxes: ['410'],
        total: '6410',
        taxLines: ['STATE 0.06 of 6000 = 360', 'COUNTY 0.01 of 5000 = 50'],
      },
    },
    {
      ...miami,
      name: 'two items below it',
      source: surtax,
      why: 'each costs 4,000: 8,000 x 7 % = 560',
      items: [{ code: 'C1S1', price: '4000', quantity: 2 }],
      expected: { taxes: ['560'], total: '8560' },
    },
  ] satisfies Scenario[]);
});

describe('the second rate of cities in Arizona on expensive items', () => {
  const onItem = (price: string, quantity = 1) => [{ code: 'C1S1', price, quantity }];
  const from = { on: '2026-06-15', source: 'Model City Tax Code, profiles of the cities; Phoenix since 2026-01-01' };
  // The ZIP codes of the seller and the buyer.
  const spansCounties = ['ZIP_SPANS_COUNTIES', 'ZIP_SPANS_COUNTIES'];
  const phoenix = { state: 'AZ', city: 'Phoenix', zip: '85003' };
  const sellerOf = (to: { city: string; zip: string }) => ({
    from: { country: 'US', state: 'AZ', ...to },
    to: { state: 'AZ', ...to },
  });
  testScenarios([
    {
      ...from,
      ...sellerOf(phoenix),
      name: 'Phoenix, at the limit',
      why: '14,338 x (5.6 % + 0.7 % + 2.8 %) = 1,304.758',
      items: onItem('14338'),
      expected: { taxes: ['1304.76'], total: '15642.76', reasons: ['TAXED'] },
    },
    {
      ...from,
      ...sellerOf(phoenix),
      name: 'Phoenix, above the limit',
      why: '20,000 x 6.3 % = 1,260; 14,338 x 2.8 % = 401.464; 5,662 x 2 % = 113.24',
      items: onItem('20000'),
      expected: {
        taxes: ['1774.7'],
        total: '21774.7',
        taxLines: [
          'STATE 0.056 of 20000 = 1120',
          'COUNTY 0.007 of 20000 = 140',
          'CITY 0.028 of 14338 = 401.46',
          'CITY 0.02 of 5662 = 113.24',
        ],
      },
    },
    {
      ...from,
      on: '2025-12-31',
      ...sellerOf(phoenix),
      name: 'Phoenix, above the limit of 2025',
      why: '14,338 x 6.3 % = 903.294; 13,886 x 2.8 % = 388.808; 452 x 2 % = 9.04',
      items: onItem('14338'),
      expected: { taxes: ['1301.14'], total: '15639.14', notices: ['RATE_START_UNKNOWN'] },
    },
    {
      ...from,
      ...sellerOf(phoenix),
      name: 'Phoenix, two items below the limit',
      why: 'each costs 10,000: 20,000 x 9.1 % = 1,820',
      items: onItem('10000', 2),
      expected: { taxes: ['1820'], total: '21820' },
    },
    {
      ...from,
      ...sellerOf(phoenix),
      name: 'Phoenix, a catered meal',
      why: 'not a retail sale: 20,000 x 9.1 % = 1,820',
      items: [{ code: 'C1S15', price: '20000' }],
      expected: { taxes: ['1820'], total: '21820' },
    },
    {
      ...from,
      ...sellerOf({ city: 'Glendale', zip: '85301' }),
      name: 'Glendale, on the whole price',
      why: '10,000 x (6.3 % + 2.2 %) = 850',
      items: onItem('10000'),
      expected: {
        taxes: ['850'],
        total: '10850',
        taxLines: ['STATE 0.056 of 10000 = 560', 'COUNTY 0.007 of 10000 = 70', 'CITY 0.022 of 10000 = 220'],
      },
    },
    {
      ...from,
      ...sellerOf({ city: 'Goodyear', zip: '85338' }),
      name: 'Goodyear, at the limit and above it',
      why: '5,000 x (6.3 % + 2.5 %) = 440; 5,001 x (6.3 % + 1.2 %) = 375.075',
      items: [...onItem('5000'), ...onItem('5001')],
      expected: { taxes: ['440', '375.08'], total: '10816.08' },
    },
    {
      ...from,
      ...sellerOf({ city: 'Avondale', zip: '85323' }),
      name: 'Avondale',
      why: '6,000 x (6.3 % + 1.5 %) = 468',
      items: onItem('6000'),
      expected: { taxes: ['468'], total: '6468' },
    },
    {
      ...from,
      ...sellerOf({ city: 'Marana', zip: '85653' }),
      name: 'Marana, two items below the limit and one above it',
      why: 'Pima County has 0.5 %: 6,000 x (6.1 % + 2.5 %) = 516; 6,000 x (6.1 % + 2 %) = 486',
      items: [...onItem('3000', 2), ...onItem('6000')],
      expected: { taxes: ['516', '486'], total: '13002', notices: spansCounties },
    },
    {
      ...from,
      ...sellerOf({ city: 'Wickenburg', zip: '85390' }),
      name: 'Wickenburg, a piece of jewelry',
      why: 'the example of the town: 8,000 x 7.99 % = 639.20',
      items: [{ code: 'C1S51', price: '8000' }],
      expected: { taxes: ['639.2'], total: '8639.2', notices: spansCounties },
    },
    {
      ...from,
      ...sellerOf({ city: 'San Luis', zip: '85349' }),
      name: 'San Luis',
      why: '5,000 x (5.6 % + 1.112 %) = 335.60; 2,500 x 4 % = 100; 2,500 x 1.5 % = 37.50',
      items: onItem('5000'),
      expected: { taxes: ['473.1'], total: '5473.1' },
    },
    {
      ...from,
      ...sellerOf({ city: 'Tempe', zip: '85281' }),
      name: 'Tempe, which has none',
      why: '20,000 x (5.6 % + 0.7 % + 1.8 %) = 1,620',
      items: onItem('20000'),
      expected: { taxes: ['1620'], total: '21620' },
    },
  ] satisfies Scenario[]);
});
