import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

const newYork = { on: '2026-06-15', to: { state: 'NY', city: 'New York', zip: '10001' } };
const publication718C = 'N.Y. Tax Law 1115(a)(30); Publication 718-C';
const boston = { on: '2026-06-15', to: { state: 'MA', city: 'Boston', zip: '02108' } };
const overAHundredSeventyFive = 'M.G.L. c. 64H, s. 6(k)';
const providence = { on: '2026-06-15', to: { state: 'RI', city: 'Providence', zip: '02903' } };

describe('clothing in New York City, under 110 a piece free', () => {
  testScenarios([
    {
      ...newYork,
      name: 'below',
      source: publication718C,
      why: '109.99 is less than 110',
      items: [{ code: 'C1S2', price: '109.99' }],
      expected: { taxes: ['0'], total: '109.99', reasons: ['BELOW_THRESHOLD'] },
    },
    {
      ...newYork,
      name: 'at the limit',
      source: publication718C,
      why: '110 is not less than 110: 110 x 8.875 % = 9.7625',
      items: [{ code: 'C1S2', price: '110' }],
      expected: {
        taxes: ['9.76'],
        total: '119.76',
        reasons: ['ABOVE_THRESHOLD'],
        taxLines: [
          'STATE 0.04 of 110 = 4.4',
          'COUNTY 0 of 0 = 0',
          'CITY 0.045 of 110 = 4.95',
          'DISTRICT 0.00375 of 110 = 0.41',
        ],
      },
    },
    {
      ...newYork,
      name: 'several pieces',
      source: publication718C,
      why: 'each of the three costs 60; that they cost 180 together does not matter',
      items: [{ code: 'C1S3', price: '60', quantity: 3 }],
      expected: { taxes: ['0'], total: '180', reasons: ['BELOW_THRESHOLD'] },
    },
    {
      ...newYork,
      name: "brought under by the store's discount",
      source: publication718C,
      why: '120 - 15 = 105',
      items: [{ code: 'C1S2', price: '120', discount: '15' }],
      expected: { taxes: ['0'], total: '105', reasons: ['BELOW_THRESHOLD'] },
    },
    {
      ...newYork,
      name: 'brought under by its share of a discount on the order',
      source: publication718C,
      why: '25 x 125 / 175 = 17.86, so the coat costs 107.14; the lamp 42.86 x 8.875 % = 3.803825',
      items: [
        { code: 'C1S2', price: '125' },
        { code: 'C1S1', price: '50' },
      ],
      discount: '25',
      expected: { taxes: ['0', '3.8'], total: '153.8', reasons: ['BELOW_THRESHOLD', 'TAXED'] },
    },
    {
      ...newYork,
      name: 'handbags are not clothing',
      source: 'Tax Bulletin ST-530 (clothing and footwear exemption)',
      why: '40 x 8.875 % = 3.55',
      items: [{ code: 'C1S5', price: '40' }],
      expected: { taxes: ['3.55'], total: '43.55', reasons: ['TAXED'] },
    },
    {
      name: 'in Albany the county has not opted in',
      source: publication718C,
      why: 'the state exempts it, the county takes 100 x 4 % = 4.00',
      on: '2026-06-15',
      to: { state: 'NY', city: 'Albany', zip: '12207' },
      items: [{ code: 'C1S2', price: '100' }],
      expected: { taxes: ['4'], total: '104', notices: ['FACT_UNCERTAIN'] },
    },
  ] satisfies Scenario[]);
});

describe('clothing in Massachusetts, taxed above 175 a piece', () => {
  testScenarios([
    {
      ...boston,
      name: 'at the limit',
      source: overAHundredSeventyFive,
      why: 'nothing is above 175',
      items: [{ code: 'C1S2', price: '175' }],
      expected: { taxes: ['0'], total: '175', reasons: ['BELOW_THRESHOLD'] },
    },
    {
      ...boston,
      name: 'above',
      source: overAHundredSeventyFive,
      why: '(200 - 175) x 6.25 % = 1.5625',
      items: [{ code: 'C1S2', price: '200' }],
      expected: {
        taxes: ['1.56'],
        total: '201.56',
        reasons: ['ABOVE_THRESHOLD'],
        taxLines: ['STATE 0.0625 of 25 = 1.56'],
      },
    },
    {
      ...boston,
      name: 'several pieces with a discount',
      source: overAHundredSeventyFive,
      why: '3 x 182.40 - 9 is 179.40 a piece; 3 x 4.40 x 6.25 % = 0.825',
      items: [{ code: 'C1S2', price: '182.40', quantity: 3, discount: '9' }],
      expected: { taxes: ['0.83'], total: '539.03', reasons: ['ABOVE_THRESHOLD'] },
    },
  ] satisfies Scenario[]);
});

describe('clothing in Rhode Island, taxed above 250 a piece', () => {
  testScenarios([
    {
      ...providence,
      name: 'at the limit',
      source: 'R.I. Gen. Laws 44-18-30(27)',
      why: 'nothing is above 250',
      items: [{ code: 'C1S2', price: '250' }],
      expected: { taxes: ['0'], total: '250', reasons: ['BELOW_THRESHOLD'] },
    },
    {
      ...providence,
      name: 'above',
      source: 'R.I. Gen. Laws 44-18-30(27)',
      why: '(260 - 250) x 7 % = 0.70',
      items: [{ code: 'C1S2', price: '260' }],
      expected: { taxes: ['0.7'], total: '260.7', reasons: ['ABOVE_THRESHOLD'] },
    },
  ] satisfies Scenario[]);
});

describe('clothing in states that do not tax it', () => {
  const clothes = { on: '2026-06-15', items: [{ code: 'C1S2', price: '90' }], why: 'exempt at any price' };
  const expected = { taxes: ['0'], total: '90', reasons: ['PRODUCT_EXEMPT'] };
  testScenarios([
    { ...clothes, expected, name: 'New Jersey', source: 'N.J.S.A. 54:32B-8.4', to: { state: 'NJ', zip: '07102' } },
    { ...clothes, expected, name: 'Pennsylvania', source: '61 Pa. Code 53.92', to: { state: 'PA', zip: '19103' } },
    {
      ...clothes,
      expected,
      name: 'Minnesota',
      source: 'Minn. Stat. 297A.67, subd. 8',
      to: { state: 'MN', zip: '55401' },
    },
  ] satisfies Scenario[]);
});
