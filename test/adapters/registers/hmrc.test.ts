import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHmrc } from '../../../src/adapters/registers/hmrc.ts';
import { type AnsweringServer, type Question, sendJson, startAnsweringServer } from '../../support/answering-server.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
});
afterAll(() => server.close());

let tokens: number;
let lookup: (question: Question) => { status: number; value: unknown };
beforeEach(() => {
  tokens = 0;
  server.questions.length = 0;
  lookup = () => ({ status: 200, value: recorded });
  server.answer = (question, response) => {
    if (question.path === '/oauth/token') {
      tokens++;
      sendJson(response, 200, { access_token: `token-${tokens}`, token_type: 'bearer', expires_in: 14400 });
      return;
    }
    const { status, value } = lookup(question);
    sendJson(response, status, value);
  };
});

/** From HMRC's API documentation. */
const recorded = {
  target: {
    name: 'Credite Sberger Donal Inc.',
    vatNumber: '553557881',
    address: { line1: '131B Barton Hamlet', postcode: 'SW97 5CK', countryCode: 'GB' },
  },
  processingDate: '2019-01-31T12:43:17+00:00',
};

const number = { country: 'GB', number: 'GB553557881' };
let now = Date.parse('2026-11-21T10:00:00Z');

const hmrc = (requester: string | null = null) =>
  createHmrc({ url: server.url, clientId: 'app', clientSecret: 'hunter2', requester }, () => new Date(now));
const ask = (client = hmrc()) => client.ask(number, AbortSignal.timeout(2000));
const lookups = () => server.questions.filter(({ method }) => method === 'GET');

describe('HMRC', () => {
  it('issues a token for client id and secret, which is then used', async () => {
    await ask();
    const [token, question] = server.questions;
    expect(Object.fromEntries(new URLSearchParams(token!.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'app',
      client_secret: 'hunter2',
      scope: 'read:vat',
    });
    expect(token!.headers['content-type']).toMatch('application/x-www-form-urlencoded');
    expect(question).toMatchObject({
      path: '/organisations/vat/check-vat-number/lookup/553557881',
      headers: { accept: 'application/vnd.hmrc.2.0+json', authorization: 'Bearer token-1' },
    });
  });

  it('returns name and address of a registered number', async () => {
    expect(await ask()).toEqual({
      kind: 'REGISTERED',
      name: 'Credite Sberger Donal Inc.',
      address: '131B Barton Hamlet\nSW97 5CK\nGB',
      consultationNumber: null,
    });
  });

  it('returns a consultation number if the requester sends its own number', async () => {
    lookup = () => ({
      status: 200,
      value: { ...recorded, requester: '146295999727', consultationNumber: 'ypAeKRPlW' },
    });
    expect(await ask(hmrc('146295999727'))).toMatchObject({ consultationNumber: 'ypAeKRPlW' });
    expect(lookups()[0]!.path).toMatch(/\/lookup\/553557881\/146295999727$/);
  });

  it('reports a number that is not registered', async () => {
    lookup = () => ({
      status: 404,
      value: { code: 'NOT_FOUND', message: 'targetVrn does not match a registered company' },
    });
    expect(await ask()).toEqual({ kind: 'NOT_REGISTERED', consultationNumber: null });
  });

  it.each([
    [404, { code: 'MATCHING_RESOURCE_NOT_FOUND' }, false, 'a wrong address'],
    [404, 'gone', false, 'a wrong address'],
    [403, { code: 'INVALID_REQUEST', message: 'requesterVrn does not match' }, false, 'a requester it does not know'],
    [403, { code: 'RESOURCE_FORBIDDEN' }, false, 'an application that may not'],
    [400, { code: 'INVALID_REQUEST' }, false, 'a question it does not take'],
    [429, { code: 'MESSAGE_THROTTLED_OUT' }, true, 'too many requests'],
    [500, { code: 'INTERNAL_SERVER_ERROR' }, true, 'a failure'],
    [503, null, true, 'maintenance'],
    [200, {}, false, 'an answer without a target'],
    [200, { target: { ...recorded.target, vatNumber: '980780684' } }, false, 'an answer about another number'],
  ])('says nothing about a number with %s %o', async (status, value, isPassing, _why) => {
    lookup = () => ({ status, value });
    expect(await ask()).toMatchObject({ kind: 'UNAVAILABLE', isPassing });
  });

  it('has its token reused until shortly before it expires', async () => {
    const client = hmrc();
    await ask(client);
    now += 4 * 60 * 60_000 - 61_000;
    await ask(client);
    expect(tokens).toBe(1);
    now += 2_000;
    await ask(client);
    expect(tokens).toBe(2);
  });

  it('issues one token for concurrent requests', async () => {
    const client = hmrc();
    await Promise.all([ask(client), ask(client), ask(client)]);
    expect(tokens).toBe(1);
  });

  it('issues another token if the first caller ran out of time', async () => {
    const client = hmrc();
    const answerToken = server.answer;
    const first = new AbortController();
    server.answer = () => {
      server.answer = answerToken;
      setTimeout(() => first.abort(), 20);
    };
    const answers = await Promise.all([client.ask(number, first.signal), ask(client), ask(client)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['UNAVAILABLE', 'REGISTERED', 'REGISTERED']);
    expect(tokens).toBe(1);
  });

  it('may revoke a token: a new one is fetched, once', async () => {
    const client = hmrc();
    await ask(client);
    const isOld = ({ headers }: Question) => headers.authorization === 'Bearer token-1';
    lookup = (question) =>
      isOld(question) ? { status: 401, value: { code: 'INVALID_CREDENTIALS' } } : { status: 200, value: recorded };
    expect(await ask(client)).toMatchObject({ kind: 'REGISTERED' });
    expect(tokens).toBe(2);
    lookup = () => ({ status: 401, value: { code: 'INVALID_CREDENTIALS' } });
    expect(await ask(client)).toMatchObject({ kind: 'UNAVAILABLE' });
    expect(tokens).toBe(3);
  });

  it('that rejects the client does not make the number invalid', async () => {
    server.answer = (_question, response) => sendJson(response, 401, { error: 'invalid_client' });
    const answer = await ask();
    expect(answer).toMatchObject({ kind: 'UNAVAILABLE', because: "it does not accept the gateway's client id" });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    server.answer = (_question, response) => sendJson(response, 200, { token: 'of another form' });
    expect(await ask()).toMatchObject({ kind: 'UNAVAILABLE' });
  });

  it('covers companies and branches of Great Britain, but no departments and no other country', () => {
    expect(hmrc().covers(number)).toBe(true);
    expect(hmrc().covers({ country: 'GB', number: 'GB553557881001' })).toBe(true);
    expect(hmrc().covers({ country: 'GB', number: 'GBGD001' })).toBe(false);
    expect(hmrc().covers({ country: 'XI', number: 'XI553557881' })).toBe(false);
  });
});
