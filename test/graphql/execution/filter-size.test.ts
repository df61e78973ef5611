import { getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isJoinedFilter } from '../../../src/graphql/execution/filter-size.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { ask } from '../ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const query = 'query ($f: TransactionFilter) { transactions(filter: $f) { totalCount } }';
const repeated = (filter: unknown, times: number) => Array.from({ length: times }, () => filter);
const is9 = { source: { eq: '9', ne: null } };

describe('the conditions of a filter in a variable', () => {
  it.each<[string, unknown]>([
    ['an alternative and what it compares', { or: repeated(is9, 50) }],
    ['two operators', { or: repeated({ taxAmount: { gte: '1', lte: '9' } }, 33) }],
    ['levels', { and: repeated({ or: repeated(is9, 24) }, 2) }],
  ])('may be 100, counting %s', async (_, f) => {
    expect(await ask(app, query, { variables: { f } })).toMatchObject({ data: { transactions: { totalCount: 0 } } });
  });

  it.each<[string, unknown]>([
    ['alternatives', { or: repeated(is9, 51) }],
    ['levels', { and: repeated({ or: repeated(is9, 25) }, 2) }],
    ['negations', { not: { or: repeated(is9, 51) } }],
    ['alternatives of the wrong type', { or: repeated({ nothing: 1 }, 1_000) }],
  ])('are counted before they are read: %s', async (_, f) => {
    const { status, errors } = await ask(app, query, { variables: { f } });
    const issues = [{ path: ['f'], code: 'TOO_LONG', message: 'A filter may have at most 100 conditions.' }];
    expect([status, errors]).toMatchObject([400, [{ extensions: { code: 'INVALID_INPUT', issues } }]]);
    const forbidden = await ask(app, query, { variables: { f }, scopes: ['tax:read'] });
    expect(forbidden.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  });

  it('are found, because no other input contains a joined filter', () => {
    const holders = Object.values(schema.getTypeMap()).flatMap((type) =>
      isInputObjectType(type) && !isJoinedFilter(type)
        ? Object.values(type.getFields()).filter(({ type: held }) => isJoinedFilter(getNamedType(held)))
        : [],
    );
    expect(holders).toEqual([]);
  });
});
