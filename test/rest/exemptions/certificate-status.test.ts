import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody } from '../../support/bodies.ts';

type Listed = Record<string, unknown> & { readonly serviceId: string; readonly certificate: { certificateId: string } };

let app: TestApp;
let customerId: string;
/** The clock of the gateway. */
let clock = new Date('2026-07-01T12:00:00Z');
const at = (day: string, time = '12:00') => {
  clock = new Date(`${day}T${time}:00Z`);
};
beforeAll(async () => {
  app = await startApp({ now: () => clock });
  const body = aCustomerBody();
  customerId = (await bodyOf<Listed>(app.send('PUT', '/v1/customers/source/9/externalId/c-1', body))).serviceId;
  const store = (certificateId: string, validationDates?: object, more: object = {}) =>
    app.send('POST', '/v1/exemptions', {
      exemption: { customerId, certificate: { certificateId }, validationDates, ...more },
      states: [{ code: 'MN' }],
    });
  await store('open');
  await store('year', { fromDate: '2026-01-01', toDate: '2026-12-31' }, { exemptionReason: 'RESALE' });
  await store('august', { toDate: '2026-08-30' }, { classification: { code: 'Direct pay', description: 'Permit 7' } });
  await store('june', { toDate: '2026-06-30' });
  await store('autumn', { fromDate: '2026-09-01' });
  await store('dead', { toDate: '2026-06-30' }, { exemptionStatus: 'CANCELLED' });
});
afterAll(() => app.close());

const numbersOf = (listed: readonly Listed[]) => listed.map(({ certificate }) => certificate.certificateId).sort();
const withStatus = async (status: string) =>
  numbersOf(await bodyOf<Listed[]>(app.send('GET', `/v1/exemptions?certificateStatus=${status}`)));

