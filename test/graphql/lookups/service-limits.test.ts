import { afterAll, beforeAll, expect, it } from 'vitest';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { ask } from '../ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Limit<Value> = { readonly name: string; readonly value: Value; readonly description: string };

it('every limit is shown in GraphQL and in REST', async () => {
  const { data } = await ask(app, '{ serviceInfo { limits { name value description } } }');
  const shown: readonly Limit<string>[] = data.serviceInfo.limits;
  expect(Object.fromEntries(shown.map(({ name, value }) => [name, value]))).toMatchObject({
    restBodyBytes: '2097152',
    graphqlBodyBytes: '2000000',
    graphqlPageSize: '100',
    documentsPerBatch: '500',
    filterDepth: '5',
    graphqlComparisons: '5000',
    graphqlJsonEntries: '2000',
    graphqlWithoutTokenNewDocumentsPerMinute: '30',
  });
  for (const { description } of shown) expect(description).toMatch(/\.$/);
  const numbers = (limits: object): number[] =>
    Object.values(limits).flatMap((limit: number | object) => (typeof limit === 'number' ? limit : numbers(limit)));
  const sorted = (values: readonly number[]) => [...values].sort((one, other) => one - other);
  expect(sorted(shown.map(({ value }) => Number(value)))).toEqual(sorted(numbers(gatewayLimits)));
  const { limits } = await bodyOf<{ limits: readonly Limit<number>[] }>(app.send('GET', '/v1/capabilities'));
  expect(limits).toEqual(shown.map((limit) => ({ ...limit, value: Number(limit.value) })));
});
