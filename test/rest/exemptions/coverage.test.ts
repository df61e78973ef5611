import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';

type Row = Record<string, unknown> & { readonly state: string; readonly status: string };

let app: TestApp;
let customerId: string;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-01T12:00:00Z') });
  const body = aCustomerBody();
  customerId = (await bodyOf<{ serviceId: string }>(app.send('PUT', '/v1/customers/source/9/externalId/c-1', body)))
    .serviceId;
  const store = (states: readonly string[], certificateId: string, more: object = {}) =>
    app.send('POST', '/v1/exemptions', {
      exemption: { customerId, certificate: { certificateId }, exemptionReason: 'CHARITY', ...more },
      states: states.map((code) => ({ code })),
    });
  await store(['MN', 'GA', 'CO'], 'open');
  await store(['WI'], 'soon', { validationDates: { toDate: '2026-07-31' } });
  await store(['IA'], 'over', { validationDates: { toDate: '2026-06-30' } });
  await store(['TX'], 'over', { validationDates: { toDate: '2026-06-30' } });
  await store(['TX'], 'coats', { taxCodes: ['C1S2'] });
  await store(['NY'], 'long', { validationDates: { toDate: '2030-12-31' } });
  await store(['NY'], 'short', { validationDates: { toDate: '2026-07-31' } });
  await store(['NE'], 'dead', { exemptionStatus: 'CANCELLED' });
});
afterAll(() => app.close());

const path = () => `/v1/customers/serviceId/${customerId}/exemption_coverage`;
const coverage = async (query = '') => (await bodyOf<{ states: Row[] }>(app.send('GET', path() + query))).states;
const numberOf = ({ exemption }: Row) =>
  (exemption as { certificate: { certificateId: string } } | undefined)?.certificate.certificateId ?? null;

