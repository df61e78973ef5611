import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Register } from '../../../src/ports/register.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aRegister } from '../../support/fake-register.ts';

type Body = Record<string, unknown>;
type Problem = { readonly errors: readonly { parameter: string; code: string }[] };
type Grid = { readonly rows: readonly { readonly taxCode: Body; readonly cells: readonly Body[] }[] };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

// Minn. Stat. 297A.67 subd. 8 exempts clothing; Wis. Stat. 77.52 taxes it at the state's 5 %.
it('compares how states tax clothing', async () => {
  const answer = await app.send('GET', '/v1/taxability?taxCode=C1S2&state=MN,%20Wisconsin&asOf=2026-07-01');
  expect(answer.status).toBe(200);
  const { rows } = await bodyOf<Grid>(answer);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    taxCode: { code: 'C1S2' },
    cells: [
      { state: 'MN', isTaxable: false, stateRate: 0, treatment: 'EXEMPT' },
      { state: 'WI', isTaxable: true, stateRate: 0.05, treatment: 'TAXABLE' },
    ],
  });
});

it('names the parameters that it cannot read, all at once', async () => {
  const answer = await app.send('GET', '/v1/taxability?taxCode=C1S2,XX&state=ZZ');
  expect(answer.status).toBe(400);
  expect((await bodyOf<Problem>(answer)).errors.map(({ parameter }) => parameter)).toEqual(['taxCode', 'state']);
  const jurisdictions = await app.send('GET', '/v1/jurisdictions?state=ZZ&country=Nowhere');
  expect(jurisdictions.status).toBe(400);
  // Without a known country, no state can be found.
  expect((await bodyOf<Problem>(jurisdictions)).errors.map(({ parameter }) => parameter)).toEqual(['country']);
});

it('lists jurisdictions page by page, and whole', async () => {
  const query = 'state=RI&asOf=2026-07-01';
  const whole = await bodyOf<Body[]>(app.send('GET', `/v1/jurisdictions?${query}`));
  // Rhode Island levies 7 % and has no local sales taxes (R.I. Gen. Laws 44-18-18).
  expect(whole[0]).toMatchObject({
    jurisdiction: { jurisdictionId: 'RI', country: 'US', state: 'RI', level: 'STATE' },
    generalRate: 0.07,
  });
  const counties = 'state=MN&level=COUNTY&asOf=2026-07-01';
  const all = await bodyOf<Body[]>(app.send('GET', `/v1/jurisdictions?${counties}`));
  const shown: Body[] = [];
  for (let path: string | undefined = `/v1/jurisdictions?${counties}&limit=60`; path; ) {
    const page: Response = await app.send('GET', path);
    shown.push(...(await bodyOf<Body[]>(page)));
    path = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(shown).toEqual(all);
  expect(new Set(all.map(({ jurisdiction }) => JSON.stringify(jurisdiction))).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(60);
  const named = await bodyOf<Body[]>(app.send('GET', '/v1/jurisdictions?jurisdictionId=MN-C053,MN-C123&state=MN'));
  expect(named.map(({ county }) => county).sort()).toEqual(['Hennepin County', 'Ramsey County']);
});

it('lists what a register answered', async () => {
  const isFrench: Register['covers'] = ({ country }) => country === 'FR';
  const answer = { kind: 'REGISTERED', name: 'Google France', address: null, consultationNumber: 'W-1' } as const;
  const register = aRegister('VIES', isFrench, { FR40303265045: answer });
  const own = await startApp({ store: app.store, registers: [register] });
  await own.send('GET', '/v1/vat/validate?countryCode=FR&vatNumber=40303265045');
  const checks = await bodyOf<Body[]>(own.send('GET', '/v1/tax_number_checks?taxNumber=FR%2040%20303265045'));
  expect(checks).toMatchObject([
    { countryCode: 'FR', vatNumber: 'FR40303265045', isRegistered: true, consultationNumber: 'W-1' },
  ]);
  expect(await bodyOf<Body[]>(own.send('GET', '/v1/tax_number_checks?taxNumber=DE136695976'))).toEqual([]);
});
