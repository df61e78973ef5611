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
