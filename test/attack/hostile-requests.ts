import { csvField } from '../../src/domain/exemptions/exemption-csv-header.ts';
import type { AttackedGateway } from './attacked-gateway.ts';

/** A request that must cost little, regardless of its sender. */
export type HostileRequest = {
  readonly name: string;
  readonly path: string;
  readonly init: RequestInit;
  /** The accepted statuses. */
  readonly status: readonly number[];
  /** Text that the response must also contain. */
  readonly says?: RegExp;
  /** The allowed cost relative to a refusal, for work that a valid token is entitled to. */
  readonly worth?: number;
};

type Tokens = AttackedGateway['tokens'];

const repeat = (text: string, times: number, separator = '') => (text + separator).repeat(times - 1) + text;
const list = (entry: string, times: number) => `[${repeat(entry, times, ',')}]`;
const nested = (times: number, inner = '{}') => `${repeat('{"not":', times)}${inner}${repeat('}', times)}`;

function graphql(body: string, token?: string): RequestInit {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  return { method: 'POST', headers, body };
}

const question = (query: string, variables = '{}') => `{"query":${JSON.stringify(query)},"variables":${variables}}`;
const byIds = 'query($i:[ID!]!){nodes(ids:$i){id}}';
const filtered = 'query($f:TransactionFilter){transactions(filter:$f){totalCount}}';

/** GraphQL without a token, which must never cause any work. */
function anonymousGraphql(): HostileRequest[] {
  const refused = { path: '/graphql', status: [400, 401, 413] };
  return [
    { ...refused, name: '20,000 wrong ids', init: graphql(question(byIds, `{"i":${list('{}', 20_000)}}`)) },
    { ...refused, name: '200,000 wrong ids', init: graphql(question(byIds, `{"i":${list('{}', 200_000)}}`)) },
    {
      ...refused,
      name: 'a filter of 20,000 members',
      init: graphql(question(filtered, `{"f":{"or":${list('{}', 20_000)}}}`)),
    },
    { ...refused, name: 'a filter 100,000 deep', init: graphql(question(filtered, `{"f":${nested(100_000)}}`)) },
    {
      ...refused,
      name: '300 questions about the schema',
      init: graphql(question(`{${repeat('a:__schema{__typename} ', 300)}}`)),
    },
    {
      ...refused,
      name: 'a chain of 900 fragments',
      init: graphql(
        question(
          `{...f0} ${Array.from({ length: 900 }, (_, index) => `fragment f${index} on Query{...f${index + 1}}`).join(' ')} fragment f900 on Query{__typename}`,
        ),
      ),
    },
    {
      ...refused,
      name: 'an unused fragment of 2,400 fields',
      init: graphql(question(`{__typename} fragment u on Customer{${repeat('name ', 2_400)}}`)),
    },
    { ...refused, name: '50,000 brackets', init: graphql(question(repeat('{a', 50_000))) },
    { ...refused, name: 'a list 50,000 deep', init: graphql(question(`{node(id:${repeat('[', 50_000)}`)) },
    {
      ...refused,
      name: 'an unknown persisted operation',
      init: graphql(unknownOperation('a')),
      status: [200],
      says: /PERSISTED_QUERY_NOT_FOUND/,
    },
    { ...refused, name: 'a batch of 2,000', init: graphql(list('{"query":"{__typename}"}', 2_000)) },
    { ...refused, name: 'a forged token', init: graphql(question('{__typename}'), forged), status: [401] },
    {
      ...refused,
      name: 'a token of 15 kB',
      init: graphql(question('{__typename}'), repeat('x', 15_000)),
      status: [401],
    },
  ];
}

function unknownOperation(hash: string): string {
  const persistedQuery = { version: 1, sha256Hash: repeat(hash, 64) };
  return JSON.stringify({ extensions: { persistedQuery } });
}

const forged = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"a","tenantId":"a"}')}.`;

