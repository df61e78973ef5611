import { performance } from 'node:perf_hooks';
import { type DocumentNode, type FieldNode, isObjectType, Kind, parse, print } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { workCosts } from '../../src/domain/base/work-costs.ts';
import { limits } from '../../src/graphql/execution/limits.ts';
import { schema } from '../../src/graphql/schema.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../support/bodies.ts';
import { type Story, startStory, storyOrder, toldOperations } from '../support/example-story.ts';
import { recordOf } from '../support/openapi.ts';

/** Compares the charges for requests with the time during which they keep the event loop busy. */
type Measured = { readonly microseconds: number; readonly cost: number };

const budget = 1_000_000_000;
/** The first rounds compile code and fill caches. */
const rounds = 6;
const warmUp = 2;
const aliasCount = 20;
/** Allowed deviation of the time of a unit from the usual one. */
const tolerance = 5;
/** Shorter times are mostly noise. */
const leastMicroseconds = 2_000;

/** A story whose requests are measured; the last one is in `last`. */
async function startMeasured() {
  const now = new Date(); // The budget does not refill.
  const story = await startStory({ costPerMinute: budget, authNow: () => now });
  const measured = { last: { microseconds: 0, cost: 0 } as Measured };
  let left = budget;
  const app = {
    ...story.app,
    async fetch(path: string, init?: RequestInit): Promise<Response> {
      const request = new Request(`http://localhost${path}`, init);
      const before = performance.eventLoopUtilization();
      const response = await story.app.fetchFrom('127.0.0.1', request);
      const body = await response.arrayBuffer();
      const { active } = performance.eventLoopUtilization(before);
      const shown = /"cost";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1];
      const remaining = shown === undefined ? left : Number(shown);
      measured.last = { microseconds: active * 1_000, cost: left - remaining };
      left = remaining;
      return new Response([204, 304].includes(response.status) ? null : body, response);
    },
  };
  Object.assign(story.app, { fetch: app.fetch });
  return { story, measured };
}

/** The same operation with its first field repeated many times; null if that is not allowed. */
function aliased(document: string): string | null {
  const parsed = parse(document);
  const definitions = parsed.definitions.map((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.operation !== 'query') return node;
    const fields = node.selectionSet.selections.filter((one): one is FieldNode => one.kind === Kind.FIELD);
    const selections = Array.from({ length: aliasCount }, (_, index) => ({
      ...fields[0]!,
      alias: { kind: Kind.NAME as const, value: `a${index}` },
    }));
    return { ...node, selectionSet: { ...node.selectionSet, selections } };
  });
  const document2: DocumentNode = { ...parsed, definitions };
  const isQuery = definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === 'query');
  return isQuery ? print(document2) : null;
}

const samples = new Map<string, Measured[]>();
function note(name: string, one: Measured): void {
  if (one.cost > 0) samples.set(name, [...(samples.get(name) ?? []), one]);
}

async function tell(round: number): Promise<void> {
  const { story, measured } = await startMeasured();
  const keep = (name: string) => {
    if (round >= warmUp) note(name, measured.last);
  };
  for (const id of storyOrder) {
    const told = toldOperations.find(({ operation }) => operation.id === id)!;
    const { graphql, examples } = told.operation;
    for (const [name, example] of Object.entries(examples)) {
      const response = await story.send(told, example);
      keep(`${id} ${name}`);
      for (let again = 0; again < 3 && told.route.method === 'GET'; again++) {
        await story.send(told, example);
        keep(`${id} ${name}`);
      }
      const isJson = response.headers.get('content-type') === 'application/json';
      story.remember(id, isJson ? await response.json() : null);
      if (!example.variables || 'none' in graphql) continue;
      await story.ask(graphql.document, example.variables);
      keep(`GraphQL ${id} ${name}`);
      const many = aliased(graphql.document);
      if (many === null) continue;
      const { errors } = recordOf(await story.ask(many, example.variables));
      if (errors === undefined) keep(`GraphQL ${id} ${name}, ${aliasCount} times`);
    }
  }
  await story.app.close();
}

const lowest = (values: readonly number[]) => Math.min(...values);
const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!;