describe('the status of a certificate', () => {
  it.each([
    ['2026-07-01', 'ACTIVE', ['open', 'year']],
    ['2026-07-01', 'EXPIRING_SOON', ['august']],
    ['2026-07-01', 'EXPIRED', ['june']],
    ['2026-07-01', 'PENDING', ['autumn']],
    ['2026-07-01', 'CANCELLED', ['dead']],
    // The 30th of August is 61 days away, then 60.
    ['2026-06-30', 'EXPIRING_SOON', ['june']],
    ['2026-08-30', 'EXPIRING_SOON', ['august']],
    ['2026-08-31', 'EXPIRED', ['august', 'june']],
    ['2026-09-01', 'ACTIVE', ['autumn', 'open', 'year']],
    // 60 days before the last day of the year.
    ['2026-11-01', 'EXPIRING_SOON', ['year']],
    ['2026-10-31', 'EXPIRING_SOON', []],
  ])('on %s, %s is that of %j, in both doors', async (day, status, numbers) => {
    at(day);
    expect(await withStatus(status)).toEqual(numbers);
    const query = `{ exemptions(filter: {certificateStatus: {eq: ${status}}}) { nodes { certificateStatus certificate { certificateId } } } }`;
    const { nodes } = (await ask(app, query)).data.exemptions as { nodes: Listed[] };
    expect(numbersOf(nodes)).toEqual(numbers);
    expect(nodes.every(({ certificateStatus }) => certificateStatus === status)).toBe(true);
  });

  it('depends on the days of the account from the next request on', async () => {
    at('2026-07-01');
    await app.send('PATCH', '/v1/account', { expiringSoonDays: 183 });
    expect(await withStatus('EXPIRING_SOON')).toEqual(['august', 'year']);
    await app.send('PATCH', '/v1/account', { expiringSoonDays: null });
    expect(await withStatus('EXPIRING_SOON')).toEqual(['august']);
    const refused = await app.send('PATCH', '/v1/account', { expiringSoonDays: -1 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '/expiringSoonDays' }] });
  });

  it('can be excluded and combined in GraphQL, with the days left', async () => {
    at('2026-07-01');
    const query = `{ exemptions(filter: {not: {certificateStatus: {in: [ACTIVE, PENDING, CANCELLED]}}}, orderBy: {field: VALID_THROUGH, direction: ASC}) {
      nodes { certificate { certificateId } daysLeft } } }`;
    expect((await ask(app, query)).data).toEqual({
      exemptions: {
        nodes: [
          { certificate: { certificateId: 'june' }, daysLeft: -1 },
          { certificate: { certificateId: 'august' }, daysLeft: 60 },
        ],
      },
    });
  });

  it('can also be listed by the last day, and as a file', async () => {
    at('2026-07-01');
    const path = '/v1/exemptions?expiresFrom=2026-06-30&expiresTo=2026-08-30&exemptionStatus=ACTIVE';
    expect(numbersOf(await bodyOf<Listed[]>(app.send('GET', path)))).toEqual(['august', 'june']);
    const file = await (await app.send('GET', `${path}&format=csv`)).text();
    expect(file.trim().split('\r\n')).toHaveLength(3);
    const refused = await app.send('GET', '/v1/exemptions?expiresFrom=2026-06-30&expiresTo=2026-06-29');
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ code: 'OUT_OF_RANGE' }] }]);
  });

  it('is listed with the name and number of its customer, for tokens that may read customers', async () => {
    at('2026-07-01');
    const path = '/v1/customers/source/8/externalId/c-2';
    const { serviceId } = await bodyOf<Listed>(
      app.send('PUT', path, aCustomerBody({ source: '8', externalId: 'c-2', name: 'Bluff Records' })),
    );
    const exemption = { certificate: { certificateId: 'bluff' }, validationDates: { toDate: '2026-08-01' } };
    const body = { exemption: { ...exemption, customerId: serviceId }, states: [{ code: 'WI' }] };
    expect((await app.send('POST', '/v1/exemptions', body)).status).toBe(200);
    const soon = '/v1/exemptions?expiresFrom=2026-07-01&expiresTo=2026-08-30&sort=toDate';
    const listed = await bodyOf<Listed[]>(app.send('GET', soon));
    expect(listed.map(({ customer }) => customer)).toEqual([
      { source: '8', externalId: 'c-2', name: 'Bluff Records' },
      { source: '9', externalId: 'c-1', name: 'Ada Lovelace' },
    ]);
    const lines = async (headers = {}) =>
      (await (await app.send('GET', `${soon}&format=csv`, undefined, headers)).text()).trim().split('\r\n');
    const [header, ...named] = await lines();
    expect(header).toMatch(/,customerSource,customerExternalId,customerName$/);
    expect(named.map((line) => line.split(',').slice(-3))).toEqual([
      ['8', 'c-2', 'Bluff Records'],
      ['9', 'c-1', 'Ada Lovelace'],
    ]);
    const headers = { Authorization: `Bearer ${await app.token(['exemptions:read'])}` };
    const [unnamed] = await bodyOf<Listed[]>(app.send('GET', soon, undefined, headers));
    expect([unnamed!.certificate.certificateId, unnamed!.customer]).toEqual(['bluff', undefined]);
    expect((await lines(headers)).at(-1)).toMatch(/,,,$/);
    // A row of the list can be sent back as read.
    const one = `/v1/exemptions/serviceId/${unnamed!.serviceId}`;
    expect((await app.send('PATCH', one, listed[0]!)).status).toBe(200);
    await app.send('PATCH', one, { exemptionStatus: 'CANCELLED' });
  });

  it('changes the entity tag, and any of its tags can guard a write', async () => {
    at('2026-07-01');
    const [june] = await bodyOf<Listed[]>(app.send('GET', '/v1/exemptions?certificateStatus=EXPIRED'));
    const path = `/v1/exemptions/serviceId/${june!.serviceId}`;
    const expired = (await app.send('GET', path)).headers.get('ETag')!;
    at('2026-06-30');
    const valid = await app.send('GET', path, undefined, { 'If-None-Match': expired });
    expect(valid.status).toBe(200);
    expect(await valid.json()).toMatchObject({ certificateStatus: 'EXPIRING_SOON' });
    const patched = await app.send('PATCH', path, { certificate: { name: 'ST3' } }, { 'If-Match': expired });
    expect(patched.status).toBe(200);
    expect((await app.send('PATCH', path, { certificate: { name: 'X' } }, { 'If-Match': expired })).status).toBe(412);
  });
});

