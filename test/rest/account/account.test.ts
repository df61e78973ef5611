import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';
import { aClock } from '../../support/clock.ts';

const authClock = aClock();
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ authNow: authClock.now });
});
afterAll(() => app.close());

const read = async () => bodyOf<Record<string, unknown>>(await app.send('GET', '/v1/account'));
const patch = (body: unknown) => app.send('PATCH', '/v1/account', body);

describe('the account', () => {
  it('has defaults, and can be read with any token', async () => {
    const token = await app.token(['customers:read']);
    const response = await app.fetch('/v1/account', { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    expect(await bodyOf(response)).toEqual({
      tenantId: app.tenant.tenantId,
      name: app.tenant.name,
      kind: 'LIVE',
      homeAddress: { country: 'US', state: null, city: null, zip: null },
      collectionPolicy: 'EVERYWHERE',
      oneStopShop: false,
      euDistanceSales: 'BELOW_THRESHOLD',
      deliveryFees: 'REPORT',
      joinedSimplifiedSellersUseTaxOn: null,
      dayOfInstant: 'AT_HOME',
      latePolicy: 'NEXT_PERIOD',
      reportingCurrency: null,
      nexusNotices: false,
      expiringSoonDays: 60,
      requireEvidence: false,
      require: { precision: 'ANY', complete: false, taxCode: 'ANY' },
      defaultCurrency: 'USD',
      defaultTaxCode: null,
      roundingLevel: 'BY_LAW',
      roundingMode: 'HALF_UP',
      sellerIsSmallBusiness: false,
      inclusiveRounding: 'TAX',
      exemptInclusivePrice: 'KEEP',
      discountCoversShipping: false,
      shippingTaxMethod: 'BY_LAW',
      journal: { chart: 'BY_COUNTRY', accounts: [], firstMonth: '01' },
    });
    expect((await app.fetch('/v1/account')).status).toBe(401);
  });

  it('can be changed only by an admin', async () => {
    const headers = {
      Authorization: `Bearer ${await app.token(['customers:write'])}`,
      'Content-Type': 'application/json',
    };
    const response = await app.fetch('/v1/account', { method: 'PATCH', headers, body: '{}' });
    expect(response.status).toBe(403);
  });

  it('merges a patch, and null restores the default', async () => {
    const homeAddress = { country: 'Germany', city: 'Berlin', zip: '10115' };
    expect((await patch({ homeAddress, defaultCurrency: 'eur', roundingMode: 'HALF_EVEN' })).status).toBe(200);
    expect(await read()).toMatchObject({
      homeAddress: { country: 'DE', state: null, city: 'Berlin', zip: '10115' },
      defaultCurrency: 'EUR',
      roundingMode: 'HALF_EVEN',
    });
    await patch({ homeAddress: { zip: '10117' }, roundingMode: null });
    expect(await read()).toMatchObject({ homeAddress: { country: 'DE', zip: '10117' }, roundingMode: 'HALF_UP' });
    // The place in another country is not kept.
    await patch({ homeAddress: { country: 'Austria' } });
    expect(await read()).toMatchObject({ homeAddress: { country: 'AT', state: null, city: null, zip: null } });
    await patch({ homeAddress: { country: 'AUT', city: 'Linz' } });
    await patch({ homeAddress: { country: 'at', zip: '4020' } });
    expect(await read()).toMatchObject({ homeAddress: { country: 'AT', city: 'Linz', zip: '4020' } });
    await patch({ homeAddress: null, defaultCurrency: null });
    expect(await read()).toMatchObject({ homeAddress: { country: 'US', city: null }, defaultCurrency: 'USD' });
  });

  it.each([
    ['Monaco', 'FR', 'MC'],
    ['IM', 'GB', 'IM'],
    ['GP', 'FR', 'FR-971'],
    ['XI', 'GB', 'GB-NIR'],
    ['PR', 'US', 'PR'],
    ['FR', 'FR', null],
  ])('keeps a home in %s with the country whose tax applies there', async (given, country, state) => {
    await patch({ homeAddress: { country: given } });
    expect(await read()).toMatchObject({ homeAddress: { country, state } });
    await patch({ homeAddress: null });
  });

  it('accepts its own response, but no change of read-only fields', async () => {
    const before = await read();
    expect((await patch(before)).status).toBe(200);
    const refused = await patch({ ...before, name: 'Somebody Else', tenantId: null, roundingMode: 'HALF_DOWN' });
    expect(refused.status).toBe(400);
    const { errors } = await bodyOf<{ errors: { pointer: string; code: string }[] }>(refused);
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(['/tenantId READ_ONLY', '/name READ_ONLY']);
    expect(await read()).toEqual(before);
  });

  it('names the allowed values of a setting', async () => {
    const { errors } = await bodyOf<{ errors: { message: string }[] }>(
      await patch({ __bad__: 1, homeAddress: { zap: 1 } }),
    );
    expect(errors.map(({ message }) => message)).toEqual([
      'Unknown member zap. Did you mean zip?',
      expect.stringMatching(/^Unknown member __bad__. Allowed: homeAddress, collectionPolicy, /),
    ]);
  });

  it('rejects invalid values, all at once, and changes nothing', async () => {
    const before = await read();
    const response = await patch({
      homeAddress: { country: 'US', state: 'MN', zip: '98101' },
      defaultCurrency: 'XYZ',
      collectionPolicy: 'NEVER',
    });
    expect(response.status).toBe(400);
    const { errors } = await bodyOf<{ errors: { pointer: string }[] }>(response);
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(
      expect.arrayContaining([
        '/collectionPolicy',
        '/defaultCurrency',
        expect.stringMatching(/^\/homeAddress\/(zip|state)$/),
      ]),
    );
    const unknown = await bodyOf<{ errors: { pointer: string }[] }>(
      await patch({ colour: 'red', homeAddress: { planet: 'Mars' } }),
    );
    expect(unknown.errors.map(({ pointer }) => pointer).sort()).toEqual(['/colour', '/homeAddress/planet']);
    expect(await read()).toEqual(before);
  });

  it('loses none of many concurrent changes', async () => {
    const changes = [
      { roundingMode: 'HALF_DOWN' },
      { roundingLevel: 'UNIT' },
      { oneStopShop: true },
      { shippingTaxMethod: 'WEIGHTED_BY_ITEMS' },
    ];
    await Promise.all(changes.map(patch));
    expect(await read()).toMatchObject(Object.assign({}, ...changes));
    await patch({ roundingMode: null, roundingLevel: null, oneStopShop: null, shippingTaxMethod: null });
  });

  it('says the same through GraphQL, and decides the very next document', async () => {
    const update = `mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) {
      ... on Account { defaultCurrency roundingLevel homeAddress { country state } }
      ... on InvalidInput { issues { path code } } } }`;
    const input = { roundingLevel: 'UNIT', homeAddress: { state: 'Texas', city: 'Austin', zip: '78701' } };
    expect((await ask(app, update, { variables: { input } })).data.updateAccount).toEqual({
      defaultCurrency: 'USD',
      roundingLevel: 'UNIT',
      homeAddress: { country: 'US', state: 'Texas' },
    });
    expect((await ask(app, '{ account { roundingLevel } }')).data.account).toEqual({ roundingLevel: 'UNIT' });
    const faulty = { variables: { input: { homeAddress: { country: 'Atlantis' } } } };
    expect((await ask(app, update, faulty)).data.updateAccount.issues).toEqual([
      { path: ['homeAddress', 'country'], code: 'UNKNOWN_VALUE' },
    ]);
    const customer = await bodyOf<{ serviceId: string }>(
      await app.send('PUT', '/v1/customers/source/9/externalId/c-1', aCustomerBody()),
    );
    const body = anInvoiceBody(customer.serviceId, {
      items: [anItemBody({ unitPrice: 0.62, quantity: 25, manualSalesTax: true, manualSalesTaxRate: 0.0725 })],
    });
    const invoice = await bodyOf<{ salesTax: { amount: number } }>(
      await app.send('PUT', '/v1/transactions/source/9/externalId/i-1', body),
    );
    expect(invoice.salesTax.amount).toBe(1);
  });

  it('applies immediately to requests with a stored customer, on a replica that has cached the account', async () => {
    const { serviceId } = await bodyOf<{ serviceId: string }>(
      await app.send('PUT', '/v1/customers/source/9/externalId/c-2', aCustomerBody({ externalId: 'c-2' })),
    );
    const order = { transactionType: 'SALES_ORDER', externalId: 'o-2' };
    const path = '/v1/transactions/source/9/externalId/o-2';
    const stored = await bodyOf<{ serviceId: string }>(await app.send('PUT', path, anInvoiceBody(serviceId, order)));
    // Simulates another replica: this one does not notice, because its clock stands still.
    const change = (defaultCurrency: string) =>
      app.records.account.change((settings) => ({ ...settings, defaultCurrency }), new Date());
    const currencyOf = async (method: string, at: string, body: unknown) =>
      (await bodyOf<{ currency: string }>(await app.send(method, at, body))).currency;
    await change('EUR');
    const { items, shippingAddress } = anInvoiceBody(serviceId);
    const quote = '/v1/transactions/calculate';
    expect(await currencyOf('POST', quote, { items, shippingAddress, customerId: serviceId })).toBe('EUR');
    expect(await currencyOf('PUT', path.replace('o-2', 'i-2'), anInvoiceBody(serviceId, { externalId: 'i-2' }))).toBe(
      'EUR',
    );
    const batch = await app.send('POST', '/v1/transactions/batch', {
      transactions: [anInvoiceBody(serviceId, { externalId: 'i-3' })],
    });
    expect(batch.status).toBe(200);
    expect(await currencyOf('GET', path.replace('o-2', 'i-3'), undefined)).toBe('EUR');
    // The order was in dollars and must not change to euros.
    const query = `mutation ($input: PatchTransactionInput!) {
      patchTransaction(input: $input) { ... on Transaction { currency transactionLevelDiscount } } }`;
    const input = { by: { serviceId: stored.serviceId }, patch: { transactionLevelDiscount: '1' } };
    expect((await ask(app, query, { variables: { input } })).data.patchTransaction).toEqual({
      currency: 'USD',
      transactionLevelDiscount: '1.00',
    });
    await change('USD');
  });
});
