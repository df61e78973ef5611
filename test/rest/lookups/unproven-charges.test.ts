import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-11-23T18:00:00Z') });
});
afterAll(() => app.close());

type Notice = { readonly code: string; readonly pointer: string; readonly message: string };
type Noticed = { readonly notices: readonly Notice[] };

const doubtsOf = (notices: readonly Notice[]) => notices.filter(({ code }) => code === 'FACT_UNCERTAIN');
const candy =
  'Candy in Colorado: the rule is uncertain (whether this city or county taxes it: where food is exempt, candy and soft drinks may be exempt too).';
const aurora = { city: 'Aurora', state: 'CO', zip: '80012', country: 'US', isPartial: true };

describe('a charge that nothing proves for the place', () => {
  it('is listed on a quote, at its item, and on no other', async () => {
    const items = ['C1S1', 'C1S11'].map((taxCode) => ({ name: taxCode, taxCode, unitPrice: '10.00' }));
    const input = { items, shippingAddress: aurora };
    const rest = await bodyOf<Noticed>(app.send('POST', '/v1/transactions/calculate', input));
    const expected = [{ code: 'FACT_UNCERTAIN', pointer: '/items/1/taxCode', message: candy }];
    expect(doubtsOf(rest.notices)).toEqual(expected);
    const query = `query ($input: QuoteInput!) {
      calculateTax(input: $input) { ... on Quote { notices { code pointer message } } }
    }`;
    const { data } = await ask(app, query, { variables: { input }, scopes: ['tax:read'] });
    expect(doubtsOf(data.calculateTax.notices)).toEqual(expected);
  });

  it('is listed on a stored document', async () => {
    const path = '/v1/customers/source/9/externalId/c-1';
    const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('PUT', path, aCustomerBody()));
    const items = [anItemBody({ taxCode: 'C1S11' })];
    const invoice = anInvoiceBody(serviceId, { items, shippingAddress: aurora });
    const { source, externalId } = invoice as { source: string; externalId: string };
    const stored = app.send('PUT', `/v1/transactions/source/${source}/externalId/${externalId}`, invoice);
    expect(doubtsOf((await bodyOf<Noticed>(stored)).notices).map(({ message }) => message)).toEqual([candy]);
  });

  it('is listed with the rates of its tax code, in the US and abroad', async () => {
    const us = await bodyOf<Noticed>(
      app.send('GET', '/v1/sales_tax_rates?country=US&state=CO&zip=80012&taxCode=C1S11'),
    );
    expect(doubtsOf(us.notices).map(({ message }) => message)).toEqual([candy]);
    const korea = await bodyOf<Noticed>(app.send('GET', '/v1/gt_rates?country=KR&taxCode=C1S24'));
    expect(doubtsOf(korea.notices)).toHaveLength(1);
    const general = await bodyOf<Noticed>(app.send('GET', '/v1/gt_rates?country=KR&taxCode=C1S1'));
    expect(doubtsOf(general.notices)).toEqual([]);
  });

  it('is listed where states are compared', async () => {
    const path = '/v1/taxability?taxCode=C1S11&state=CO,KS&asOf=2026-11-23';
    const { rows } = await bodyOf<{ rows: readonly { cells: readonly Noticed[] }[] }>(app.send('GET', path));
    // Candy is food under Kansas law.
    expect(rows[0]!.cells.map(({ notices }) => doubtsOf(notices).map(({ message }) => message))).toEqual([[candy], []]);
  });
});
