import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { ask, type Data, storeCustomer } from '../ask.ts';

let app: TestApp;
let server: Server;
let url: string;
let customerId: string;
let token: string;

beforeAll(async () => {
  app = await startApp();
  server = createServer(app.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  token = await app.token();
  customerId = (await storeCustomer(app, { externalId: 'c-1' })).serviceId;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await app.close();
});

const query = `mutation ($csvFile: Upload!, $dryRun: Boolean) {
  importExemptions(input: { file: $csvFile, dryRun: $dryRun }) {
    __typename
    ... on ExemptionImport {
      status message isDryRun rowCount successCount notFoundCustomers skippedStates unlistedErrorCount ignoredColumns
      errors { line field code message }
    }
    ... on InvalidInput { code issues { path code } }
  }
}`;

type Parts = { readonly operations?: unknown; readonly map?: unknown; readonly file?: string | null };

function formOf(parts: Parts): FormData {
  const { operations = { query, variables: { csvFile: null } }, map = { 0: ['variables.csvFile'] }, file } = parts;
  const form = new FormData();
  form.append('operations', typeof operations === 'string' ? operations : JSON.stringify(operations));
  form.append('map', typeof map === 'string' ? map : JSON.stringify(map));
  if (file != null) form.append('0', new Blob([file], { type: 'text/csv' }), 'exemptions.csv');
  return form;
}

type Reply = { readonly status: number; readonly data: Data; readonly errors?: Data };

async function send(form: FormData, headers: Record<string, string> = { Authorization: `Bearer ${token}` }) {
  const response = await fetch(url, { method: 'POST', headers, body: form });
  return { status: response.status, ...((await response.json()) as Omit<Reply, 'status'>) };
}

const count = async () => {
  const counted = 'query ($id: UUID!) { exemptions(filter: { customerId: { eq: $id } }) { totalCount } }';
  return (await ask(app, counted, { variables: { id: customerId } })).data.exemptions.totalCount;
};

describe('importExemptions', () => {
  const file = `customerId,states,remark\n${customerId},ZZ,\n`;

  it('stores the valid rows, and reports the others', async () => {
    const rows = `customerId,states,remark\n${customerId},MN,\n${customerId},ZZ,\n${customerId},TX|WI,\n`;
    const variables = { csvFile: null, dryRun: true };
    const expected = {
      __typename: 'ExemptionImport',
      status: 'PARTIAL',
      message: '2 of 3 rows would be stored; this was a dry run.',
      isDryRun: true,
      rowCount: 3,
      successCount: 2,
      notFoundCustomers: [],
      skippedStates: ['ZZ'],
      errors: [{ line: 3, field: 'states', code: 'UNKNOWN_VALUE', message: 'Unknown state "ZZ".' }],
      unlistedErrorCount: 0,
      ignoredColumns: ['remark'],
    };
    const dry = await send(formOf({ operations: { query, variables }, file: rows }));
    expect(dry.data.importExemptions).toEqual(expected);
    expect(await count()).toBe(0);
    const wet = await send(formOf({ file: rows }));
    expect(wet.data.importExemptions).toEqual({
      ...expected,
      message: '2 of 3 rows were stored.',
      isDryRun: false,
    });
    expect(await count()).toBe(3);
  });

  it('answers the errors of a header as InvalidInput', async () => {
    expect((await send(formOf({ file: 'customerId\n' }))).data.importExemptions).toEqual({
      __typename: 'InvalidInput',
      code: 'INVALID_INPUT',
      issues: [{ path: ['file'], code: 'REQUIRED' }],
    });
  });

  it.each<[string, Parts]>([
    ['operations that are no JSON', { operations: '{', file }],
    ['operations that are a list', { operations: [{ query }], file }],
    ['a map that is no JSON', { map: 'csvFile', file }],
    ['a map without a path', { map: { 0: [] }, file }],
    ['a map of two files', { map: { 0: ['variables.csvFile'], 1: ['variables.csvFile'] }, file }],
    ['a map to another member', { map: { 0: ['query'] }, file }],
    ['a map to no variable', { map: { 0: ['variables.csv'] }, file }],
    ['a map to nowhere', { map: { 0: ['variables.__proto__.csvFile'] }, file }],
    ['a place that is taken', { operations: { query, variables: { csvFile: 'x' } }, file }],
    ['no file', { file: null }],
  ])('refuses %s', async (_what, parts) => {
    const { status, errors } = await send(formOf(parts));
    expect([status, errors[0].extensions.code]).toEqual([400, 'MALFORMED_FORM']);
  });

  it('accepts a file only as a file', async () => {
    const text = await ask(app, query, { variables: { csvFile: 'customerId,states' } });
    expect(text.errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
    const literal = 'mutation { importExemptions(input: { file: "customerId" }) { __typename } }';
    expect((await ask(app, literal)).errors![0]!.message).toContain('Upload must be a file');
  });

  it('requires a token with the scope, and a header that other sites cannot send', async () => {
    const anonymous = await send(formOf({ file }), {});
    expect([anonymous.status, anonymous.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    const reading = await send(formOf({ file }), { Authorization: `Bearer ${await app.token(['exemptions:read'])}` });
    expect(reading.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('accepts operations without a file, and rejects them like all others', async () => {
    const { data } = await send(formOf({ operations: { query: '{ __typename }' }, map: {} }));
    expect(data).toEqual({ __typename: 'Query' });
    const wrong = await send(formOf({ operations: { query: '{ nothing }' }, map: {} }));
    expect(wrong.errors).toHaveLength(1);
  });

  it('answers at once if a long file cannot be read further', async () => {
    const file = `name,email\n${`${'x'.repeat(1_000)}\n`.repeat(20_000)}`;
    expect((await send(formOf({ file }))).data.importExemptions.code).toBe('INVALID_INPUT');
    const denied = { Authorization: `Bearer ${await app.token(['exemptions:read'])}` };
    expect((await send(formOf({ file }), denied)).errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
