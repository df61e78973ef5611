import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await app.token();
});
afterAll(() => app.close());

type Ask = (encoding: string | null) => Promise<Response>;
const accepting = (encoding: string | null): Record<string, string> =>
  encoding === null ? {} : { 'Accept-Encoding': encoding };

const restList: Ask = (encoding) => app.send('GET', '/v1/tax_codes?search=e', undefined, accepting(encoding));
const page: Ask = (encoding) => app.fetch('/v1/docs', { headers: accepting(encoding) });
const graphqlList: Ask = (encoding) =>
  app.fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...accepting(encoding) },
    body: JSON.stringify({ query: '{ taxCodes(filter: { search: "e" }, first: 100) { nodes { code name } } }' }),
  });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe.each<[string, Ask]>([
  ['a long answer in REST', restList],
  ['a long answer in GraphQL', graphqlList],
  ['a page', page],
])('%s', (_, ask) => {
  it.each<[string | null, string | null]>([
    [null, null],
    ['identity', null],
    ['gzip;q=0', null],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
  ])('accepted as %s comes as %s', async (accepted, encoding) => {
    const plain = await (await ask(null)).text();
    expect(plain.length).toBeGreaterThan(1_024);
    const response = await ask(accepted);
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
    const bytes = await bytesOf(response);
    const read = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : (sent: Buffer) => sent;
    expect(String(read(bytes))).toBe(plain);
    if (encoding === null) return;
    expect(bytes.length).toBeLessThan(plain.length / 2);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
  });
});

it('a short response is not compressed', async () => {
  const response = await app.fetch('/health/live', { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect([response.headers.get('content-encoding'), await response.json()]).toEqual([null, expect.anything()]);
});
