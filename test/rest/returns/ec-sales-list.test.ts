import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aRegister } from '../../support/fake-register.ts';

const vies = aRegister('VIES', ({ country }) => country === 'FR' || country === 'AT', {
  FR40303265045: { kind: 'REGISTERED', name: null, address: null, consultationNumber: 'WAPIAAAAY1' },
});

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a body member by member
type Json = any;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ registers: [vies] });
  const settings = { homeAddress: { country: 'DE' }, defaultCurrency: 'EUR' };
  expect((await app.send('PATCH', '/v1/account', settings)).status).toBe(200);
});
afterAll(() => app.close());

const addresses: Record<string, object> = {
  FR: { country: 'FR', city: 'Paris', zip: '75001', street: '1 Rue de Rivoli' },
  AT: { country: 'AT', city: 'Wien', zip: '1010', street: 'Graben 1' },
  PL: { country: 'PL', city: 'Warszawa', zip: '00-001', street: 'Nowy Świat 1' },
  DE: { country: 'DE', city: 'Berlin', zip: '10117', street: 'Unter den Linden 1' },
};
const numbers: Record<string, string> = { FR: 'FR40303265045', AT: 'ATU13585627' };

async function buyer(country: string): Promise<string> {
  const path = `/v1/customers/source/9/externalId/b-${country}`;
  const body = aCustomerBody({ externalId: `b-${country}`, taxNumber: numbers[country] ?? null });
  return (await bodyOf<Json>(app.send('PUT', path, body))).serviceId;
}

async function sell(externalId: string, on: string, to: string, price: number, more: Json = {}): Promise<Json> {
  const { taxCode = 'C1S1', ...others } = more;
  const body = anInvoiceBody(await buyer(to), {
    externalId,
    currency: 'EUR',
    items: [anItemBody({ taxCode, unitPrice: price, quantity: 1 })],
    shippingAddress: { ...addresses[to], isPartial: false },
    externalTimestamps: { createdDate: on, updatedDate: on },
    ...others,
  });
  const sent = await app.send('PUT', `/v1/transactions/source/9/externalId/${externalId}`, body);
  const stored = await bodyOf<Json>(sent);
  expect(sent.status, JSON.stringify(stored)).toBeLessThan(300);
  return stored;
}

const read = (query: string) => bodyOf<Json>(app.send('GET', `/v1/ec_sales_list?${query}`));

describe('the EC sales list', () => {
  it('adds up goods, services and triangular trade by VAT number, less refunds', async () => {
    const goods = await sell('g-1', '2026-04-10', 'FR', 1000);
    expect(goods.salesTax.amount).toBe(0);
    await sell('g-2', '2026-05-10', 'FR', 500.5);
    await sell('g-3', '2026-06-10', 'FR', 200, { transactionType: 'REFUND', createdFrom: 'g-1' });
    await sell('s-1', '2026-06-11', 'AT', 300, { taxCode: 'C4S1' });
    await sell('t-1', '2026-06-12', 'FR', 70, { shipFromAddress: { ...addresses.PL, isPartial: false } });
    await sell('d-1', '2026-06-13', 'DE', 999);
    const { lines, ...list } = await read('period=2026-Q2');
    expect(list).toMatchObject({ country: 'DE', currency: 'EUR', period: '2026-Q2' });
    expect(lines).toMatchObject([
      { countryCode: 'AT', vatNumber: numbers.AT, kind: 'SERVICES', amount: 300, transactionCount: 1 },
      { countryCode: 'FR', vatNumber: numbers.FR, kind: 'GOODS', amount: 1300.5, transactionCount: 3 },
      { countryCode: 'FR', vatNumber: numbers.FR, kind: 'TRIANGULAR', amount: 70, transactionCount: 1 },
    ]);
    expect((await read('period=2026-05')).lines).toMatchObject([{ kind: 'GOODS', amount: 500.5 }]);
  });

  it('lists a number that no check confirms, with a notice', async () => {
    const { lines, notices } = await read('period=2026-05');
    expect(lines).toMatchObject([{ numberStatus: 'NOT_CHECKED' }]);
    expect(notices).toMatchObject([{ code: 'VAT_NUMBER_NOT_CONFIRMED', pointer: '/lines/0/vatNumber' }]);
  });

  it('shows the check of each number, with its proof', async () => {
    await app.send('GET', '/v1/vat/validate?countryCode=FR&vatNumber=FR40303265045');
    await app.send('GET', '/v1/vat/validate?countryCode=AT&vatNumber=ATU13585627');
    const { lines, notices } = await read('period=2026-06');
    expect(lines).toMatchObject([
      { vatNumber: numbers.AT, numberStatus: 'INVALID' },
      { vatNumber: numbers.FR, kind: 'GOODS', numberStatus: 'VALID', consultationNumber: 'WAPIAAAAY1' },
      { vatNumber: numbers.FR, kind: 'TRIANGULAR', numberStatus: 'VALID' },
    ]);
    expect(lines[1].amount).toBe(-200);
    expect(notices).toMatchObject([{ pointer: '/lines/0/vatNumber' }]);
  });

  it('converts at the rate of each tax date, and names a missing one', async () => {
    await sell('u-1', '2026-07-10', 'FR', 125, { currency: 'USD' });
    expect((await read('period=2026-07')).notices.map(({ code }: Json) => code)).toContain('EXCHANGE_RATE_MISSING');
    const rates = [{ fromCurrency: 'EUR', toCurrency: 'USD', source: 'ECB', publishedOn: '2026-07-10', rate: 1.25 }];
    await app.send('POST', '/v1/exchange_rates/batch', { rates });
    expect((await read('period=2026-07')).lines).toMatchObject([{ currency: 'EUR', amount: 100 }]);
  });

  it('is also a file', async () => {
    const csv = await (await app.send('GET', '/v1/ec_sales_list?period=2026-05&format=csv')).text();
    expect(csv.split(/\r?\n/)[0]).toContain('countryCode,vatNumber,kind,currency,amount');
    expect(csv).toContain('FR40303265045,GOODS,EUR,500.5');
  });

  it('covers a month or a quarter of a member state', async () => {
    expect(await read('period=2026')).toMatchObject({ status: 400, errors: [{ parameter: 'period' }] });
    expect(await read('period=2026-05&country=US')).toMatchObject({ status: 400, errors: [{ parameter: 'country' }] });
  });
});
