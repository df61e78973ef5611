import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/domain/base/errors.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { builtMain } from '../support/built.ts';
import { type Json, operations, recordOf, resolved } from '../support/openapi.ts';

let app: TestApp;
let page: string;
let policy: string;
beforeAll(async () => {
  builtMain(); // It contains the files of the pages.
  app = await startApp();
  const response = await app.fetch('/v1/docs', { headers: { Accept: 'text/html,*/*;q=0.8' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  policy = response.headers.get('content-security-policy') ?? '';
  page = await response.text();
});
afterAll(() => app.close());

describe('GET /v1/docs', () => {
  it('loads its files only from the gateway, by names that browsers can cache forever', async () => {
    const paths = [...page.matchAll(/(?:src|href)="(\/docs\/files\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths.some((path) => /\/reference\.[\w-]{8,10}\.js$/.test(path))).toBe(true);
    expect(paths.some((path) => /\/scalar\.\w{10}\/standalone\.esm\.js$/.test(path))).toBe(true);
    for (const path of paths) {
      const { status, headers } = await app.fetch(path, { headers: { 'Accept-Encoding': 'br' } });
      expect([path, status, headers.get('content-encoding')]).toEqual([path, 200, 'br']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect(page).not.toMatch(/(?:src|href|action)="https?:/);
  });

  it('has a policy without evaluated code and inline scripts', () => {
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(page).not.toMatch(/\son\w+=|style="|<script(?![^>]*(?:src=|type="application\/json"))/);
  });

  it('never has a token in it', () => {
    expect(page).toContain('"demo":null');
    expect(page).not.toMatch(/eyJ/);
  });
});

describe('GET /v1/openapi.json', () => {
  const textAt = async (origin: string) =>
    (await app.fetchFrom('127.0.0.1', new Request(`${origin}/v1/openapi.json`))).text();

  it('repeats no host that a request names: its addresses are relative', async () => {
    for (const host of ['localhost:4321', '[::1]:4323', 'tax.example:4000']) {
      const text = await textAt(`http://${host}`);
      const { servers, components } = JSON.parse(text);
      expect(servers).toEqual([{ url: '/', description: 'This gateway.' }]);
      expect(components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl).toBe('/v1/token');
      expect(text).not.toContain(host);
    }
  });

  it('has what generators of code need with examples=false: the same operations and schemas, in 600 kB', async () => {
    const whole = JSON.parse(await textAt('http://localhost:4000'));
    const response = await app.fetch('/v1/openapi.json?examples=false');
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(Buffer.byteLength(text)).toBeLessThan(600_000);
    expect(text).not.toMatch(/"x-(?:codeSamples|graphql)|graphql-request|#\/components\/examples/);
    const { components, paths } = JSON.parse(text);
    expect(components.examples).toBeUndefined();
    // Members shared by several schemas have names here, with the same meaning.
    const meant = (schema: unknown, named: Json): unknown => {
      if (Array.isArray(schema)) return schema.map((one) => meant(one, named));
      const { description: _, examples: __, $ref, ...rest } = recordOf(schema);
      if (Object(schema) !== schema) return schema;
      const name =
        String($ref ?? '')
          .split('/')
          .pop() ?? '';
      if ($ref && !(name in whole.components.schemas)) return meant({ ...recordOf(named[name]), ...rest }, named);
      const all = Object.entries({ ...rest, ...($ref !== undefined && { $ref }) });
      return Object.fromEntries(all.map(([key, one]) => [key, meant(one, named)]));
    };
    const { GraphqlRequest: _, ...ofWhole }: Json = whole.components.schemas;
    for (const [name, schema] of Object.entries(ofWhole)) {
      expect(meant(components.schemas[name], components.schemas), name).toEqual(meant(schema, ofWhole));
    }
    expect(Object.keys(paths)).toEqual(Object.keys(whole.paths));
    const ofEvery =
      /^(UNAUTHENTICATED|FORBIDDEN|NOT_ACCEPTABLE|BODY_TOO_LARGE|URI_TOO_LONG|UNSUPPORTED_MEDIA_TYPE|TOO_MANY_REQUESTS|INTERNAL|NOT_READY)$/;
    for (const { path, method, operation } of operations) {
      const rarer = Object.entries(recordOf(operation.responses)).flatMap(([status, response]) => {
        const failure = recordOf(recordOf(resolved(response).content)['application/problem+json']);
        const codes = Object.keys(recordOf(failure.examples));
        return codes.length > 0 && codes.every((code) => ofEvery.test(code)) ? [] : [status];
      });
      const told = Object.keys(paths[path][method.toLowerCase()].responses);
      const refusal = rarer.some((status) => status.startsWith('4')) ? [] : ['406'];
      expect(told, `${method} ${path}`).toEqual([...rarer, ...refusal].sort());
    }
  });

  it('names the public URL if the operator has said it', async () => {
    const known = await startApp({ store: app.store, http: { publicUrl: 'https://tax.example.com' } });
    const response = await known.fetchFrom('127.0.0.1', new Request('http://localhost:4000/v1/openapi.json'));
    expect(await response.json()).toMatchObject({ servers: [{ url: 'https://tax.example.com' }] });
  });
});

describe('GET /v1/docs/errors', () => {
  it('lists every code', async () => {
    const text = await (await app.fetch('/v1/docs/errors')).text();
    for (const code of Object.keys(errorCodes)) expect(text).toContain(`href="/v1/docs/errors/${code}"`);
  });

  it.each(Object.keys(errorCodes))('says what %s means and what to change', async (code) => {
    const response = await app.fetch(`/v1/docs/errors/${code}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; ",
    );
    const text = await response.text();
    expect(text).toContain('<h2>How to fix it</h2><p>');
    expect(text).toContain(`&quot;type&quot;: &quot;/v1/docs/errors/${code}&quot;`);
  });

  it('is the target of a problem’s type', async () => {
    const { type } = (await (await app.fetch('/v1/customers')).json()) as { type: string };
    expect((await app.fetch(type)).status).toBe(200);
    expect((await app.fetch('/v1/docs/errors/NOTHING')).status).toBe(404);
    expect((await app.fetch('/v1/docs/errors/%3Cscript%3E')).status).toBe(404);
    expect((await app.fetch('/v1/docs/errors/toString')).status).toBe(404);
  });
});
