import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomer, anExemption } from '../../support/records.ts';
import { samplePdf, samplePng } from '../../support/sample-files.ts';
import { aTenant } from '../../support/stores.ts';
import { ask, type Data } from '../ask.ts';

let app: TestApp;
let serviceId: string;

beforeAll(async () => {
  app = await startApp();
  const customer = aCustomer();
  await app.records.customers.insert(customer);
  const exemption = anExemption(customer.serviceId);
  serviceId = exemption.serviceId;
  await app.records.exemptions.upsertAll([exemption, anExemption(customer.serviceId, { state: 'WI' })]);
});
afterAll(() => app.close());

const attach = `mutation ($input: AttachExemptionFileInput!) {
  attachExemptionFile(input: $input) {
    __typename
    ... on Exemption { serviceId file { name mediaType bytes sha256 } }
    ... on InvalidInput { issues { path code } }
    ... on UserError { code message }
  }
}`;

type Sent = { readonly type?: string; readonly name?: string; readonly token?: string; readonly id?: string };

async function send(
  content: Uint8Array,
  { type = 'application/pdf', name = 'ST3.pdf', token, id = serviceId }: Sent = {},
) {
  const form = new FormData();
  form.append(
    'operations',
    JSON.stringify({ query: attach, variables: { input: { by: { serviceId: id }, file: null } } }),
  );
  form.append('map', JSON.stringify({ 0: ['variables.input.file'] }));
  form.append('0', new Blob([content as BlobPart], { type }), name);
  const headers = { Authorization: `Bearer ${token ?? (await app.token())}` };
  return bodyOf<{ data: Data; errors?: Data }>(app.fetch('/graphql', { method: 'POST', headers, body: form }));
}

it('attaches a file, shows it in lists, and removes it', async () => {
  const { data } = await send(samplePdf);
  expect(data.attachExemptionFile).toMatchObject({
    serviceId,
    file: { name: 'ST3.pdf', mediaType: 'application/pdf', bytes: samplePdf.length },
  });
  const downloaded = await app.send('GET', `/v1/exemptions/serviceId/${serviceId}/file`);
  expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(samplePdf);
  const listed = await ask(app, '{ exemptions { nodes { state file { name } } } }');
  expect(listed.data.exemptions.nodes).toEqual(
    expect.arrayContaining([
      { state: 'MN', file: { name: 'ST3.pdf' } },
      { state: 'WI', file: null },
    ]),
  );
  for (const [hasFile, state] of [
    [true, 'MN'],
    [false, 'WI'],
  ]) {
    const query =
      'query ($hasFile: Boolean) { exemptions(filter: { hasFile: $hasFile }) { totalCount nodes { state } } }';
    const { data } = await ask(app, query, { variables: { hasFile } });
    expect(data.exemptions).toEqual({ totalCount: 1, nodes: [{ state }] });
    const response = await app.send('GET', `/v1/exemptions?hasFile=${hasFile}`);
    expect(await response.json()).toMatchObject([{ hasFile }]);
  }
  expect((await app.send('GET', '/v1/exemptions?hasFile=perhaps')).status).toBe(400);
  const detach =
    'mutation ($input: DetachExemptionFileInput!) { detachExemptionFile(input: $input) { ... on Exemption { file { name } } ... on UserError { code } } }';
  const variables = { input: { by: { serviceId } } };
  expect((await ask(app, detach, { variables })).data.detachExemptionFile).toEqual({ file: null });
  expect((await ask(app, detach, { variables })).data.detachExemptionFile).toEqual({ file: null });
  const nowhere = { input: { by: { serviceId: '01980000-0000-7000-8000-0000000000ff' } } };
  expect((await ask(app, detach, { variables: nowhere })).data.detachExemptionFile).toEqual({ code: 'NOT_FOUND' });
  const reading = await ask(app, detach, { variables, scopes: ['exemptions:read'] });
  expect(reading.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});

it.each<[string, Uint8Array]>([
  ['HTML named .pdf', Buffer.from('<html></html>')],
  ['a PDF behind something else', Buffer.concat([Buffer.from('GIF89a'), samplePdf])],
  ['a truncated PDF', samplePdf.subarray(0, -8)],
  ['a PNG sent as a PDF', samplePng],
])('refuses %s', async (_what, content) => {
  expect((await send(content)).data.attachExemptionFile).toMatchObject({
    __typename: 'InvalidInput',
    issues: [{ path: ['file'], code: 'INVALID_FORMAT' }],
  });
});

it('refuses other media types, large files, other tenants and missing scopes', async () => {
  const codeOf = async (sent: ReturnType<typeof send>) => (await sent).errors?.[0].extensions.code;
  expect(await codeOf(send(samplePdf, { type: 'text/html' }))).toBe('UNSUPPORTED_MEDIA_TYPE');
  const large = Buffer.concat([samplePdf, Buffer.alloc(10 * 1024 * 1024)]);
  expect(await codeOf(send(large))).toBe('BODY_TOO_LARGE');
  expect(await codeOf(send(samplePdf, { token: await app.token(['exemptions:read']) }))).toBe('FORBIDDEN');
  const stranger = await app.token(undefined, await aTenant(app.stores));
  expect((await send(samplePdf, { token: stranger })).data.attachExemptionFile).toMatchObject({ code: 'NOT_FOUND' });
});
