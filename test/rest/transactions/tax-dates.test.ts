import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { minneapolis } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const berlin = { country: 'DE', city: 'Berlin', zip: '10115' };
const places = { Minneapolis: minneapolis, Berlin: berlin };
type Said = { notices: { code: string; pointer: string; message: string }[] };

const quoteOn = (date: string, shippingAddress: object) => ({
  items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
  shippingAddress,
  externalTimestamps: { createdDate: date, updatedDate: date },
});
const outOfRange = ({ notices }: Said) => notices.filter(({ code }) => code === 'TAX_DATE_OUT_OF_RANGE');

describe('a tax date outside the rate book', () => {
  it.each([
    ['Minneapolis', '1990-06-15', true],
    ['Minneapolis', '2026-06-15', false],
    ['Minneapolis', '2099-06-15', true],
    // The rate book has the rates of Germany from 2007 on, verified on 2026-11-22.
    ['Berlin', '2006-12-31', true],
    ['Berlin', '2007-01-01', false],
    ['Berlin', '2028-11-22', false],
    ['Berlin', '2028-11-23', true],
  ] as const)('in %s, %s: %s', async (city, date, isOutside) => {
    const body = quoteOn(date, places[city]);
    const found = await bodyOf<Said>(await app.send('POST', '/v1/transactions/calculate', body));
    expect(outOfRange(found).map(({ pointer }) => pointer)).toEqual(isOutside ? ['/externalTimestamps'] : []);
  });

  it('is named in the notice, in both doors, with what the rate book covers', async () => {
    const query = `query ($input: QuoteInput!) { calculateTax(input: $input) {
      ... on Quote { notices { code pointer message } } } }`;
    const items = [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: '100' }];
    const input = { ...quoteOn('1990-06-15', berlin), items };
    const { data } = await ask(app, query, { variables: { input }, token: await app.token() });
    expect(outOfRange(data.calculateTax)).toEqual([
      {
        code: 'TAX_DATE_OUT_OF_RANGE',
        pointer: '/externalTimestamps',
        message:
          'The rate book does not cover 1990-06-15 in Germany: its rates there start on 2007-01-01. Check the date; if it is right, check the tax.',
      },
    ]);
  });

  it.each(['1990-06-15', '2099-06-15'])('is also named by a lookup on %s', async (date) => {
    const american = await app.send('GET', `/v1/sales_tax_rates?country=US&state=MN&zip=55401&asOf=${date}`);
    const german = await app.send('GET', `/v1/gt_rates?country=DE&asOf=${date}`);
    for (const response of [american, german]) expect(outOfRange(await bodyOf<Said>(response))).toHaveLength(1);
  });
});
