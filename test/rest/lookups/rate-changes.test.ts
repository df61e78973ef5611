import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';

type Change = { readonly changeId: string };

let app: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  headers = { Authorization: `Bearer ${await app.token()}` };
});

const read = (query: string, more: Record<string, string> = {}) =>
  app.fetch(`/v1/rate_changes?${query}`, { headers: { ...headers, ...more } });
const idsOf = async (query: string) => ((await (await read(query)).json()) as Change[]).map(({ changeId }) => changeId);
const ask = async (args: string) => {
  const body = { query: `{ rateChanges(${args}) { totalCount nodes { changeId } } }` };
  const response = await app.fetch('/graphql', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as {
    data: { rateChanges: { totalCount: number; nodes: Change[] } };
    errors?: unknown[];
  };
};

describe('changes of rates', () => {
  it('show what changes, when, and where it was read', async () => {
    const [change] = (await (await read('state=SD&kind=RATE&from=2027-01-01')).json()) as Change[];
    expect(change).toMatchObject({
      changeId: '2027-07-01.US.SD.RATE',
      kind: 'RATE',
      status: 'ENACTED',
      jurisdiction: { jurisdictionId: 'SD', country: 'US', level: 'STATE', name: 'South Dakota' },
      effectiveOn: '2027-07-01',
      knownSince: '2026-08-18T00:00:00.000Z',
      before: { rate: 0.042 },
      after: { rate: 0.045, sources: expect.arrayContaining([{ title: expect.stringContaining('House Bill 1137') }]) },
    });
    expect(change).not.toHaveProperty('validThrough');
  });

  it.each([
    // The place and the period.
    ['state=SD,NE&from=2027-01-01', ['2027-07-01.US.NE.RULE', '2027-07-01.US.SD.RATE', '2027-07-01.US.SD.RULE']],
    ['country=DE&from=2024-01-01&to=2025-12-31', ['2024-01-01.DE.DE.RULE']],
    ['country=CA&state=NS&kind=RATE', ['2025-04-01.CA.CA-NS.RATE']],
    // Planned changes.
    ['status=PLANNED', ['2027-04-01.JP.JP.RULE.PLANNED', '2028-01-01.CH.CH.RATE.PLANNED']],
    ['country=JP&status=ENACTED&from=2026-01-01', []],
    // The jurisdictions of a ZIP code: the state's rule for one county does not apply in another.
    ['zip=12601&kind=RULE&taxCode=C1S2', ['2022-03-01.US.NY.RULE']],
    // The county's own rule comes before the state's change of the same day.
    ['zip=12601&kind=RULE&taxCode=C1S24', ['2022-03-01.US.NY.RULE', '2022-12-01.US.NY.RULE.2']],
    ['zip=14604&kind=RULE&taxCode=C1S2', ['2023-03-01.US.NY.RULE']],
    ['zip=14604&kind=RULE&taxCode=C1S24', ['2022-12-01.US.NY.RULE']],
    ['zip=10001&kind=RULE&taxCode=C1S2', []],
    // A tax code has changes of its rules and of general rates.
    ['state=SD&taxCode=C5S2&from=2024-01-01', ['2027-07-01.US.SD.RATE', '2027-07-01.US.SD.RULE']],
    ['state=SD&taxCode=c1s2&from=2024-01-01', ['2027-07-01.US.SD.RATE']],
    [
      'jurisdictionId=MS-MJACKSON',
      ['2014-03-01.US.MS-MJACKSON.RATE', '2025-07-01.US.MS.RULE.2', '2035-07-01.US.MS-MJACKSON.RATE'],
    ],
  ])('are those of %s', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  it('are the same through both doors', async () => {
    const all = await idsOf('country=US&from=2027-01-01');
    const { data } = await ask('first: 100, filter: { country: { eq: "US" }, effectiveOn: { gt: "2026-12-31" } }');
    expect(data.rateChanges.totalCount).toBe(all.length);
    expect(data.rateChanges.nodes.map(({ changeId }) => changeId)).toEqual(all);
    const { data: atZip } = await ask('zip: "12601", taxCode: "C1S2", filter: { kind: { eq: RULE } }');
    expect(atZip.rateChanges.nodes).toEqual([{ changeId: '2022-03-01.US.NY.RULE' }]);
  });

  it('that are planned say so through both doors, and change no rate', async () => {
    const [food] = (await (await read('status=PLANNED&taxCode=C1S10')).json()) as Change[];
    expect(food).toMatchObject({
      changeId: '2027-04-01.JP.JP.RULE.PLANNED',
      status: 'PLANNED',
      effectiveOn: '2027-04-01',
      validThrough: '2029-03-31',
      before: { rate: 0.08 },
      after: { rate: 0.01, treatment: 'REDUCED' },
    });
    const { data } = await ask('filter: { status: { eq: PLANNED }, country: { eq: "JP" } }');
    expect(data.rateChanges.nodes).toEqual([{ changeId: '2027-04-01.JP.JP.RULE.PLANNED' }]);
    const rates = await app.fetch('/v1/gt_rates?country=JP&taxCode=C1S10&asOf=2027-04-01', { headers });
    const body = JSON.stringify(await rates.json());
    expect([rates.status, body.includes('CHANGE_PLANNED'), body.includes('0.01')]).toEqual([200, true, false]);
  });

  it('come in pages', async () => {
    const all = await idsOf('state=MN');
    const first = await read('state=MN&limit=20');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')![1]!;
    const rest = await app.fetch(
      new URL(next, 'http://localhost').pathname + new URL(next, 'http://localhost').search,
      {
        headers,
      },
    );
    const ids = [...((await first.json()) as Change[]), ...((await rest.json()) as Change[])].map(
      (one) => one.changeId,
    );
    expect(ids).toEqual(all.slice(0, 40));
    expect(all.length).toBeGreaterThan(40);
  });

  it('are not sent again while the rate book is the same', async () => {
    const tag = (await read('state=SD')).headers.get('etag')!;
    expect((await read('state=SD', { 'If-None-Match': tag })).status).toBe(304);
    expect((await read('state=NE', { 'If-None-Match': tag })).status).toBe(200);
  });

  it.each([
    ['zip=1', 'zip'],
    ['taxCode=nothing', 'taxCode'],
    ['kind=NOTHING', 'kind'],
    ['from=2027-02-30', 'from'],
    ['state=XX', 'state'],
    ['cursor=nonsense', 'cursor'],
  ])('refuse %s', async (query, parameter) => {
    const response = await read(query);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toMatchObject([{ parameter }]);
  });

  it('need a token that may read taxes', async () => {
    expect((await app.fetch('/v1/rate_changes')).status).toBe(401);
    const { errors } = await ask('filter: { state: { eq: "XX" } }, taxCode: "nothing"');
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });
});
