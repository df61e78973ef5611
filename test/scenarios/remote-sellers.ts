import { describe } from 'vitest';
import { aNexusDeclaration } from '../support/records.ts';
import { testScenarios } from './scenario.ts';

const source =
  'Ala. Code § 40-23-193: 8 % of the sales price, relieving seller and buyer of all state and local taxes; Alabama Department of Revenue, Simplified Sellers Use Tax';
const birmingham = { state: 'AL', city: 'Birmingham', zip: '35203' };
const lamp = [{ code: 'C1S1', price: '100' }];
const settings = { joinedSimplifiedSellersUseTaxOn: '2026-03-01' };
const flat = { taxes: ['8'], reasons: ['TAXED'], taxLines: ['STATE 0.08 of 100 = 8'], total: '108' };
const local = { taxes: ['10'], reasons: ['TAXED'], total: '110' };
const nothing = { physicalNexus: [], economicNexus: [], registrations: [] };

describe('a seller from outside Alabama in its program for remote sellers', () => {
  testScenarios([
    {
      source,
      name: 'Birmingham',
      why: '8 % instead of 4 % of the state, 2 % of the county and 4 % of the city',
      on: '2026-06-15',
      to: birmingham,
      items: lamp,
      settings,
      expected: { ...flat, notices: ['REMOTE_SELLER_RATE'] },
    },
    {
      source,
      name: 'a place of which only the state is known',
      why: 'the rate is the same everywhere',
      on: '2026-06-15',
      to: { state: 'AL' },
      items: lamp,
      settings,
      expected: { ...flat, notices: ['REMOTE_SELLER_RATE'] },
    },
    {
      source,
      name: 'groceries',
      why: 'the law names one rate for all goods, so the lower rate of the state on food does not apply',
      on: '2026-06-15',
      to: birmingham,
      items: [{ code: 'C1S10', price: '100' }],
      settings,
      expected: { ...flat, notices: ['REMOTE_SELLER_RATE'] },
    },
    {
      source,
      name: 'prescription drugs',
      why: 'what the law exempts stays exempt',
      on: '2026-06-15',
      to: birmingham,
      items: [{ code: 'C1S20', price: '100' }],
      settings,
      expected: { taxes: ['0'], total: '100', notices: ['REMOTE_SELLER_RATE'] },
    },
    {
      source,
      name: 'the day before it joined',
      why: 'state and local rates apply until then',
      on: '2026-02-28',
      to: birmingham,
      items: lamp,
      settings,
      expected: local,
    },
    {
      source,
      name: 'another state',
      why: 'only Alabama has the program',
      on: '2026-06-15',
      to: { state: 'MN', city: 'Minneapolis', zip: '55401' },
      items: [{ code: 'C1S1', price: '90' }],
      settings,
      expected: { taxes: ['8.12'], total: '98.12' },
    },
    {
      source,
      name: 'goods from a warehouse in Alabama',
      why: 'the program is for sales from a place outside the state',
      on: '2026-06-15',
      to: birmingham,
      shipFrom: { state: 'AL', city: 'Mobile', zip: '36602' },
      items: lamp,
      settings,
      expected: { ...local, notices: ['REMOTE_SELLER_RATE_NOT_APPLIED'] },
    },
    {
      source,
      name: 'a seller that collects only where it is registered',
      why: 'taking part is a reason to collect in Alabama',
      on: '2026-06-15',
      to: birmingham,
      items: lamp,
      settings,
      declared: [],
      expected: { ...flat, notices: ['REMOTE_SELLER_RATE'] },
    },
    {
      source,
      name: 'a seller with a shop in Alabama',
      why: 'a physical presence ends the program',
      on: '2026-06-15',
      to: birmingham,
      items: lamp,
      settings,
      declared: [
        aNexusDeclaration({
          ...nothing,
          country: 'US',
          state: 'AL',
          physicalNexus: [{ validFrom: '2026-05-01', validThrough: null, note: null }],
        }),
      ],
      expected: { ...local, notices: ['REMOTE_SELLER_RATE_NOT_APPLIED'] },
    },
  ]);
});
