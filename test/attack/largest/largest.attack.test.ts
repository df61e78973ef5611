import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import type { OperationExample } from '../../../src/rest/http/operation.ts';
import { storyOrder, type Told, type ToldStory, tellStory, toldOperations } from '../../support/example-story.ts';
import { type Json, recordOf } from '../../support/openapi.ts';
import { askedFor, inUpdate, withinRecords } from './asked-fields.ts';
import { fillStore, sizes } from './large-store.ts';
import { changeOfUpdate, filesOf, largestBody, largestQueries, toldBy } from './largest-input.ts';
import {
  type Asked,
  type Attempt,
  attempts,
  type Kind,
  type RootField,
  repeatedFields,
  repeatedRoot,
  rootFields,
  transactionIds,
} from './largest-query.ts';
import { startWatchedGateway, type Watched, type WatchedGateway } from './watched-gateway.ts';

/** `full`: more and longer documents, and repeated fields; `gate`: some calls only; otherwise everything once. */
const extent = z.enum(['gate', 'short', 'full']).parse(process.env.LARGEST ?? 'short');
const isShort = extent !== 'full';
const isGate = extent === 'gate';

/**
 * Limits for a call: processor time of the longest task of the main thread, growth of resident memory, bytes of a
 * response in one piece. The gate shares its machine, where the same task takes up to twice the processor time.
 */
const most = {
  taskMs: isGate ? 300 : 100,
  memoryMb: isGate ? 200 : 100,
  pieceBytes: gatewayLimits.rest.answerBytes,
};

/** One call for each way to read, calculate, store or write a long document or list. */
const callsOfGate = new RegExp(
  [
    '^REST (calculateTransaction|putTransaction|getTransaction|getTransactionTrace|listTransactions|listTaxLines)$',
    '^REST (compareScenarios|getTransactionReplay|getTaxReturn|listTaxReturnTransactions|listJurisdictions)$',
    '^GraphQL (calculateTax|upsertTransaction|transaction|transactions|taxReturn)$',
  ].join('|'),
);
const storedForGate = ['putCustomer', 'putTransaction', 'putNexus'];

let gateway: WatchedGateway;
let story: ToldStory;
let watched: Watched | null = null;
let isPreparing = false;
const called = new Set<string>();
const measured: (Watched & { readonly name: string })[] = [];
const refused: string[] = [];

beforeAll(async () => {
  gateway = await startWatchedGateway(process.env.TEST_DATABASE_URL!);
  if (!gateway.isFilled) {
    await fillStore(gateway, sizes[extent]);
    await gateway.keep();
  }
  await gateway.restart();
  story = tellStory({
    client: gateway.client,
    clientSecret: gateway.clientSecret,
    tokenWith: async () => gateway.token,
    async fetch(path, init) {
      if (isPreparing) return gateway.fetch(path, init);
      watched = await gateway.watch(path, init);
      const { status, headers, text } = watched;
      return new Response([204, 304].includes(status) ? null : text, { status, headers });
    },
  });
}, 1_200_000);

afterAll(async () => {
  report();
  await gateway?.close();
});

function report(): void {
  const line = ({ name, status, bytes, taskMs, memoryMb, documentMs, healthMs }: (typeof measured)[number]) =>
    [
      `${taskMs.toFixed(0).padStart(5)} ms ${String(memoryMb).padStart(5)} MB ${String(bytes).padStart(10)} B`,
      `${documentMs.toFixed(0).padStart(6)} ms ${healthMs.toFixed(0).padStart(6)} ms  ${status} ${name}`,
    ].join(' ');
  const top = (by: (one: Watched) => number) =>
    measured
      .toSorted((one, other) => by(other) - by(one))
      .slice(0, 25)
      .map(line);
  const head = 'longest task, memory, bytes, wait of another tenant, wait for its health';
  const tops = [...top(({ taskMs }) => taskMs), '', ...top(({ memoryMb }) => memoryMb)];
  console.log(
    [
      `${measured.length} calls`,
      head,
      ...tops,
      '',
      'Refused by a limit, and answered when less was asked for:',
      ...refused,
    ].join('\n'),
  );
}

const limited = {
  taskMs: (ms: number) => `a task of ${ms} ms`,
  memoryMb: (mb: number) => `${mb} MB of memory`,
  pieceBytes: (bytes: number) => `${bytes} bytes in one piece`,
};
type Limited = keyof typeof limited;

