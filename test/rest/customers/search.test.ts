import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody } from '../../support/bodies.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const put = async (externalId: string, more: object) => {
    const body = aCustomerBody({ externalId, ...more });
    const response = app.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, body);
    return (await bodyOf<{ serviceId: string }>(response)).serviceId;
  };
  const ada = await put('ada', { name: 'Ada Lovelace', email: 'ada@analytical.example', taxNumber: 'GB123456789' });
  await put('bob', { name: 'Bob’s 100% Lamps', email: 'Bob@lamps.example', taxNumber: 'DE136695976' });
  await put('none', { name: undefined });
  for (const [externalId, subsidiary] of [
    ['i-north', 'North'],
    ['i-south', 'South'],
    ['i-none', undefined],
  ]) {
    await app.send(
      'PUT',
      `/v1/transactions/source/9/externalId/${externalId}`,
      anInvoiceBody(ada, { externalId, subsidiary }),
    );
  }
});
afterAll(() => app.close());

const idsOf = (listed: readonly { readonly externalId: string }[]) => listed.map(({ externalId }) => externalId).sort();
const inRest = async (path: string) => idsOf(await bodyOf(app.send('GET', path)));
const inGraphql = async (filter: object) => {
  const query = 'query ($filter: CustomerFilter) { customers(filter: $filter) { nodes { externalId } totalCount } }';
  const { nodes, totalCount } = (await ask(app, query, { variables: { filter } })).data.customers;
  expect(totalCount).toBe(nodes.length);
  return idsOf(nodes);
};

describe('customers', () => {
  it.each([
    ['LOVE', ['ada']],
    ['analytical', ['ada']],
    ['gb1234', ['ada']],
    ['example', ['ada', 'bob']],
    ['100%', ['bob']],
    ['.*', []],
  ])('are found by %j in the name, email address or tax number, in both doors', async (search, found) => {
    expect(await inRest(`/v1/customers?search=${encodeURIComponent(search)}`)).toEqual(found);
    expect(await inGraphql({ search })).toEqual(found);
  });

  it('are found by one field: part of the name, or the whole email address or tax number', async () => {
    expect(await inRest('/v1/customers?name=lamps')).toEqual(['bob']);
    expect(await inRest('/v1/customers?email=Bob@lamps.example')).toEqual(['bob']);
    expect(await inRest('/v1/customers?email=bob@lamps.example')).toEqual([]);
    expect(await inRest('/v1/customers?taxNumber=GB123456789&name=ada')).toEqual(['ada']);
    expect(await inGraphql({ not: { search: 'example' } })).toEqual(['none']);
  });

  it('are not searched for a single letter', async () => {
    const refused = await app.send('GET', '/v1/customers?search=a');
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ code: 'TOO_SHORT' }] }]);
    const { errors } = await ask(app, '{ customers(filter: {search: "a"}) { totalCount } }');
    expect(errors).toMatchObject([{ extensions: { issues: [{ code: 'TOO_SHORT' }] } }]);
  });
});

it('documents are found by their subsidiary, in both doors', async () => {
  expect(await inRest('/v1/transactions?subsidiary=North')).toEqual(['i-north']);
  const query = '{ transactions(filter: {subsidiary: {in: ["North", "South"]}}) { nodes { externalId } totalCount } }';
  const { nodes, totalCount } = (await ask(app, query)).data.transactions;
  expect([idsOf(nodes), totalCount]).toEqual([['i-north', 'i-south'], 2]);
  const without = '{ transactions(filter: {subsidiary: {isNull: true}}) { nodes { externalId } } }';
  expect(idsOf((await ask(app, without)).data.transactions.nodes)).toEqual(['i-none']);
});
