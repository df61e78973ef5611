import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomer, anExemption } from '../../support/records.ts';
import { samplePdf, samplePng, samples } from '../../support/sample-files.ts';
import { aTenant } from '../../support/stores.ts';

let app: TestApp;
let token: string;
let serviceId: string;

beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-01T12:00:00.000Z') });
  token = await app.token();
});
afterAll(() => app.close());
beforeEach(async () => {
  serviceId = await anExemptionOf(app.records);
});

async function anExemptionOf({ customers, exemptions }: TestApp['records']): Promise<string> {
  const customer = aCustomer();
  await customers.insert(customer);
  const exemption = anExemption(customer.serviceId);
  await exemptions.upsertAll([exemption]);
  return exemption.serviceId;
}

type Sent = {
  readonly type?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly id?: string;
};

function put(
  body: BodyInit | Uint8Array | null,
  { type = 'application/pdf', query = '', headers, id = serviceId }: Sent = {},
) {
  return app.fetch(`/v1/exemptions/serviceId/${id}/file${query}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, ...(type && { 'Content-Type': type }), ...headers },
    body: body as BodyInit,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

const url = (id = serviceId) => `/v1/exemptions/serviceId/${id}/file`;
const get = (headers = {}, method = 'GET') => app.send(method, url(), undefined, headers);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const refusal = async (response: Response) => {
  const { code, detail } = await bodyOf<{ code: string; detail: string }>(response);
  return [response.status, code, detail];
};

describe('the file of an exemption', () => {
  it('is attached, and downloaded as it was, to be saved', async () => {
    const attached = await put(samplePdf, { query: '?name=Zertifikat%20M%C3%BCller.pdf' });
    const sha256 = createHash('sha256').update(samplePdf).digest('hex');
    expect([attached.status, await attached.json()]).toEqual([
      201,
      {
        name: 'Zertifikat Müller.pdf',
        mediaType: 'application/pdf',
        bytes: samplePdf.length,
        sha256,
        attachedAt: '2026-07-01T12:00:00.000Z',
      },
    ]);
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(samplePdf.length),
      'content-disposition': `attachment; filename="Zertifikat M_ller.pdf"; filename*=UTF-8''Zertifikat%20M%C3%BCller.pdf`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      etag: attached.headers.get('etag'),
      'last-modified': 'Wed, 01 Jul 2026 12:00:00 GMT',
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    });
    expect(await bytesOf(response)).toEqual(samplePdf);
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(samplePdf.length),
      '',
    ]);
  });

  it.each(Object.entries(samples))('can be %s', async (type, content) => {
    expect((await put(content, { type: `${type}; q=1` })).status).toBe(201);
    const response = await get();
    expect([response.headers.get('content-type'), await bytesOf(response)]).toEqual([type, content]);
  });

  it('is read in pieces, up to its largest size', async () => {
    const padding = Buffer.alloc(10 * 1024 * 1024 - samplePdf.length, 'x');
    const large = Buffer.concat([samplePdf.subarray(0, -6), padding, samplePdf.subarray(-6)]);
    expect((await put(large)).status).toBe(201);
    const response = await get();
    expect(
      createHash('sha256')
        .update(await bytesOf(response))
        .digest('hex'),
    ).toBe(createHash('sha256').update(large).digest('hex'));
  });

  it('is replaced, unchanged if it is the same, and removed', async () => {
    const first = await put(samplePdf);
    const again = await put(samplePdf);
    expect([first.status, again.status, again.headers.get('etag')]).toEqual([201, 200, first.headers.get('etag')]);
    expect((await put(samplePng, { type: 'image/png' })).status).toBe(200);
    expect((await get()).headers.get('content-type')).toBe('image/png');
    expect((await app.send('DELETE', url())).status).toBe(204);
    expect((await app.send('DELETE', url())).status).toBe(204);
    expect(await refusal(await get())).toEqual([404, 'NOT_FOUND', 'The exemption has no file.']);
    const changes = await bodyOf<{ patch: { path: string }[] }[]>(
      app.send('GET', `/v1/audit_entries?recordId=${serviceId}`),
    );
    expect(changes.filter(({ patch }) => patch.some(({ path }) => path === '/fileSha256'))).toHaveLength(3);
  });

  it('is changed and read under conditions', async () => {
    const tag = (await put(samplePdf)).headers.get('etag') ?? '';
    expect((await get({ 'If-None-Match': tag })).status).toBe(304);
    expect((await put(samplePng, { type: 'image/png', headers: { 'If-None-Match': '*' } })).status).toBe(412);
    expect((await app.send('DELETE', url(), undefined, { 'If-Match': '"other"' })).status).toBe(412);
    expect((await put(samplePng, { type: 'image/png', headers: { 'If-Match': tag } })).status).toBe(200);
    expect((await get({ Accept: 'application/pdf' })).status).toBe(406);
    expect((await get({ Accept: 'image/*' })).status).toBe(200);
  });

  it.each([
    ['attachment; filename="../../etc/pass\\"wd.pdf"', 'pass_wd.pdf'],
    ["attachment; filename=a.pdf; filename*=UTF-8''%E2%80%AEfdp.exe", 'fdp.exe.pdf'],
    ['attachment; filename="C:\\\\scans\\\\ST3.PDF"', 'ST3.pdf'],
    ["attachment; filename*=UTF-8''%ff", 'certificate.pdf'],
    ["attachment; filename*=UTF-8''a%0D%0AX-Evil:%201.html", 'aX-Evil_ 1.html.pdf'],
    [`attachment; filename="${'n'.repeat(3_000)}"`, `${'n'.repeat(196)}.pdf`],
  ])('is named after %.60s', async (disposition, name) => {
    const response = await put(samplePdf, { headers: { 'Content-Disposition': disposition } });
    expect(await response.json()).toMatchObject({ name });
  });
});

describe('refused', () => {
  const after = Buffer.from('<script>alert(1)</script>\n');

  it.each<[string, Uint8Array, string, string]>([
    ['HTML named .pdf', Buffer.from('<html><script>alert(1)</script></html>'), 'application/pdf', 'must be one of'],
    ['a PDF behind HTML', Buffer.concat([after, samplePdf]), 'application/pdf', 'The content of the file is not'],
    [
      'SVG as PNG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/png',
      'The content of the file is not',
    ],
    ['a PNG sent as a PDF', samplePng, 'application/pdf', 'is image/png'],
    ['no bytes', Buffer.alloc(0), 'application/pdf', 'is empty'],
    ...Object.entries(samples).map(([type, content]): [string, Uint8Array, string, string] => [
      `a truncated file of ${type}`,
      content.subarray(0, -8),
      type,
      'end of the file is missing',
    ]),
  ])('is %s', async (_what, content, type, message) => {
    expect(await refusal(await put(content, { type, query: '?name=a.pdf' }))).toEqual([
      400,
      'INVALID_INPUT',
      expect.stringContaining(message),
    ]);
    expect((await get()).status).toBe(404);
  });

  it('is another media type, or none, or a compressed body', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/pdfx', '']) {
      const response = await put(samplePdf, { type });
      expect(response.headers.get('accept')).toContain('application/pdf, image/png');
      expect(await refusal(response)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', expect.stringContaining('image/tiff')]);
    }
    expect((await put(samplePdf, { headers: { 'Content-Encoding': 'gzip' } })).status).toBe(415);
  });

  it('is a file that is too large, before it is read', async () => {
    const declared = await put(samplePdf, { headers: { 'Content-Length': '10485761' } });
    expect(await refusal(declared)).toEqual([413, 'BODY_TOO_LARGE', 'A file may have at most 10485760 bytes.']);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(pulled === 1 ? samplePdf : Buffer.alloc(1024 * 1024));
      },
    });
    expect((await put(endless)).status).toBe(413);
    expect(pulled).toBeLessThan(20);
    expect((await get()).status).toBe(404);
  });

  it('is a fourth file of a tenant while three are being received, until one is done', async () => {
    const senders: ReadableStreamDefaultController<Uint8Array>[] = [];
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      senders.push(controller); // From here on, the file is being read.
      return new Promise<void>(() => {});
    };
    const slow = [0, 1, 2].map(() => put(new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })));
    await expect.poll(() => senders.length, { timeout: 30_000 }).toBe(3);
    const refused = await put(samplePdf);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    for (const sender of senders) sender.close();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await put(samplePdf)).status).toBeLessThan(202);
  });

  it('is one of another tenant, of no exemption, or without the scope', async () => {
    await put(samplePdf);
    const stranger = await app.token(undefined, await aTenant(app.stores));
    for (const method of ['GET', 'DELETE']) {
      const response = await app.fetch(url(), { method, headers: { Authorization: `Bearer ${stranger}` } });
      expect([method, response.status]).toEqual([method, 404]);
    }
    expect((await put(samplePng, { type: 'image/png', headers: { Authorization: `Bearer ${stranger}` } })).status).toBe(
      404,
    );
    expect((await put(samplePdf, { id: '01980000-0000-7000-8000-0000000000ff' })).status).toBe(404);
    expect((await put(samplePdf, { id: 'x' })).status).toBe(400);
    const reader = `Bearer ${await app.token(['exemptions:read'])}`;
    const writer = `Bearer ${await app.token(['exemptions:write'])}`;
    expect((await put(samplePdf, { headers: { Authorization: reader } })).status).toBe(403);
    expect((await get({ Authorization: writer })).status).toBe(403);
    expect(await bytesOf(await get({ Authorization: reader }))).toEqual(samplePdf);
  });
});
