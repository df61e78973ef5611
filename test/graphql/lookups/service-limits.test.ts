import { afterAll, beforeAll, expect, it } from 'vitest';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { ask } from '../ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('every limit is shown in GraphQL and in REST', async () => {
  const type = await ask(app, '{ __type(name: "ServiceLimits") { fields { name } } }');
  const names: string[] = type.data.__type.fields.map(({ name }: { name: string }) => name);
  const { data } = await ask(app, `{ serviceInfo { limits { ${names.join(' ')} } } }`);
  const shown = data.serviceInfo.limits;
  expect(Object.keys(shown).sort()).toEqual([...names].sort());
  expect(shown).toMatchObject({
    restBodyBytes: 2_097_152,
    graphqlBodyBytes: 2_000_000,
    graphqlPageSize: 100,
    documentsPerBatch: 500,
    filterDepth: 5,
    graphqlComparisons: 5_000,
    graphqlJsonEntries: 2_000,
    graphqlWithoutTokenNewDocumentsPerMinute: 30,
  });
  const numbers = (limits: object): number[] =>
    Object.values(limits).flatMap((limit: number | object) => (typeof limit === 'number' ? limit : numbers(limit)));
  const sorted = (values: number[]) => values.sort((one, other) => one - other);
  expect(sorted(numbers(shown))).toEqual(sorted(numbers(gatewayLimits)));
  const { limits } = await bodyOf<{ limits: object }>(app.send('GET', '/v1/capabilities'));
  expect(limits).toEqual(gatewayLimits);
});