describe('the coverage of a customer', () => {
  it.each([
    ['MN', 'COVERED', 'open', undefined],
    ['WI', 'EXPIRING_SOON', 'soon', 30],
    ['IA', 'GAP', 'over', -1],
    // The only valid certificate covers only coats.
    ['TX', 'COVERED', 'coats', undefined],
    ['NY', 'COVERED', 'long', 1644],
    ['NE', 'GAP', 'dead', undefined],
    ['GA', 'NOT_ACCEPTED', 'open', undefined],
    ['OH', 'GAP', null, undefined],
    ['OR', 'NO_TAX', null, undefined],
  ])('in %s is %s, by certificate %s with %s days left', async (state, status, number, daysLeft) => {
    const [row, ...others] = await coverage(`?state=${state}`);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ state, status });
    expect([numberOf(row!), row!.daysLeft]).toEqual([number, daysLeft]);
  });

  it('is that of the requested day', async () => {
    const [iowa, wisconsin] = await coverage('?state=Iowa,Wisconsin&asOf=2026-06-30');
    expect([iowa!.status, iowa!.daysLeft]).toEqual(['EXPIRING_SOON', 0]);
    expect([wisconsin!.status, wisconsin!.daysLeft]).toEqual(['EXPIRING_SOON', 31]);
    expect((await coverage('?state=WI&asOf=2026-08-01'))[0]!.status).toBe('GAP');
  });

  it('shows the source for the acceptance of a reason by the state, or that none is known', async () => {
    const [georgia, colorado, texas] = await coverage('?state=GA,CO,TX');
    expect(georgia!.acceptance).toMatchObject({
      acceptance: 'NOT_ACCEPTED',
      sources: [expect.objectContaining({ title: expect.stringContaining('560-12-2-.22') })],
      readOn: '2026-11-22',
    });
    expect(colorado).toMatchObject({ status: 'COVERED', acceptance: { acceptance: 'UNKNOWN' } });
    expect(texas!.note).toBe('It covers only the tax code C1S2.');
  });

  it('includes all states with a sales tax by default', async () => {
    const states = (await coverage()).map(({ state }) => state);
    expect(states).toEqual(expect.arrayContaining(['AL', 'DC', 'MN', 'PR', 'WY']));
    for (const untaxed of ['DE', 'MT', 'NH', 'OR']) expect(states).not.toContain(untaxed);
  });

  it('refuses unknown states, all at once, and unknown customers', async () => {
    const refused = await app.send('GET', `${path()}?state=MN,Narnia,XX`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: [
        { code: 'UNKNOWN_VALUE', message: '"Narnia" is not a US state.' },
        { code: 'UNKNOWN_VALUE', message: '"XX" is not a US state.' },
      ],
    });
    expect((await app.send('GET', `${path()}?asOf=yesterday`)).status).toBe(400);
    const nobody = '/v1/customers/serviceId/01980000-0000-7000-8000-000000000001/exemption_coverage';
    expect(await (await app.send('GET', nobody)).json()).toMatchObject({ code: 'NOT_FOUND' });
    const token = await app.token(['customers:read']);
    expect((await app.fetch(path(), { headers: { Authorization: `Bearer ${token}` } })).status).toBe(403);
  });

  it('is the same in GraphQL, for many customers at once', async () => {
    const query = `query ($states: [String!]) { customers { nodes { exemptionCoverage(states: $states, asOf: "2026-07-01") {
      state stateName status daysLeft note acceptance { acceptance } exemption { certificate { certificateId } } } } } }`;
    const { data } = await ask(app, query, { variables: { states: ['WI', 'GA'] } });
    expect(data.customers.nodes).toEqual([
      {
        exemptionCoverage: [
          {
            state: 'WI',
            stateName: 'Wisconsin',
            status: 'EXPIRING_SOON',
            daysLeft: 30,
            note: null,
            acceptance: { acceptance: 'UNKNOWN' },
            exemption: { certificate: { certificateId: 'soon' } },
          },
          {
            state: 'GA',
            stateName: 'Georgia',
            status: 'NOT_ACCEPTED',
            daysLeft: null,
            note: null,
            acceptance: { acceptance: 'NOT_ACCEPTED' },
            exemption: { certificate: { certificateId: 'open' } },
          },
        ],
      },
    ]);
    const { errors } = await ask(app, query, { variables: { states: ['XX'] } });
    expect(errors).toMatchObject([{ message: expect.any(String), extensions: { code: 'INVALID_INPUT' } }]);
  });
});

describe('the reasons that states accept', () => {
  it('are listed with their sources, and unknown ones are marked', async () => {
    const { reasons: rows } = await bodyOf<{ reasons: Record<string, unknown>[] }>(
      app.send('GET', '/v1/exemption_reasons?state=CA'),
    );
    expect(rows.map(({ reason, acceptance }) => `${reason} ${acceptance}`)).toEqual([
      'RESALE ACCEPTED',
      'GOVERNMENT UNKNOWN',
      'AGRICULTURE UNKNOWN',
      'INDUSTRIAL UNKNOWN',
      'CHARITY NOT_ACCEPTED',
      'EDUCATION NOT_ACCEPTED',
      'RELIGIOUS NOT_ACCEPTED',
      'DIRECT_PAY UNKNOWN',
      'DIPLOMATIC ACCEPTED',
      'OTHER UNKNOWN',
    ]);
    for (const { acceptance, sources } of rows)
      expect((sources as unknown[]).length === 0).toBe(acceptance === 'UNKNOWN');
  });

  it('are those of all states by default, in both doors', async () => {
    const { reasons: rows } = await bodyOf<{ reasons: unknown[] }>(app.send('GET', '/v1/exemption_reasons'));
    const query = '{ exemptionReasons { state reason acceptance } }';
    const { data } = await ask(app, query);
    expect(data.exemptionReasons).toHaveLength(rows.length);
    expect(rows.length % 10).toBe(0);
    expect(rows.length).toBeGreaterThan(460);
  });
});
