import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGraphql } from '../../../src/graphql/server.ts';
import { createLiveStreams } from '../../../src/graphql/subscriptions/live-streams.ts';
import { inputsByKind, reference } from '../../support/context.ts';
import { plainGraphql, plainHttp } from '../../support/settings.ts';

const never = () => {
  throw new Error('not asked');
};
const addresses: string[] = [];
const graphql = createGraphql({
  inputs: inputsByKind,
  authenticator: {
    authenticate: never,
    publicKeys: never,
    receipts: { sign: never, read: never },
    certificateLinks: { sign: never, read: never },
    issueToken: async (_credentials, remoteAddress) => {
      addresses.push(remoteAddress);
      return { accessToken: 'made', tokenType: 'Bearer', expiresIn: 60, scopes: [] };
    },
  },
  contextOf: async (_authorization, requestId) => ({
    session: null,
    reference,
    registers: [],
    requestId,
    now: () => new Date(),
  }),
  log: pino({ level: 'silent' }),
  http: plainHttp,
  demo: null,
  endpoint: '/graphql',
  settings: plainGraphql,
  streams: createLiveStreams(),
});

let server: Server;
beforeAll(async () => {
  server = createServer(graphql.listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends a body in parts, without declaring its length. */
const send = (parts: readonly string[]) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = { 'Content-Type': 'application/json' };
    const call = request({ port, host: '127.0.0.1', path: '/graphql', method: 'POST', headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      resolve({ status: response.statusCode!, body: JSON.parse(text) });
    });
    call.on('error', reject);
    for (const part of parts) call.write(part);
    call.end();
  });

it('reads a chunked body', async () => {
  expect(await send(['{"query":', '"{ __typename }"}'])).toMatchObject({
    status: 200,
    body: { data: { __typename: 'Query' } },
  });
});

it('rejects one that exceeds 2 MB, and answers the next request', async () => {
  const large = await send(['{"query":"', ...Array.from({ length: 30 }, () => ' '.repeat(100_000)), '"}']);
  expect(large).toMatchObject({ status: 413, body: { errors: [{ extensions: { code: 'BODY_TOO_LARGE' } }] } });
  expect((await send(['{"query":"{ __typename }"}'])).status).toBe(200);
});

it('passes the client’s address to the token endpoint', async () => {
  const query =
    'mutation { createToken(input: { clientId: "a", clientSecret: "b" }) { ... on Token { accessToken } } }';
  expect((await send([JSON.stringify({ query })])).body).toMatchObject({
    data: { createToken: { accessToken: 'made' } },
  });
  expect(addresses).toEqual(['127.0.0.1']);
});
