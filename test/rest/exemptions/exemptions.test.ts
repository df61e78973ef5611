import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';
import { aTenant } from '../../support/stores.ts';

type Listed = Record<string, unknown> & { readonly serviceId: string };
type Body = Record<string, unknown>;

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp();
  const body = aCustomerBody();
  customerId = (await bodyOf<Listed>(app.send('PUT', '/v1/customers/source/9/externalId/c-1', body))).serviceId;
});
afterAll(() => app.close());

const anExemption = (more: Body = {}): Body => ({
  customerId,
  country: 'US',
  state: { abbreviation: 'MN', code: '27', name: 'Minnesota' },
  classification: { code: 'R', description: 'Resale' },
  validationDates: { fromDate: '2026-01-01T00:00:00Z', toDate: '2027-01-01T00:00:00Z' },
  status: { code: 'ACTIVE', name: 'Active' },
  certificate: { certificateId: 'ST3-1', url: 'https://example.com/st3.pdf', name: 'ST3' },
  exemptionType: 'FULLY',
  exemptionStatus: 'ACTIVE',
  ...more,
});
const post = (exemption: Body, states: unknown = [{ abbreviation: 'MN', code: '27', name: 'Minnesota' }]) =>
  app.send('POST', '/v1/exemptions', { exemption, states });
const onePath = '/v1/exemptions/serviceId/';
const aCustomerId = async (externalId: string) => {
  const body = aCustomerBody({ externalId });
  return (await bodyOf<Listed>(app.send('PUT', `/v1/customers/source/9/externalId/${externalId}`, body))).serviceId;
};
const list = (query = '') => bodyOf<Listed[]>(app.send('GET', `/v1/exemptions${query}`));

describe('POST', () => {
  it('exempts no whole country that is not named', async () => {
    const response = await app.send('POST', '/v1/exemptions', { exemption: { customerId }, states: [] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/exemption/country', code: 'REQUIRED' }] });
    expect(await list(`?customerId=${customerId}`)).toEqual([]);
  });

  it('answers 200 with an empty object', async () => {
    const response = await post(anExemption());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{}');
    expect(await list(`?customerId=${customerId}`)).toEqual([
      {
        serviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        customerId,
        customer: { source: '9', externalId: expect.any(String), name: 'Ada Lovelace' },
        place: 'US-MN',
        country: 'US',
        state: { abbreviation: 'MN', code: '27', name: expect.any(String) },
        classification: { code: 'R', description: 'Resale' },
        validationDates: { fromDate: '2026-01-01T00:00:00Z', toDate: '2027-01-01T00:00:00Z' },
        internalTimestamps: { createdDate: expect.any(String), updatedDate: expect.any(String) },
        status: { code: 'ACTIVE', name: 'Active' },
        certificate: { certificateId: 'ST3-1', url: 'https://example.com/st3.pdf', name: 'ST3' },
        exemptionType: 'FULLY',
        exemptionStatus: 'ACTIVE',
        certificateStatus: expect.any(String),
        hasFile: false,
        taxCodes: [],
      },
    ]);
  });

  it('returns the code of the state and the status as sent', async () => {
    const holder = await aCustomerId('as-sent');
    const status = { code: '1', name: 'active' };
    const own = { customerId: holder, status, exemptionStatus: undefined };
    await post(anExemption(own), [{ code: '27' }, { name: 'Wisconsin' }]);
    const [wisconsin, minnesota] = await list(`?customerId=${holder}`).then((all) =>
      all.toSorted((one, other) => JSON.stringify(other.state).localeCompare(JSON.stringify(one.state))),
    );
    expect(wisconsin).toMatchObject({ state: { abbreviation: 'WI', code: 'WI' }, status, exemptionStatus: 'ACTIVE' });
    expect(minnesota).toMatchObject({ state: { abbreviation: 'MN', code: '27' }, status });
    const cancelled = await app.send('PATCH', `${onePath}${minnesota!.serviceId}`, { exemptionStatus: 'CANCELLED' });
    expect(await cancelled.json()).toMatchObject({
      state: { code: '27' },
      status: { code: 'CANCELLED', name: 'Cancelled' },
      exemptionStatus: 'CANCELLED',
    });
  });

  it('stores one for each state, and replaces them when repeated', async () => {
    const states = [{ abbreviation: 'TX' }, { name: 'New York' }];
    for (const exemptionStatus of ['ACTIVE', 'CANCELLED']) {
      const more = { certificate: { certificateId: 'two' }, exemptionStatus, status: undefined };
      expect((await post(anExemption(more), states)).status).toBe(200);
      expect(await list(`?exemptionStatus=${exemptionStatus}&state=TX`)).toHaveLength(1);
      expect(await list(`?exemptionStatus=${exemptionStatus}&state=new york`)).toHaveLength(1);
    }
    expect(await list('?state=TX&exemptionStatus=ACTIVE')).toHaveLength(0);
  });

  it.each([
    [{ customerId: 'x' }, [], '/exemption/customerId'],
    [{ exemptionType: 'HALF' }, [], '/exemption/exemptionType'],
    [{}, null, '/states'],
    [{}, [{ abbreviation: 'ZZ' }], '/states/0'],
    [{}, [{ abbreviation: 'TX', name: 'Ohio' }], '/states/0'],
    [{ state: { abbreviation: 'TX', name: 'Ohio' } }, [], '/exemption/state'],
    [{ validationDates: { fromDate: '2026-02-30' } }, [], '/exemption/validationDates/fromDate'],
  ])('refuses %j for %j', async (more, states, pointer) => {
    const response = await post(anExemption(more), states);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT', errors: [{ pointer }] });
  });

  it('reports unknown states together with all other errors', async () => {
    const response = await post(anExemption({ exemptionType: 'HALF' }), [{ abbreviation: 'MN' }, { name: 'Utopia' }]);
    expect((await bodyOf<{ errors: unknown[] }>(response)).errors).toMatchObject([
      { pointer: '/exemption/exemptionType' },
      { pointer: '/states/1' },
    ]);
  });

  it('answers 404 for an unknown customer', async () => {
    const response = await post(anExemption({ customerId: '0190a0a0-0000-7000-8000-000000000000' }));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'CUSTOMER_NOT_FOUND',
      errors: [{ pointer: '/exemption/customerId' }],
    });
  });
});

