import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anInvoiceBody } from '../../support/bodies.ts';
import { aTenant } from '../../support/stores.ts';
import { ask, type Data, faults, storeCustomer } from '../ask.ts';

let app: TestApp;
let customerId: string;
let clock = Date.parse('2026-07-01T12:00:00.000Z');
beforeAll(async () => {
  app = await startApp({ now: () => new Date(clock++) });
  customerId = (await storeCustomer(app)).serviceId;
});
afterAll(() => app.close());

const fields = `id customerId country state stateName exemptionType exemptionStatus validFrom validThrough exemptFraction reducedRate
  taxCodes certificate { certificateId } classification { code } customer { serviceId }`;

const create = async (exemption: Record<string, unknown>, states: Record<string, unknown>[]) => {
  const query = `mutation ($input: UpsertExemptionsInput!) {
    upsertExemptions(input: $input) { __typename ... on UpsertedExemptions { exemptions { ${fields} } } ${faults} }
  }`;
  const { customerId: holder = customerId, ...terms } = exemption;
  const input = { customerId: holder, exemption: terms, states };
  return (await ask(app, query, { variables: { input } })).data.upsertExemptions;
};

it('are stored for each state, and appear on their customer, in lists and as nodes', async () => {
  const holder = (await storeCustomer(app, { externalId: 'holder' })).serviceId;
  const created = await create(
    {
      customerId: holder,
      certificate: { certificateId: 'ST3-1' },
      validationDates: { fromDate: '2026-01-01', toDate: '2026-12-31T00:00:00Z' },
      exemptionType: 'PARTIALLY',
      exemptFraction: 0.5,
      taxCodes: ['C1S1'],
    },
    [{ abbreviation: 'MN' }, { name: 'Wisconsin' }],
  );
  expect(created.__typename).toBe('UpsertedExemptions');
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
    validFrom: '2026-01-01',
    validThrough: '2026-12-31',
    exemptFraction: '0.5',
    reducedRate: null,
    taxCodes: ['C1S1'],
    certificate: { certificateId: 'ST3-1' },
    classification: null,
    customer: { serviceId: holder },
  });
  const query = `query ($holder: UUID!, $ids: [ID!]!) {
    customer(by: { serviceId: $holder }) { exemptions { nodes { ${fields} } } }
    exemptions(filter: { customerId: { eq: $holder }, country: { eq: "us" }, state: { eq: "MN" }, exemptionStatus: { eq: ACTIVE } }) { totalCount nodes { ${fields} } }
    nodes(ids: $ids) { ... on Exemption { ${fields} } }
  }`;
  const { data } = await ask(app, query, { variables: { holder, ids: [minnesota.id] } });
  expect(data.customer.exemptions.nodes).toHaveLength(2);
  expect(data.exemptions).toEqual({ totalCount: 1, nodes: [minnesota] });
  expect(data.nodes).toEqual([minnesota]);
});

it('apply to the next calculation, even in the same request', async () => {
  const holder = (await storeCustomer(app, { externalId: 'relieved' })).serviceId;
  const query = `mutation ($exemption: UpsertExemptionsInput!, $document: TransactionInput!) {
    upsertExemptions(input: $exemption) { ... on UpsertedExemptions { exemptions { state } } }
    upsertTransaction(input: $document) {
      ... on Transaction { salesTax { amount } reason customer { exemptions { nodes { state } } } }
    }
  }`;
  const variables = {
    exemption: { customerId: holder, exemption: {}, states: [{ code: 'MN' }] },
    document: anInvoiceBody(holder, { externalId: 'relieved' }),
  };
  const { data } = await ask(app, query, { variables });
  expect(data.upsertTransaction).toEqual({
    salesTax: { amount: '0.00' },
    reason: 'CUSTOMER_EXEMPT',
    customer: { exemptions: { nodes: [{ state: 'MN' }] } },
  });
});

it('answer all errors at once, and an unknown customer as NotFound', async () => {
  const faulty = await create({ exemptionType: 'PARTIALLY', certificate: { certificateId: 'x'.repeat(257) } }, [
    { abbreviation: 'ZZ' },
  ]);
  expect(faulty.__typename).toBe('InvalidInput');
  expect(faulty.issues.map(({ path }: Data) => path.join('.'))).toEqual(
    expect.arrayContaining(['exemption.certificate.certificateId']),
  );
  expect((await create({}, [{ abbreviation: 'ZZ' }])).issues).toMatchObject([{ path: ['states', '0'] }]);
  expect((await create({}, [])).issues).toMatchObject([{ path: ['exemption', 'country'], code: 'REQUIRED' }]);
  const orphan = await create({ customerId: '0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e', country: 'US' }, []);
  expect(orphan).toMatchObject({ __typename: 'NotFound', code: 'CUSTOMER_NOT_FOUND' });
});

const exemptionOf = async (by: Record<string, unknown>, select = fields): Promise<Data> => {
  const query = `query ($by: ExemptionBy!) { exemption(by: $by) { ${select} } }`;
  return await ask(app, query, { variables: { by } });
};

