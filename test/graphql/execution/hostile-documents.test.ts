import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { ask } from '../ask.ts';
import { countedStores } from '../counted-stores.ts';
import { hostileDocuments } from './hostile-documents.ts';

let calls: readonly string[];
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    wrap: (stores) => {
      const counted = countedStores(stores);
      calls = counted.calls;
      return counted.stores;
    },
  });
});
afterAll(() => app.close());

describe('nothing is executed of', () => {
  it.each(hostileDocuments.map((document) => [document.name, document] as const))(
    '%s',
    async (_, { query, variables, code, limit }) => {
      const { errors, data } = await ask(app, query, { variables });
      expect(data ?? null).toBeNull();
      expect(errors![0]!.extensions).toMatchObject({ code, requestId: expect.any(String) });
      if (limit) expect(errors![0]!.extensions.limit).toMatchObject({ name: limit, allowed: expect.any(Number) });
      expect(calls).toEqual([]);
      expect(JSON.stringify(errors).length).toBeLessThan(60_000);
    },
  );
});

it('the error states the requested and the allowed amount', async () => {
  const query = `{ ${Array.from({ length: 60 }, (_, index) => `a${index}: __typename`).join(' ')} }`;
  const { errors } = await ask(app, query);
  expect(errors![0]!.extensions.limit).toEqual({ name: 'aliases', requested: 60, allowed: 50 });
});
