import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

const items = [{ code: 'C1S10', price: '80' }];
const on = '2026-06-15';

describe('80 dollars of groceries', () => {
  testScenarios([
    {
      name: 'Utah',
      source: 'Utah Code 59-12-103(2): 1.75 % state, 1 % local, 0.25 % county',
      why: '80 x 3 % = 2.40, wherever in the state',
      on,
      to: { state: 'UT', city: 'Salt Lake City', zip: '84101' },
      items,
      expected: { taxes: ['2.4'], total: '82.4', reasons: ['REDUCED_RATE'] },
    },
    {
      name: 'North Carolina',
      source: 'N.C. Gen. Stat. 105-164.13B and 105-467',
      why: '80 x 2 % = 1.60, local',
      on,
      to: { state: 'NC', city: 'Charlotte', zip: '28202' },
      items,
      expected: { taxes: ['1.6'], total: '81.6' },
    },
    {
      name: 'Virginia',
      source: 'Va. Code 58.1-611.1: 1 % since 2023-01-01, local option only',
      why: '80 x 1 % = 0.80',
      on,
      to: { state: 'VA', city: 'Richmond', zip: '23220' },
      items,
      expected: { taxes: ['0.8'], total: '80.8' },
    },
    {
      name: 'Tennessee',
      source: 'Tenn. Code 67-6-228: 4 % for the state; local rates as for other goods',
      why: '80 x 4 % = 3.20; 80 x 2.75 % = 2.20',
      on,
      to: { state: 'TN', city: 'Nashville', zip: '37201' },
      items,
      expected: {
        taxes: ['5.4'],
        total: '85.4',
        taxLines: ['STATE 0.04 of 80 = 3.2', 'COUNTY 0.0225 of 80 = 1.8', 'DISTRICT 0.005 of 80 = 0.4'],
      },
    },
    {
      name: 'Alabama until 2025-08-31',
      source: 'Ala. Act 2023-554: 3 % for the state',
      why: '80 x (3 % + 2 % + 4 %) = 7.20',
      on: '2025-08-31',
      to: { state: 'AL', city: 'Birmingham', zip: '35203' },
      items,
      expected: { taxes: ['7.2'], total: '87.2', notices: ['RATE_START_UNKNOWN'] },
    },
    {
      name: 'Alabama since 2025-09-01',
      source: 'Ala. Act 2025-305: 2 % for the state',
      why: '80 x (2 % + 2 % + 4 %) = 6.40',
      on,
      to: { state: 'AL', city: 'Birmingham', zip: '35203' },
      items,
      expected: { taxes: ['6.4'], total: '86.4' },
    },
    {
      name: 'Arkansas until 2025-12-31',
      source: 'Ark. Code 26-52-317: 0.125 % for the state',
      why: '80 x (0.125 % + 1 % + 1.125 %) = 1.80',
      on: '2025-12-31',
      to: { state: 'AR', city: 'Little Rock', zip: '72201' },
      items,
      expected: { taxes: ['1.8'], total: '81.8', notices: ['RATE_START_UNKNOWN'] },
    },
    {
      name: 'Arkansas since 2026-01-01',
      source: 'Ark. Act 1008 of 2025: the state rate is zero',
      why: '80 x (1 % + 1.125 %) = 1.70',
      on: '2026-01-01',
      to: { state: 'AR', city: 'Little Rock', zip: '72201' },
      items,
      expected: { taxes: ['1.7'], total: '81.7' },
    },
    {
      name: 'Chicago until 2025-12-31',
      source: '35 ILCS 120/2-10; 70 ILCS 3615/4.03',
      why: '80 x (1 % state + 1.25 % transit) = 1.80',
      on: '2025-12-31',
      to: { state: 'IL', city: 'Chicago', zip: '60601' },
      items,
      expected: { taxes: ['1.8'], total: '81.8', notices: ['RATE_START_UNKNOWN', 'RULE_START_UNKNOWN'] },
    },
    {
      name: 'Chicago since 2026-01-01',
      source: 'Public Act 103-0781; 70 ILCS 3615/4.03; the city levied no grocery tax of its own by 2025-10-01',
      why: '80 x 1.25 % transit = 1.00',
      on,
      to: { state: 'IL', city: 'Chicago', zip: '60601' },
      items,
      expected: { taxes: ['1'], total: '81' },
    },
    {
      name: 'Bloomington, Illinois',
      source: 'Public Act 103-0781; the city levied the local grocery tax of 1 % in September 2025',
      why: '80 x 1 % = 0.80',
      on,
      to: { state: 'IL', city: 'Bloomington', zip: '61701' },
      items,
      expected: { taxes: ['0.8'], total: '80.8' },
    },
    {
      name: 'Metairie, Louisiana',
      source: 'Louisiana Association of Tax Administrators, rates of Jefferson Parish',
      why: '80 x 3.5 % = 2.80, not the 4.75 % of other goods',
      on,
      to: { state: 'LA', city: 'Metairie', zip: '70001' },
      items,
      expected: { taxes: ['2.8'], total: '82.8' },
    },
    {
      name: 'New York',
      source: 'N.Y. Tax Law 1115(a)(1)',
      why: 'food for people is exempt',
      on,
      to: { state: 'NY', city: 'New York', zip: '10001' },
      items,
      expected: { taxes: ['0'], total: '80', reasons: ['PRODUCT_EXEMPT'] },
    },
  ] satisfies Scenario[]);
});

describe('menstrual products and diapers in Colorado', () => {
  const denver = { city: 'Denver', zip: '80202', state: 'CO' };
  const aurora = { city: 'Aurora', zip: '80012', state: 'CO' };
  const from = { source: 'C.R.S. 39-26-717 since 2023 for the state and its districts; codes of the cities' };
  testScenarios([
    {
      ...from,
      name: 'pads in Denver',
      why: 'neither state nor city tax them',
      on,
      to: denver,
      items: [{ code: 'C1S25', price: '100' }],
      expected: { taxes: ['0'], total: '100', reasons: ['PRODUCT_EXEMPT'] },
    },
    {
      ...from,
      name: 'pads in Denver before 2023',
      why: '2.9 % + 1 % + 0.1 %, not the city',
      on: '2022-06-15',
      to: denver,
      items: [{ code: 'C1S25', price: '100' }],
      expected: { taxes: ['4'], total: '104', notices: ['RATE_START_UNKNOWN'] },
    },
    {
      ...from,
      name: 'diapers in Denver',
      why: 'the city taxes them at 5.15 %',
      on,
      to: denver,
      items: [{ code: 'C1S24', price: '100' }],
      expected: { taxes: ['5.15'], total: '105.15', notices: ['DELIVERY_FEE_DUE'] },
    },
    {
      ...from,
      name: 'diapers in Aurora',
      why: 'only Arapahoe County taxes them, at 0.25 %',
      on,
      to: aurora,
      items: [{ code: 'C1S24', price: '100' }],
      expected: { taxes: ['0.25'], total: '100.25', notices: ['ZIP_SPANS_COUNTIES', 'DELIVERY_FEE_DUE'] },
    },
  ] satisfies Scenario[]);
});
