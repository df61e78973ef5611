import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody } from '../support/bodies.ts';

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
const list = (query = '') => bodyOf<Listed[]>(app.send('GET', `/v1/exemptions${query}`));

describe('POST', () => {
  it('answers 200 with an empty object', async () => {
    const response = await post(anExemption());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{}');
    expect(await list(`?customerId=${customerId}`)).toEqual([
      {
        serviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        customerId,
        country: 'US',
        state: { abbreviation: 'MN', code: 'MN', name: expect.any(String) },
        classification: { code: 'R', description: 'Resale' },
        validationDates: { fromDate: '2026-01-01T00:00:00Z', toDate: '2027-01-01T00:00:00Z' },
        internalTimestamps: { createdDate: expect.any(String), updatedDate: expect.any(String) },
        status: { code: 'ACTIVE', name: 'Active' },
        certificate: { certificateId: 'ST3-1', url: 'https://example.com/st3.pdf', name: 'ST3' },
        exemptionType: 'FULLY',
        exemptionStatus: 'ACTIVE',
        taxCodes: [],
      },
    ]);
  });

  it('stores one for each state, and replaces them when it repeats', async () => {
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
    [{ validationDates: { fromDate: '2026-02-30' } }, [], '/exemption/validationDates/fromDate'],
  ])('refuses %j for %j', async (more, states, pointer) => {
    const response = await post(anExemption(more), states);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT', errors: [{ pointer }] });
  });

  it('answers 404 for a customer there is not', async () => {
    const response = await post(anExemption({ customerId: '0190a0a0-0000-7000-8000-000000000000' }));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
  });
});

describe('GET', () => {
  it('is narrowed by country, in any usual spelling', async () => {
    await post(anExemption({ country: 'Germany', state: undefined, certificate: { certificateId: 'de' } }), []);
    for (const country of ['DE', 'de', 'DEU', 'Germany']) {
      const [exemption, ...others] = await list(`?country=${country}`);
      expect(others).toEqual([]);
      expect(exemption).toMatchObject({ country: 'DE', certificate: { certificateId: 'de' } });
      expect(exemption).not.toHaveProperty('state');
    }
    expect(await list('?country=Atlantis')).toEqual([]);
  });

  it.each(['customerId=1', 'exemptionStatus=GONE', 'country=', 'activeFor=ever'])('refuses %s', async (query) => {
    expect((await app.send('GET', `/v1/exemptions?${query}`)).status).toBe(400);
  });
});
