import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { anItemBody } from '../../support/bodies.ts';
import { ask, faults, storeCustomer, storeInvoice } from '../ask.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: () => new Date('2026-07-10T08:00:00Z') });
});
afterAll(() => app.close());

const declared = `country state version
  physicalNexus { validFrom validThrough note } economicNexus { validFrom validThrough } registrations { validFrom validThrough number scheme }`;

const set = async (input: Record<string, unknown>) => {
  const query = `mutation ($input: UpsertNexusInput!) { upsertNexus(input: $input) {
    __typename ... on Nexus { ${declared} } ${faults} } }`;
  return (await ask(app, query, { variables: { input } })).data.upsertNexus;
};

describe('upsertNexus', () => {
  it('stores and replaces what REST stores', async () => {
    const input = {
      state: 'texas',
      physicalNexus: [{ validFrom: '2026-01-01', note: 'Office' }],
      registrations: [{ validFrom: '2026-02-01', validThrough: '2026-06-30', number: '32012345678' }],
    };
    const nexus = {
      __typename: 'Nexus',
      country: 'US',
      state: 'TX',
      version: 1,
      physicalNexus: [{ validFrom: '2026-01-01', validThrough: null, note: 'Office' }],
      economicNexus: [],
      registrations: [
        { validFrom: '2026-02-01', validThrough: '2026-06-30', number: '32012345678', scheme: 'STANDARD' },
      ],
    };
    expect(await set(input)).toEqual(nexus);
    expect(await set(input)).toEqual(nexus);
    expect(await set({ ...input, registrations: [], ifVersion: 7 })).toMatchObject({
      __typename: 'VersionMismatch',
      code: 'PRECONDITION_FAILED',
    });
    expect(await set({ country: 'US', state: 'TX', ifVersion: 1 })).toMatchObject({ version: 2, physicalNexus: [] });
  });

  it('answers all errors as a type', async () => {
    const input = {
      country: 'ZZ',
      economicNexus: [{ validFrom: '2026-02-01', validThrough: '2026-01-31' }],
      registrations: [{ validFrom: '2026-01-01' }, { validFrom: '2026-02-01' }],
    };
    const answer = await set(input);
    expect(answer).toMatchObject({ __typename: 'InvalidInput', code: 'INVALID_INPUT' });
    expect(
      answer.issues.map(({ path, code }: { path: string[]; code: string }) => `${path.join('.')} ${code}`).sort(),
    ).toEqual([
      'country UNKNOWN_VALUE',
      'economicNexus.0.validThrough OUT_OF_RANGE',
      'registrations.1.validFrom OVERLAP',
    ]);
  });
});

it('checks the days of each period', async () => {
  const query = `mutation ($input: UpsertNexusInput!) { upsertNexus(input: $input) {
    ... on Nexus { registrations { validFrom validThrough } } ${faults} } }`;
  const registered = async (registrations: object[]) =>
    (await ask(app, query, { variables: { input: { state: 'WI', registrations } } })).data.upsertNexus;
  const days = { validFrom: '2026-02-01', validThrough: '2026-06-30' };
  expect(await registered([days])).toEqual({ registrations: [days] });
  const faultsOf = async (...sent: object[]) => {
    const { issues } = await registered(sent);
    return issues.map(({ path, code }: { path: string[]; code: string }) => `${path.slice(2).join('.')} ${code}`);
  };
  expect(await faultsOf({ validFrom: '2026-02-01', validThrough: '2026-01-31' })).toEqual([
    'validThrough OUT_OF_RANGE',
  ]);
  const wrong = { input: { state: 'WI', registrations: [{ validFrom: '2026-02-30' }] } };
  expect((await ask(app, query, { variables: wrong })).errors?.[0]?.message).toContain('a calendar day');
  expect(await faultsOf(days, { validFrom: '2026-06-30' })).toEqual(['validFrom OVERLAP']);
});

