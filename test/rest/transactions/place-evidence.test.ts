import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { examples } from '../../support/examples.ts';
import { type Json, recordOf } from '../../support/openapi.ts';

let app: TestApp;
let customerId: string;
const dates = { createdDate: '2026-06-15', updatedDate: '2026-06-15' };
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-02T12:00:00Z') });
  const customer = { source: '9', externalId: 'C-1', name: 'Ada', externalTimestamps: dates };
  const stored = await app.send('PUT', '/v1/customers/source/9/externalId/C-1', customer);
  customerId = String(recordOf(await stored.json()).serviceId);
});
afterAll(() => app.close());

const at = (country: string) => ({ country, isPartial: true });
const game = { name: 'Game', taxCode: 'C3S1', unitPrice: 100 };
const lamp = { name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 };
const shows = (kind: string, country: string) => ({ kind, country });

const sale = {
  transactionType: 'INVOICE',
  externalId: 'Q-1',
  items: [game],
  shippingAddress: at('FR'),
  shipFromAddress: at('DE'),
  currency: 'EUR',
};
async function quoted(more: Json): Promise<Json> {
  const answer = await app.send('POST', '/v1/transactions/calculate', { ...sale, ...more });
  const body = recordOf(await answer.json());
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body;
}
const noticesIn = (document: Json) =>
  [document.notices]
    .flat()
    .map(recordOf)
    .filter(({ code }) => String(code).startsWith('PLACE_EVIDENCE'));
const codesIn = (document: Json) => noticesIn(document).map(({ code }) => code);
const codesOf = async (more: Json) => codesIn(await quoted(more));

