import fc from 'fast-check';
import { scopes } from '../../src/domain/account/scope.ts';
import { formOf, type Story, startStory, toldOperations } from './example-story.ts';
import { type FuzzedRequest, fuzzedRequest } from './fuzzed-requests.ts';
import { type Json, recordOf } from './openapi.ts';
import { alteredMembers, unsoundness } from './sound-document.ts';

export type FuzzOutcome = { readonly byStatus: Record<number, number>; readonly documents: number };

/**
 * Sends randomly changed requests. The test gateway validates every response against the OpenAPI document. In addition, no
 * request may cause a server error, and an accepted document must add up, equal the input, and stay unchanged.
 */
export async function fuzz(runs: {
  readonly numRuns: number;
  readonly seed: number;
  readonly limitMs: number;
}): Promise<FuzzOutcome> {
  const story = await startStory();
  const token = `Bearer ${await story.app.token(scopes, { ...story.app.tenant, tenantId: story.tenantId })}`;
  const byStatus: Record<number, number> = {};
  let documents = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fuzzedRequest, async (request) => {
        const answer = await send(story, token, request);
        byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1;
        if (answer.status >= 500) throw new Error(`${answer.status}: ${answer.text}`);
        if (answer.status >= 300 || answer.text === '') return;
        const { operation: id } = request;
        if (id === 'putTransaction' || id === 'calculateTransaction') {
          documents++;
          if (!isThin(request)) requireNone(unsoundness(recordOf(JSON.parse(answer.text))));
          requireNone(alteredMembers(recordOf(story.here(request.body)), recordOf(JSON.parse(answer.text))));
        }
        // The clock of a test tenant is set by a command, not by the record.
        if (toldOf(request).route.method === 'PUT' && id !== 'putTestClock')
          await requireKept(story, token, request, answer.text);
      }),
      { numRuns: runs.numRuns, seed: runs.seed, interruptAfterTimeLimit: runs.limitMs, endOnFailure: true },
    );
  } finally {
    await story.app.close();
  }
  return { byStatus, documents };
}

/** Reading the record returns the same, and sending it back changes nothing. */
async function requireKept(story: Story, token: string, request: FuzzedRequest, text: string): Promise<void> {
  const { path } = request;
  const isOfPath = '.' === path.externalId || '..' === path.externalId;
  if (isOfPath) return; // URLs normalize such segments away; these records are read by service id.
  const plainly = { ...request, query: [], headers: {} };
  const read = await send(story, token, plainly, 'GET');
  if (read.text !== text) throw new Error(`Answered ${text}\nread     ${read.text}`);
  const back = await send(story, token, { ...plainly, body: JSON.parse(text) });
  if (back.text !== text) throw new Error(`Answered ${text}\nsent back ${back.text}`);
}

/** Without tax lines, which the checks add up. */
const isThin = ({ query }: FuzzedRequest) => query.some(([name, value]) => name === 'detailed' && value === 'false');

const toldOf = ({ operation }: FuzzedRequest) => toldOperations.find((told) => told.operation.id === operation)!;

async function send(story: Story, token: string, request: FuzzedRequest, method = toldOf(request).route.method) {
  const { query, headers } = request;
  const told = toldOf(request);
  const isForm = told.operation.body?.mediaType === 'multipart/form-data';
  const body =
    request.body === undefined || method === 'GET'
      ? undefined
      : isForm
        ? formOf(request.body)
        : JSON.stringify(story.here(request.body));
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const values: Json = recordOf(story.here(request.path));
  const path = told.route.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name] ?? '')));
  const response = await story.app.fetch(search === '' ? path : `${path}?${search}`, {
    method,
    headers: {
      ...(told.route.scopes !== null && { Authorization: token }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  // Reading the response as JSON validates it against the document; serializing it again gives the same text.
  const text = isJson ? JSON.stringify(await response.json()) : await response.text();
  return { status: response.status, text };
}

function requireNone(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