describe('endNexus', () => {
  const end = async (input: Record<string, unknown>) => {
    const query = `mutation ($input: EndNexusInput!) { endNexus(input: $input) {
      __typename ... on EndedNexus { nexus { ${declared} } } ${faults} } }`;
    return (await ask(app, query, { variables: { input } })).data.endNexus;
  };

  it('returns the remaining declarations', async () => {
    await set({
      country: 'DE',
      registrations: [{ validFrom: '2026-01-01' }],
      economicNexus: [{ validFrom: '2027-01-01' }],
    });
    expect(await end({ country: 'DE' })).toMatchObject({
      nexus: {
        country: 'DE',
        state: null,
        economicNexus: [],
        registrations: [{ validThrough: '2026-07-10' }],
        version: 2,
      },
    });
    expect(await end({ country: 'FR' })).toEqual({ __typename: 'EndedNexus', nexus: null });
    expect(await end({})).toMatchObject({
      __typename: 'InvalidInput',
      issues: [{ path: ['state'], code: 'REQUIRED' }],
    });
  });
});

describe('nexusTrackers', () => {
  const trackers = `{ nodes { country state name asOf isCollecting collectionBasis status reachedOn
    declaration { version physicalNexus { validFrom } economicNexus { validFrom } registrations { validFrom } }
    threshold { salesAmount transactionCount combine period countsMarketplaceSales validFrom validThrough sources { title } uncertainty }
    periods { from to currency salesAmount transactionCount status reachedOn
      notConverted { currency salesAmount transactionCount } }
    notices { code pointer message } } }`;

  it('shows exact sums and the threshold they are compared with', async () => {
    const customer = await storeCustomer(app);
    const shippingAddress = { country: 'US', state: 'CT', zip: '06103', isPartial: true };
    const dates = { createdDate: '2025-11-30', updatedDate: '2025-11-30' };
    await storeInvoice(app, customer.serviceId, {
      shippingAddress,
      externalTimestamps: dates,
      items: [anItemBody({ unitPrice: '100000.10', quantity: 1 })],
    });
    const { data, errors } = await ask(
      app,
      `{ nexusTrackers(filter: { state: { eq: "Connecticut" } }, asOf: "2026-09-30") ${trackers} }`,
    );
    expect(errors).toBeUndefined();
    expect(data.nexusTrackers.nodes).toHaveLength(1);
    expect(data.nexusTrackers.nodes[0]).toMatchObject({
      country: 'US',
      state: 'CT',
      name: 'Connecticut',
      asOf: '2026-09-30',
      isCollecting: true,
      collectionBasis: 'NOTHING_DECLARED',
      declaration: null,
      status: 'BELOW',
      reachedOn: null,
      threshold: {
        salesAmount: '100000.00',
        transactionCount: 200,
        combine: 'BOTH',
        period: 'TWELVE_MONTHS_ENDING_SEP_30',
        validFrom: '2019-07-01',
        validThrough: null,
      },
      periods: [
        {
          from: '2025-10-01',
          to: '2026-09-30',
          currency: 'USD',
          salesAmount: '100000.10',
          transactionCount: 1,
          status: 'BELOW',
          notConverted: [],
        },
      ],
    });
  });

  it('leads from a figure to its documents and lists omissions', async () => {
    const customer = await storeCustomer(app);
    const shop = await storeCustomer(app, { externalId: 'shop', customerType: 'MARKETPLACE' });
    const shippingAddress = { country: 'US', state: 'AZ', zip: '85003', isPartial: true };
    const items = [anItemBody({ unitPrice: '12500', quantity: 1 })];
    const dates = { createdDate: '2026-03-01', updatedDate: '2026-03-01' };
    const sale = { shippingAddress, items, externalTimestamps: dates };
    await storeInvoice(app, customer.serviceId, { ...sale, externalId: 'az-own' });
    await storeInvoice(app, shop.serviceId, { ...sale, externalId: 'az-shop' });
    const query = `{ nexusTrackers(filter: { state: { eq: "AZ" } }, asOf: "2026-07-01") { nodes { periods { salesAmount salesShare transactionShare
      excludedSales { reason currency salesAmount transactionCount }
      transactions(first: 5) { totalCount nodes { externalId } } } } } }`;
    const { data, errors } = await ask(app, query);
    expect(errors).toBeUndefined();
    expect(data.nexusTrackers.nodes[0].periods[0]).toEqual({
      salesAmount: '12500.00',
      salesShare: '0.125',
      transactionShare: null,
      excludedSales: [{ reason: 'MARKETPLACE', currency: 'USD', salesAmount: '12500.00', transactionCount: 1 }],
      transactions: { totalCount: 1, nodes: [{ externalId: 'az-own' }] },
    });
    expect((await ask(app, query, { scopes: ['nexus:read'] })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });

  it('projects the day and returns the rule of the first collection', async () => {
    const customer = await storeCustomer(app);
    const dates = { createdDate: '2026-07-01', updatedDate: '2026-07-01' };
    await storeInvoice(app, customer.serviceId, {
      shippingAddress: { country: 'US', state: 'WA', zip: '98101', isPartial: true },
      externalTimestamps: dates,
      items: [anItemBody({ unitPrice: '100000', quantity: 1 })],
    });
    const query = `{ nexusTrackers(filter: { country: { eq: "US" } }, asOf: "2026-07-10", first: 60) { nodes { state threshold { countedSales }
      projection { outcome reachedOn from salesAmount transactionCount } firstCollection { outcome collectFrom rule sources { title } } } } }`;
    const { data, errors } = await ask(app, query);
    expect(errors).toBeUndefined();
    const of = (code: string) => data.nexusTrackers.nodes.find(({ state }: { state: string }) => state === code);
    expect(of('WA')).toMatchObject({
      threshold: { countedSales: 'GROSS' },
      projection: { outcome: 'ALREADY_REACHED', reachedOn: null, from: '2026-04-12', salesAmount: '100000.00' },
      // 30 days after 1 July is 31 July.
      firstCollection: { outcome: 'KNOWN', collectFrom: '2026-08-01' },
    });
    expect(of('OR')).toMatchObject({
      threshold: null,
      projection: { outcome: 'NO_THRESHOLD', reachedOn: null },
      firstCollection: { outcome: 'NOT_REACHED', collectFrom: null, rule: null, sources: [] },
    });
    expect(of('ID')).toMatchObject({ threshold: { countedSales: null }, projection: { outcome: 'NOT_RISING' } });
  });

  it('filters by place, declaration and status', async () => {
    await ask(
      app,
      'mutation { upsertNexus(input: { state: "VT", registrations: [{ validFrom: "2026-01-01" }] }) { __typename } }',
    );
    const shown = async (filter: string) => {
      const query = `{ nexusTrackers(filter: ${filter}) { nodes { state isCollecting collectionExplanation declaration { version } } } }`;
      return (await ask(app, query)).data.nexusTrackers.nodes;
    };
    expect(await shown('{ isDeclared: true }')).toContainEqual({
      state: 'VT',
      isCollecting: true,
      declaration: { version: 1 },
      collectionExplanation:
        'The account collects tax at every destination (collectionPolicy: EVERYWHERE), regardless of declarations.',
    });
    const states = (nodes: { state: string }[]) => nodes.map(({ state }) => state);
    expect(states(await shown('{ status: { in: [APPROACHING, REACHED] } }'))).toEqual(['WA']);
    expect(states(await shown('{ status: { eq: REACHED }, isDeclared: true }'))).toEqual([]);
    expect(states(await shown('{ state: { in: ["MN", "Wisconsin"] } }'))).toEqual(['MN', 'WI']);
  });

  it('lists all states at once', async () => {
    const { data } = await ask(app, `{ nexusTrackers(first: 100) ${trackers} }`);
    expect(data.nexusTrackers.nodes.filter(({ country }: { country: string }) => country === 'US')).toHaveLength(52);
  });

  it('needs its scopes', async () => {
    const code = async (query: string, scopes: ('nexus:read' | 'nexus:write')[]) =>
      (await ask(app, query, { scopes })).errors?.[0]?.extensions.code;
    expect(await code('{ nexusTrackers { totalCount } }', ['nexus:write'])).toBe('FORBIDDEN');
    expect(await code('{ nexusTrackers { totalCount } }', ['nexus:read'])).toBeUndefined();
    const ending = 'mutation { endNexus(input: { state: "TX" }) { __typename } }';
    expect(await code(ending, ['nexus:read'])).toBe('FORBIDDEN');
  });

  it('rejects an unknown state', async () => {
    const { errors } = await ask(app, '{ nexusTrackers(filter: { state: { eq: "Texs" } }) { totalCount } }');
    expect(errors?.[0]?.extensions.issues).toMatchObject([{ path: ['filter', 'state', 'eq'], code: 'UNKNOWN_VALUE' }]);
  });
});
