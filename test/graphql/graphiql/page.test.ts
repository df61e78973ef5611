import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createInputsByKind } from '../../../src/domain/input-schemas.ts';
import { examplesFor } from '../../../src/graphql/graphiql/examples.ts';
import { createGraphql } from '../../../src/graphql/server.ts';
import { createLiveStreams } from '../../../src/graphql/subscriptions/live-streams.ts';
import { startApp } from '../../support/app.ts';
import { reference } from '../../support/context.ts';
import { plainGraphql, plainHttp } from '../../support/settings.ts';
import type { Data } from '../ask.ts';

const never = () => {
  throw new Error('not asked');
};
const demo = { issueToken: never, customerId: '01980000-0000-7000-8000-00000000d370' };
const graphql = createGraphql({
  inputs: createInputsByKind(() => () => reference),
  authenticator: {
    authenticate: never,
    issueToken: never,
    publicKeys: never,
    receipts: { sign: never, read: never },
    certificateLinks: { sign: never, read: never },
  },
  contextOf: never,
  log: pino({ level: 'silent' }),
  http: plainHttp,
  demo,
  endpoint: '/graphql',
  settings: plainGraphql,
  streams: createLiveStreams(),
});

const browser = { Accept: 'text/html,*/*;q=0.8' };
const open = (url: string, remoteAddress = '127.0.0.1') =>
  graphql.fetch(new Request(url, { headers: browser }), { remoteAddress });
const home = 'http://localhost:4000/graphql';

async function settingsOf(response: Response): Promise<Data> {
  const html = await response.text();
  const [, settings] = /<script type="application\/json" id="settings">(.*)<\/script>/.exec(html) ?? [];
  return JSON.parse(settings ?? '');
}

/** The paths of all files referenced by the page. */
async function pathsOf(response: Response): Promise<string[]> {
  return [...(await response.text()).matchAll(/"(\/graphql\/graphiql\/[^"]+)"/g)].map(([, path]) => path!);
}

type Tab = { readonly variables?: string };

/** The customer of the first tab that names one. */
function customerIdIn(tabs: readonly Tab[]): unknown {
  const inputs = tabs.map(({ variables }) => (variables ? JSON.parse(variables).input : null));
  return inputs.find((input) => input?.customerId)?.customerId;
}

describe('the page', () => {
  it('is small, in English, and not cached', async () => {
    const response = await open(home);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-id')).toMatch(/./);
    const html = await response.text();
    expect(html.length).toBeLessThan(39_000);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>Tollgate: GraphiQL</title>');
  });

  it('allows scripts only from this origin, and has none inline', async () => {
    const response = await open(home);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    const html = await response.text();
    expect(html.match(/<script(?! defer src="\/)(?! type="application\/json")/g)).toBeNull();
    expect(html.match(/(?:src|href)="(?!\/(?:graphql\/graphiql\/|docs"|v1\/docs"|console"|"))[^"]*"/g)).toBeNull();
  });

  it('says where to fetch the demo token, and has the examples in tabs', async () => {
    const { headers, demo: fetched, tabs } = await settingsOf(await open(home));
    expect(headers).toBeUndefined();
    expect(fetched).toMatchObject({ path: '/demo/token', header: 'X-Tollgate-Demo' });
    expect(fetched.live.variables.input.customerId).toBe(demo.customerId);
    const opened = examplesFor(demo).filter(({ isOpened }) => isOpened);
    expect(tabs.map(({ query }: { query: string }) => query)).toEqual(opened.map(({ query }) => query));
    expect(customerIdIn(tabs)).toBe(demo.customerId);
  });

  it('names no token without a demo', async () => {
    const app = await startApp();
    const response = await app.fetch('/graphql', { headers: browser });
    expect(response.status).toBe(200);
    const { headers, demo: fetched, tabs } = await settingsOf(response);
    expect([headers, fetched]).toEqual([undefined, undefined]);
    expect(customerIdIn(tabs)).toBe('the serviceId of a customer');
    await app.close();
  });
});

describe('its files', () => {
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    graphql.fetch(new Request(`http://localhost:4000${path}`, { method, headers }), { remoteAddress: '192.0.2.7' });

  it('are all local, with a hash in their names, and cached forever', async () => {
    const paths = await pathsOf(await open(home));
    expect(paths).toHaveLength(9); // The icon appears in the head, in the settings and beside the name.
    for (const path of new Set(paths)) {
      expect(path).toMatch(/^\/graphql\/graphiql\/[a-z-]+\.[0-9a-f]{16}\.(js|css|svg)$/);
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-type')).toMatch(/^(text\/(javascript|css); charset=utf-8|image\/svg\+xml)$/);
    }
  });

  it.each([
    ['br', 'gzip, deflate, br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', 'gzip;q=1.0, br;q=0', (bytes: Buffer) => gunzipSync(bytes)],
    [null, 'identity', (bytes: Buffer) => bytes],
  ])('are sent as %s to clients that accept %s', async (encoding, accepted, read) => {
    const path = (await pathsOf(await open(home))).find((one) => one.includes('/styles.'))!;
    const response = await get(path, { 'Accept-Encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    const sent = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(sent.length));
    expect(read(sent).toString()).toContain('.graphiql-container');
    const head = await get(path, { 'Accept-Encoding': accepted }, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(sent.length));
    expect(await head.text()).toBe('');
  });

  it('load nothing from other origins', async () => {
    const loads = [
      /@import\s+(?:url\()?["']?https?:[^;]*/gi,
      /url\(\s*["']?https?:[^)]*\)/gi,
      /\b(?:importScripts|import|fetch)\(\s*["'`]https?:[^)]*\)/gi,
      /https?:\/\/[^"'`\s]*\b(?:cdn|unpkg|jsdelivr|googleapis)\b[^"'`\s]*/gi,
    ];
    for (const path of await pathsOf(await open(home))) {
      const text = await (await get(path)).text();
      expect(loads.flatMap((pattern) => text.match(pattern) ?? [])).toEqual([]);
    }
  });

  it('have no fonts within the styles: a browser loads those that it shows', async () => {
    const path = (await pathsOf(await open(home))).find((one) => one.includes('/styles.'))!;
    const styles = await (await get(path)).text();
    expect(styles).not.toContain('data:font');
    const fonts = [...new Set(styles.match(/\/graphql\/graphiql\/font\.[^)]*/g))];
    expect(fonts.length).toBeGreaterThan(5);
    for (const font of fonts.slice(0, 3)) {
      expect(font).toMatch(/font\.[0-9a-f]{16}\.(ttf|woff2?)$/);
      const response = await get(font);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^font\//)]);
    }
  });

  it('of another release are 404, and not cached', async () => {
    const response = await get('/graphql/graphiql/start.0000000000000000.js');
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBeNull();
  });
});
