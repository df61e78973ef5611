import { describe } from 'vitest';
import { type Scenario, testScenarios } from './scenario.ts';

const on = '2026-06-15';
const lamp = [{ code: 'C1S1', price: '100' }];
const gst = 'Excise Tax Act, s. 165(1)';
const hst = 'Excise Tax Act, s. 165(2), and the New Harmonized Value-added Tax System Regulations';

describe('provinces with their own tax beside the GST', () => {
  testScenarios([
    {
      name: 'British Columbia',
      source: `${gst}; Provincial Sales Tax Act, s. 34`,
      why: '100 x (5 % + 7 %)',
      on,
      to: { country: 'CA', region: 'BC' },
      items: lamp,
      expected: {
        taxes: ['12'],
        total: '112',
        taxLines: ['COUNTRY GST 0.05 of 100 = 5', 'REGION PST 0.07 of 100 = 7'],
      },
    },
    {
      name: 'Quebec',
      source: `${gst}; Act respecting the Québec sales tax, s. 16`,
      why: '100 x (5 % + 9.975 %) = 14.975',
      on,
      to: { country: 'CA', region: 'QC' },
      items: lamp,
      expected: {
        taxes: ['14.98'],
        total: '114.98',
        taxLines: ['COUNTRY GST 0.05 of 100 = 5', 'REGION QST 0.09975 of 100 = 9.98'],
      },
    },
    {
      name: 'Saskatchewan',
      source: `${gst}; The Provincial Sales Tax Act, s. 5`,
      why: '100 x (5 % + 6 %)',
      on,
      to: { country: 'CA', region: 'SK' },
      items: lamp,
      expected: { taxes: ['11'], total: '111' },
    },
    {
      name: 'Manitoba',
      source: `${gst}; The Retail Sales Tax Act, s. 2`,
      why: '100 x (5 % + 7 %)',
      on,
      to: { country: 'CA', region: 'MB' },
      items: lamp,
      expected: {
        taxes: ['12'],
        total: '112',
        taxLines: ['COUNTRY GST 0.05 of 100 = 5', 'REGION RST 0.07 of 100 = 7'],
      },
    },
    {
      name: 'Alberta',
      source: gst,
      why: '100 x 5 %: the province has no tax of its own',
      on,
      to: { country: 'CA', region: 'AB' },
      items: lamp,
      expected: { taxes: ['5'], total: '105', taxLines: ['COUNTRY GST 0.05 of 100 = 5'] },
    },
    {
      name: 'books in Quebec',
      source: 'Act respecting the Québec sales tax, s. 198.1: no QST on printed books',
      why: '20 x 5 % = 1.00',
      on,
      to: { country: 'CA', region: 'QC' },
      items: [{ code: 'C1S30', price: '20' }],
      expected: { taxes: ['1'], total: '21' },
    },
  ] satisfies Scenario[]);
});

describe('provinces with one harmonised rate', () => {
  const novaScotia = { to: { country: 'CA', region: 'NS' }, items: lamp };
  testScenarios([
    {
      name: 'Ontario',
      source: hst,
      why: '100 x 13 %',
      on,
      to: { country: 'CA', region: 'ON' },
      items: lamp,
      expected: { taxes: ['13'], total: '113', taxLines: ['COUNTRY HST 0.13 of 100 = 13'] },
    },
    {
      ...novaScotia,
      name: 'Nova Scotia until 2025-03-31',
      source: hst,
      why: '100 x 15 %',
      on: '2025-03-31',
      expected: { taxes: ['15'], total: '115' },
    },
    {
      ...novaScotia,
      name: 'Nova Scotia since 2025-04-01',
      source: 'Nova Scotia HST Regulations, 2025; CRA, GST/HST Notice 342',
      why: '100 x 14 %',
      on: '2025-04-01',
      expected: { taxes: ['14'], total: '114' },
    },
  ] satisfies Scenario[]);
});

describe('basic groceries', () => {
  const food = { on, items: [{ code: 'C1S10', price: '80' }], source: 'Excise Tax Act, Sch. VI, Part III' };
  const notices = ['CATEGORY_IS_BROAD'];
  const expected = { taxes: ['0'], total: '80', reasons: ['ZERO_RATED'], notices };
  testScenarios(
    ['BC', 'QC', 'SK', 'MB', 'ON', 'NS'].map((region) => ({
      ...food,
      name: region,
      why: 'zero-rated, snacks apart; no provincial tax either',
      to: { country: 'CA', region },
      expected,
    })),
  );
});

describe('food of Manitoba, whose exemption since 2026-07-01 was not read', () => {
  const province = { to: { country: 'CA', region: 'MB' }, source: gst };
  testScenarios([
    {
      ...province,
      name: 'candy the day before',
      why: '100 x (5 % + 7 %)',
      on: '2026-06-30',
      items: [{ code: 'C1S11', price: '100' }],
      expected: { taxes: ['12'], total: '112' },
    },
    {
      ...province,
      name: 'candy since then',
      why: '100 x (5 % + 7 %), with a notice',
      on: '2026-07-01',
      items: [{ code: 'C1S11', price: '100' }],
      expected: { taxes: ['12'], total: '112', notices: ['FACT_UNCERTAIN'] },
    },
  ] satisfies Scenario[]);
});
