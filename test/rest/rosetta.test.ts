import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationExample } from '../../src/rest/http/operation.ts';
import { graphqlVariables } from '../../src/rest/selections/graphql-variables.ts';
import { differences, partAt } from '../support/compare-doors.ts';
import { type Story, startStory, storyOrder, type Told, toldOperations } from '../support/example-story.ts';
import { type Json, operationOf, recordOf, resolved } from '../support/openapi.ts';
import { scopesOfDocument } from '../support/scopes-of-document.ts';

const gets = toldOperations.filter(({ route }) => route.method === 'GET' && route.scopes !== null);
const twins = gets.flatMap(({ route, operation }) =>
  'document' in operation.graphql ? [{ route, operation, document: operation.graphql.document }] : [],
);
/** Those whose variables derive from the declaration of a list. */
const declared = twins.filter(({ operation }) => 'variables' in operation.graphql);
const written = twins.filter((twin) => !declared.includes(twin));
const asked = ({ path = {}, query = {} }: OperationExample) => ({ path, query, countryOf: (text: string) => text });

describe('the table of variables', () => {
  it('has every GET with a GraphQL document that is no declared list, and nothing else', () => {
    expect(Object.keys(graphqlVariables).sort()).toEqual(written.map(({ operation }) => operation.id).sort());
  });

  it('makes the variables of the examples, which people wrote', () => {
    const made = written.flatMap(({ operation: { id, examples } }) =>
      Object.values(examples).flatMap((example) =>
        example.variables ? [[id, graphqlVariables[id]!(asked(example)), example.variables]] : [],
      ),
    );
    expect(made.length).toBeGreaterThan(30);
    for (const [id, variables, written] of made) expect(variables, String(id)).toEqual(written);
  });

  it.each(written.map((twin) => [twin.operation.id, twin] as const))('follows the parameters of %s', (id, twin) => {
    const names = Object.keys(twin.operation.query?.shape ?? {});
    const everything = Object.fromEntries(
      names.filter((name) => name !== 'period').map((name) => [name, sample[name] ?? 'A']),
    );
    const path = { source: '9', externalId: 'A', serviceId: 'S', place: 'US-MN', period: '2026-06', id: 'C' };
    const variablesFor = (query: Record<string, string>) =>
      graphqlVariables[id]!({ path, query, countryOf: (text) => text });
    const whole = variablesFor(everything);
    const [definition] = parse(twin.document).definitions;
    const declared = definition?.kind === 'OperationDefinition' ? (definition.variableDefinitions ?? []) : [];
    const known = declared.map(({ variable }) => variable.name.value);
    expect(known).toEqual(expect.arrayContaining(Object.keys(whole)));
    const ignored = names.filter((name) => {
      const { [name]: _, ...others } = everything;
      return JSON.stringify(variablesFor(others)) === JSON.stringify(whole);
    });
    expect(ignored.filter((name) => !ofPresentation.includes(name)).sort()).toEqual(
      (untranslated[id] ?? []).toSorted(),
    );
  });
});

const sample: Readonly<Record<string, string>> = { limit: '2', from: '2026-06-01', to: '2026-06-30', days: '7' };
/** Values that records of the story have, where a list has no member with the name of the parameter. */
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
  activeOn: '2026-07-01',
  expiresFrom: '2026-07-01',
  expiresTo: '2026-12-31',
  certificateStatus: 'CANCELLED',
  zip: '55401',
  asOf: '2026-07-01',
  taxCode: 'C1S1',
};
const unasked = ['limit', 'cursor', 'sort', 'format', 'escapeFormulas', 'bom', 'detailed', 'explain'];
/** Parameters for which the story has no record. */
const emptyFor: Readonly<Record<string, readonly string[]>> = {
  listCustomers: ['taxNumber'],
  listTransactions: ['subsidiary'],
  listExemptions: ['activeOn', 'exemptionReason', 'expiresFrom', 'expiresTo'],
  listTaxNumberChecks: ['taxNumber'],
};

type Parameter = { readonly name: string; readonly choices: readonly string[] | null };

/** The query parameters of a GET, with the values of those that take several. */
function parametersOf(path: string): readonly Parameter[] {
  const { parameters } = operationOf('GET', path)!.operation;
  return (parameters as readonly unknown[]).map(resolved).flatMap(({ name, in: place, schema }) => {
    const { enum: choices } = recordOf(recordOf(schema).items);
    return place === 'query'
      ? [{ name: String(name), choices: Array.isArray(choices) ? choices.map(String) : null }]
      : [];
  });
}

/** How an answer is shown, where a page begins, and other words for `from` and `to`. */
const ofPresentation = ['cursor', 'sort', 'format', 'escapeFormulas', 'bom', 'detailed', 'period'];
/** What the GraphQL document has no place for, which the answer to `explain` says. */
const untranslated: Readonly<Record<string, readonly string[]>> = {
  getTransactionTrace: ['calculationNumber'],
  getTransactionChecks: ['calculationNumber'],
  listNexus: ['limit'],
  listRateBookDifferences: ['limit'],
  listDueTaxReturns: ['limit'],
  listLiabilityTransactions: ['exemptionReason'],
};

describe('?explain=graphql', () => {
  let story: Story;
  beforeAll(async () => {
    story = await startStory();
  });
  afterAll(() => story.app.close());

  // Both doors are asked in one story: each GET is explained, and what it explains is asked.
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
    // A list is in the thin form, whose members the full form has as well.
    expect(left.filter((name) => name !== 'detailed' || told.operation.id !== 'listTransactions')).toEqual([]);
    const answer = await story.ask(document, variables, scopesOfDocument(document));
    expect(answer.errors).toBeUndefined();
    const part = partAt(answer.data, String(dataPath));
    const { faults } = differences(part, member === undefined ? rest : recordOf(rest)[String(member)]);
    expect(faults, told.operation.id).toEqual([]);
  }

  // Replays take the parameters of documents.
  it.each(declared.filter(({ operation }) => operation.id !== 'listReplays'))(
    'reads the same list as $operation.id for each parameter',
    async ({ route, operation }) => {
      const told = toldOperations.find((one) => one.operation === operation)!;
      const ask = async (query: Record<string, string>) => {
        const sent = { limit: '20', ...query };
        const answer = await story.send(told, { summary: '', status: 200, query: sent });
        expect(answer.status, JSON.stringify(query)).toBe(200);
        const rows = (await answer.json()) as readonly Json[];
        const explained = await story.send(told, { summary: '', status: 200, query: { ...sent, explain: 'graphql' } });
        const { document, variables, dataPath, untranslated: left } = (await explained.json()) as Json;
        expect(left).toBeUndefined();
        const { data, errors } = await story.ask(String(document), variables);
        expect(errors).toBeUndefined();
        expect(differences(partAt(data, String(dataPath)), rows).faults, JSON.stringify(query)).toEqual([]);
        return rows;
      };
      const all = await ask({});
      const found: string[] = [];
      const names = parametersOf(route.path).filter(({ name }) => !unasked.includes(name));
      for (const { name, choices } of names) {
        const known = all.map((row) => String(row[name] ?? '')).find((value) => value !== '');
        const value = samples[name] ?? known ?? 'A';
        const values = choices ? [choices.join(',').toLowerCase(), ...(known ? [value.toLowerCase()] : [])] : [value];
        const answers = await Promise.all(values.map((one) => ask({ [name]: one })));
        if (answers.every((rows) => rows.length > 0)) found.push(name);
      }
      expect(names.map(({ name }) => name).filter((name) => !found.includes(name))).toEqual(
        emptyFor[operation.id] ?? [],
      );
    },
  );

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
