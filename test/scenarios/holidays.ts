import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

const hartford = { state: 'CT', city: 'Hartford', zip: '06103' };
const houston = { state: 'TX', city: 'Houston', zip: '77002' };
const boston = { state: 'MA', city: 'Boston', zip: '02108' };
const connecticut = 'Conn. Gen. Stat. 12-407e: clothing under 100, third Sunday of August to Saturday';
const texas = 'Tex. Tax Code 151.326: clothing under 100, Friday before the eighth day before school to Sunday';
const massachusetts = 'M.G.L. c. 64H, s. 6A: goods of 2,500 or less, second weekend of August';

const clothes = (price: string, quantity = 1) => [{ code: 'C1S2', price, quantity }];

describe('the tax-free week of Connecticut, under 100 a piece', () => {
  testScenarios([
    {
      name: 'the day before',
      source: connecticut,
      why: '99.99 x 6.35 % = 6.349365',
      on: '2026-08-15',
      to: hartford,
      items: clothes('99.99'),
      expected: { taxes: ['6.35'], total: '106.34', reasons: ['TAXED'] },
    },
    {
      name: 'the first day, below the cap',
      source: connecticut,
      why: '99.99 is under 100',
      on: '2026-08-16',
      to: hartford,
      items: clothes('99.99'),
      expected: { taxes: ['0'], total: '99.99', reasons: ['HOLIDAY'] },
    },
    {
      name: 'at the cap',
      source: connecticut,
      why: '100 is not under 100: 100 x 6.35 %',
      on: '2026-08-16',
      to: hartford,
      items: clothes('100'),
      expected: { taxes: ['6.35'], total: '106.35', reasons: ['TAXED'] },
    },
    {
      name: 'the last day, three pieces',
      source: connecticut,
      why: 'each of the three is under 100',
      on: '2026-08-22',
      to: hartford,
      items: clothes('60', 3),
      expected: { taxes: ['0'], total: '180', reasons: ['HOLIDAY'] },
    },
    {
      name: 'the day after',
      source: connecticut,
      why: '99.99 x 6.35 % = 6.349365',
      on: '2026-08-23',
      to: hartford,
      items: clothes('99.99'),
      expected: { taxes: ['6.35'], total: '106.34', reasons: ['TAXED'] },
    },
  ] satisfies Scenario[]);
});

describe('the holiday of Texas, under 100 a piece', () => {
  testScenarios([
    {
      name: 'below the cap',
      source: texas,
      why: '99.99 is under 100; the holiday covers local taxes',
      on: '2026-08-07',
      to: houston,
      items: clothes('99.99'),
      expected: { taxes: ['0'], total: '99.99', reasons: ['HOLIDAY'] },
    },
    {
      name: 'at the cap',
      source: texas,
      why: '100 x 8.25 % = 8.25',
      on: '2026-08-09',
      to: houston,
      items: clothes('100'),
      expected: { taxes: ['8.25'], total: '108.25' },
    },
    {
      name: 'the day after',
      source: texas,
      why: '99.99 x 8.25 % = 8.249175',
      on: '2026-08-10',
      to: houston,
      items: clothes('99.99'),
      expected: { taxes: ['8.25'], total: '108.24' },
    },
  ] satisfies Scenario[]);
});

describe('the weekend of Massachusetts, 2,500 or less a piece', () => {
  testScenarios([
    {
      name: 'at the cap',
      source: massachusetts,
      why: '2,500 is not more than 2,500',
      on: '2026-08-08',
      to: boston,
      items: [{ code: 'C1S1', price: '2500' }],
      expected: { taxes: ['0'], total: '2500', reasons: ['HOLIDAY'] },
    },
    {
      name: 'above the cap',
      source: massachusetts,
      why: 'the whole price is taxed: 2,500.01 x 6.25 % = 156.250625',
      on: '2026-08-08',
      to: boston,
      items: [{ code: 'C1S1', price: '2500.01' }],
      expected: { taxes: ['156.25'], total: '2656.26', reasons: ['TAXED'] },
    },
    {
      name: 'meals are left out',
      source: massachusetts,
      why: '20 x 6.25 % = 1.25',
      on: '2026-08-08',
      to: boston,
      items: [{ code: 'C1S15', price: '20' }],
      expected: { taxes: ['1.25'], total: '21.25', notices: ['LOCAL_RATES_INCOMPLETE'] },
    },
  ] satisfies Scenario[]);
});

describe('clothing of 100 or less', () => {
  const atTheCap = { items: clothes('100'), why: '100 is not more than 100' };
  const above = { items: clothes('100.01') };
  const free = { taxes: ['0'], total: '100', reasons: ['HOLIDAY'] };
  const maryland = {
    source: 'Md. Code, Tax-General 11-228: second Sunday of August to Saturday',
    on: '2026-08-09',
    to: { state: 'MD', city: 'Baltimore', zip: '21201' },
  };
  const virginia = {
    source: 'Va. Code 58.1-639.1: first Friday of August to Sunday',
    on: '2026-08-07',
    to: { state: 'VA', city: 'Richmond', zip: '23220' },
  };
  const florida = {
    source: 'Chapter 2025-208, Laws of Florida: every August',
    on: '2026-08-31',
    to: { state: 'FL', city: 'Miami', zip: '33130' },
  };
  const tennessee = {
    source: 'Tenn. Code 67-6-393: last Friday of July to Sunday',
    on: '2026-07-31',
    to: { state: 'TN', city: 'Nashville', zip: '37201' },
  };
  testScenarios([
    { ...maryland, ...atTheCap, name: 'Maryland', expected: free },
    {
      ...maryland,
      ...above,
      name: 'Maryland, above',
      why: '100.01 x 6 % = 6.0006',
      expected: { taxes: ['6'], total: '106.01' },
    },
    { ...virginia, ...atTheCap, name: 'Virginia', expected: free },
    {
      ...virginia,
      ...above,
      name: 'Virginia, above',
      why: '100.01 x 6 % = 6.0006',
      expected: { taxes: ['6'], total: '106.01' },
    },
    { ...florida, ...atTheCap, name: 'Florida', expected: free },
    {
      ...florida,
      ...above,
      name: 'Florida, above',
      why: '100.01 x 7 % = 7.0007',
      expected: { taxes: ['7'], total: '107.01' },
    },
    { ...tennessee, ...atTheCap, name: 'Tennessee', expected: free },
    {
      ...tennessee,
      ...above,
      name: 'Tennessee, above',
      why: '100.01 x 9.75 % = 9.750975',
      expected: { taxes: ['9.75'], total: '109.76' },
    },
  ] satisfies Scenario[]);
});
