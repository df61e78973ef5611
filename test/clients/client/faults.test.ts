import { createClient, type TollgateClient } from '@tollgate/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnsweringServer, sendJson, startAnsweringServer } from '../../support/answering-server.ts';

let server: AnsweringServer;
let tollgate: TollgateClient;
beforeEach(async () => {
  server = await startAnsweringServer();
  tollgate = createClient({
    url: `${server.url}/graphql`,
    clientId: 'id',
    clientSecret: 'secret',
    quoteTimeLimit: 400,
  });
});
afterEach(() => server.close());

type Answer = AnsweringServer['answer'];
const quoted = { data: { result: { __typename: 'Quote', salesTax: { amount: '1.00' } } } };
const answerWell: Answer = (_question, response) => sendJson(response, 200, quoted);
const freeze: Answer = () => undefined;
const die: Answer = (_question, response) => response.destroy();

let tokens = 0;
/** The responses to operations, one after another, the last one repeatedly; tokens are always issued. */
function answerWith(...answers: readonly Answer[]): void {
  const left = [...answers];
  server.answer = (question, response) => {
    if (question.path === '/v1/token') {
      tokens += 1;
      return sendJson(response, 200, { accessToken: `token-${tokens}`, expiresIn: 86_400 });
    }
    (left.length > 1 ? left.shift()! : left[0]!)(question, response);
  };
}
const refuse =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  (_question, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendJson(response, status, { errors: [{ message: 'Refused.', extensions: { code, requestId: 'r-1' } }] });
  };
const operations = () => server.questions.filter(({ path }) => path === '/graphql');
const cart = { items: [{ name: 'Lamp', unitPrice: '10' }] };
const mutation = 'mutation { recalculateTransaction(input: {}) { __typename } }';

async function timed(work: Promise<unknown>): Promise<{ readonly failure: unknown; readonly ms: number }> {
  const start = performance.now();
  const failure = await work.then(
    () => null,
    (error) => error,
  );
  return { failure, ms: performance.now() - start };
}

describe('a gateway that does not answer', () => {
  it('delays a quote no longer than its limit', async () => {
    answerWith(freeze);
    const { failure, ms } = await timed(tollgate.quote(cart));
    expect(failure).toMatchObject({ name: 'TollgateError', kind: 'TimedOut', isTemporary: true });
    // On a busy machine, Node's timers may fire early, because they count from the start of the event loop's turn.
    expect(ms).toBeGreaterThan(200);
    expect(ms).toBeLessThan(1_500);
  });

  it('delays a quote no longer if the token or the end of the response does not arrive', async () => {
    server.answer = freeze;
    expect((await timed(tollgate.quote(cart))).failure).toMatchObject({ kind: 'TimedOut' });
    answerWith((_question, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"data":'),
    );
    const { failure, ms } = await timed(
      createClient({ url: server.url, clientId: 'id', clientSecret: 'secret', quoteTimeLimit: 300 }).quote(cart),
    );
    expect(failure).toMatchObject({ kind: 'TimedOut' });
    expect(ms).toBeLessThan(1_500);
  });

  it('is aborted once the caller gives up, with the reason of the caller', { timeout: 10_000 }, async () => {
    answerWith(freeze);
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(new Error('The buyer left.')), 50);
    await expect(tollgate.storeTransaction({} as never, { signal: leaving.signal })).rejects.toThrow('The buyer left.');
    await expect(tollgate.quote(cart, { signal: leaving.signal })).rejects.toThrow('The buyer left.');
    expect(operations()).toHaveLength(1);
  });
});

