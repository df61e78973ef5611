import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationExample } from '../../src/rest/http/operation.ts';
import { exampleIds } from '../../src/rest/openapi/example-data.ts';
import { graphqlVariables } from '../../src/rest/selections/graphql-variables.ts';
import { differences, partAt } from '../support/compare-doors.ts';
import { type Story, startStory, storyOrder, type Told, toldOperations } from '../support/example-story.ts';
import { type Json, operationOf, recordOf, resolved } from '../support/openapi.ts';
import { aCertificateRequest } from '../support/records.ts';
import { scopesOfDocument } from '../support/scopes-of-document.ts';

const gets = toldOperations.filter(({ route }) => route.method === 'GET' && route.scopes !== null);
const twins = gets.flatMap(({ route, operation }) =>
  'document' in operation.graphql ? [{ route, operation, document: operation.graphql.document }] : [],
);
/** Those whose variables derive from the declaration of a list. */
const declared = twins.filter(({ operation }) => 'variables' in operation.graphql);
const written = twins.filter((twin) => !declared.includes(twin));
const withVariables = written.filter(({ document }) => document.includes('$'));

it('every GET whose GraphQL document has variables derives them from its list or the table', () => {
  expect(Object.keys(graphqlVariables).sort()).toEqual(withVariables.map(({ operation }) => operation.id).sort());
});

/** Values in records of the story, for lists without a member named like the parameter. */
const samples: Readonly<Record<string, string>> = {
  state: 'Minnesota,WI',
  country: 'United States',
  period: '2026-06',
  from: '2026-01-01',
  to: '2027-12-31',
  since: '2026-06-30T23:00:00-02:00',
  before: '2030-01-01',
  updatedSince: '2026-07-01',
  taxNumber: 'fr 40 303 265 045',
  fromCurrency: 'eur',
  currency: 'usd',
  knownSince: '2026-01-01',
  jurisdictionId: 'MN-C053,SD',
  name: 'RA',
  search: 'BOOKS',
  externalIdPrefix: 'inv',
  isOverridden: 'FALSE',
  noticeCode: 'FACT_UNCERTAIN',
  reason: 'TAXED',
  isConverted: 'FALSE',
  isDoubtful: 'FALSE',
  lacksCertificateFile: 'FALSE',
  activeOn: '2026-07-01',
  hasFile: 'FALSE',
  expiresFrom: '2026-07-01',
  expiresTo: '2026-12-31',
  certificateStatus: 'CANCELLED',
  zip: '55401',
  asOf: '2026-07-01',
  taxCode: 'C1S1',
  dueFrom: '2026-06-01',
  dueTo: '2026-12-31',
};
const samplesOf: Readonly<Record<string, typeof samples>> = { listProducts: { taxCode: 'C1S2' } };
const unasked = ['limit', 'cursor', 'sort', 'format', 'escapeFormulas', 'bom', 'detailed', 'explain', 'inVersion'];
/** Parameters for which the story has no record. */
const emptyFor: Readonly<Record<string, readonly string[]>> = {
  listCustomers: ['taxNumber'],
  listTransactions: ['subsidiary', 'marketplace'],
  listExemptions: ['activeOn', 'exemptionReason', 'expiresFrom', 'expiresTo'],
  listTaxNumberChecks: ['taxNumber'],
};

type Parameter = { readonly name: string; readonly isList: boolean; readonly choices: readonly string[] | null };

/** The query parameters of a GET, with values for those that accept several. */
function parametersOf(path: string): readonly Parameter[] {
  const { parameters } = operationOf('GET', path)!.operation;
  return (parameters as readonly unknown[]).map(resolved).flatMap(({ name, in: place, schema }) => {
    const { type, items } = recordOf(schema);
    const { enum: choices } = recordOf(items);
    const isChoice = Array.isArray(choices);
    return place === 'query'
      ? [{ name: String(name), isList: type === 'array', choices: isChoice ? choices.map(String) : null }]
      : [];
  });
}

const austin = { country: 'US', state: 'TX', zip: '78701', city: 'Austin', isPartial: 'true' };

type Query = Readonly<Record<string, string | readonly string[]>>;

