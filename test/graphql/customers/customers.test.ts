import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { ask, faults, storeCustomer } from '../ask.ts';

let app: TestApp;
let clock = Date.parse('2026-07-01T12:00:00.000Z');
beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock++) });
});
afterAll(() => app.close());

describe('upsertCustomer', () => {
  it('stores a customer and answers all of it', async () => {
    const customer = await storeCustomer(app, {
      externalId: 'whole',
      name: 'Prairie Books',
      email: 'books@example.com',
      address: { city: 'Minneapolis', zip: '55401' },
    });
    expect(customer).toEqual({
      __typename: 'Customer',
      id: expect.any(String),
      serviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      source: '9',
      externalId: 'whole',
      name: 'Prairie Books',
      email: 'books@example.com',
      customerType: 'RETAIL',
      comment: null,
      taxNumber: null,
      version: 1,
      address: {
        street: null,
        city: 'Minneapolis',
        county: null,
        state: null,
        region: null,
        zip: '55401',
        country: null,
        isPartial: false,
      },
      externalTimestamps: { createdDate: '2026-06-15T10:00:00-05:00', updatedDate: '2026-06-15T10:00:00-05:00' },
      internalTimestamps: {
        createdDate: expect.stringMatching(/^2026-07-01T12:.*Z$/),
        updatedDate: expect.stringMatching(/^2026-07-01T12:.*Z$/),
      },
    });
  });

  it('remarks on an externalId that looks like another one', async () => {
    await storeCustomer(app, { externalId: ' blank' });
    await storeCustomer(app, { externalId: 'plain' });
    const { data } = await ask(
      app,
      `{ odd: customer(by: { key: { source: "9", externalId: " blank" } }) { notices { code pointer } }
         plain: customer(by: { key: { source: "9", externalId: "plain" } }) { notices { code } } }`,
    );
    expect(data).toEqual({
      odd: { notices: [{ code: 'EXTERNAL_ID_UNUSUAL', pointer: '/externalId' }] },
      plain: { notices: null },
    });
  });

  it('replaces a customer, drops omitted fields, and changes nothing when repeated', async () => {
    await storeCustomer(app, { externalId: 'replaced', comment: 'pays late' });
    const replaced = await storeCustomer(app, { externalId: 'replaced', name: 'Plains Books' });
    expect(replaced).toMatchObject({ name: 'Plains Books', comment: null, version: 2 });
    const repeated = await storeCustomer(app, { externalId: 'replaced', name: 'Plains Books' });
    expect(repeated).toEqual(replaced);
  });

  it('answers all errors at once, each with its path', async () => {
    const answer = await storeCustomer(app, {
      source: '11',
      name: '',
      address: { zip: '1'.repeat(21) },
      externalTimestamps: { createdDate: 'yesterday', updatedDate: '2026-06-15' },
    });
    expect(answer).toMatchObject({
      __typename: 'InvalidInput',
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/^4 issues\. The first: source /),
    });
    expect(answer.issues.map(({ path, code }: { path: string[]; code: string }) => [path.join('.'), code])).toEqual([
      ['source', 'INVALID_FORMAT'],
      ['name', 'TOO_SHORT'],
      ['address.zip', 'TOO_LONG'],
      ['externalTimestamps.createdDate', 'INVALID_FORMAT'],
    ]);
  });
});

describe('patchCustomer', () => {
  const patch = async (serviceId: string, change: Record<string, unknown>) => {
    const query = `mutation ($input: PatchCustomerInput!) {
      patchCustomer(input: $input) {
        __typename
        ... on Customer { name comment customerType version address { city zip } externalTimestamps { createdDate updatedDate } }
        ${faults}
      }
    }`;
    return (await ask(app, query, { variables: { input: { by: { serviceId }, patch: change } } })).data.patchCustomer;
  };

  it('keeps absent fields, clears those that are null, and merges nested objects', async () => {
    const { serviceId } = await storeCustomer(app, {
      externalId: 'patched',
      comment: 'pays late',
      customerType: 'RESELLER',
      address: { city: 'Minneapolis', zip: '55401' },
    });
    expect(
      await patch(serviceId, {
        comment: null,
        address: { zip: '55402' },
        externalTimestamps: { updatedDate: '2026-06-20' },
      }),
    ).toEqual({
      __typename: 'Customer',
      name: 'Ada Lovelace',
      comment: null,
      customerType: 'RESELLER',
      version: 2,
      address: { city: 'Minneapolis', zip: '55402' },
      externalTimestamps: { createdDate: '2026-06-15T10:00:00-05:00', updatedDate: '2026-06-20' },
    });
  });

  it('keeps a field whose variable was not sent', async () => {
    const { serviceId } = await storeCustomer(app, { externalId: 'half', comment: 'pays late' });
    const query = `mutation ($id: UUID!, $name: String, $comment: String) {
      patchCustomer(input: { by: { serviceId: $id }, patch: { name: $name, comment: $comment } }) { ... on Customer { name comment } }
    }`;
    const { data } = await ask(app, query, { variables: { id: serviceId, name: 'Grace Hopper' } });
    expect(data.patchCustomer).toEqual({ name: 'Grace Hopper', comment: 'pays late' });
  });

  it('answers NotFound, and the errors of the patched customer', async () => {
    expect(await patch('0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e', { name: 'Nobody' })).toEqual({
      __typename: 'NotFound',
      code: 'NOT_FOUND',
      message: 'Customer 0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e not found.',
    });
    const { serviceId } = await storeCustomer(app, { externalId: 'faulty' });
    const answer = await patch(serviceId, { name: '', comment: 'x'.repeat(201) });
    expect(answer.__typename).toBe('InvalidInput');
    expect(answer.issues.map(({ path }: { path: string[] }) => path)).toEqual([['name'], ['comment']]);
  });
});