describe('GET', () => {
  it('can be filtered by country, in any usual spelling', async () => {
    await post(anExemption({ country: 'Germany', state: undefined, certificate: { certificateId: 'de' } }), []);
    for (const country of ['DE', 'de', 'DEU', 'Germany']) {
      const [exemption, ...others] = await list(`?country=${country}`);
      expect(others).toEqual([]);
      expect(exemption).toMatchObject({ country: 'DE', certificate: { certificateId: 'de' } });
      expect(exemption).not.toHaveProperty('state');
    }
  });

  it('can be filtered by state, day and date of the last change', async () => {
    const holder = await aCustomerId('narrowed');
    const mine = (more: Body) => anExemption({ customerId: holder, state: undefined, ...more });
    await post(mine({ validationDates: { fromDate: '2026-06-01', toDate: '2026-06-30' } }), [{ code: 'MN' }]);
    await post(mine({ validationDates: undefined, country: 'Canada' }), [{ name: 'Quebec' }]);
    const states = async (query: string) =>
      (await list(`?customerId=${holder}&${query}`)).map(({ state }) => (state as { code: string }).code);
    expect(await states('activeOn=2026-06-30')).toEqual(['QC', 'MN']);
    expect(await states('activeOn=2026-07-01')).toEqual(['QC']);
    for (const query of ['state=minnesota', 'state=27', 'country=USA&state=mn']) {
      expect(await states(query)).toEqual(['MN']);
    }
    for (const query of ['state=CA-QC', 'country=canada&state=QC']) expect(await states(query)).toEqual(['QC']);
    expect(await states('updatedSince=2020-01-01T00:00:00+02:00')).toHaveLength(2);
    expect(await states('updatedSince=2120-01-01')).toEqual([]);
  });

  it.each([
    ['customerId=1', ['customerId']],
    ['exemptionStatus=GONE', ['exemptionStatus']],
    ['country=', ['country']],
    ['activeFor=ever', ['activeFor']],
    ['country=Atlantis&exemptionStatus=GONE', ['exemptionStatus', 'country']],
    ['state=ZZ', ['state']],
    ['country=DE&state=MN', ['state']],
    ['activeOn=2026-02-30', ['activeOn']],
    ['activeOn=2026-02-01T00:00:00Z&updatedSince=yesterday', ['activeOn', 'updatedSince']],
  ])('refuses %s', async (query, parameters) => {
    const response = await app.send('GET', `/v1/exemptions?${query}`);
    expect(response.status).toBe(400);
    const { errors } = await bodyOf<{ errors: { parameter: string }[] }>(response);
    expect(errors.map(({ parameter }) => parameter)).toEqual(parameters);
  });

  it('answers one by its id, and 304 if it has not changed', async () => {
    const holder = await aCustomerId('one');
    await post(anExemption({ customerId: holder }));
    const [listed] = await list(`?customerId=${holder}`);
    const found = await app.send('GET', `${onePath}${listed!.serviceId}`);
    expect(found.status).toBe(200);
    expect(await found.json()).toEqual(asRead(listed!));
    const tag = { 'If-None-Match': found.headers.get('etag')! };
    expect((await app.send('GET', `${onePath}${listed!.serviceId}`, undefined, tag)).status).toBe(304);
    expect((await app.send('GET', `${onePath}${customerId}`)).status).toBe(404);
    expect((await app.send('GET', `${onePath}x`)).status).toBe(400);
  });

  it('shows nothing of another tenant', async () => {
    const [mine] = await list();
    const other = await aTenant(app.store.stores);
    const headers = { Authorization: `Bearer ${await app.token(undefined, other)}` };
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? { exemptionStatus: 'CANCELLED' } : undefined;
      expect((await app.send(method, `${onePath}${mine!.serviceId}`, body, headers)).status).toBe(404);
    }
  });
});