/** Lists, choices, places and blank values of the GETs without a declared list, each with its required parameters. */
const askedAgain: Readonly<Record<string, readonly Query[]>> = {
  getExemptionCoverage: [{ state: 'minnesota, WI' }, { state: ['MN', 'wisconsin'] }],
  listExemptionReasons: [{ state: 'minnesota,WI' }, { state: ['MN', 'wisconsin'] }],
  findSalesTaxRates: [
    { ...austin, requirePrecision: 'ZIP5', requireTaxCode: 'ANY', requireComplete: 'FALSE', county: '' },
    { ...austin, country: 'united states', state: 'texas', isPartial: 'TRUE' },
  ],
  validateAddress: [{ ...austin, country: 'United States', state: 'texas', isPartial: 'TRUE' }],
  findGlobalTaxRates: [{ country: 'germany' }, { country: 'canada', state: 'Quebec' }],
  searchTaxCodes: [
    { category: 'CLOTHING' },
    { category: ' Clothing ' },
    { category: ' ', search: 'HOSTING' },
    { kind: 'DIGITAL' },
    { kind: '', search: 'cloth' },
  ],
  compareTaxability: [
    { taxCode: 'C1S2, C1S1', state: 'minnesota,WI' },
    { taxCode: ['C1S2', 'C1S1'], state: ['MN', 'wisconsin'] },
  ],
  getRuleCoverage: [{ place: 'us-mn, DE' }, { place: ['US-MN', 'de'] }],
  listNexus: [
    { only: 'DECLARED' },
    { only: 'declared,reached' },
    { only: 'Approaching, reached, declared' },
    { only: ['REACHED', 'declared'] },
    { state: 'minnesota' },
    { country: 'germany' },
    { country: 'united states', only: ['reached', 'declared'] },
    { country: 'united states', state: 'mn' },
  ],
  getExposure: [
    { period: '2026', state: 'minnesota, WI' },
    { from: '2026-01-01', to: '2026-12-31', state: ['MN', 'wisconsin'], collectFrom: 'FIRST_SALE' },
  ],
  getLiability: [
    { period: '2026-06', groupBy: 'state, tax_code' },
    { period: '2026-06', groupBy: ['TAX_CODE', 'country', 'tax_code'] },
    { period: '2026-06', country: 'united states', state: 'minnesota', subsidiary: '', source: '1' },
  ],
  listUnassignedTax: [{ period: '2026-06', country: 'united states', state: 'minnesota' }],
  listLiabilityTransactions: [
    { period: '2026-06', country: 'united states', state: 'minnesota' },
    { period: '2026-06', country: 'US,germany', transactionType: 'INVOICE', reason: 'TAXED' },
    { period: '2026-06', country: ['united states', 'DE'], currency: 'USD' },
    { period: '2026-06', customerType: 'retail, RESELLER', subsidiary: '' },
    { period: '2026-06', customerType: ['RETAIL', 'reseller'], state: '' },
    { period: '2026-06', country: 'US', excludedSales: ['RESALE', 'exempt'], byTaxDate: 'true' },
  ],
  getEcSalesList: [{ period: '2026-06', country: 'germany' }],
  listDueTaxReturns: [{ dueFrom: '2026-06-01' }, { dueFrom: '2026-06-01', dueTo: '2026-08-31' }],
};
describe('?explain=graphql', () => {
  let story: Story;
  beforeAll(async () => {
    story = await startStory();
  });
  afterAll(() => story.app.close());

  // Both doors are queried in one story: each GET is explained, and the explanation is executed.
  it.each(storyOrder)('%s', async (id) => {
    const told = toldOperations.find(({ operation }) => operation.id === id)!;
    for (const example of Object.values(told.operation.examples)) {
      const response = await story.send(told, example);
      const isJson = response.headers.get('content-type') === 'application/json';
      const body: unknown = isJson ? await response.json() : null;
      story.remember(id, body);
      if (gets.includes(told)) await compare(told, example, body);
    }
  });

  async function compare(told: Told, example: OperationExample, rest: unknown): Promise<void> {
    const response = await story.send(told, example, { query: { explain: 'graphql' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/graphql-request+json']);
    const { document, variables, dataPath, member, none, untranslated: unfollowed } = (await response.json()) as Json;
    const left: readonly unknown[] = Array.isArray(unfollowed) ? unfollowed : [];
    if (typeof document !== 'string') {
      expect(none).toMatch(/\.$/);
      return;
    }
    // A list is in the thin form, whose members are also in the full form.
    expect(left.filter((name) => name !== 'detailed' || told.operation.id !== 'listTransactions')).toEqual([]);
    const answer = await story.ask(document, variables, scopesOfDocument(document));
    expect(answer.errors).toBeUndefined();
    const part = partAt(answer.data, String(dataPath));
    const { faults } = differences(part, member === undefined ? rest : recordOf(rest)[String(member)]);
    expect(faults, told.operation.id).toEqual([]);
  }

  /** The response to a request, after its twin returned the same, and the parameters that the twin does not follow. */
  async function askTwice(told: Told, query: Query, path?: OperationExample['path']) {
    const example = { summary: '', status: 200, path };
    const answer = await story.send(told, example, { query });
    expect(answer.status, JSON.stringify(query)).toBe(200);
    const rest: unknown = await answer.json();
    const explained = await story.send(told, example, { query: { ...query, explain: 'graphql' } });
    const { document, variables, dataPath, member, untranslated: left } = (await explained.json()) as Json;
    const { data, errors } = await story.ask(String(document), variables);
    expect(errors, JSON.stringify(query)).toBeUndefined();
    const { faults, leaves } = differences(
      partAt(data, String(dataPath)),
      member === undefined ? rest : recordOf(rest)[String(member)],
    );
    expect(faults, JSON.stringify(query)).toEqual([]);
    expect(left, JSON.stringify(query)).toBeUndefined();
    return { rest, isEmpty: leaves === 0 };
  }

  describe('after the story', () => {
    // The story ends with the erasure of its customer, which deletes the requests.
    beforeAll(async () => {
      const { certificateRequests } = story.app.stores.forTenant(story.tenantId);
      for (const day of ['2026-06-24', '2026-07-01']) {
        await certificateRequests.insert(aCertificateRequest(exampleIds.customer, new Date(`${day}T12:00:00Z`)));
      }
    });

    // Replays accept the parameters of documents, and tax codes have no pages.
    it.each(declared.filter(({ operation }) => !['listReplays', 'searchTaxCodes'].includes(operation.id)))(
      'reads the same list as $operation.id for each parameter',
      async ({ route, operation }) => {
        const told = toldOperations.find((one) => one.operation === operation)!;
        const ask = (query: Query) => askTwice(told, { limit: '20', ...query });
        const all = (await ask({})).rest as readonly Json[];
        const found: string[] = [];
        const names = parametersOf(route.path).filter(({ name }) => !unasked.includes(name));
        for (const { name, choices } of names) {
          const known = all.map((row) => String(row[name] ?? '')).find((value) => value !== '');
          const value = samplesOf[operation.id]?.[name] ?? samples[name] ?? known ?? 'A';
          const values = choices
            ? [choices.join(',').toLowerCase(), choices, ...(known ? [value.toLowerCase()] : [])]
            : [value];
          const answers = await Promise.all(values.map((one) => ask({ [name]: one })));
          if (answers.every(({ isEmpty }) => !isEmpty)) found.push(name);
        }
        expect(names.map(({ name }) => name).filter((name) => !found.includes(name))).toEqual(
          emptyFor[operation.id] ?? [],
        );
      },
    );
  });

  it.each(Object.keys(askedAgain))('reads the same as %s for lists, choices, places and blank values', async (id) => {
    const told = toldOperations.find(({ operation }) => operation.id === id)!;
    const { path } = Object.values(told.operation.examples)[0] ?? {};
    const empty: Query[] = [];
    for (const query of askedAgain[id]!) if ((await askTwice(told, query, path)).isEmpty) empty.push(query);
    // All tax of the story belongs to a return, and no document to a country without a state.
    expect(empty.filter(({ state }) => state !== '')).toEqual(id === 'listUnassignedTax' ? askedAgain[id] : []);
  });

  it('has an example of every parameter with several values of the GETs that are not declared lists', () => {
    const isAsked = (id: string, name: string) => askedAgain[id]?.some((query) => Array.isArray(query[name])) === true;
    const missing = written.flatMap(({ route, operation: { id } }) =>
      parametersOf(route.path).flatMap(({ name, isList }) => (isList && !isAsked(id, name) ? [`${id}: ${name}`] : [])),
    );
    expect(missing).toEqual([]);
  });

  it('is refused where the GET is refused', async () => {
    const told = toldOperations.find(({ operation }) => operation.id === 'listTransactions')!;
    const statusOf = async (query: Record<string, string>, headers = {}) =>
      (await story.send(told, { summary: '', status: 200, query }, { headers })).status;
    const explain = 'graphql';
    expect(await statusOf({ explain })).toBe(200);
    expect(await statusOf({ explain, stat: 'MN' })).toBe(400);
    expect(await statusOf({ explain, limit: '0' })).toBe(400);
    expect(await statusOf({ explain, state: 'Nowhere' })).toBe(400);
    expect(await statusOf({ explain, period: '2026-06', from: '2026-06-01' })).toBe(400);
    expect(await statusOf({ explain: 'sql' })).toBe(400);
    expect(await statusOf({ explain }, { Authorization: await story.tokenWith(['tax:read']) })).toBe(403);
  });

  it('says what a GraphQL request does not follow', async () => {
    const told = toldOperations.find(({ operation }) => operation.id === 'listTransactions')!;
    const query = { explain: 'graphql', sort: '-updatedDate', country: 'Germany', detailed: 'true', format: 'csv' };
    const response = await story.send(told, { summary: '', status: 200, query });
    expect(await response.json()).toMatchObject({
      variables: { filter: { country: { eq: 'DE' } } },
      untranslated: ['sort', 'detailed'],
    });
  });
});