describe('one exemption', () => {
  it('is found by its id and by its natural key', async () => {
    const holder = (await storeCustomer(app, { externalId: 'looked-up' })).serviceId;
    const [numbered] = (await create({ customerId: holder, certificate: { certificateId: '7' } }, [{ code: 'MN' }]))
      .exemptions;
    const [whole] = (await create({ customerId: holder, country: 'DE' }, [])).exemptions;
    const { id: serviceId } = (await exemptionOf({ key: { customerId: holder, country: 'DE' } }, 'id: serviceId')).data
      .exemption;
    expect((await exemptionOf({ serviceId })).data.exemption).toEqual(whole);
    const key = { customerId: holder, country: 'us', certificateId: '7' };
    for (const state of ['MN', 'minnesota', '27']) {
      expect((await exemptionOf({ key: { ...key, state } })).data.exemption).toEqual(numbered);
    }
    expect((await exemptionOf({ key: { ...key, state: 'MN', certificateId: '8' } })).data.exemption).toBeNull();
    expect((await exemptionOf({ key })).data.exemption).toBeNull();
    expect((await exemptionOf({ serviceId: holder })).data.exemption).toBeNull();
  });

  it('requires exactly one key, with a known place', async () => {
    const key = { customerId, country: 'US', state: 'ZZ' };
    const unknown = await exemptionOf({ key });
    expect(unknown.errors[0].extensions).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: ['by', 'key', 'state'], code: 'UNKNOWN_VALUE' }],
    });
    expect((await exemptionOf({ key, serviceId: customerId })).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  const patch = async (by: Record<string, unknown>, changes: Record<string, unknown>) => {
    const query = `mutation ($input: PatchExemptionInput!) {
      patchExemption(input: $input) { __typename ... on Exemption { ${fields} version } ${faults} }
    }`;
    return (await ask(app, query, { variables: { input: { by, patch: changes } } })).data.patchExemption;
  };

  it('is changed in part', async () => {
    const holder = (await storeCustomer(app, { externalId: 'patched' })).serviceId;
    const [before] = (
      await create({ customerId: holder, certificate: { certificateId: '1' }, classification: { code: 'R' } }, [
        { code: 'MN' },
      ])
    ).exemptions;
    await create({ customerId: holder, certificate: { certificateId: '2' } }, [{ code: 'MN' }]);
    const by = { key: { customerId: holder, country: 'US', state: 'MN', certificateId: '1' } };
    expect(
      await patch(by, {
        classification: null,
        exemptionType: 'PARTIALLY',
        exemptFraction: '0.5',
        taxCodes: ['C1S1'],
      }),
    ).toEqual({
      ...before,
      __typename: 'Exemption',
      classification: null,
      exemptionType: 'PARTIALLY',
      exemptFraction: '0.5',
      taxCodes: ['C1S1'],
      version: 2,
    });
    expect(await patch(by, {})).toMatchObject({ version: 2 });
    expect(await patch(by, { certificate: { certificateId: '2' } })).toMatchObject({
      __typename: 'Conflict',
      code: 'KEY_TAKEN',
    });
    expect(await patch(by, { exemptFraction: null })).toMatchObject({
      __typename: 'InvalidInput',
      issues: [{ path: ['exemptFraction'], code: 'REQUIRED' }],
    });
    expect(await patch(by, { exemptFraction: '0.25' })).toMatchObject({ exemptFraction: '0.25', version: 3 });
    expect(await patch(by, { exemptFraction: 12 })).toMatchObject({
      issues: [
        { path: ['exemptFraction'], code: 'OUT_OF_RANGE', message: 'exemptFraction must be at most 1. 12 % is 0.12.' },
      ],
    });
    expect(await patch({ serviceId: holder }, {})).toMatchObject({ __typename: 'NotFound' });
  });

  it('no longer applies when it is cancelled', async () => {
    const holder = (await storeCustomer(app, { externalId: 'cancelled' })).serviceId;
    await create({ customerId: holder }, [{ code: 'MN' }]);
    const query = `mutation ($by: ExemptionBy!, $document: TransactionInput!) {
      cancelExemption(input: { by: $by }) { __typename ... on Exemption { exemptionStatus version } ${faults} }
      again: cancelExemption(input: { by: $by }) { ... on Exemption { version } }
      upsertTransaction(input: $document) {
        ... on Transaction { reason customer { exemptions { nodes { exemptionStatus } } } }
      }
    }`;
    const by = { key: { customerId: holder, country: 'US', state: 'MN' } };
    const document = anInvoiceBody(holder, { externalId: 'cancelled' });
    const { data } = await ask(app, query, { variables: { by, document } });
    expect(data).toEqual({
      cancelExemption: { __typename: 'Exemption', exemptionStatus: 'CANCELLED', version: 2 },
      again: { version: 2 },
      upsertTransaction: { reason: 'TAXED', customer: { exemptions: { nodes: [{ exemptionStatus: 'CANCELLED' }] } } },
    });
    const denied = await ask(app, query, { variables: { by, document }, scopes: ['exemptions:read'] });
    expect(denied.errors![0]!.extensions.code).toBe('FORBIDDEN');
  });

  it('cannot be one of another tenant', async () => {
    const [mine] = (await create({}, [{ code: 'IA' }])).exemptions;
    const other = await app.token(undefined, await aTenant(app.store.stores));
    const query = 'query ($by: ExemptionBy!) { exemption(by: $by) { id } }';
    const by = { key: { customerId: mine.customerId, country: 'US', state: 'IA' } };
    expect((await ask(app, query, { variables: { by }, token: other })).data.exemption).toBeNull();
    expect((await ask(app, query, { variables: { by } })).data.exemption).toEqual({ id: mine.id });
  });
});