// Implementing Regulation (EU) 282/2011, articles 24b (d) and 24f.
describe('evidence of the place of a consumer', () => {
  it('is two pieces of different kinds that show the country of taxation', async () => {
    const [missing, differs] = ['PLACE_EVIDENCE_MISSING', 'PLACE_EVIDENCE_DIFFERS'];
    expect(await codesOf({})).toEqual([missing]);
    expect(await codesOf({ placeEvidence: [shows('IP_ADDRESS', 'FR')] })).toEqual([missing]);
    expect(await codesOf({ placeEvidence: [shows('IP_ADDRESS', 'FR'), shows('IP_ADDRESS', 'FR')] })).toEqual([missing]);
    expect(await codesOf({ placeEvidence: [shows('IP_ADDRESS', 'FR'), shows('BANK', 'France')] })).toEqual([]);
    // Monaco is in France: Directive 2006/112/EC, article 7.
    expect(await codesOf({ placeEvidence: [shows('SIM_CARD', 'MC')], billingAddress: at('FR') })).toEqual([]);
    const three = [shows('IP_ADDRESS', 'FR'), shows('BANK', 'FR'), shows('SIM_CARD', 'BE')];
    expect(await codesOf({ placeEvidence: three })).toEqual([differs]);
    const apart = await quoted({ placeEvidence: [shows('IP_ADDRESS', 'FR'), shows('BANK', 'BE')] });
    expect(noticesIn(apart)).toMatchObject([
      { code: differs, pointer: '/placeEvidence', message: expect.stringContaining('BANK shows Belgium') },
      { code: missing, message: expect.stringMatching(/^One piece .* 100,000 EUR/) },
    ]);
  });

  it('is only for electronic services to consumers in the EU', async () => {
    const placeEvidence = [shows('IP_ADDRESS', 'BE')];
    for (const other of [
      { items: [lamp] },
      { customer: { taxNumber: 'FR40303265045' } },
      { shippingAddress: at('GB'), currency: 'GBP' },
      { shippingAddress: { country: 'US', state: 'MN', zip: '55802', city: 'Duluth', isPartial: true } },
    ]) {
      expect(await codesOf({ placeEvidence, ...other }), JSON.stringify(other)).toEqual([]);
    }
    // A cart may not have any yet.
    expect(await codesOf({ externalId: undefined })).toEqual([]);
  });

  it('is not required where the seller’s VAT applies, below 10,000 EUR a year', async () => {
    const settle = (more: Json) => app.send('PATCH', '/v1/account', more);
    await settle({ homeAddress: { country: 'DE' }, collectionPolicy: 'WHERE_REGISTERED' });
    await app.send('PUT', '/v1/nexus/place/DE', { registrations: { validFrom: '2020-01-01' } });
    expect(await codesOf({ placeEvidence: [shows('BANK', 'BE')] })).toEqual([]);
    await settle({ homeAddress: { country: 'US' }, collectionPolicy: 'EVERYWHERE' });
  });

  it('is counted as an independent count over random evidence says', async () => {
    const kinds = ['BILLING_ADDRESS', 'IP_ADDRESS', 'BANK', 'SIM_CARD', 'LANDLINE', 'OTHER'];
    const piece = fc.record({ kind: fc.constantFrom(...kinds), country: fc.constantFrom('FR', 'FR', 'BE', 'US') });
    const billing = fc.constantFrom(undefined, at('FR'), at('BE'));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 5 }), billing, async (placeEvidence, billingAddress) => {
        const all = [...placeEvidence, ...(billingAddress ? [shows('BILLING_ADDRESS', billingAddress.country)] : [])];
        const agreeing = new Set(all.filter(({ country }) => country === 'FR').map(({ kind }) => kind));
        expect(await codesOf({ placeEvidence, billingAddress })).toEqual([
          ...(all.some(({ country }) => country !== 'FR') ? ['PLACE_EVIDENCE_DIFFERS'] : []),
          ...(agreeing.size < 2 ? ['PLACE_EVIDENCE_MISSING'] : []),
        ]);
      }),
      { numRuns: examples(200) },
    );
  });

  it('is stored and frozen with the document, and shown in both doors', async () => {
    const path = '/v1/transactions/source/9/externalId/E-1';
    const body = {
      ...sale,
      source: '9',
      externalId: 'E-1',
      customerId,
      transactionStatus: 'ACTIVE',
      externalTimestamps: dates,
    };
    const one = [shows('IP_ADDRESS', 'FR')];
    const both = [...one, shows('BANK', 'FR')];
    const read = async () => recordOf(await (await app.send('GET', path)).json());
    expect((await app.send('PUT', path, { ...body, placeEvidence: one })).status).toBe(201);
    expect(await read()).toMatchObject({ placeEvidence: one, calculationNumber: 1 });
    expect(codesIn(await read())).toEqual(['PLACE_EVIDENCE_MISSING']);
    const listed = async (query: string) =>
      [await (await app.send('GET', `/v1/transactions?${query}`)).json()].flat().map((one) => recordOf(one).externalId);
    expect(await listed('noticeCode=PLACE_EVIDENCE_MISSING,NOT_COVERED&reason=TAXED')).toEqual(['E-1']);
    expect(await listed('noticeCode=PLACE_EVIDENCE_DIFFERS')).toEqual([]);
    await app.send('PATCH', path, { billingAddress: at('BE') });
    expect(codesIn(await read())).toEqual(['PLACE_EVIDENCE_DIFFERS', 'PLACE_EVIDENCE_MISSING']);
    await app.send('PATCH', path, { billingAddress: null });
    await app.send('PATCH', path, { placeEvidence: both });
    expect(await read()).toMatchObject({ placeEvidence: both, calculationNumber: 4 });
    expect(codesIn(await read())).toEqual([]);
    await app.send('PATCH', path, { documentName: 'Named' });
    const { serviceId, ...rest } = await read();
    expect(rest.placeEvidence).toEqual(both);
    const query = `query ($id: UUID!) { transaction(by: { serviceId: $id }) { placeEvidence { kind country }
      calculations(first: 2) { nodes { placeEvidence { kind } } } } }`;
    const { data } = await ask(app, query, { variables: { id: serviceId } });
    expect(data.transaction.placeEvidence).toEqual(both);
    expect(data.transaction.calculations.nodes.map((each: Json) => (each.placeEvidence as Json[]).length)).toEqual([
      2, 1,
    ]);
    await app.send('PUT', path, body);
    expect((await read()).placeEvidence).toBeUndefined();
    const refused = await app.send('PATCH', path, { placeEvidence: [shows('BANK', 'Atlantis')] });
    expect(refused.status).toBe(400);
    expect(recordOf(await refused.json()).errors).toMatchObject([{ pointer: '/placeEvidence/0/country' }]);
  });
});
