import { describe } from 'vitest';
import { aNexusDeclaration } from '../support/records.ts';
import { testScenarios } from './scenario.ts';

const nothing = { physicalNexus: [], economicNexus: [], registrations: [] };
const registered = (
  country: string,
  state: string | null,
  validFrom = '2026-01-01',
  validThrough: string | null = null,
) =>
  aNexusDeclaration({
    ...nothing,
    country,
    state,
    registrations: [{ validFrom, validThrough, number: null, scheme: 'STANDARD' }],
  });
const oneStopShop = aNexusDeclaration({
  ...nothing,
  country: 'IE',
  state: null,
  registrations: [
    { validFrom: '2026-04-01', validThrough: '2026-09-30', number: null, scheme: 'IMPORT_ONE_STOP_SHOP' },
  ],
});

const lamp = [{ code: 'C1S1', price: '100' }];
/** Below the price at which Minnesota charges a fee on deliveries. */
const mug = [{ code: 'C1S1', price: '90' }];
const minneapolis = { state: 'MN', city: 'Minneapolis', zip: '55401' };
const source = 'decisions of the house: registrations decide where a seller collects';
const untaxed = (total: string, reason = 'NOT_COLLECTING', notices = ['NOT_COLLECTING']) => ({
  taxes: ['0'],
  reasons: [reason],
  total,
  notices,
});
const taxed = { taxes: ['8.12'], reasons: ['TAXED'], total: '98.12' };
const shared = { source, items: lamp };

describe('a seller who collects where it is registered', () => {
  testScenarios([
    {
      ...shared,
      name: 'Minnesota, registered',
      why: '9.025 % of 90 is 8.1225, which rounds to 8.12',
      on: '2026-06-15',
      to: minneapolis,
      items: mug,
      declared: [registered('US', 'MN')],
      expected: taxed,
    },
    {
      ...shared,
      name: 'Minnesota, on the first day of the registration',
      why: 'both days of a window are in it',
      on: '2026-06-15',
      to: minneapolis,
      items: mug,
      declared: [registered('US', 'MN', '2026-06-15', '2026-06-15')],
      expected: taxed,
    },
    {
      ...shared,
      name: 'Minnesota, before the registration',
      why: 'the tax date decides',
      on: '2026-06-15',
      to: minneapolis,
      items: mug,
      declared: [registered('US', 'MN', '2026-06-16')],
      expected: untaxed('90'),
    },
    {
      ...shared,
      name: 'Minnesota, after the registration',
      why: 'the tax date decides',
      on: '2026-06-15',
      to: minneapolis,
      items: mug,
      declared: [registered('US', 'MN', '2026-01-01', '2026-06-14')],
      expected: untaxed('90'),
    },
    {
      ...shared,
      name: 'Minnesota, registered in Wisconsin',
      why: 'every state has a register of its own',
      on: '2026-06-15',
      to: minneapolis,
      items: mug,
      declared: [registered('US', 'WI')],
      expected: untaxed('90'),
    },
    {
      ...shared,
      name: 'Minnesota, economic nexus approved',
      why: 'approved nexus obliges to collect, registered or not',
      on: '2026-06-15',
      to: minneapolis,
      items: mug,
      declared: [aNexusDeclaration({ ...nothing, economicNexus: [{ validFrom: '2026-06-01', validThrough: null }] })],
      expected: taxed,
    },
    {
      ...shared,
      name: 'Minnesota, physical nexus declared',
      why: 'a presence obliges to collect, whatever is sold',
      on: '2026-06-15',
      to: minneapolis,
      items: mug,
      declared: [
        aNexusDeclaration({
          ...nothing,
          physicalNexus: [{ validFrom: '2026-06-01', validThrough: null, note: 'Warehouse' }],
        }),
      ],
      expected: taxed,
    },
    {
      ...shared,
      name: 'Oregon, not registered',
      why: 'that the seller does not collect there is asked before whether there is a tax',
      on: '2026-06-15',
      to: { state: 'OR', city: 'Portland', zip: '97201' },
      declared: [],
      expected: untaxed('100'),
    },
    {
      ...shared,
      name: 'Germany, registered',
      why: '19 % of 100',
      on: '2026-06-15',
      to: { country: 'DE' },
      declared: [registered('DE', null)],
      expected: { taxes: ['19'], reasons: ['TAXED'], total: '119' },
    },
    {
      ...shared,
      name: 'Germany, while in the one-stop shop of Ireland',
      why: '19 % of 100, declared in Ireland',
      on: '2026-06-15',
      to: { country: 'DE' },
      currency: 'EUR',
      declared: [oneStopShop],
      expected: { taxes: ['19'], reasons: ['TAXED'], total: '119' },
    },
    {
      ...shared,
      name: 'Germany, after the one-stop shop of Ireland',
      why: 'the tax date decides; customs charge the buyer',
      on: '2026-10-01',
      to: { country: 'DE' },
      declared: [oneStopShop],
      expected: untaxed('100', 'IMPORT_AT_BORDER', []),
    },
    {
      ...shared,
      name: 'Canada, from the one-stop shop of Ireland',
      why: 'the one-stop shop serves the EU alone; customs charge the buyer',
      on: '2026-06-15',
      to: { country: 'CA', region: 'ON' },
      declared: [oneStopShop],
      expected: untaxed('100', 'IMPORT_AT_BORDER', []),
    },
  ]);
});

