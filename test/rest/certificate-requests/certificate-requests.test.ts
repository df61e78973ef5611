import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventOfChange } from '../../../src/domain/webhooks/webhook-event.ts';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { copiedTexts, pdfText } from '../../support/pdf-text.ts';
import { aCustomer } from '../../support/records.ts';
import { samplePdf, samplePng } from '../../support/sample-files.ts';
import { aTenant } from '../../support/stores.ts';

let app: TestApp;
let customerId: string;
let now = new Date('2026-07-01T12:00:00Z');
/** So that no test uses up the requests of another. */
let address = 0;

beforeAll(async () => {
  app = await startApp({ now: () => now });
});
afterAll(() => app.close());
beforeEach(async () => {
  now = new Date('2026-07-01T12:00:00Z');
  address++;
  const customer = aCustomer({ name: 'Prairie Books', email: 'books@example.com' });
  customerId = customer.serviceId;
  await app.records.customers.insert(customer);
});

type Request = {
  readonly serviceId: string;
  readonly status: string;
  readonly exemptionIds: readonly string[];
  readonly [member: string]: unknown;
};
const path = '/v1/certificate_requests';
const at = (serviceId: string) => `${path}/serviceId/${serviceId}`;
const request = (states = ['MN', 'Wisconsin'], more = {}) =>
  bodyOf<Request>(app.send('POST', path, { customerId, states, ...more }));
const read = (serviceId: string) => bodyOf<Request>(app.send('GET', at(serviceId)));
const linkOf = async (serviceId: string) =>
  (await bodyOf<{ link: string }>(app.send('GET', `${at(serviceId)}/invitation`))).link;
const decide = (serviceId: string, body: object, headers = {}) =>
  app.send('POST', `${at(serviceId)}/decide`, body, headers);

/** As a buyer, without an account. */
const visit = (link: string, init?: RequestInit, from = `192.0.2.${address}`) =>
  app.fetchFrom(from, new Request(`http://localhost${link}`, init));
const form = {
  ...{ purchaserName: 'Prairie Books LLC', street: '100 Main St', city: 'Omaha', state: 'NE', zip: '68102' },
  ...{ country: 'US', businessType: 'RETAIL_TRADE', reason: 'RESALE', number_MN: '1234567', number_WI: '' },
  ...{ signedBy: 'Ada Lovelace', signerTitle: 'Owner', signature: 'yes' },
};
const fillIn = (link: string, more = {}) =>
  visit(link, { method: 'POST', body: new URLSearchParams({ ...form, ...more }) });
function upload(link: string, content: Buffer, { type = 'application/pdf', name = 'st3.pdf' } = {}) {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(content)], name, { type }));
  return visit(link, { method: 'POST', body });
}
const taxOf = async (state: { state: string; zip: string }) => {
  const items = [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }];
  const shippingAddress = { ...state, country: 'US', isPartial: true };
  const quoted = app.send('POST', '/v1/transactions/calculate', { items, customerId, shippingAddress });
  return (await bodyOf<{ salesTax: { amount: number } }>(quoted)).salesTax.amount;
};
const minneapolis = { state: 'MN', zip: '55401' };