/** Other work on the machine only adds to a time, so the lowest is the most accurate. */
const summaries = () =>
  [...samples].map(([name, list]) => {
    const microseconds = lowest(list.map((one) => one.microseconds));
    const cost = median(list.map((one) => one.cost));
    return { name, microseconds: Math.round(microseconds), cost: Math.round(cost), perUnit: microseconds / cost };
  });

describe('what a request is charged follows its time:', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    for (let round = 0; round < rounds; round++) await tell(round);
  }, 300_000);

  it('each operation of REST and GraphQL, once and many times', () => {
    const all = summaries();
    expect(all.length).toBeGreaterThan(150);
    const usual = median(all.map(({ perUnit }) => perUnit));
    // No request costs less than its share of receiving and sending.
    const isOff = ({ perUnit, microseconds, cost }: (typeof all)[number]) =>
      (perUnit > usual * tolerance && microseconds > leastMicroseconds) ||
      (perUnit < usual / tolerance && cost > 2 * workCosts.request);
    expect({ usual, off: all.filter(isOff) }).toEqual({ usual, off: [] });
  });
});

describe('what a field of a record is charged follows its time:', { timeout: 300_000 }, () => {
  let story: Story;
  let measured: { last: Measured };
  let usual: number;
  beforeAll(async () => {
    usual = median(summaries().map(({ perUnit }) => perUnit));
    ({ story, measured } = await startMeasured());
    const { app } = story;
    const Authorization = await story.tokenWith(['customers:write', 'transactions:write', 'nexus:write']);
    const put = async (path: string, body: unknown) =>
      recordOf(
        await (
          await app.fetch(path, {
            method: 'PUT',
            headers: { Authorization, 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json(),
      );
    await put('/v1/nexus/place/US-MN', { registrations: [{ validFrom: '2020-01-01' }] });
    const customer = await put('/v1/customers/source/9/externalId/c', aCustomerBody({ externalId: 'c' }));
    const items = Array.from({ length: 300 }, (_, index) => anItemBody({ name: `Lamp ${index}` }));
    const invoice = anInvoiceBody(String(customer.serviceId), { items, externalId: 'i' });
    await put('/v1/transactions/source/9/externalId/i', invoice);
  }, 60_000);

  const key = '(by: { key: { source: "9", externalId:';
  const records: Readonly<Record<string, (selection: string) => string>> = {
    Transaction: (fields) => `{ transaction${key} "i" } }) { ${fields} } }`,
    TransactionItem: (fields) => `{ transaction${key} "i" } }) { items { ${fields} } } }`,
    Customer: (fields) => `{ customer${key} "c" } }) { ${fields} } }`,
    NexusTracker: (fields) => `{ nexusTrackers(filter: { state: { eq: "MN" } }) { nodes { ${fields} } } }`,
    TaxReturn: (fields) =>
      `{ taxReturn(by: { key: { country: "US", state: "MN", period: { month: "2026-07" } } }) { ${fields} } }`,
  };
  const fields = Object.keys(records).flatMap((name) => {
    const type = schema.getType(name);
    return isObjectType(type)
      ? Object.values(type.getFields()).map((field) => [`${name}.${field.name}`, name, field] as const)
      : [];
  });

  it.each(fields)('%s', async (_, name, field) => {
    if (field.args.some(({ type, defaultValue }) => type.toString().endsWith('!') && defaultValue === undefined))
      return;
    const one = field.type.toString().match(/\w+/)![0];
    const selection =
      isObjectType(schema.getType(one)) || !('parseValue' in schema.getType(one)!) ? '{ __typename }' : '';
    const many = Array.from({ length: limits.aliases - 5 }, (_, index) => `a${index}: ${field.name} ${selection}`).join(
      ' ',
    );
    const times: Measured[] = [];
    for (let round = 0; round < 4; round++) {
      const answer = recordOf(await story.ask(records[name]!(many), {}));
      if (answer.errors !== undefined) expect(JSON.stringify(answer.errors)).toContain('OPERATION_LIMIT_EXCEEDED');
      times.push(measured.last);
    }
    const microseconds = lowest(times.slice(1).map((each) => each.microseconds));
    const cost = median(times.slice(1).map((each) => each.cost));
    expect(microseconds, `charged ${cost}`).toBeLessThan(usual * tolerance * cost + leastMicroseconds);
  });
});
