import { Kind, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMeasure } from '../../../src/graphql/execution/query-cost.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { readConsoleFiles, readConsoleOperations } from '../../../src/web/pages/console-files.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { builtMain } from '../../support/built.ts';

if (!readConsoleFiles()) builtMain(); // `npm test` has built it.
const operations = readConsoleOperations();
const nameOf = (text: string) => /^(?:query|mutation) (\w+)/.exec(text)![1]!;
const named = [...operations].map(([hash, text]) => [nameOf(text), hash, text] as const);

/** Fields that add up or assess: each has a fixed cost, regardless of its selection. */
const reports: Readonly<Record<string, number>> = {
  returnForm: 1_000,
  inboxMonth: 5_000,
  inboxUncovered: 5_000,
  inboxDecisions: 5_000,
  ratesSold: 5_000,
  ratesEffect: 5_000,
  nexusStates: 5_000,
  nexusOthers: 5_000,
  nexusTax: 5_000,
  nexusExposure: 5_000,
  nexusPlace: 5_000,
  nexusPlaceExposure: 5_000,
  settingsRegistrations: 5_000,
  certificateImpact: 20_000,
};
const mostCost = 2_000;
/** The records on a page of the longer lists; the others have at most 25. */
const pageSizes: Readonly<Record<string, number>> = { certificates: 50, documents: 50, customers: 40, nexusOthers: 40 };

describe('the operations of the console', () => {
  it.each(named.filter(([, , text]) => text.startsWith('query')))('%s costs little', (name, _hash, text) => {
    const document = parse(text);
    const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)!;
    const { cost } = createMeasure(schema, document, { first: pageSizes[name] ?? 25 })(operation);
    expect(cost - (reports[name] ?? 0)).toBeLessThanOrEqual(mostCost);
  });

  describe('where only persisted operations are allowed', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startApp({ graphql: { persisted: { operations, isOnly: true } } });
    });
    afterAll(() => app.close());

    const ask = async (body: unknown) => {
      const response = await app.send('POST', '/graphql', body);
      return (await response.json()) as { data?: Record<string, unknown>; errors?: { extensions: { code: string } }[] };
    };

    it('are executed by their hash', async () => {
      const [, shell] = named.find(([name]) => name === 'consoleShell')!;
      const { data, errors } = await ask({ documentId: `sha256:${shell}`, variables: {} });
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ account: { defaultCurrency: 'USD' }, serviceInfo: { rateBook: {} } });
      const [, list] = named.find(([name]) => name === 'documents')!;
      const variables = { first: 50, orderBy: { field: 'TAX_DATE' } };
      const answer = await ask({ documentId: `sha256:${list}`, variables });
      expect(answer.data).toMatchObject({ transactions: { nodes: [] } });
      const more = await ask({ documentId: `sha256:${list}`, variables: { first: 101 } });
      expect(more.errors![0]!.extensions.code).toBe('INVALID_INPUT');
    });

    it('are the only ones', async () => {
      const { errors } = await ask({ query: '{ account { name } }' });
      expect(errors![0]!.extensions.code).toBe('PERSISTED_DOCUMENT_REQUIRED');
    });
  });
});
