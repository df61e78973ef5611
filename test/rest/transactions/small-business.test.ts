import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { recordOf } from '../../support/openapi.ts';

const at = (country: string) => ({ country, isPartial: true });
const [berlin, paris, zurich] = ['DE', 'FR', 'CH'].map(at);
const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 };
const online = { name: 'App', taxCode: 'C3S8', unitPrice: 100 };
const french = { taxNumber: 'FR40303265045' };
const sentence = 'Exempt from VAT: special scheme for small enterprises, Article 284 of Directive 2006/112/EC.';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-02T12:00:00Z') });
});
afterAll(() => app.close());

const settle = (more: object) => app.send('PATCH', '/v1/account', more);

/** `DE E 0: SMALL_BUSINESS, tax 0` for each tax line, and the total. */
async function taxOf(more: object): Promise<string[]> {
  const quote = { shipFromAddress: berlin, currency: 'EUR', items: [lamp], ...more };
  const document = recordOf(await (await app.send('POST', '/v1/transactions/calculate', quote)).json());
  const lines = (document.taxLines as unknown[]).map(recordOf);
  return lines.map(({ jurisdiction, vatCategory, exemptionCode, appliedRate, reason, taxAmount }) => {
    const code = exemptionCode ? ` ${exemptionCode}` : '';
    return `${recordOf(jurisdiction).jurisdictionId} ${vatCategory} ${appliedRate}${code}: ${reason}, tax ${taxAmount}; ${document.finalTransactionAmount}; ${[document.invoiceNotes].flat().join()}`;
  });
}

// Council Directive 2006/112/EC, articles 284 and 139 (1).
describe('a small business in the EU', () => {
  it('charges no VAT at home, with or without tax-inclusive prices', async () => {
    expect((await settle({ homeAddress: { country: 'DE' }, sellerIsSmallBusiness: true })).status).toBe(200);
    const exempt = `DE E 0: SMALL_BUSINESS, tax 0; 100; ${sentence}`;
    expect(await taxOf({ shippingAddress: berlin })).toEqual([exempt]);
    expect(await taxOf({ shippingAddress: berlin, isTaxInclusive: true })).toEqual([exempt]);
    expect(await taxOf({ shippingAddress: berlin, items: [online] })).toEqual([exempt]);
  });

  it('has no intra-Community supplies, but exports and reverse charge', async () => {
    expect(await taxOf({ shippingAddress: paris, customer: french })).toEqual([
      `FR E 0: SMALL_BUSINESS, tax 0; 100; ${sentence}`,
    ]);
    const [service] = await taxOf({ shippingAddress: paris, customer: french, items: [online] });
    expect(service).toContain('FR AE 0 VATEX-EU-AE: REVERSE_CHARGE, tax 0');
    await settle({ collectionPolicy: 'WHERE_REGISTERED' });
    expect((await taxOf({ shippingAddress: zurich }))[0]).toContain('CH G 0 VATEX-EU-G: EXPORT, tax 0');
    await settle({ collectionPolicy: 'EVERYWHERE' });
  });

  it('charges VAT in other member states', async () => {
    expect(await taxOf({ shippingAddress: paris })).toEqual(['FR S 0.2: TAXED, tax 20; 120; ']);
  });

  it('has its own sentence and code in France', async () => {
    await settle({ homeAddress: { country: 'FR' } });
    expect(await taxOf({ shippingAddress: paris, shipFromAddress: paris })).toEqual([
      'FR E 0 VATEX-FR-FRANCHISE: SMALL_BUSINESS, tax 0; 100; TVA non applicable, art. 293 B du CGI.',
    ]);
  });

  it('keeps its documents as they were when it leaves the scheme', async () => {
    const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
    const customer = { source: '9', externalId: 'C-1', name: 'Ada', externalTimestamps: dates };
    const stored = await app.send('PUT', '/v1/customers/source/9/externalId/C-1', customer);
    const customerId = recordOf(await stored.json()).serviceId;
    const path = '/v1/transactions/source/9/externalId/INV-1';
    const invoice = {
      source: '9',
      externalId: 'INV-1',
      customerId,
      transactionType: 'INVOICE',
      transactionStatus: 'ACTIVE',
      externalTimestamps: dates,
      items: [lamp],
      shippingAddress: paris,
      shipFromAddress: paris,
      currency: 'EUR',
    };
    expect(recordOf(await (await app.send('PUT', path, invoice)).json())).toMatchObject({ reason: 'SMALL_BUSINESS' });
    await settle({ sellerIsSmallBusiness: false });
    expect(recordOf(await (await app.send('GET', path)).json())).toMatchObject({ reason: 'SMALL_BUSINESS' });
    const replay = async (rateBook: string) =>
      recordOf(await (await app.send('GET', `${path}/replay?rateBook=${rateBook}`)).json());
    expect(await replay('ORIGINAL')).toMatchObject({ reproduces: true });
    expect(await replay('CURRENT')).toMatchObject({ taxDifference: 20 });
  });

  it('is refused outside the EU, with the setting to change', async () => {
    const answer = await settle({ homeAddress: { country: 'CH' }, sellerIsSmallBusiness: true });
    expect(answer.status).toBe(400);
    expect(recordOf(await answer.json()).errors).toMatchObject([{ pointer: '/sellerIsSmallBusiness' }]);
  });
});
