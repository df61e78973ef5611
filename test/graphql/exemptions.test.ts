import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { anInvoiceBody } from '../support/bodies.ts';
import { ask, type Data, faults, storeCustomer } from './ask.ts';

let app: TestApp;
let customerId: string;
let clock = Date.parse('2026-07-01T12:00:00.000Z');
beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock++) });
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());

const fields = `id customerId country state stateName exemptionType exemptionStatus fromOn toOn exemptPercentage reducedRate
  taxCodes certificate { certificateId } classification { code } customer { serviceId }`;

const create = async (exemption: Record<string, unknown>, states: Record<string, unknown>[]) => {
  const query = `mutation ($input: CreateExemptionsInput!) {
    createExemptions(input: $input) { __typename ... on CreatedExemptions { exemptions { ${fields} } } ${faults} }
  }`;
  const input = { exemption: { customerId, ...exemption }, states };
  return (await ask(app, query, { variables: { input } })).data.createExemptions;
};

it('are stored for each state, and shown by their customer, in lists and as nodes', async () => {
  const holder = (await storeCustomer(app, { externalId: 'holder' })).serviceId;
  const created = await create(
    {
      customerId: holder,
      certificate: { certificateId: 'ST3-1' },
      validationDates: { fromDate: '2026-01-01', toDate: '2026-12-31T00:00:00Z' },
      exemptionType: 'PARTIALLY',
      exemptPercentage: 0.5,
      taxCodes: ['C1S1'],
    },
    [{ abbreviation: 'MN' }, { name: 'Wisconsin' }],
  );
  expect(created.__typename).toBe('CreatedExemptions');
  expect(created.exemptions).toMatchObject([{ state: 'MN' }, { state: 'WI' }]);
  const [minnesota] = created.exemptions;
  expect(minnesota).toEqual({
    id: expect.any(String),
    customerId: holder,
    country: 'US',
    state: 'MN',
    stateName: 'Minnesota',
    exemptionType: 'PARTIALLY',
    exemptionStatus: 'ACTIVE',
    fromOn: '2026-01-01',
    toOn: '2026-12-31',
    exemptPercentage: '0.5',
    reducedRate: null,
    taxCodes: ['C1S1'],
    certificate: { certificateId: 'ST3-1' },
    classification: null,
    customer: { serviceId: holder },
  });
  const query = `query ($holder: UUID!, $ids: [ID!]!) {
    customer(by: { serviceId: $holder }) { exemptions { ${fields} } }
    exemptions(filter: { customerId: $holder, country: "us", state: "MN", exemptionStatus: ACTIVE }) { totalCount nodes { ${fields} } }
    nodes(ids: $ids) { ... on Exemption { ${fields} } }
  }`;
  const { data } = await ask(app, query, { variables: { holder, ids: [minnesota.id] } });
  expect(data.customer.exemptions).toHaveLength(2);
  expect(data.exemptions).toEqual({ totalCount: 1, nodes: [minnesota] });
  expect(data.nodes).toEqual([minnesota]);
});

it('relieve the next calculation, also in the same request', async () => {
  const holder = (await storeCustomer(app, { externalId: 'relieved' })).serviceId;
  const query = `mutation ($exemption: CreateExemptionsInput!, $document: TransactionInput!) {
    createExemptions(input: $exemption) { ... on CreatedExemptions { exemptions { state } } }
    upsertTransaction(input: $document) {
      ... on Transaction { salesTax { amount } reason customer { exemptions { state } } }
    }
  }`;
  const variables = {
    exemption: { exemption: { customerId: holder }, states: [{ code: 'MN' }] },
    document: anInvoiceBody(holder, { externalId: 'relieved' }),
  };
  const { data } = await ask(app, query, { variables });
  expect(data.upsertTransaction).toEqual({
    salesTax: { amount: '0' },
    reason: 'CUSTOMER_EXEMPT',
    customer: { exemptions: [{ state: 'MN' }] },
  });
});

it('answer all faults at once, and an unknown customer as NotFound', async () => {
  const faulty = await create({ exemptionType: 'PARTIALLY', certificate: { certificateId: 'x'.repeat(257) } }, [
    { abbreviation: 'ZZ' },
  ]);
  expect(faulty.__typename).toBe('InvalidInput');
  expect(faulty.issues.map(({ path }: Data) => path.join('.'))).toEqual(
    expect.arrayContaining(['exemption.certificate.certificateId']),
  );
  expect((await create({}, [{ abbreviation: 'ZZ' }])).issues).toMatchObject([{ path: ['states', '0'] }]);
  const orphan = await create({ customerId: '0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e' }, []);
  expect(orphan).toMatchObject({ __typename: 'NotFound', code: 'CUSTOMER_NOT_FOUND' });
});
