import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { reference } from '../../support/context.ts';

type Place = Record<'place' | 'name', string> & Record<string, readonly string[]>;
type Coverage = {
  readonly states: Record<string, number>;
  readonly countries: Record<string, number>;
  readonly places: readonly Place[];
};

const kinds = ['law', 'authority', 'severalSources', 'oneSource', 'noSource'] as const;
const codesOf = (place: Place) => kinds.flatMap((kind) => place[`${kind}Codes`]!);

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

const large = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU'],
  ...['LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'GB', 'NO', 'CH', 'IS', 'CA', 'AU', 'NZ', 'JP', 'IN'],
  ...['SG', 'KR', 'MX', 'ZA', 'TR'],
];

let app: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await startApp();
  headers = { Authorization: `Bearer ${await app.token()}` };
});

const read = (query = '') => app.fetch(`/v1/coverage${query}`, { headers });
const readAll = async (query?: string) => (await (await read(query)).json()) as Coverage;

describe('what stands behind the rules', () => {
  it('has every tax code once at every place', async () => {
    const { places } = await readAll();
    const all = reference.taxCodes.map(({ code }) => code).toSorted();
    for (const place of places) expect([place.place, codesOf(place).toSorted()]).toEqual([place.place, all]);
    expect(places.map(({ place }) => place).toSorted()).toEqual(
      [
        ...reference.states.map(({ code }) => `US-${code}`),
        ...reference.countries.map(({ code }) => code).filter((code) => code !== 'US'),
      ].toSorted(),
    );
  });

  it('adds up to the sums of the states and of the other countries', async () => {
    const { places, states, countries } = await readAll();
    const recount = (listed: readonly Place[]) =>
      Object.fromEntries(
        kinds.map((kind) => [`${kind}Count`, listed.flatMap((place) => place[`${kind}Codes`]!).length]),
      );
    expect(states).toEqual(recount(places.filter(({ place }) => place.startsWith('US-'))));
    expect(countries).toEqual(recount(places.filter(({ place }) => !place.startsWith('US-'))));
  });

  it('is as large as the README says', async () => {
    const { states } = await readAll();
    const { countries, places } = await readAll(`?place=${large.join(',')}`);
    expect(places).toHaveLength(41);
    const shareOf = ({ oneSourceCount, noSourceCount, ...proven }: Record<string, number>) => {
      const count = Object.values(proven).reduce((sum, one) => sum + one);
      return Math.floor((100 * count) / (count + oneSourceCount! + noSourceCount!));
    };
    const [inStates, inLarge] = [shareOf(states), shareOf(countries)];
    expect(readme).toContain(
      `decide ${inStates} % of the tax codes in US states, and\n${inLarge} % in 41 large countries`,
    );
  });

  it('is the same as the notices of each code say', async () => {
    const { places } = await readAll('?place=us-mn');
    const [minnesota] = places;
    for (const code of codesOf(minnesota!)) {
      const response = await app.fetch(`/v1/taxability?taxCode=${code}&state=MN`, { headers });
      const { rows } = (await response.json()) as { rows: [{ cells: [{ notices?: { code: string }[] }] }] };
      const notices = rows[0].cells[0].notices?.map((notice) => notice.code) ?? [];
      const hasFacts = !minnesota!.noSourceCodes!.includes(code);
      expect([code, notices.includes('CATEGORY_WITHOUT_FACTS')]).toEqual([code, !hasFacts]);
    }
  });

  it('lists the named places alone, and names those that it does not know', async () => {
    const { places, countries } = await readAll('?place=DE');
    expect(places.map(({ place, name }) => `${place} ${name}`)).toEqual(['DE Germany']);
    expect(Object.values(countries).reduce((sum, count) => sum + count)).toBe(reference.taxCodes.length);
    const response = await read('?place=DE,US-ZZ');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ parameter: 'place', in: 'query', message: expect.stringContaining('"US-ZZ" is not a place') }],
    });
  });
});