/** What exceeded its limit. */
const excessesIn = (found: Watched) => (Object.keys(limited) as Limited[]).filter((name) => found[name] > most[name]);
const written = (found: Watched, names: readonly Limited[]) =>
  names.map((name) => limited[name](found[name])).join(', ');

/**
 * Findings for a request. It is sent again in a new process, because other work on the machine may have caused a
 * finding.
 */
async function held<Answer>(
  name: string,
  send: () => Promise<Answer>,
): Promise<{ answer: Answer; findings: string[] }> {
  const answer = await send().catch(async (error: unknown) => {
    const lines = gateway.ended();
    if (lines === null) throw error;
    await gateway.restart(); // One crash is one finding.
    throw new Error(`${name}: the gateway ended, ${lines}`);
  });
  measured.push({ ...watched!, name });
  const first = watched!;
  const excesses = excessesIn(first);
  if (excesses.length === 0) return { answer, findings: [] };
  console.log(`${name}: ${written(first, excesses)}`); // Written immediately, because a run that is stopped has no report.
  await gateway.restart();
  await send();
  measured.push({ ...watched!, name: `${name}, again` });
  // A new process takes memory for its first call, and the first process did not exceed that limit.
  const again = excessesIn(watched!).filter((one) => excesses.includes(one));
  const findings = again.length > 0 ? [`${name}: ${written(first, again)}; again ${written(watched!, again)}`] : [];
  return { answer, findings };
}

/** Every operation in the order of the examples, each followed by the equivalent root fields. */
const order = [
  ...storyOrder,
  ...toldOperations.map(({ operation }) => operation.id).filter((id) => !storyOrder.includes(id)),
];
const kinds = ['query', 'mutation', 'subscription'] as const;
const fields = kinds.flatMap((kind) =>
  rootFields(kind).flatMap((field) => {
    const asked = askedFor(order, field);
    const args = inUpdate[field.name];
    const one = { name: `GraphQL ${field.name}`, kind, field, asked };
    if (!asked) return [one];
    const inVersion = args !== undefined && { after: asked.after, definitions: '', args, variables: {} };
    const selection = withinRecords[field.name];
    return [
      one,
      ...(inVersion ? [{ ...one, name: `${one.name} in version 1`, asked: inVersion }] : []),
      ...(selection ? [{ ...one, name: `${one.name} with a list within`, asked: { ...asked, selection } }] : []),
    ];
  }),
);
/** Only these are measured. Others are sent if they store data that later examples need. */
const chosen = process.env.LARGEST_ONLY ? new RegExp(process.env.LARGEST_ONLY) : isGate ? callsOfGate : /^/;
const isNeeded = ({ route, operation: { id } }: Told) =>
  isGate
    ? storedForGate.includes(id)
    : (route.method !== 'GET' && !route.options?.storesNothing && !id.startsWith('batch')) ||
      /^list(Exemptions|Refusals)$/.test(id);

const steps = order.flatMap((id) => {
  const told = toldBy(id);
  const own = [
    { name: `REST ${id}`, run: () => callOperation(told) },
    ...fields
      .filter(({ asked }) => asked?.after === id)
      .map(({ name, kind, field, asked }) => ({ name, run: () => callField(name, kind, field, asked!) })),
  ].filter(({ name }) => chosen.test(name));
  const isPrepared = isNeeded(told) && !own.some(({ name }) => name === `REST ${id}`);
  return isPrepared ? [{ name: `REST ${id}, not measured`, run: () => prepare(told) }, ...own] : own;
});

describe('the largest call of', { timeout: 600_000 }, () => {
  it.each(steps)('$name', async ({ name, run }) => {
    const findings = await run();
    called.add(name);
    await restoreClock();
    expect(findings).toEqual([]);
  });

  it('every operation of REST and every root field of GraphQL was answered', () => {
    const all = [...toldOperations.map(({ operation }) => `REST ${operation.id}`), ...fields.map(({ name }) => name)];
    expect(all.filter((name) => chosen.test(name) && !called.has(name))).toEqual([]);
  });
});

async function prepare(told: Told): Promise<string[]> {
  isPreparing = true;
  for (const example of Object.values(told.operation.examples)) {
    const response = await story.send(told, { ...example, body: largestBody(told, example, isShort) });
    const isJson = response.headers.get('Content-Type') === 'application/json';
    story.remember(told.operation.id, isJson ? await response.json() : null);
  }
  isPreparing = false;
  return [];
}