/** A record of a list without its customer, whom only lists name. */
function asRead({ customer: _, ...one }: Listed & { customer?: unknown }): Listed {
  return one as Listed;
}

describe('PATCH', () => {
  let holders = 0;
  const stored = async (more: Body = {}): Promise<Listed> => {
    const holder = await aCustomerId(`patched-${holders++}`);
    await post(anExemption({ customerId: holder, ...more }));
    return asRead((await list(`?customerId=${holder}`))[0]!);
  };
  const patch = (serviceId: string, body: unknown, headers?: Record<string, string>) =>
    app.send('PATCH', `${onePath}${serviceId}`, body, headers);

  it('keeps absent fields, clears those that are null, and merges nested objects', async () => {
    const before = await stored();
    const response = await patch(before.serviceId, {
      certificate: { url: null, name: 'ST3 (2026)' },
      validationDates: { toDate: '2026-12-31' },
      classification: null,
      exemptionType: 'PARTIALLY',
      exemptFraction: '0.5',
      taxCodes: ['C1S1'],
    });
    expect(response.status).toBe(200);
    const { classification: _cleared, ...kept } = before;
    const after = {
      ...kept,
      certificate: { certificateId: 'ST3-1', name: 'ST3 (2026)' },
      validationDates: { fromDate: '2026-01-01T00:00:00Z', toDate: '2026-12-31' },
      internalTimestamps: expect.anything(),
      exemptionType: 'PARTIALLY',
      exemptFraction: 0.5,
      taxCodes: ['C1S1'],
    };
    expect(await response.json()).toEqual(after);
    expect(await bodyOf(app.send('GET', `${onePath}${before.serviceId}`))).toEqual(after);
  });

  it('changes nothing if all values are the same', async () => {
    const before = await stored();
    const { serviceId } = before;
    const sameKey = { customerId: before.customerId, country: 'usa' };
    for (const same of [{}, { exemptionStatus: 'ACTIVE' }, sameKey, before, { ...before, serviceId: 'x' }]) {
      expect(await bodyOf(patch(serviceId, same))).toEqual(before);
    }
  });

  it.each([
    [{ exemptionStatus: 'CANCELLED' }],
    [{ status: { code: 'CANCELLED' } }],
    [{ status: { name: 'Cancelled', code: null } }],
  ])('cancels by %j', async (body) => {
    const { serviceId } = await stored();
    expect(await bodyOf(patch(serviceId, body))).toMatchObject({
      exemptionStatus: 'CANCELLED',
      status: { code: 'CANCELLED' },
    });
  });

  it.each<[Body, unknown[]]>([
    [{ certificat: {} }, [{ pointer: '/certificat', code: 'UNKNOWN_FIELD' }]],
    [{ certificate: { number: '1' } }, [{ pointer: '/certificate/number', code: 'UNKNOWN_FIELD' }]],
    [{ country: 'DE' }, [{ pointer: '/country', code: 'KEY_MISMATCH' }]],
    [{ state: { abbreviation: 'TX' } }, [{ pointer: '/state', code: 'KEY_MISMATCH' }]],
    [{ state: null }, [{ pointer: '/state', code: 'KEY_MISMATCH' }]],
    [{ customerId: '0190a0a0-0000-7000-8000-000000000000' }, [{ pointer: '/customerId', code: 'KEY_MISMATCH' }]],
    [{ validationDates: { toDate: '2025-12-31' } }, [{ pointer: '/validationDates/toDate', code: 'OUT_OF_RANGE' }]],
    [{ exemptionType: 'PARTIALLY' }, [{ pointer: '/exemptFraction', code: 'REQUIRED' }]],
    [{ status: { code: 'ACTIVE' }, exemptionStatus: 'CANCELLED' }, [{ pointer: '/status', code: 'CONTRADICTION' }]],
    [
      { country: 'DE', taxCodes: 'C1S1', exemptFraction: 2 },
      [
        { pointer: '/country', code: 'KEY_MISMATCH' },
        { pointer: '/exemptFraction', code: 'OUT_OF_RANGE' },
        { pointer: '/taxCodes', code: 'INVALID_TYPE' },
      ],
    ],
  ])('refuses %j', async (body, errors) => {
    const before = await stored();
    const response = await patch(before.serviceId, body);
    expect(response.status).toBe(400);
    expect((await bodyOf<{ errors: unknown[] }>(response)).errors).toMatchObject(errors);
    expect(await bodyOf(app.send('GET', `${onePath}${before.serviceId}`))).toEqual(before);
  });

  it('answers 409 if another exemption has the certificate id', async () => {
    const { customerId: holder, serviceId } = await stored();
    await post(anExemption({ customerId: holder, certificate: { certificateId: 'ST3-2' } }));
    const response = await patch(serviceId, { certificate: { certificateId: 'ST3-2' } });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: 'KEY_TAKEN',
      errors: [{ pointer: '/certificate/certificateId' }],
    });
    expect((await patch(serviceId, { certificate: { certificateId: 'ST3-3' } })).status).toBe(200);
  });

  it('answers 412 for an outdated version', async () => {
    const { serviceId } = await stored();
    const tag = (await patch(serviceId, { taxCodes: ['C1S1'] })).headers.get('etag')!;
    expect((await patch(serviceId, { taxCodes: ['C1S2'] }, { 'If-Match': '"old"' })).status).toBe(412);
    expect((await patch(serviceId, { taxCodes: ['C1S2'] }, { 'If-Match': tag })).status).toBe(200);
  });

  it('loses none of many concurrent changes', async () => {
    const { serviceId } = await stored();
    const changes = [{ taxCodes: ['C1S1'] }, { classification: { code: 'G' } }, { certificate: { name: 'new' } }];
    const answers = await Promise.all(changes.map((change) => patch(serviceId, change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await bodyOf(app.send('GET', `${onePath}${serviceId}`))).toMatchObject({
      taxCodes: ['C1S1'],
      classification: { code: 'G' },
      certificate: { name: 'new' },
    });
  });

  it('needs the scope exemptions:write', async () => {
    const { serviceId } = await stored();
    const headers = { Authorization: `Bearer ${await app.token(['exemptions:read'])}` };
    expect((await patch(serviceId, {}, headers)).status).toBe(403);
    expect((await app.send('GET', `${onePath}${serviceId}`, undefined, headers)).status).toBe(200);
  });
});
