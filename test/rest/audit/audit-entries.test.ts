import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../../support/bodies.ts';

type Change = {
  recordType: string;
  recordKey: string;
  recordId?: string;
  version: number;
  action: string;
  clientId?: string;
  requestId?: string;
  reason?: string;
  patch: { op: string; path: string; value?: unknown }[];
};

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const changes = async (query: string): Promise<Change[]> => bodyOf(app.send('GET', `/v1/audit_entries?${query}`));
const graphql = async (query: string, variables: object = {}) => {
  const answer = await bodyOf<{ data: Record<string, unknown>; errors?: unknown }>(
    app.send('POST', '/graphql', { query, variables }),
  );
  expect(answer.errors).toBeUndefined();
  return answer.data;
};

describe('the audit trail', () => {
  it('shows who stored and changed a record, in which request, and its previous values', async () => {
    const path = '/v1/customers/source/9/externalId/c-1';
    const put = await app.send('PUT', path, aCustomerBody(), { 'X-Request-Id': 'first' });
    ({ serviceId: customerId } = await bodyOf<{ serviceId: string }>(put));
    await app.send('PUT', path, aCustomerBody(), { 'X-Request-Id': 'unchanged' });
    await app.send('PUT', path, aCustomerBody({ name: 'Grace Hopper', comment: 'VIP' }), { 'X-Request-Id': 'second' });
    const [second, first, ...others] = await changes(`recordId=${customerId}`);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ action: 'CREATED', version: 1, requestId: 'first', recordKey: '9/c-1', patch: [] });
    expect(first!.clientId).toMatch(/^client_/);
    expect(second).toMatchObject({
      recordType: 'CUSTOMER',
      action: 'UPDATED',
      version: 2,
      requestId: 'second',
      clientId: first!.clientId,
      patch: [
        { op: 'add', path: '/comment', value: 'VIP' },
        { op: 'test', path: '/name', value: 'Ada Lovelace' },
        { op: 'replace', path: '/name', value: 'Grace Hopper' },
      ],
    });
  });

  it('shows the whole history of a document', async () => {
    const path = '/v1/transactions/source/9/externalId/I-1';
    const invoice = (unitPrice: number) =>
      anInvoiceBody(customerId, { externalId: 'I-1', items: [anItemBody({ unitPrice })] });
    const { serviceId } = await bodyOf<{ serviceId: string }>(app.send('PUT', path, invoice(10)));
    await app.send('PUT', path, invoice(20));
    await graphql(
      'mutation ($input: RecalculateTransactionInput!) { recalculateTransaction(input: $input) { __typename ... on UserError { message } } }',
      { input: { by: { serviceId }, reason: 'new rates' } },
    );
    await app.send('DELETE', path);
    const story = (await changes(`recordType=TRANSACTION&recordKey=9/I-1`)).toReversed();
    expect(story.map(({ action, version }) => [action, version])).toEqual([
      ['CREATED', 1],
      ['UPDATED', 2],
      ['RECALCULATED', 3],
      ['CANCELLED', 4],
    ]);
    expect(story[2]!.reason).toBe('new rates');
    expect(story[1]!.patch).toContainEqual({ op: 'replace', path: '/totalItemsAmount', value: '60' });
    expect(story.every(({ clientId, recordId }) => clientId !== undefined && recordId === serviceId)).toBe(true);
  });

  it('has every kind of record, with its author, through whichever door it was written', async () => {
    const exemption = { customerId, exemptionType: 'FULLY', exemptionStatus: 'ACTIVE' };
    const states = [{ abbreviation: 'WI', code: '55', name: 'Wisconsin' }];
    expect((await app.send('POST', '/v1/exemptions', { exemption, states })).status).toBe(200);
    expect(
      (await app.send('PUT', '/v1/nexus/place/US-KS', { registrations: [{ validFrom: '2026-01-01' }] })).status,
    ).toBe(201);
    await app.send('PATCH', '/v1/account', { roundingMode: 'HALF_EVEN' });
    const all = await changes('');
    const kinds = new Set(all.map(({ recordType }) => recordType));
    expect([...kinds].sort()).toEqual(['ACCOUNT', 'CUSTOMER', 'EXEMPTION', 'NEXUS', 'TRANSACTION']);
    // The operator created the tenant itself.
    const byNobody = all.filter(({ clientId }) => clientId === undefined);
    expect(byNobody.map(({ recordType, action }) => [recordType, action])).toEqual([['ACCOUNT', 'CREATED']]);
    expect(
      all.find(({ recordType, action }) => recordType === 'ACCOUNT' && action === 'UPDATED')!.patch,
    ).toContainEqual({
      op: 'replace',
      path: '/roundingMode',
      value: 'HALF_EVEN',
    });
  });

  it('is the same in GraphQL, by pages', async () => {
    const page =
      'query ($after: String) { auditEntries(first: 3, after: $after) { totalCount nodes { serviceId action patch { op path value } } pageInfo { endCursor hasNextPage } } }';
    const seen: { serviceId: string }[] = [];
    type Page = {
      totalCount: number;
      nodes: { serviceId: string }[];
      pageInfo: { endCursor: string; hasNextPage: boolean };
    };
    let after: string | null = null;
    for (;;) {
      const { auditEntries: found } = (await graphql(page, { after })) as { auditEntries: Page };
      seen.push(...found.nodes);
      after = found.pageInfo.endCursor;
      if (!found.pageInfo.hasNextPage) {
        expect(found.totalCount).toBe(seen.length);
        break;
      }
    }
    const inRest = await bodyOf<{ serviceId: string }[]>(app.send('GET', '/v1/audit_entries'));
    expect(seen.map(({ serviceId }) => serviceId)).toEqual(inRest.map(({ serviceId }) => serviceId));
  });

  it('needs its own scope, and shows no other tenant', async () => {
    const Authorization = `Bearer ${await app.token(['customers:read', 'transactions:read', 'admin'])}`;
    expect((await app.fetch('/v1/audit_entries', { headers: { Authorization } })).status).toBe(403);
    const other = await startApp({ store: app.store });
    expect(
      (await bodyOf<Change[]>(other.send('GET', '/v1/audit_entries'))).map(({ recordType }) => recordType),
    ).toEqual(['ACCOUNT']);
  });
});