describe('today where the seller is established', () => {
  const setHome = (homeAddress: object | null) => app.send('PATCH', '/v1/account', { homeAddress });
  const monthlyReturns = () => bodyOf<{ dueOn: string }[]>(app.send('GET', '/v1/returns/due?dueFrom=2026-07-21'));

  it('decides the status of certificates, the last day of nexus and the returns that are due', async () => {
    at('2026-07-01', '05:00'); // 19:00 on 30 June in Honolulu.
    await setHome({ country: 'US', state: 'HI' });
    expect(await withStatus('EXPIRED')).toEqual([]);
    const query = `{ exemptions(filter: {certificateStatus: {eq: EXPIRING_SOON}}) { nodes {
      daysLeft certificate { certificateId } } } }`;
    const { nodes } = (await ask(app, query)).data.exemptions;
    expect(nodes).toContainEqual({ daysLeft: 0, certificate: { certificateId: 'june' } });
    const coverage = app.send('GET', `/v1/customers/serviceId/${customerId}/exemption_coverage?state=MN`);
    expect(await bodyOf(coverage)).toMatchObject({ asOf: '2026-06-30' });
    const filing = { filingFrequency: 'MONTHLY', filingDueDay: 31 };
    const registrations = [{ validFrom: '2026-06-01', ...filing }];
    await app.send('PUT', '/v1/nexus/place/US-UT', { physicalNexus: [{ validFrom: '2020-01-01' }], registrations });
    expect(await monthlyReturns()).toEqual([]);
    await setHome(null);
    expect(await withStatus('EXPIRED')).toEqual(['june']);
    expect(await monthlyReturns()).toMatchObject([{ dueOn: '2026-07-31' }]);
    await setHome({ country: 'US', state: 'HI' });
    await app.send('DELETE', '/v1/nexus/place/US-UT');
    expect(await bodyOf(app.send('GET', '/v1/nexus/place/US-UT'))).toMatchObject({
      physicalNexus: [{ validThrough: '2026-06-30' }],
    });
    await setHome(null);
  });
});

describe('the reason of an exemption', () => {
  const withReason = async (reason: string) =>
    numbersOf(await bodyOf<Listed[]>(app.send('GET', `/v1/exemptions?exemptionReason=${reason}`)));

  it('is sent, or named by the classification code', async () => {
    expect(await withReason('RESALE')).toEqual(['year']);
    expect(await withReason('DIRECT_PAY')).toEqual(['august']);
    expect((await app.send('GET', '/v1/exemptions?exemptionReason=FUN')).status).toBe(400);
  });

  it('follows the classification unless it was sent', async () => {
    const [permit] = await bodyOf<Listed[]>(app.send('GET', '/v1/exemptions?exemptionReason=DIRECT_PAY'));
    const path = `/v1/exemptions/serviceId/${permit!.serviceId}`;
    const patch = (change: object) => bodyOf<Listed>(app.send('PATCH', path, change));
    expect(permit).toMatchObject({ exemptionReason: 'DIRECT_PAY', classification: { description: 'Permit 7' } });
    expect(await patch({ classification: { code: 'government' } })).toMatchObject({ exemptionReason: 'GOVERNMENT' });
    expect(await patch({ classification: { code: 'R' } })).not.toHaveProperty('exemptionReason');
    expect(await patch({ exemptionReason: 'CHARITY' })).toMatchObject({ exemptionReason: 'CHARITY' });
    expect(await patch({ classification: { code: 'R2' } })).toMatchObject({ exemptionReason: 'CHARITY' });
    // A response can be sent back as a request.
    const { certificateStatus } = await bodyOf<Listed>(app.send('GET', path));
    expect(await patch({ certificateStatus })).toMatchObject({ exemptionReason: 'CHARITY' });
  });
});
