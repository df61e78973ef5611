import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationExample } from '../../src/rest/http/operation.ts';
import { graphqlVariables } from '../../src/rest/selections/graphql-variables.ts';
import { differences, partAt } from '../support/compare-doors.ts';
import { type Story, startStory, storyOrder, type Told, toldOperations } from '../support/example-story.ts';
import { type Json, recordOf } from '../support/openapi.ts';
import { scopesOfDocument } from '../support/scopes-of-document.ts';

const gets = toldOperations.filter(({ route }) => route.method === 'GET' && route.scopes !== null);
const twins = gets.flatMap(({ route, operation }) =>
  'document' in operation.graphql ? [{ route, operation, document: operation.graphql.document }] : [],
);
const asked = ({ path = {}, query = {} }: OperationExample) => ({ path, query, countryOf: (text: string) => text });

describe('the table of variables', () => {
  it('has every GET with a GraphQL document, and nothing else', () => {
    expect(Object.keys(graphqlVariables).sort()).toEqual(twins.map(({ operation }) => operation.id).sort());
  });

  it('makes the variables of the examples, which people wrote', () => {
    const made = twins.flatMap(({ operation: { id, examples } }) =>
      Object.values(examples).flatMap((example) =>
        example.variables ? [[id, graphqlVariables[id]!(asked(example)), example.variables]] : [],
      ),
    );
    expect(made.length).toBeGreaterThan(40);
    for (const [id, variables, written] of made) expect(variables, String(id)).toEqual(written);
  });

  it.each(twins.map((twin) => [twin.operation.id, twin] as const))('follows the parameters of %s', (id, twin) => {
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

  it('is refused where the GET is refused', async () => {
    const told = toldOperations.find(({ operation }) => operation.id === 'listTransactions')!;
    const statusOf = async (query: Record<string, string>, headers = {}) =>
      (await story.send(told, { summary: '', status: 200, query }, { headers })).status;
    const explain = 'graphql';
    expect(await statusOf({ explain })).toBe(200);
    expect(await statusOf({ explain, stat: 'MN' })).toBe(400);
    expect(await statusOf({ explain, limit: '0' })).toBe(400);
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