async function callOperation(told: Told): Promise<string[]> {
  const { id, examples } = told.operation;
  const findings: string[] = [];
  if (id === 'getCertificateRequestFile') findings.push(...(await submitLargestFile()));
  const sent = Object.entries(examples).slice(0, isGate ? 1 : undefined);
  for (const [name, example] of sent.length > 0
    ? sent
    : [['plain', { summary: '', status: 200, ...withoutExample[id] }] as const]) {
    const body = largestBody(told, example, isShort);
    for (const query of largestQueries(told, example, isShort).slice(0, isGate ? 1 : undefined)) {
      const path = query.inVersion && example.path ? { ...example.path, id: changeOfUpdate } : example.path;
      const says = `REST ${id} ${name} ${new URLSearchParams(query)}`;
      findings.push(...(await answered(told, { ...example, path, query, body }, says)));
    }
  }
  return findings;
}

/** Requests less until the response is within its limit. */
async function answered(told: Told, example: OperationExample, name: string): Promise<string[]> {
  const { answer, findings } = await held(name, () => story.send(told, example));
  const { type, text, status } = watched!;
  const body: unknown = /^application\/(?:problem\+)?json$/.test(type) && text !== '' ? JSON.parse(text) : null;
  const { limit } = example.query ?? {};
  if (/^The response is longer than/.test(String(recordOf(body).detail)) && limit !== undefined && Number(limit) > 1) {
    refused.push(`${name}: ${String(recordOf(body).detail)}`);
    const less = String(Math.floor(Number(limit) / 4));
    return [
      ...findings,
      ...(await answered(
        told,
        { ...example, query: { ...example.query, limit: less } },
        name.replace(`limit=${limit}`, `limit=${less}`),
      )),
    ];
  }
  expect(answer.status < 300 ? '' : `${status} ${text.slice(0, 3_000)}`, name).toBe('');
  story.remember(told.operation.id, type === 'application/json' ? body : null);
  return findings;
}

/** Operations without an example. */
const withoutExample: Record<string, Partial<OperationExample>> = {
  deleteProduct: { path: { source: '9', externalId: 'SKU-1' } },
  deleteWebhookEndpoint: { path: { serviceId: '01980000-0000-7000-8000-0000000000a3' } },
};

/** The largest certificate that a buyer can submit through a link, measured like an operation. */
async function submitLargestFile(): Promise<string[]> {
  const headers = { Authorization: gateway.token, 'Content-Type': 'application/json' };
  const read = async (path: string, body?: object): Promise<Json> => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return recordOf(await (await gateway.fetch(path, init)).json());
  };
  const customers = await (await gateway.fetch('/v1/customers?limit=100', { headers })).json();
  const { serviceId: customerId } = customers.find(({ erasedAt }: Json) => erasedAt === undefined);
  const { serviceId } = await read('/v1/certificate_requests', { customerId, states: ['MN'] });
  const { link } = await read(`/v1/certificate_requests/serviceId/${serviceId}/invitation`);
  const { pathname } = new URL(String(link), 'http://localhost');
  withoutExample.getCertificateRequestFile = { path: { serviceId: String(serviceId) } };
  const { content, type, name } = filesOf('attachExemptionFile')!;
  const send = async () => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.from(content, 'latin1')], { type }), name);
    watched = await gateway.watch(pathname, { method: 'POST', body });
    return watched;
  };
  const { answer, findings } = await held('the largest certificate of a buyer', send);
  expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(400);
  return findings;
}

/** Shares of the longest lists, tried in this order until there is a response. */
const sharesOfLists = [1, 0.75, 0.5, 0.25, 0.1, 0.05, 0.02];

async function callField(name: string, kind: Kind, field: RootField, given: Asked): Promise<string[]> {
  const findings: string[] = [];
  const firstAnswered = async () => {
    for (const share of sharesOfLists) {
      const asked = await ofKnownRecords(share === 1 ? given : { ...given, ...askedFor(order, field, share) }, share);
      const says = share === 1 ? name : `${name}, ${share} of its lists`;
      for (const attempt of attempts(kind, field, asked)) {
        const outcome = await ask({ name: says, kind, field, asked }, attempt, false);
        findings.push(...outcome.findings);
        if (outcome.isAnswered) return asked;
      }
    }
    return null;
  };
  const asked = await firstAnswered();
  if (!asked) throw new Error(`${name} was not answered.`);
  if (isShort || kind !== 'query') return findings;
  for (const attempt of [repeatedRoot(field, asked), ...repeatedFields(field, asked, repeated)]) {
    if (attempt) findings.push(...(await ask({ name, kind, field, asked }, attempt, true)).findings);
  }
  return findings;
}