describe('a region with its own tax', () => {
  testScenarios([
    {
      ...shared,
      name: 'Quebec, registered for both taxes',
      source: 'Excise Tax Act, s. 240; Act respecting the Québec sales tax, s. 407',
      why: '5 % of 100 and 9.975 % of 100: 14.975, which rounds to 14.98',
      on: '2026-06-15',
      to: { country: 'CA', region: 'QC' },
      declared: [registered('CA', null), registered('CA', 'CA-QC')],
      expected: {
        taxes: ['14.98'],
        total: '114.98',
        taxLines: ['COUNTRY GST 0.05 of 100 = 5', 'REGION QST 0.09975 of 100 = 9.98'],
      },
    },
    {
      ...shared,
      name: 'Quebec, registered for the federal tax alone',
      source: 'Excise Tax Act, s. 240; Act respecting the Québec sales tax, s. 407',
      why: '5 % of 100; the tax of Quebec has a register of its own',
      on: '2026-06-15',
      to: { country: 'CA', region: 'QC' },
      declared: [registered('CA', null)],
      expected: {
        taxes: ['5'],
        reasons: ['TAXED'],
        total: '105',
        taxLines: ['COUNTRY GST 0.05 of 100 = 5', 'REGION QST 0 of 0 = 0'],
        notices: ['NOT_COLLECTING'],
      },
    },
    {
      ...shared,
      name: 'Quebec, registered there alone, prices with the tax inside',
      source: 'Act respecting the Québec sales tax, s. 407',
      why: '9.975 % inside of 100: 100 x 0.09975 / 1.09975 is 9.0702…',
      on: '2026-06-15',
      to: { country: 'CA', region: 'QC' },
      isTaxInclusive: true,
      declared: [registered('CA', 'CA-QC')],
      expected: {
        taxes: ['9.07'],
        total: '100',
        taxLines: ['COUNTRY GST 0 of 0 = 0', 'REGION QST 0.09975 of 90.93 = 9.07'],
        notices: ['NOT_COLLECTING'],
      },
    },
    {
      ...shared,
      name: 'Ontario, registered for the federal tax',
      source: 'Excise Tax Act, s. 165(2), 240',
      why: '13 % of 100: the harmonised tax has one register',
      on: '2026-06-15',
      to: { country: 'CA', region: 'ON' },
      declared: [registered('CA', null)],
      expected: { taxes: ['13'], total: '113' },
    },
    {
      ...shared,
      name: 'Azores, registered in Portugal',
      source: 'Directive 2006/112/EC, article 105',
      why: '16 % of 100: the rate is the region’s, the tax the country’s',
      on: '2026-06-15',
      to: { country: 'PT', region: '20' },
      declared: [registered('PT', null)],
      expected: { taxes: ['16'], total: '116' },
    },
    {
      ...shared,
      name: 'Canary Islands from Madrid, registered in Spain',
      source: 'Directive 2006/112/EC, article 146; Ley 20/1991',
      why: 'IGIC has a register of its own: without it the goods are exported',
      on: '2026-06-15',
      from: { country: 'ES', city: 'Madrid', zip: '28001' },
      to: { country: 'ES', region: 'CN', zip: '35001' },
      declared: [registered('ES', null)],
      expected: untaxed('100', 'EXPORT', ['OUTSIDE_EU_VAT']),
    },
    {
      ...shared,
      name: 'Switzerland from Berlin, registered there',
      source: 'Directive 2006/112/EC, article 146; MWSTG, article 10',
      why: '8.1 % of 100: a seller who is registered there imports and sells at home',
      on: '2026-06-15',
      from: { country: 'DE', city: 'Berlin', zip: '10115' },
      to: { country: 'CH', city: 'Zürich', zip: '8001' },
      declared: [registered('CH', null)],
      expected: { taxes: ['8.1'], total: '108.1' },
    },
    {
      ...shared,
      name: 'Switzerland from Berlin, registered at home alone',
      source: 'Directive 2006/112/EC, article 146',
      why: 'the goods leave the EU',
      on: '2026-06-15',
      from: { country: 'DE', city: 'Berlin', zip: '10115' },
      to: { country: 'CH', city: 'Zürich', zip: '8001' },
      declared: [registered('DE', null)],
      expected: untaxed('100', 'EXPORT', []),
    },
  ]);
});