describe('a gateway that fails for a moment', () => {
  it.each([
    ['dies within the request', die],
    ['is behind a proxy that says 502', (_question, response) => response.writeHead(502).end('<html>')],
    ['has an internal failure', refuse(500, 'INTERNAL')],
  ] as [string, Answer][])('is asked again for what is safe if it %s', async (_name, failing) => {
    answerWith(failing, failing, answerWell);
    expect(await tollgate.quote(cart)).toMatchObject({ salesTax: { amount: '1.00' } });
    expect(operations()).toHaveLength(3);
  });

  it('does not receive an unsafe request again, unless the caller declares it safe', async () => {
    answerWith(die, answerWell);
    await expect(tollgate.graphql(mutation)).rejects.toMatchObject({ kind: 'Unavailable', code: 'UNAVAILABLE' });
    expect(operations()).toHaveLength(1);
    answerWith(die, answerWell);
    expect(await tollgate.graphql(mutation, {}, { isRepeatable: true })).toEqual(quoted.data);
  });

  it('gets a POST again with the same idempotency key, and a PATCH only once', async () => {
    answerWith(die, (_question, response) => sendJson(response, 201, { done: true }));
    expect(await tollgate.rest({ method: 'POST', path: '/v1/customers', body: {} })).toEqual({ done: true });
    const keys = server.questions.filter(({ method, path }) => method === 'POST' && path === '/v1/customers');
    expect(keys).toHaveLength(2);
    expect(keys[0]!.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
    expect(keys[1]!.headers['idempotency-key']).toBe(keys[0]!.headers['idempotency-key']);
    answerWith(die, answerWell);
    await expect(tollgate.rest({ method: 'PATCH', path: '/v1/x', body: {} })).rejects.toMatchObject({
      kind: 'Unavailable',
    });
  });

  it('fails at the time limit with an error', async () => {
    await server.close();
    const { failure, ms } = await timed(tollgate.quote(cart));
    expect(failure).toMatchObject({ kind: 'Unavailable', isTemporary: true });
    expect(ms).toBeLessThan(1_500);
  });
});

describe('a gateway that refuses', () => {
  it('receives the request again after Retry-After, even an unsafe one', async () => {
    answerWith(refuse(429, 'TOO_MANY_REQUESTS', { 'Retry-After': '1' }), answerWell);
    const { failure, ms } = await timed(tollgate.graphql(mutation));
    expect(failure).toBeNull();
    expect(ms).toBeGreaterThan(1_000);
    expect(operations()).toHaveLength(2);
  });

  it('is not awaited beyond the limit: the error states when to retry', { timeout: 10_000 }, async () => {
    answerWith(refuse(429, 'TOO_MANY_REQUESTS', { 'Retry-After': '60' }), answerWell);
    const patient = { url: server.url, clientId: 'id', clientSecret: 'secret', quoteTimeLimit: 30_000 };
    await expect(createClient(patient).quote(cart)).rejects.toMatchObject({
      kind: 'TooManyRequests',
      retryAfter: 60,
      status: 429,
      requestId: 'r-1',
    });
    expect(operations()).toHaveLength(1);
  });

  it('gets a new token when it no longer accepts the first, and no third', async () => {
    tokens = 0;
    const refuseFirst: Answer = (question, response) =>
      question.headers.authorization === 'Bearer token-2'
        ? answerWell(question, response)
        : refuse(401, 'UNAUTHENTICATED')(question, response);
    answerWith(refuseFirst);
    expect(await tollgate.quote(cart)).toMatchObject({ salesTax: { amount: '1.00' } });
    answerWith(refuse(401, 'UNAUTHENTICATED'));
    const before = tokens;
    await expect(tollgate.quote(cart)).rejects.toMatchObject({ kind: 'Unauthenticated' });
    expect(tokens - before).toBe(1);
  });

  it('does not send the secret to where it redirects', async () => {
    server.answer = (_question, response) => response.writeHead(307, { Location: `${server.url}/elsewhere` }).end();
    await expect(tollgate.quote(cart)).rejects.toMatchObject({ kind: 'Unavailable' });
    expect(server.questions.some(({ path }) => path === '/elsewhere')).toBe(false);
  });
});
