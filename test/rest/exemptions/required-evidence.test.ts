import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';
import { samplePdf } from '../../support/sample-files.ts';

type Notice = { readonly code: string; readonly pointer: string; readonly message: string };
type Document = { readonly salesTax: { readonly amount: number }; readonly notices: readonly Notice[] };

let app: TestApp;
let customerId: string;
/** On the certificate for Minnesota. */
let serviceId: string;

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-01T12:00:00Z') });
  const body = aCustomerBody();
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', '/v1/customers/source/9/externalId/c-1', body)))
    .serviceId;
  const exemption = { customerId, certificate: { certificateId: 'MN-1' } };
  await app.send('POST', '/v1/exemptions', { exemption, states: [{ code: 'MN' }] });
  [{ serviceId }] = await bodyOf<[{ serviceId: string }]>(app.send('GET', '/v1/exemptions'));
});
afterAll(() => app.close());

const require = (requireEvidence: boolean) => app.send('PATCH', '/v1/account', { requireEvidence });
const attach = async () =>
  app.fetch(`/v1/exemptions/serviceId/${serviceId}/file`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${await app.token()}`, 'Content-Type': 'application/pdf' },
    body: samplePdf as BodyInit,
  });
const detach = () => app.send('DELETE', `/v1/exemptions/serviceId/${serviceId}/file`);
const content = {
  items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
  shippingAddress: { street: '250 Marquette Ave', city: 'Minneapolis', state: 'MN', zip: '55401', country: 'US' },
};
const quote = (customer: object = { customerId }) =>
  bodyOf<Document>(app.send('POST', '/v1/transactions/calculate', { ...content, ...customer }));
const pendingOf = ({ notices }: Document) => notices.filter(({ code }) => code === 'CERTIFICATE_PENDING');
const listed = async (status: string) =>
  (await bodyOf<object[]>(app.send('GET', `/v1/exemptions?certificateStatus=${status}`))).length;
const statusInGraphql = async () => {
  const { data } = await ask(app, `{ exemption(by: {serviceId: "${serviceId}"}) { certificateStatus hasFile } }`);
  return data.exemption;
};

describe('an account that requires the paper of a certificate', () => {
  it('does not, unless it is set', async () => {
    expect(await statusInGraphql()).toEqual({ certificateStatus: 'ACTIVE', hasFile: false });
    expect((await quote()).salesTax.amount).toBe(0);
  });

  it('is pending until a file is attached, and again when it is removed, also in lists', async () => {
    await require(true);
    expect(await statusInGraphql()).toEqual({ certificateStatus: 'PENDING', hasFile: false });
    expect([await listed('PENDING'), await listed('ACTIVE')]).toEqual([1, 0]);
    await attach();
    expect(await statusInGraphql()).toEqual({ certificateStatus: 'ACTIVE', hasFile: true });
    expect([await listed('PENDING'), await listed('ACTIVE')]).toEqual([0, 1]);
    await detach();
    expect(await statusInGraphql()).toEqual({ certificateStatus: 'PENDING', hasFile: false });
  });

  it('taxes what a pending certificate would cover, and says why', async () => {
    await require(true);
    const taxed = await quote();
    expect(taxed.salesTax.amount).toBe(9.03);
    expect(pendingOf(taxed)).toEqual([
      {
        code: 'CERTIFICATE_PENDING',
        pointer: '/customerId',
        message: `Exemption ${serviceId} of the customer was not applied, because no file is attached to it and the account requires one (requireEvidence). Attach the certificate, then recalculate the document.`,
      },
    ]);
    await attach();
    const exempt = await quote();
    expect([exempt.salesTax.amount, pendingOf(exempt)]).toEqual([0, []]);
    await detach();
  });

  it('says nothing of a certificate for another state', async () => {
    const elsewhere = { ...content.shippingAddress, street: '1 Main St', city: 'Fargo', state: 'ND', zip: '58102' };
    expect(pendingOf(await quote({ customerId, shippingAddress: elsewhere }))).toEqual([]);
  });

  it('keeps with a stored document that the paper was missing, in its trace', async () => {
    const dates = { createdDate: '2026-07-01', updatedDate: '2026-07-01' };
    const key = { source: '9', externalId: 'INV-1' };
    const kind = { transactionType: 'INVOICE', transactionStatus: 'ACTIVE', externalTimestamps: dates };
    const body = { ...key, ...kind, ...content, customerId };
    const stored = await app.send('PUT', '/v1/transactions/source/9/externalId/INV-1', body);
    expect(stored.status).toBe(201);
    await attach();
    const { data } = await ask(
      app,
      `{ transaction(by: {key: {source: "9", externalId: "INV-1"}}) { trace { kind refusal message exemptionId } } }`,
    );
    const { trace } = data.transaction as { trace: { kind: string }[] };
    expect(trace.filter(({ kind: one }) => one.startsWith('CERTIFICATE'))).toEqual([
      {
        kind: 'CERTIFICATE_REFUSED',
        refusal: 'NO_EVIDENCE',
        exemptionId: serviceId,
        message: `The exemption for MN was not applied: it has no attached file, and the account requires one (requireEvidence).`,
      },
    ]);
    // The file is there by now: the document was right before, but would differ today.
    const replay = (rateBook: string) =>
      bodyOf<object>(app.send('GET', `/v1/transactions/source/9/externalId/INV-1/replay?rateBook=${rateBook}`));
    expect(await replay('ORIGINAL')).toMatchObject({ reproduces: true, taxAmount: 9.03, changes: [] });
    expect(await replay('CURRENT')).toMatchObject({ taxAmount: 0, changes: [{ cause: 'CERTIFICATE_CHANGED' }] });
    await detach();
  });

  it('leaves its state a gap in the coverage of the customer, and refunds no tax for it', async () => {
    const path = `/v1/customers/serviceId/${customerId}/exemption_coverage?state=MN`;
    const { states } = await bodyOf<{ states: object[] }>(app.send('GET', path));
    expect(states).toMatchObject([{ status: 'GAP', note: 'The account requires an attached file; none is attached.' }]);
    const refused = await app.send('POST', `/v1/exemptions/serviceId/${serviceId}/tax_refunds`, {});
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ code: 'NO_EVIDENCE' }] }]);
    await attach();
    const refunded = await app.send('POST', `/v1/exemptions/serviceId/${serviceId}/tax_refunds`, { dryRun: true });
    expect(refunded.status).toBe(200);
    await detach();
  });

  it('believes a quote that describes an exemption, to which no file can be attached', async () => {
    const described = await quote({ customer: { exemptStates: ['MN'] } });
    expect(described.salesTax.amount).toBe(0);
  });

  it('changes the entity tag with the file', async () => {
    await require(false);
    const path = `/v1/exemptions/serviceId/${serviceId}`;
    const before = (await app.send('GET', path)).headers.get('ETag')!;
    await attach();
    const after = await app.send('GET', path, undefined, { 'If-None-Match': before });
    expect([after.status, await after.json()]).toMatchObject([200, { hasFile: true, certificateStatus: 'ACTIVE' }]);
    const guarded = await app.send('PATCH', path, { certificate: { name: 'ST3' } }, { 'If-Match': before });
    expect(guarded.status).toBe(200);
  });
});