describe('a certificate request', () => {
  it('requests states by code or name, with a message and a link for the seller’s email', async () => {
    const created = await app.send('POST', path, { customerId, states: ['MN', 'Wisconsin'], expiresOn: '2026-07-20' });
    expect(created.status).toBe(201);
    const stored = (await created.json()) as Request;
    expect(stored).toEqual({
      ...{ serviceId: expect.any(String), customerId, states: ['MN', 'WI'], status: 'REQUESTED' },
      ...{ expiresOn: '2026-07-20', exemptionIds: [], internalTimestamps: expect.any(Object) },
    });
    expect(created.headers.get('location')).toBe(at(stored.serviceId));
    const invitation = await bodyOf<Record<string, string>>(app.send('GET', `${at(stored.serviceId)}/invitation`));
    expect(invitation).toMatchObject({ name: 'Prairie Books', email: 'books@example.com' });
    expect(invitation.text).toContain('in Minnesota and Wisconsin');
    expect(invitation.text).toContain(invitation.link);
  });

  it.each([
    [{ states: ['Atlantis'] }, 'UNKNOWN_VALUE'],
    [{ states: [] }, 'TOO_SHORT'],
    [{ expiresOn: '2026-06-30' }, 'OUT_OF_RANGE'],
    [{ expiresOn: '2027-07-03' }, 'OUT_OF_RANGE'],
  ])('is refused with %j', async (wrong, code) => {
    const refused = await app.send('POST', path, { customerId, states: ['MN'], ...wrong });
    expect(refused.status).toBe(400);
    expect(await bodyOf(refused)).toMatchObject({ errors: [{ code }] });
  });

  it('exempts nothing by what the buyer fills in, until the seller accepts it', async () => {
    const { serviceId } = await request();
    const link = await linkOf(serviceId);
    const before = await taxOf(minneapolis);
    const sent = await fillIn(link);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, link]);
    expect(await read(serviceId)).toMatchObject({
      status: 'PENDING',
      submittedAt: now.toISOString(),
      certificate: { purchaserName: 'Prairie Books LLC', stateNumbers: [{ state: 'MN', number: '1234567' }] },
    });
    expect(await taxOf(minneapolis)).toBe(before);
    expect(before).toBeGreaterThan(0);

    const accepted = await bodyOf<Request>(decide(serviceId, { decision: 'ACCEPTED', validThrough: '2027-06-30' }));
    expect(accepted).toMatchObject({ status: 'ACCEPTED', exemptionIds: [expect.any(String), expect.any(String)] });
    expect(await taxOf(minneapolis)).toBe(0);
    const exemptions = await app.records.exemptions.findMany(accepted.exemptionIds);
    expect(exemptions.sort((one, other) => one.state!.localeCompare(other.state!))).toMatchObject([
      {
        ...{ state: 'MN', exemptionReason: 'RESALE', validFrom: '2026-07-01', validThrough: '2027-06-30' },
        certificate: { certificateId: '1234567', name: 'Streamlined Sales Tax Certificate of Exemption (F0003)' },
        classification: { description: 'G Resale' },
      },
      { state: 'WI', certificate: { certificateId: `REQUEST-${serviceId}` } },
    ]);
  });

  it('keeps what the buyer filled in as a PDF, which is the evidence after the decision', async () => {
    const { serviceId } = await request();
    const link = await linkOf(serviceId);
    await upload(link, samplePng, { type: 'image/png' });
    await fillIn(link, { reason: 'OTHER', reasonText: 'Trade fair', purchaserName: 'Café 李' });
    const pending = await read(serviceId);
    const file = { name: 'streamlined-certificate.pdf', mediaType: 'application/pdf', attachedAt: pending.submittedAt };
    expect(pending).toMatchObject({ file, certificate: { purchaserName: 'Café 李' } });
    const pdf = Buffer.from(await (await app.send('GET', `${at(serviceId)}/file`)).arrayBuffer());
    const text = pdfText(pdf);
    for (const part of [
      ...[
        'Streamlined Sales Tax Certificate of Exemption (F0003)',
        'Café [U+674E]',
        '100 Main St, Omaha, NE 68102, US',
      ],
      ...[app.tenant.name, '10 Retail trade', 'L Other: Trade fair', 'Minnesota (MN)', '1234567', 'Wisconsin (WI)'],
      ...['No number given', 'I declare that', 'Ada Lovelace', 'Owner', 'July 1, 2026, 12:00:00 UTC', serviceId],
    ])
      expect(text).toContain(part);
    expect(copiedTexts(pdf)).toEqual(['李']);

    await app.send('PATCH', '/v1/account', { requireEvidence: true });
    const { exemptionIds } = await bodyOf<Request>(decide(serviceId, { decision: 'ACCEPTED' }));
    expect(await taxOf(minneapolis)).toBe(0);
    await app.send('PATCH', '/v1/account', { requireEvidence: false });
    for (const id of exemptionIds) {
      const paper = await app.send('GET', `/v1/exemptions/serviceId/${id}/file`);
      expect(Buffer.from(await paper.arrayBuffer())).toEqual(pdf);
    }
  });

  it('never replaces an exemption by the number that the buyer typed', async () => {
    const key = { customerId, country: 'US', certificate: { certificateId: 'OLD-1' } };
    const cancelled = { ...key, exemptionReason: 'OTHER', exemptionType: 'FULLY', exemptionStatus: 'CANCELLED' };
    await app.send('POST', '/v1/exemptions', { states: [{ code: 'MN' }], exemption: cancelled });
    const exemptions = () => app.records.exemptions.findByCustomers([customerId]);
    const before = await exemptions();
    const { serviceId } = await request();
    await fillIn(await linkOf(serviceId), { number_MN: 'OLD-1' });

    const refused = await decide(serviceId, { decision: 'ACCEPTED' });
    expect(refused.status).toBe(409);
    const message = expect.stringContaining(`Exemption ${before[0]!.serviceId} in MN`);
    expect(await bodyOf(refused)).toMatchObject({
      code: 'KEY_TAKEN',
      errors: [{ code: 'KEY_TAKEN', message }],
    });
    expect([await exemptions(), (await read(serviceId)).status]).toEqual([before, 'PENDING']);

    expect((await decide(serviceId, { decision: 'ACCEPTED', certificateId: 'NEW-1' })).status).toBe(200);
    expect(await exemptions()).toMatchObject([
      { ...before[0], exemptionStatus: 'CANCELLED' },
      { exemptionStatus: 'ACTIVE' },
      { exemptionStatus: 'ACTIVE' },
    ]);
  });

  it('keeps the last paper, and attaches it to the exemptions', async () => {
    const { serviceId } = await request();
    const link = await linkOf(serviceId);
    await fillIn(link);
    expect((await upload(link, samplePdf)).status).toBe(303);
    expect((await upload(link, samplePng, { type: 'image/png', name: '../scan.png' })).status).toBe(303);
    const pending = await read(serviceId);
    expect(pending).toMatchObject({ status: 'PENDING', file: { name: 'scan.png', mediaType: 'image/png' } });
    expect(pending).not.toHaveProperty('certificate');
    const file = await app.send('GET', `${at(serviceId)}/file`);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(samplePng);

    await app.send('PATCH', '/v1/account', { requireEvidence: true });
    const { exemptionIds } = await bodyOf<Request>(
      decide(serviceId, { decision: 'ACCEPTED', exemptionReason: 'RESALE', certificateId: 'R-1' }),
    );
    expect(await taxOf(minneapolis)).toBe(0);
    await app.send('PATCH', '/v1/account', { requireEvidence: false });
    const papers = exemptionIds.map((id) => app.send('GET', `/v1/exemptions/serviceId/${id}/file`));
    for (const paper of papers) expect(Buffer.from(await (await paper).arrayBuffer())).toEqual(samplePng);
    expect((await app.send('GET', `${at(serviceId)}/file`)).status).toBe(404);
  });

  it('is decided once, for the submission that was read', async () => {
    const { serviceId } = await request(['MN']);
    const link = await linkOf(serviceId);
    expect(await bodyOf(decide(serviceId, { decision: 'ACCEPTED' }))).toMatchObject({ code: 'REQUEST_DECIDED' });
    await fillIn(link);
    const seen = (await app.send('GET', at(serviceId))).headers.get('etag')!;
    await fillIn(link, { purchaserName: 'Somebody else' });
    expect((await decide(serviceId, { decision: 'ACCEPTED' }, { 'If-Match': seen })).status).toBe(412);
    expect((await decide(serviceId, { decision: 'DECLINED', reason: 'Unknown name' })).status).toBe(200);
    expect(await read(serviceId)).toMatchObject({
      status: 'DECLINED',
      decisionReason: 'Unknown name',
      exemptionIds: [],
    });
    expect((await decide(serviceId, { decision: 'DECLINED' })).status).toBe(200);
    expect((await decide(serviceId, { decision: 'DECLINED', reason: 'Another' })).status).toBe(409);
    expect((await decide(serviceId, { decision: 'ACCEPTED' })).status).toBe(409);
    expect([(await visit(link)).status, (await fillIn(link)).status]).toEqual([404, 404]);
    expect(await read(serviceId)).toMatchObject({ status: 'DECLINED' });
  });

  it.each(['0202-07-01', '2026-02-30', '2026-07-01T00:00:00Z'])('is not accepted from %s', async (validFrom) => {
    const { serviceId } = await request(['MN']);
    await fillIn(await linkOf(serviceId));
    const refused = await bodyOf(decide(serviceId, { decision: 'ACCEPTED', validFrom }));
    expect(refused).toMatchObject({ errors: [{ pointer: '/validFrom' }] });
    expect(await read(serviceId)).toMatchObject({ status: 'PENDING' });
  });

  it('is not accepted again on other terms', async () => {
    const { serviceId } = await request(['MN']);
    await fillIn(await linkOf(serviceId));
    const terms = { decision: 'ACCEPTED', certificateId: 'A-1', validFrom: '2026-07-01', validThrough: '2027-06-30' };
    const first = await bodyOf(decide(serviceId, terms));
    for (const same of [terms, { decision: 'ACCEPTED' }]) expect(await bodyOf(decide(serviceId, same))).toEqual(first);
    const others = {
      certificateId: 'A-2',
      validFrom: '2026-07-02',
      validThrough: '2028-06-30',
      exemptionReason: 'OTHER',
    };
    for (const [name, value] of Object.entries(others)) {
      const refused = await decide(serviceId, { ...terms, [name]: value });
      expect(refused.status).toBe(409);
      const told = { code: 'REQUEST_DECIDED', detail: expect.stringContaining(`, and ${name} cannot`) };
      expect(await bodyOf(refused)).toMatchObject(told);
    }
  });

  it('reports its creation and submission to endpoints, without the submitted data, and not the decision', async () => {
    const { serviceId } = await request(['MN']);
    const link = await linkOf(serviceId);
    const later = (hours: number) => {
      now = new Date(now.getTime() + hours * 3_600_000);
    };
    later(1);
    await fillIn(link);
    later(1);
    await upload(link, samplePdf);
    later(1);
    await decide(serviceId, { decision: 'DECLINED' });
    const page = { limit: 10, after: null, direction: 'ASC' } as const;
    const changes = await app.records.audit.list(
      { recordType: { eq: 'CERTIFICATE_REQUEST' }, recordId: { eq: serviceId } },
      page,
    );
    const events = changes.map(eventOfChange);
    const submitted = {
      eventType: 'certificate.submitted',
      data: { clientId: 'certificate-link', path: at(serviceId) },
    };
    expect(events).toMatchObject([{ eventType: 'certificate.requested' }, submitted, submitted, null]);
    expect(JSON.stringify(changes)).not.toContain('Prairie Books LLC');
  });

  it('is found by the last day of its link, to see which expired unanswered', async () => {
    const { serviceId } = await request(['MN'], { expiresOn: '2026-07-05' });
    await request(['MN'], { expiresOn: '2026-07-06' });
    const rest = app.send('GET', `${path}?customerId=${customerId}&status=REQUESTED&expiresTo=2026-07-05`);
    expect((await bodyOf<Request[]>(rest)).map((one) => one.serviceId)).toEqual([serviceId]);
    const { data } = await ask(
      app,
      `{ certificateRequests(filter: {customerId: {eq: "${customerId}"}, expiresOn: {lt: "2026-07-06"}}) { nodes { serviceId } } }`,
    );
    expect(data).toEqual({ certificateRequests: { nodes: [{ serviceId }] } });
    const wrong = await app.send('GET', `${path}?expiresFrom=2026-07-06&expiresTo=2026-07-05`);
    expect([wrong.status, (await app.send('GET', `${path}?expiresTo=2026-02-30`)).status]).toEqual([400, 400]);
  });

  it('has the same lists and decisions in GraphQL', async () => {
    const { serviceId } = await request(['MN']);
    const { data } = await ask(
      app,
      `mutation { decideCertificateRequest(input: {by: {serviceId: "${serviceId}"}, decision: {decision: REVOKED}, ifVersion: 1}) {
        ... on CertificateRequest { status customer { name } } } }`,
    );
    expect(data).toEqual({ decideCertificateRequest: { status: 'REVOKED', customer: { name: 'Prairie Books' } } });
    const listed = await ask(
      app,
      `{ certificateRequests(filter: {customerId: {eq: "${customerId}"}, status: {in: [REVOKED]}}) { totalCount nodes { serviceId } } }`,
    );
    expect(listed.data).toEqual({ certificateRequests: { totalCount: 1, nodes: [{ serviceId }] } });
  });
});

