import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../../src/domain/account/scope.ts';
import { graphqlErrorCodes } from '../../../src/domain/base/errors.ts';
import type { OperationExample } from '../../../src/rest/http/operation.ts';
import { examplesFolder } from '../../../src/rest/openapi/example-responses.ts';
import { takesKey } from '../../../src/rest/openapi/parameters.ts';
import { problemsOf } from '../../../src/rest/openapi/responses.ts';
import { allRoutes } from '../../../src/rest/routes.ts';
import { differences, partAt } from '../../support/compare-doors.ts';
import {
  type SentFile,
  type Story,
  showsMoreWith,
  startStory,
  storyOrder,
  type Told,
  toldOperations,
} from '../../support/example-story.ts';
import { at, document, type Json, operations, recordOf, resolved } from '../../support/openapi.ts';
import { scopesOfDocument } from '../../support/scopes-of-document.ts';

let story: Story;
beforeAll(async () => {
  story = await startStory();
});
afterAll(() => story.app.close());

describe('the document', () => {
  it('has every route except the one for the gateway’s own pages', () => {
    const pages = ['/certificates/:token', '/demo/token', '/', '/docs', '/openapi.json', '/favicon.ico'];
    const published = allRoutes.filter(({ path }) => !pages.includes(path));
    const missing = published
      .filter(({ options }) => !options?.operation)
      .map(({ method, path }) => `${method} ${path}`);
    expect(missing).toEqual([]);
    const named = published.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(named.sort());
  });

  it('names the parts that its schemas share', () => {
    const places = new Map<string, string[]>();
    const visit = (value: unknown, path: string): void => {
      if (Array.isArray(value)) for (const [index, one] of value.entries()) visit(one, `${path}/${index}`);
      const { description: _, ...schema } = recordOf(value);
      const text = schema.properties === undefined ? '' : JSON.stringify(schema);
      if (text.length > 300) places.set(text, [...(places.get(text) ?? []), path]);
      for (const [name, one] of Object.entries(schema)) visit(one, `${path}/${name}`);
    };
    visit(at('components', 'schemas'), '');
    expect([...places.values()].filter((found) => found.length > 1)).toEqual([]);
    expect(at('components', 'schemas', 'QuoteInput', 'properties', 'items').items).toEqual({
      $ref: '#/components/schemas/ItemInput',
    });
    expect(at('components', 'schemas', 'QuoteInput', 'properties', 'shipFromAddress').anyOf).toEqual([
      { $ref: '#/components/schemas/AddressInput' },
      { type: 'null' },
    ]);
  });

  it('describes every member and every parameter', () => {
    const silent = Object.entries(at('components', 'schemas')).flatMap(([name, schema]) =>
      silentMembers(recordOf(schema), name),
    );
    for (const { id, operation } of operations) {
      for (const parameter of Array.isArray(operation.parameters) ? operation.parameters : []) {
        const { $ref, description, name } = recordOf(parameter);
        if ($ref === undefined && description === undefined) silent.push(`${id}: ${name}`);
      }
    }
    expect(silent).toEqual([]);
  });

  it('describes a parameter with several values as a list, separated by commas', () => {
    const parameters = operations.flatMap(({ operation }) => [operation.parameters ?? []].flat().map(recordOf));
    const lists = parameters.filter(({ schema }) => recordOf(schema).type === 'array');
    expect(lists.length).toBeGreaterThan(10);
    for (const one of lists) expect(one).toMatchObject({ explode: false, schema: { items: {} } });
  });

  it('closes no list of values in a response, but for the states of a thing', () => {
    const closed = new Set<string>();
    const visit = (value: unknown, at: string): void => {
      if (Array.isArray(value)) for (const one of value) visit(one, at);
      const { $ref, enum: values, ...members } = recordOf(value);
      if (typeof $ref === 'string' && !seen.has($ref)) {
        seen.add($ref);
        visit(resolved(value), $ref.slice($ref.lastIndexOf('/') + 1));
      }
      if (values !== undefined) closed.add(at);
      for (const [name, one] of Object.entries(members)) visit(one, name === 'properties' ? at : name);
    };
    const seen = new Set<unknown>();
    for (const { operation } of operations) visit(operation.responses, '');
    visit(document.webhooks, '');
    expect([...closed].sort()).toEqual([
      'CertificateRequestStatus',
      'CertificateStatus',
      'ClientStatus',
      'ExemptionImportStatus',
      'ExemptionStatus',
      'NexusStatus',
      'TaxReturnStatus',
      'TenantKind',
      'TransactionFilingStatus',
      'TransactionStatus',
      'WebhookDeliveryStatus',
      'WebhookEndpointStatus',
      // The location of a parameter.
      'in',
      // The result of importing a file of exemptions.
    ]);
  });

  it('names no error that only GraphQL answers', () => {
    const known = recordOf(at('components', 'schemas', 'Problem', 'properties').code)['x-extensible-enum'];
    expect(known).toContain('INVALID_INPUT');
    for (const code of graphqlErrorCodes) expect(known).not.toContain(code);
  });

  it('gives the scope, the responses and the GraphQL counterpart of every operation', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    for (const { id, operation } of operations) {
      expect(operation, id).toMatchObject({ summary: expect.any(String), tags: [expect.any(String)] });
      expect(operation['x-graphql-document'] ?? operation['x-graphql-none'], id).toEqual(expect.any(String));
      expect(Object.keys(recordOf(operation.responses)), id).toContain('500');
    }
    expect(at('paths', '/v1/customers', 'get').security).toEqual([{ oauth2: ['customers:read'] }, { bearer: [] }]);
    expect(at('paths', '/v1/token', 'post').security).toEqual([]);
    expect(
      Object.keys(at('paths', '/v1/transactions/source/{source}/externalId/{externalId}', 'put', 'responses')),
    ).toEqual([
      '200',
      '201',
      '204',
      '400',
      '401',
      '403',
      '404',
      '406',
      '409',
      '412',
      '413',
      '414',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
  });

  it('accepts what the schemas that read bodies accept', () => {
    const { properties, required } = at('components', 'schemas', 'TransactionInput');
    // A refund may omit shippingAddress and customerId, which come from its invoice.
    expect(required).toEqual([
      'externalId',
      'source',
      'items',
      'transactionStatus',
      'externalTimestamps',
      'transactionType',
    ]);
    expect(recordOf(properties).externalId).toMatchObject({
      type: ['string', 'integer'],
      minLength: 1,
      maxLength: 256,
    });
    expect(recordOf(recordOf(properties).items)).toMatchObject({ type: 'array', maxItems: 1000 });
    expect(recordOf(properties).documentName).toMatchObject({ type: ['string', 'null'], maxLength: 50 });
    expect(at('components', 'schemas', 'CustomerPatch').required).toBeUndefined();
  });

  it('is served without a token, with a tag, and can be cached', async () => {
    const response = await story.app.fetch('/v1/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    const tag = response.headers.get('etag') ?? '';
    expect(await response.json()).toEqual(document);
    const again = await story.app.fetch('/v1/openapi.json', { headers: { 'If-None-Match': tag } });
    expect(again.status).toBe(304);
  });
});

describe('its examples', () => {
  const fileOf = (id: string) => new URL(`${id}.json`, examplesFolder);
  const found: Record<string, Json> = {};

  it('cover every operation that has some', () => {
    const withExamples = toldOperations.filter(({ operation }) => Object.keys(operation.examples).length > 0);
    expect(withExamples.map(({ operation }) => operation.id).sort()).toEqual([...storyOrder].sort());
    const recorded = readdirSync(examplesFolder).map((name) => name.replace('.json', ''));
    expect(recorded.filter((id) => !storyOrder.includes(id))).toEqual([]);
  });

  // Every response is validated against the document when it is read; see `heldToDocument`.
  it.each(storyOrder)('%s answers as the document shows, and GraphQL says the same', async (id) => {
    const told = toldOperations.find(({ operation }) => operation.id === id)!;
    for (const [name, example] of Object.entries(told.operation.examples)) {
      const response = await story.send(told, example);
      expect(response.status, `${id} ${name}`).toBe(example.status);
      const isJson = response.headers.get('content-type') === 'application/json';
      const body: unknown = isJson ? await response.json() : null;
      story.remember(id, body);
      if (isJson && !notRecorded.includes(id)) found[id] = { ...found[id], [name]: shortened(id, story.asShown(body)) };
      // The thin form of a record has fewer members than its twin.
      const isThin = example.query?.detailed === 'false';
      if (example.variables && !isThin) await compareWithGraphql(told, example, body);
    }
    const shown = settled(found[id]);
    if (process.env.RECORD_EXAMPLES) {
      if (shown !== undefined) writeFileSync(fileOf(id), `${JSON.stringify(shown, null, 1)}\n`);
      return;
    }
    const recorded: unknown = existsSync(fileOf(id)) ? JSON.parse(readFileSync(fileOf(id), 'utf8')) : undefined;
    expect(
      shown,
      'If the new response is right: RECORD_EXAMPLES=1 npx vitest run --project tests test/rest/openapi/openapi.test.ts',
    ).toEqual(recorded);
  });
});

describe('every operation fails as the document shows', () => {
  // Each response is validated against the document: its status, headers, body and code.
  it.each(toldOperations.map((told) => [told.operation.id, told] as const))('%s', async (_, told) => {
    const { route, operation } = told;
    const [example = { summary: '', status: 200 }] = Object.values(operation.examples);
    const statusOf = async (change: Parameters<Story['send']>[2]) => {
      const response = await story.send(told, example, change);
      const isProblem = response.headers.get('content-type') === 'application/problem+json';
      if (response.status >= 400) expect(recordOf(await response.json()).status).toBe(response.status);
      expect(isProblem).toBe(response.status >= 400);
      return response.status;
    };
    expect(await statusOf({ headers: { Accept: 'audio/ogg' } })).toBe(406);
    expect(await statusOf({ query: { padding: 'x'.repeat(9_000) } })).toBe(414);
    if (route.scopes !== null) {
      expect(await statusOf({ headers: { Authorization: 'Bearer forged' } })).toBe(401);
      for (const missing of route.scopes) {
        const Authorization = await story.tokenWith(scopes.filter((scope) => scope !== missing));
        expect(await statusOf({ headers: { Authorization } }), `without ${missing}`).toBe(403);
      }
      if (takesKey(route)) expect(await statusOf({ headers: { 'Idempotency-Key': 'a b' } })).toBe(400);
    }
    if (operation.query) expect(await statusOf({ query: { unheardOf: '1' } })).toBe(400);
    if (operation.isTagged) expect(await statusOf({ headers: { 'If-None-Match': 'untagged' } })).toBe(400);
    if (operation.isTagged && route.method === 'PUT') {
      expect(await statusOf({ headers: { 'If-Match': '"of-another"' } })).toBe(412);
    }
    if (operation.body) {
      expect(await statusOf({ headers: { 'Content-Type': 'text/plain' } })).toBe(415);
      if (!operation.body.mediaType) {
        expect(await statusOf({ body: '{"a":' })).toBe(400);
        const standsAlone = /\/(customers|transactions)\/batch$/.test(route.path);
        expect(await statusOf({ body: '[1]' })).toBe(standsAlone ? 200 : 400);
        expect(await statusOf({ headers: { 'Content-Length': '99999999999' } })).toBe(413);
      }
    }
    // Every place has a return, and only a one-stop-shop return has no rows.
    const isFoundElsewhere = operation.id === 'listTaxReturnRows';
    if (route.path.includes(':') && problemsOf(route, operation).includes('NOT_FOUND') && !isFoundElsewhere)
      expect([400, 404]).toContain(await statusOf({ isElsewhere: true }));
  });
});

/** Responses that differ each time. */
const notRecorded = ['getJsonWebKeys'];
const leastLeaves: Readonly<Record<string, number>> = {
  putTransaction: 150,
  getTransaction: 60,
  calculateTransaction: 150,
  findSalesTaxRates: 60,
  getCapabilities: 1_000,
  // The examples run without a register.
  listTaxNumberChecks: 0,
  // Nothing changes after the filing.
  listChangedTransactions: 0,
};

async function compareWithGraphql({ operation }: Told, { variables, body: file }: OperationExample, rest: unknown) {
  const { id, graphql } = operation;
  if (!('document' in graphql)) throw new Error(`${id} has variables and no document.`);
  const sent = fileOfForm(id, file);
  const needed = scopesOfDocument(graphql.document);
  for (const missing of sent ? [] : needed) {
    const granted = scopes.filter((scope) => scope !== missing);
    const { errors } = await story.ask(graphql.document, variables, granted);
    const codes = [errors ?? []].flat().map((error) => recordOf(recordOf(error).extensions).code);
    expect(new Set(codes), `${id} without ${missing}`).toEqual(new Set(['FORBIDDEN']));
  }
  // With only the declared scopes.
  const answer = await (sent
    ? story.askForm(graphql.document, variables, sent)
    : story.ask(graphql.document, variables, [...needed, ...showsMoreWith(operation)]));
  expect(answer.errors, id).toBeUndefined();
  const part = partAt(answer.data, graphql.at);
  for (const one of [part].flat()) expect(failureTypes, id).not.toContain(recordOf(one).__typename);
  // REST returns no records after cancelling, ending or storing exemptions; GraphQL does.
  if (rest === null || id === 'upsertExemptions') return;
  const { faults, leaves } = differences(part, graphql.in === undefined ? rest : recordOf(rest)[graphql.in]);
  const toldTwice = faults.filter((fault) => !fault.startsWith('/accessToken'));
  expect(toldTwice, id).toEqual([]);
  expect(leaves, id).toBeGreaterThanOrEqual(leastLeaves[id] ?? 1);
}

function fileOfForm(id: string, body: unknown): SentFile | null {
  if (id === 'putExemptionFile') {
    return { field: 'file', content: String(body), type: 'application/pdf', name: 'certificate.pdf' };
  }
  if (id === 'importProducts') {
    return { field: 'file', content: String(recordOf(body).file), type: 'text/csv', name: 'products.csv' };
  }
  if (id !== 'importExemptions') return null;
  return { field: 'file', content: String(recordOf(body).csvFile), type: 'text/csv', name: 'exemptions.csv' };
}

const failureTypes = ['InvalidInput', 'NotFound', 'Conflict', 'TransactionFiled', 'OverRefund', 'InvalidClient'];

/** Truncates long lists and omits the limits, which come from the code, and the clients of the tests. */
function shortened(id: string, value: unknown): unknown {
  if (id === 'listClients' && Array.isArray(value)) {
    return value.filter((one) => recordOf(one).name === 'Web shop').slice(-1);
  }
  if (['listTaxLines', 'listJournal'].includes(id) && Array.isArray(value)) return value.slice(0, 3);
  if (id !== 'getCapabilities') return value;
  const { limits: _, ...told } = recordOf(value);
  return JSON.parse(JSON.stringify(told, (_, member) => (Array.isArray(member) ? member.slice(0, 2) : member)));
}

/** Replaces ids and tokens that differ each time, in order of appearance. */
function settled(value: unknown): unknown {
  if (value === undefined) return undefined;
  const ids = new Map<string, string>();
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      if (id.startsWith('01980000-')) return id;
      const known = ids.get(id) ?? `01980000-0000-7000-8000-0000000000b${ids.size}`;
      ids.set(id, known);
      return known;
    })
    // It changes with every added rate.
    .replaceAll(/("rateBookDigest":)"[\w-]{43}"/g, '$1"RnZ4YXHOr7XhesMyDS3Cgoxvu4fbLj9GJCX9yahWajc"')
    .replaceAll(/whsec_[\w+/]{43}=/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    .replaceAll(/client_[0-9a-f]{24}/g, 'client_0123456789abcdef01234567')
    .replaceAll(/"secret_[\w-]{43}"/g, '"secret_0U2DngUeqo_ls3MjB1hJG0fI4Ae_uz6UKkMgvfTUkqw"')
    .replaceAll(/"eyJ[^"]*"/g, '"eyJhbGciOiJSUzI1NiJ9.eyJzY29wZSI6IiJ9.c2lnbmF0dXJl"');
  const parsed: unknown = JSON.parse(text);
  return parsed;
}

function silentMembers(schema: Json, path: string): string[] {
  const own = Object.entries(recordOf(schema.properties)).flatMap(([name, member]) => {
    const { description, $ref } = recordOf(member);
    const isSilent = description === undefined && $ref === undefined;
    return [...(isSilent ? [`${path}/${name}`] : []), ...silentMembers(recordOf(member), `${path}/${name}`)];
  });
  return schema.items === undefined ? own : [...own, ...silentMembers(recordOf(schema.items), path)];
}
