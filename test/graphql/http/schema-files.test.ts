import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('the schema as files, without a token', () => {
  it('is the one that is published, and can be built', async () => {
    const response = await app.fetch('/graphql/schema.graphql');
    const text = await response.text();
    expect(text).toBe(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));
    expect(buildSchema(text).getQueryType()?.name).toBe('Query');
    const again = await app.fetch('/graphql/schema.graphql', {
      headers: { 'If-None-Match': response.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
  });

  it('names the possible types of UserError, so that caches match fragments on it', async () => {
    const types = await (await app.fetch('/graphql/possibleTypes.json')).json();
    expect(types).toMatchObject({ UserError: expect.arrayContaining(['Conflict', 'InvalidInput', 'NotFound']) });
    expect(Object.values(types as object).flat()).not.toContain('Query');
  });

  it.each(['schema.graphql', 'possibleTypes.json'])('may be cached by any client, and compressed: %s', async (file) => {
    const plain = await (await app.fetch(`/graphql/${file}`)).text();
    for (const [encoding, expand] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const response = await app.fetch(`/graphql/${file}`, { headers: { 'Accept-Encoding': encoding } });
      expect(response.headers.get('cache-control')).toBe('public, max-age=300');
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(expand(await response.arrayBuffer()).toString()).toBe(plain);
    }
  });

  it('is hidden where introspection is', async () => {
    const closed = await startApp({ store: app.store, graphql: { introspection: false } });
    for (const file of ['schema.graphql', 'possibleTypes.json']) {
      expect((await closed.fetch(`/graphql/${file}`)).status).not.toBe(200);
    }
  });
});