describe('customer', () => {
  const find = (by: Record<string, unknown>) =>
    ask(app, 'query ($by: CustomerBy!) { customer(by: $by) { externalId } }', { variables: { by } });

  it('is found by its service id and by its key', async () => {
    const { serviceId } = await storeCustomer(app, { externalId: 'a/b ü' });
    expect((await find({ serviceId })).data).toEqual({ customer: { externalId: 'a/b ü' } });
    expect((await find({ key: { source: '9', externalId: 'a/b ü' } })).data).toEqual({
      customer: { externalId: 'a/b ü' },
    });
  });

  it('is found by its id, and by no other', async () => {
    const { id, serviceId } = await storeCustomer(app, { externalId: 'by id' });
    expect((await find({ id })).data).toEqual({ customer: { externalId: 'by id' } });
    const ofDocument = Buffer.from(`Transaction:${serviceId}`).toString('base64url');
    for (const [other, code] of [
      [ofDocument, 'WRONG_TYPE'],
      [serviceId, 'INVALID_FORMAT'],
    ]) {
      expect((await find({ id: other })).errors![0]!.extensions.issues).toMatchObject([{ path: ['by', 'id'], code }]);
    }
    const mutation = `mutation ($input: PatchCustomerInput!) { patchCustomer(input: $input) {
      __typename ... on Customer { name createdAt updatedAt internalTimestamps { createdDate updatedDate } } ${faults} } }`;
    const patch = async (by: Record<string, unknown>) =>
      (await ask(app, mutation, { variables: { input: { by, patch: { name: 'Named' } } } })).data.patchCustomer;
    const patched = await patch({ id });
    expect(patched.name).toBe('Named');
    const { createdDate, updatedDate } = patched.internalTimestamps;
    expect([patched.createdAt, patched.updatedAt]).toEqual([createdDate, updatedDate]);
    expect(await patch({ id: ofDocument })).toMatchObject({ issues: [{ path: ['by', 'id'], code: 'WRONG_TYPE' }] });
  });

  it('is null if unknown', async () => {
    expect(await find({ key: { source: '9', externalId: 'nobody' } })).toMatchObject({ data: { customer: null } });
    expect((await find({ serviceId: '0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e' })).errors).toBeUndefined();
  });

  it('requires exactly one key', async () => {
    const both = { serviceId: '0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e', key: { source: '9', externalId: 'x' } };
    for (const by of [both, {}, { serviceId: null }]) {
      expect((await find(by)).errors![0]!.extensions.code, JSON.stringify(by)).toBe('BAD_USER_INPUT');
    }
  });

  it('rejects an impossible key', async () => {
    const { data, errors } = await find({ key: { source: '0', externalId: '\0' } });
    expect(data).toEqual({ customer: null });
    expect(errors![0]!.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: ['by', 'key', 'source'] }, { path: ['by', 'key', 'externalId'], code: 'INVALID_CHARACTERS' }],
    });
  });
});

describe('customers', () => {
  const page = async (args: string) =>
    await ask(
      app,
      `{ customers(${args}) { totalCount nodes { externalId } edges { cursor node { externalId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    );

  it('come newest first, page by page', async () => {
    for (const externalId of ['one', 'two', 'three']) await storeCustomer(app, { source: '3', externalId });
    const first = (await page('first: 2, filter: { source: { eq: "3" } }')).data.customers;
    expect(first.nodes).toEqual([{ externalId: 'three' }, { externalId: 'two' }]);
    expect(first.edges.map((edge: { node: object }) => edge.node)).toEqual(first.nodes);
    expect(first.totalCount).toBe(3);
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: first.edges[0].cursor,
      endCursor: first.edges[1].cursor,
    });
    const second = (await page(`first: 2, after: "${first.pageInfo.endCursor}", filter: { source: { eq: "3" } }`)).data
      .customers;
    expect(second.nodes).toEqual([{ externalId: 'one' }]);
    expect(second.totalCount).toBe(3);
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  it('are 25 by default, and at most 100', async () => {
    for (let index = 0; index < 26; index++) await storeCustomer(app, { source: '4', externalId: `n${index}` });
    const { data } = await page('filter: { source: { eq: "4" } }');
    expect(data.customers.nodes).toHaveLength(25);
    expect(data.customers.pageInfo.hasNextPage).toBe(true);
    for (const first of [0, -1, 101]) {
      const { errors } = await page(`first: ${first}`);
      expect(errors![0]!.extensions).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: ['first'] }] });
    }
  });

  it('reject a forged cursor', async () => {
    const { errors } = await page('after: "nonsense"');
    expect(errors![0]!.extensions).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: ['after'] }] });
  });

  it('can be an empty page', async () => {
    const { data } = await page('filter: { source: { eq: "5" } }');
    expect(data.customers).toEqual({
      totalCount: 0,
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });
});