/** With ids that are only in the store, for the names in capitals. */
async function ofKnownRecords(asked: Asked, share: number): Promise<Asked> {
  const { args, variables } = asked;
  if (/NODE/.test(args)) {
    const ids = (await transactionIds(gateway)).map((id) => JSON.stringify(id));
    const some = ids.slice(0, Math.ceil(ids.length * share)).join(' ');
    return { ...asked, args: args.replace('[NODES]', `[${some}]`).replace('"NODE"', ids[0] ?? '') };
  }
  const text = JSON.stringify(variables);
  if (!text.includes('ENDPOINT')) return asked;
  const headers = { Authorization: gateway.token };
  const endpoints: unknown = await (await gateway.fetch('/v1/webhook_endpoints', { headers })).json();
  const { serviceId } = recordOf(Array.isArray(endpoints) ? endpoints.at(-1) : null);
  return { ...asked, variables: JSON.parse(text.replace('ENDPOINT', String(serviceId))) };
}

const repeated = new Set<string>();

type Call = { readonly name: string; readonly kind: Kind; readonly field: RootField; readonly asked: Asked };

async function ask({ name: of, kind, field, asked }: Call, { document, says }: Attempt, mayFail: boolean) {
  const name = `${of}, ${says}`;
  const file = filesOf(field.name);
  const send = () =>
    kind === 'subscription'
      ? firstEvent(document)
      : file
        ? story.askForm(document, asked.variables, file)
        : story.ask(document, asked.variables);
  const { answer, findings } = await held(name, send);
  const errors = Array.isArray(answer.errors) ? answer.errors.map(recordOf) : [];
  const isRefused = errors.some(({ extensions }) => recordOf(extensions).code === 'OPERATION_LIMIT_EXCEEDED');
  if (isRefused) {
    refused.push(`${name}: ${String(errors[0]!.message)}`);
    return { findings, isAnswered: false };
  }
  if (mayFail) return { findings, isAnswered: true };
  expect(errors, name).toEqual([]);
  const value = recordOf(answer.data)[field.name];
  const faults = JSON.stringify(value)?.slice(0, 2_000) ?? '';
  expect(value === null || /"code":"[A-Z_]+","message"/.test(faults) ? faults : '', name).toBe('');
  return { findings, isAnswered: true };
}

/** Opens a stream, and stores the long document whose event is awaited. */
async function firstEvent(document: string): Promise<Json> {
  const headers = { Authorization: gateway.token, 'Content-Type': 'application/json' };
  const ending = AbortSignal.timeout(60_000);
  const stream = await gateway.fetch('/graphql', {
    method: 'POST',
    signal: ending,
    headers: { ...headers, Accept: 'text/event-stream' },
    body: JSON.stringify({ query: document }),
  });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  const path = '/v1/transactions/source/9/externalId/INV-1';
  const stored = recordOf(await (await gateway.fetch(path, { headers })).json());
  let event: string | undefined;
  const received = async () => {
    for (let text = ''; event === undefined; event = /event: next\ndata: (.*)\n/.exec(text)?.[1]) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended: ${text}`);
      text += value;
    }
    await reader.cancel();
  };
  // A new name each time, because an unchanged document has no event.
  const body = JSON.stringify({ ...stored, documentName: `Changed ${randomUUID()}` });
  watched = await gateway.watch(path, { method: 'PUT', headers, body }, received);
  expect(watched.status).toBe(200);
  return recordOf(JSON.parse(event!));
}

/** The examples set the clock of the tenant; all other requests use the current day. */
async function restoreClock(): Promise<void> {
  const headers = { Authorization: gateway.token, 'Content-Type': 'application/json' };
  await gateway.fetch('/v1/test/clock', {
    method: 'PUT',
    headers,
    body: JSON.stringify({ now: '2026-07-01T12:00:00Z' }),
  });
}