/** Wrong, large or deep GraphQL from a caller with a token. */
function graphqlWithToken({ a }: Tokens): HostileRequest[] {
  const refused = { path: '/graphql', status: [200, 400, 413], says: /^\{"errors":\[\{"message":/ };
  const ask = (query: string, variables?: string) => graphql(question(query, variables), a);
  return [
    { ...refused, name: 'token: 20,000 wrong ids', init: ask(byIds, `{"i":${list('{}', 20_000)}}`) },
    { ...refused, name: 'token: 200,000 wrong ids', init: ask(byIds, `{"i":${list('{}', 200_000)}}`) },
    { ...refused, name: 'token: a filter of 200,000', init: ask(filtered, `{"f":{"or":${list('{}', 200_000)}}}`) },
    {
      ...refused,
      name: 'token: a filter of 32,000 conditions',
      init: ask(filtered, `{"f":{"or":${list(`{"and":${list('{"source":{"eq":"9"}}', 110)}}`, 290)}}}`),
      says: /^\{"errors":\[\{"message":"A filter may have at most 100 conditions/,
    },
    {
      ...refused,
      name: 'token: a filter of 480 conditions in the document',
      init: ask(`{transactions(filter:{or:[${repeat('{source:{eq:"9"}}', 480, ',')}]}){totalCount}}`),
      says: /A filter may have at most 100 conditions/,
    },
    { ...refused, name: 'token: a filter 20 deep', init: ask(filtered, `{"f":${nested(20)}}`) },
    { ...refused, name: 'token: a filter 2,000 deep', init: ask(filtered, `{"f":${nested(2_000)}}`) },
    { ...refused, name: 'token: a filter 100,000 deep', init: ask(filtered, `{"f":${nested(100_000)}}`) },
    {
      ...refused,
      name: 'token: a filter 2,000 deep in the document',
      init: ask(`{transactions(filter:${repeat('{not:', 2_000)}{}${repeat('}', 2_000)}){totalCount}}`),
    },
    {
      ...refused,
      name: 'token: a cursor of the year 0',
      init: ask(`{customers(first:1,after:"${btoa('{"v":1,"at":"0000-00-00"}')}"){totalCount}}`),
      says: /INVALID_CURSOR|BAD_USER_INPUT|INVALID/,
    },
    {
      ...refused,
      name: 'token: 2,000 aliases',
      init: ask(`{${Array.from({ length: 2_000 }, (_, index) => `a${index}:__typename`).join(' ')}}`),
    },
    {
      ...refused,
      name: 'token: 500 fields that validation compares',
      init: ask(`{customers{nodes{${repeat('...{name name}', 500)}}}}`),
    },
    { ...refused, name: 'token: 10,000 directives', init: ask(`{__typename ${repeat('@a', 10_000)}}`) },
    {
      ...refused,
      name: 'token: 100,000 brackets',
      init: graphql(`{"query":"{__typename}","variables":{"a":${repeat('[', 100_000)}`, a),
    },
    {
      ...refused,
      name: 'token: 500 customers of garbage',
      init: ask(
        'mutation($i:UpsertCustomersInput!){upsertCustomers(input:$i){__typename}}',
        `{"i":{"customers":${list('{"x":1}', 500)}}}`,
      ),
    },
  ];
}

function put(body: string, token: string): RequestInit {
  return { method: 'PUT', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }, body };
}

const invoice = '/v1/transactions/source/1/externalId/H-1';

/** REST bodies that are too deep, too long or invalid throughout. */
function restBodies({ a }: Tokens): HostileRequest[] {
  const document = { path: invoice, status: [400, 413] };
  return [
    { ...document, name: 'REST: 200,000 empty items', init: put(`{"items":${list('{}', 200_000)}}`, a) },
    { ...document, name: 'REST: 1,000 empty items', init: put(`{"items":${list('{}', 1_000)}}`, a) },
    { ...document, name: 'REST: 400,000 nulls', init: put(list('null', 400_000), a) },
    { ...document, name: 'REST: 1 MB of brackets', init: put(repeat('[', 1_000_000), a) },
    { ...document, name: 'REST: 300,000 deep', init: put(`${repeat('{"a":', 300_000)}1${repeat('}', 300_000)}`, a) },
    {
      ...document,
      name: 'REST: a number of a million digits',
      init: put(`{"transactionLevelDiscount":${repeat('9', 1_000_000)}}`, a),
    },
    {
      ...document,
      name: 'REST: text of a million digits',
      init: put(`{"transactionLevelDiscount":"${repeat('9', 1_000_000)}"}`, a),
    },
    {
      ...document,
      name: 'REST: 100,000 unknown members',
      init: put(`{${Array.from({ length: 100_000 }, (_, index) => `"m${index}":1`).join(',')}}`, a),
    },
    { ...document, name: 'REST: not UTF-8', init: { ...put('', a), body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) } },
    {
      ...document,
      name: 'REST: a forged prototype',
      init: put('{"__proto__":{"items":[]},"constructor":{"prototype":{}}}', a),
    },
    {
      path: '/v1/transactions/batch',
      status: [400, 413],
      name: 'REST: a batch of 20,000',
      init: { ...put(list('{"items":[]}', 20_000), a), method: 'POST' },
    },
    {
      path: '/v1/transactions/batch',
      status: [200],
      name: 'REST: a batch of 290 documents with 1,000 wrong items each',
      init: { ...put(list(`{"items":${list('{}', 1_000)}}`, 290), a), method: 'POST' },
      says: /"failedCount":290.*NOT_CHECKED/,
      worth: 6,
    },
    {
      path: '/v1/nexus/place/US-TX',
      status: [400],
      name: 'REST: 10,000 unknown members of nexus',
      init: put(`{${Array.from({ length: 10_000 }, (_, index) => `"m${index}":1`).join(',')}}`, a),
    },
    {
      path: '/v1/token',
      status: [400, 413],
      name: 'REST: 1 MB of credentials',
      init: { ...put(`{"clientId":"${repeat('x', 1_000_000)}","clientSecret":"y"}`, a), method: 'POST' },
    },
    {
      ...document,
      name: 'REST without a token: 2 MB',
      init: { method: 'PUT', body: repeat(' ', 2_000_000) },
      status: [401],
    },
  ];
}

/** Paths, queries and headers. */
function restLines({ a }: Tokens): HostileRequest[] {
  const headers = { Authorization: `Bearer ${a}` };
  const get = (path: string, status: readonly number[] = [400]) => ({ path, init: { headers }, status });
  return [
    { ...get(`/v1/customers?${repeat('state=MN&', 700)}`), name: 'a query of 700 parameters' },
    { ...get(`/v1/customers?cursor=${repeat('A', 6_000)}`), name: 'a cursor of 6 kB' },
    { ...get(`/v1/customers?cursor=${btoa('{"at":"0000-01-01"}')}`), name: 'a forged cursor' },
    { ...get(`/v1/customers/serviceId/${repeat('%00', 50)}`, [400, 404]), name: 'NUL in a path' },
    { ...get(`/v1/customers/source/1/externalId/${repeat('..%2f', 60)}`, [400, 404]), name: 'a path that climbs' },
    { ...get(`/${repeat('a/', 3_000)}`, [404, 414]), name: 'a path of 3,000 parts' },
    {
      path: '/v1/customers',
      init: { headers: { ...headers, Cookie: repeat('a=b; ', 2_500) } },
      status: [200, 431],
      name: 'a cookie of 12 kB',
    },
    {
      path: invoice,
      init: { headers: { ...headers, 'If-None-Match': repeat('"a",', 2_500) } },
      status: [400, 404],
      name: '2,500 entity tags',
    },
    {
      path: '/v1/customers',
      init: { headers: { ...headers, Accept: repeat('a/b;q=0.1,', 1_000) } },
      status: [200, 406],
      name: '1,000 media types',
    },
  ];
}

function csv(body: string, token: string, status: readonly number[], name: string, worth = 1): HostileRequest {
  const form = new FormData();
  form.append(csvField, new Blob([body], { type: 'text/csv' }), 'exemptions.csv');
  const init = { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: form };
  return { name, path: '/v1/exemption_imports', init, status, worth };
}

/** CSV files of exemptions that are malformed or far too large. */
function csvFiles({ a }: Tokens): HostileRequest[] {
  return [
    csv(repeat('\n', 1_000_000), a, [400, 422], 'CSV: a million empty rows', 4),
    {
      ...csv(`customerId,state\n${repeat('x\n', 500_000)}`, a, [200], 'CSV: 500,000 rows of one cell', 20),
      says: /"status":"STOPPED".*"row_count":10000,/,
    },
    csv(repeat(',', 2_000_000), a, [400, 413, 422], 'CSV: one row of 2,000,000 cells', 2),
    csv(`a,b\n"${repeat('x', 2_000_000)}`, a, [400, 413, 422], 'CSV: a quote that never ends', 2),
    csv(`a,b\n${repeat('"', 500_000)}`, a, [400, 413, 422], 'CSV: 500,000 quotes', 2),
  ];
}

export function hostileRequests(tokens: Tokens): HostileRequest[] {
  return [
    ...anonymousGraphql(),
    ...graphqlWithToken(tokens),
    ...restBodies(tokens),
    ...restLines(tokens),
    ...csvFiles(tokens),
  ];
}