describe('reminders', () => {
  it('are due every seven days while nothing is submitted and the link works', async () => {
    const { serviceId } = await request(['MN'], { expiresOn: '2026-07-20' });
    const answered = await request(['MN']);
    await fillIn(await linkOf(answered.serviceId));
    const due = async (day: string) => {
      now = new Date(`${day}T09:00:00Z`);
      const found = bodyOf<{ serviceId: string; text: string; link: string }[]>(
        app.send('GET', `/v1/certificate_reminders?customerId=${customerId}`),
      );
      return (await found).map((one) => [one.serviceId, one.text.includes(one.link)]);
    };
    const days = ['2026-07-01', '2026-07-07', '2026-07-08', '2026-07-15', '2026-07-16', '2026-07-22'];
    const found = [];
    for (const day of days) found.push(await due(day));
    expect(found).toEqual([[], [], [[serviceId, true]], [[serviceId, true]], [], []]);
  });
});

describe('the page of the buyer', () => {
  it('shows nothing of the tenant but its name, and runs no script', async () => {
    const { serviceId } = await request();
    const page = await visit(await linkOf(serviceId));
    const html = await page.text();
    expect(html).toContain(app.tenant.name);
    expect(html).toContain('Minnesota and Wisconsin');
    for (const hidden of [customerId, serviceId, 'Prairie Books', 'books@example.com', '<script']) {
      expect(html).not.toContain(hidden);
    }
    const policy = page.headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'none'; style-src 'self'; (?!.*unsafe).*form-action 'self'/,
    );
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('answers every link that does not work alike', async () => {
    const revoked = await request(['MN']);
    const expired = await request(['MN'], { expiresOn: '2026-07-05' });
    const other = await app.store.stores.forTenant((await aTenant(app.stores)).tenantId);
    const links = await Promise.all([revoked, expired].map(({ serviceId }) => linkOf(serviceId)));
    await decide(revoked.serviceId, { decision: 'REVOKED' });
    const [header, content, signature] = links[0]!.split('/').at(-1)!.split('.') as [string, string, string];
    const of = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const told = JSON.parse(Buffer.from(content, 'base64url').toString()) as object;
    const token = await app.token();
    now = new Date('2026-07-06T00:00:00Z');
    const dead = [
      ...links,
      '/certificates/x',
      `/certificates/${token}`,
      `/certificates/${header}.${of({ ...told, expiresOn: '2027-01-01' })}.${signature}`,
      `/certificates/${of({ alg: 'none', typ: 'certificate-request' })}.${content}.`,
    ];
    const answers = [];
    for (const link of dead) {
      const answer = await visit(link);
      answers.push([answer.status, await answer.text()]);
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]![0]).toBe(404);
    expect(await other.certificateRequests.findMany([revoked.serviceId])).toEqual([]);
    const asToken = await app.fetch('/v1/customers', {
      headers: { Authorization: `Bearer ${links[1]!.split('/').at(-1)}` },
    });
    expect(asToken.status).toBe(401);
  });

  it.each([
    [
      'a page',
      Buffer.from('<html><script>alert(1)</script>'),
      { type: 'text/html', name: 'x.html' },
      'Choose another file: PDF',
    ],
    ['a program named as a paper', Buffer.from('MZ\x90\0'), {}, 'The content of the file is not application/pdf'],
    ['an image named as a paper', samplePng, {}, 'sent as application/pdf'],
    ['a part of a paper', samplePdf.subarray(0, 30), {}, 'end of the file is missing'],
    [
      'a paper after something else',
      Buffer.concat([Buffer.from('GIF89a'), samplePdf]),
      {},
      'The content of the file is not',
    ],
    ['no file', Buffer.alloc(0), { name: '', type: 'application/octet-stream' }, 'Choose the certificate file'],
    [
      'more than 10 MB',
      Buffer.alloc(10 * 1024 * 1024 + 1),
      {},
      'too large. Accepted files: PDF, PNG, JPEG, WebP or TIFF, at most 10 MB',
    ],
  ])('refuses %s', async (_name, content, sent, message) => {
    const { serviceId } = await request(['MN']);
    const refused = await upload(await linkOf(serviceId), content, sent);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(message);
    expect(await read(serviceId)).toMatchObject({ status: 'REQUESTED' });
  });

  it('receives one file for a link at a time, and leaves room for other links and tenants', async () => {
    const senders: ReadableStreamDefaultController<Uint8Array>[] = [];
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      senders.push(controller); // From here on, the file is being read.
      return new Promise<void>(() => {});
    };
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const uploadSlowly = (link: string) => {
      const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
      return visit(link, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    };
    const tenant = await aTenant(app.stores);
    const { serviceId } = aCustomer();
    await app.stores.forTenant(tenant.tenantId).customers.insert(aCustomer({ serviceId }));
    const Authorization = `Bearer ${await app.token(undefined, tenant)}`;
    const body = { customerId: serviceId, states: ['MN'] };
    const elsewhere = await bodyOf<Request>(app.send('POST', path, body, { Authorization }));
    const invitation = app.send('GET', `${at(elsewhere.serviceId)}/invitation`, undefined, { Authorization });
    const { link: otherTenant } = await bodyOf<{ link: string }>(invitation);
    const [one, other, third] = await Promise.all([0, 1, 2].map(async () => linkOf((await request(['MN'])).serviceId)));

    const slow = [uploadSlowly(one!)];
    await expect.poll(() => senders.length, { timeout: 30_000 }).toBe(1);
    expect((await upload(one!, samplePdf)).status).toBe(429);
    expect((await upload(other!, samplePdf)).status).toBe(303);
    slow.push(uploadSlowly(other!));
    await expect.poll(() => senders.length, { timeout: 30_000 }).toBe(2);
    expect((await upload(third!, samplePdf)).status).toBe(429);
    expect((await upload(otherTenant, samplePdf)).status).toBe(303);
    for (const sender of senders) sender.close();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([400, 400]);
    expect((await upload(one!, samplePdf)).status).toBe(303);
  });

  it('lists missing fields of the form, keeps the entered values, and shows them as text', async () => {
    const { serviceId } = await request(['MN']);
    const link = await linkOf(serviceId);
    const refused = await fillIn(link, {
      purchaserName: '"><script>x</script>',
      reason: 'OTHER',
      signature: '',
      zip: ' ',
    });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    for (const label of ['“ZIP code” is required.', '“Declaration” is required.']) expect(html).toContain(label);
    expect(html).toContain('&quot;&gt;&lt;script&gt;x&lt;/script&gt;');
    expect(html).not.toContain('<script');
    expect(await (await fillIn(link, { signature: 'no' })).text()).toContain('“Declaration”');
    const long = await fillIn(link, { number_MN: '9'.repeat(257) });
    expect(await long.text()).toContain('“Identification number in MN” may have at most 256 characters.');
    const explained = await fillIn(link, { reason: 'OTHER' });
    expect(await explained.text()).toContain('“Name, number or explanation” is required for this exemption reason.');
  });

  it.each([
    ['an invisible signature', { signedBy: '\u200B' }],
    ['a name that reads backwards', { purchaserName: 'Ada\u202Eecalevol' }],
    ['a name of two lines', { purchaserName: 'Ada\r\nLovelace' }],
  ])('refuses %s', async (_what, wrong) => {
    const { serviceId } = await request(['MN']);
    const refused = await fillIn(await linkOf(serviceId), wrong);
    expect(await refused.text()).toMatch(/“(Printed name|Name of purchaser)” must contain a letter or digit/);
    expect(await read(serviceId)).toMatchObject({ status: 'REQUESTED' });
  });

  it('accepts the fields only as the form that it shows', async () => {
    const { serviceId } = await request(['MN']);
    const body = new URLSearchParams(form).toString();
    const refused = await visit(await linkOf(serviceId), {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body,
    });
    expect(refused.status).toBe(400);
    expect(await read(serviceId)).toMatchObject({ status: 'REQUESTED' });
  });

  it('accepts only files if a state is not a member of the Streamlined agreement', async () => {
    const { serviceId } = await request(['MN', 'CA']);
    const link = await linkOf(serviceId);
    expect(await (await visit(link)).text()).not.toContain('F0003');
    expect((await fillIn(link)).status).toBe(400);
    expect((await upload(link, samplePdf)).status).toBe(303);
  });

  it('limits the requests of an address, and those for a link', async () => {
    const { serviceId } = await request(['MN']);
    const link = await linkOf(serviceId);
    /** The statuses of the next requests. Slow requests leave time for further ones, so the limit may come later. */
    const statuses = async (count: number, ask: () => Promise<Response>) => {
      const found = new Set<number>();
      for (let asked = 0; asked < count; asked++) found.add((await ask()).status);
      return [...found];
    };
    const unknown = () => visit('/certificates/x', {}, '198.51.100.1');
    expect(await statuses(60, unknown)).toEqual([404]);
    expect(await statuses(60, unknown)).toContain(429);
    let from = 0;
    const refused = { method: 'POST', body: new URLSearchParams() };
    expect(await statuses(30, () => visit(link, refused, `203.0.113.${from++}`))).toEqual([400]);
    expect(await statuses(30, () => visit(link, {}, `203.0.113.${from++}`))).toContain(429);
  });
});

describe('the erasure of a customer', () => {
  it('deletes its requests with the submitted data, including later requests', async () => {
    const { serviceId } = await request(['MN']);
    const link = await linkOf(serviceId);
    await upload(link, samplePdf);
    const erase = () => app.send('POST', `/v1/customers/serviceId/${customerId}/erase`, { reason: 'asked' });
    expect((await erase()).status).toBe(200);
    expect([(await app.send('GET', at(serviceId))).status, (await visit(link)).status]).toEqual([404, 404]);
    const later = await request(['MN']);
    await erase();
    expect((await app.send('GET', at(later.serviceId))).status).toBe(404);
    const trail = await app.send('GET', `/v1/audit_entries?recordId=${serviceId}`);
    expect(await trail.text()).not.toContain('Prairie');
  });
});
