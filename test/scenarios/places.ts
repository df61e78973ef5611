import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

const items = [{ code: 'C1S1', price: '100' }];
const on = '2026-06-15';

describe('a lamp of 100 dollars', () => {
  testScenarios([
    {
      name: 'Seattle',
      source: 'Washington Department of Revenue, local sales tax rates: the figure of a city contains the county',
      why: '6.5 % state, 4.05 % city with King County inside',
      on,
      to: { state: 'WA', city: 'Seattle', zip: '98101' },
      items,
      expected: {
        taxes: ['10.55'],
        total: '110.55',
        taxLines: ['STATE 0.065 of 100 = 6.5', 'CITY 0.0405 of 100 = 4.05'],
      },
    },
    {
      name: 'Los Angeles',
      source: 'Cal. Rev. and Tax. Code 6051 and 7202 (uniform 7.25 %); CDTFA-95 (2.5 % of districts)',
      why: '7.25 % uniform rate and 2.5 % of the districts of the county',
      on,
      to: { state: 'CA', city: 'Los Angeles', zip: '90012' },
      items,
      expected: { taxes: ['9.75'], total: '109.75' },
    },
    {
      name: 'Miami',
      source: 'Fla. Stat. 212.05 and 212.055',
      why: '6 % state, 1 % of Miami-Dade County',
      on,
      to: { state: 'FL', city: 'Miami', zip: '33130' },
      items,
      expected: { taxes: ['7'], total: '107' },
    },
    {
      name: 'Coppell, Texas',
      source: 'Tex. Tax Code 321.101(f): local taxes are 2 % at most',
      why: '6.25 % state, 1.75 % city, 0.25 % crime control; nothing is left for a further district',
      on,
      to: { state: 'TX', city: 'Coppell', zip: '75019' },
      items,
      expected: { taxes: ['8.25'], total: '108.25' },
    },
    {
      name: 'New York City',
      source: 'N.Y. Tax Law 1105, 1107 and 1109; Publication 718',
      why: '100 x (4 % + 4.5 % + 0.375 %) = 8.875',
      on,
      to: { state: 'NY', city: 'New York', zip: '10001' },
      items,
      expected: { taxes: ['8.88'], total: '108.88' },
    },
    {
      name: 'Washington, D.C., until 2026-09-30',
      source: 'D.C. Code 47-2002',
      why: '100 x 6 %',
      on: '2026-09-30',
      to: { state: 'DC', city: 'Washington', zip: '20001' },
      items,
      expected: { taxes: ['6'], total: '106' },
    },
    {
      name: 'Washington, D.C., since 2026-10-01',
      source: 'D.C. Code 47-2002(a); the Fiscal Year 2026 Budget Support Act left this step (kpmg.com, twist-251215)',
      why: '100 x 7 %; the budget act of the next year was not found, so the rate is told to be uncertain',
      on: '2026-10-01',
      to: { state: 'DC', city: 'Washington', zip: '20001' },
      items,
      expected: { taxes: ['7'], total: '107', notices: ['FACT_UNCERTAIN'] },
    },
    {
      name: 'Chicago until 2026-07-31',
      source: '35 ILCS 120/2-10; 70 ILCS 3615/4.03',
      why: '6.25 % state, 1.75 % county, 1.25 % city, 1 % transit',
      on: '2026-07-31',
      to: { state: 'IL', city: 'Chicago', zip: '60601' },
      items,
      expected: {
        taxes: ['10.25'],
        total: '110.25',
        taxLines: [
          'STATE 0.0625 of 100 = 6.25',
          'COUNTY 0.0175 of 100 = 1.75',
          'CITY 0.0125 of 100 = 1.25',
          'DISTRICT 0.01 of 100 = 1',
        ],
      },
    },
    {
      name: 'Chicago since 2026-08-01',
      source: '35 ILCS 120/2-10; 70 ILCS 3615/4.03 as amended: transit 1.25 %',
      why: '6.25 % state, 1.75 % county, 1.25 % city, 1.25 % transit',
      on: '2026-08-01',
      to: { state: 'IL', city: 'Chicago', zip: '60601' },
      items,
      expected: { taxes: ['10.5'], total: '110.5' },
    },
    {
      name: 'Charlotte since 2026-07-01',
      source: 'N.C. Gen. Stat. 105-164.4 and Mecklenburg County, transit tax of 1 %',
      why: '4.75 % state, 2 % county, 0.5 % and 1 % transit',
      on: '2026-07-01',
      to: { state: 'NC', city: 'Charlotte', zip: '28202' },
      items,
      expected: { taxes: ['8.25'], total: '108.25' },
    },
    {
      name: 'Portland, Oregon',
      source: 'the state has no sales tax',
      why: 'nothing',
      on,
      to: { state: 'OR', city: 'Portland', zip: '97201' },
      items,
      expected: { taxes: ['0'], total: '100', reasons: ['NO_TAX_THERE'] },
    },
  ] satisfies Scenario[]);
});
