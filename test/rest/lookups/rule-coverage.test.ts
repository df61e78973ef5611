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

const own = ['law', 'authority', 'severalSources', 'oneSource'] as const;
const kinds = [...own, 'standardRate', 'noSource'] as const;
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
    const sizeOf = (listed: readonly Place[], kind: string) => listed.flatMap((place) => place[`${kind}Codes`]!).length;
    const recount = (listed: readonly Place[]) => ({
      ...Object.fromEntries(kinds.map((kind) => [`${kind}Count`, sizeOf(listed, kind)])),
      ownRuleCount: own.reduce((sum, kind) => sum + sizeOf(listed, kind), 0),
    });
    expect(states).toEqual(recount(places.filter(({ place }) => place.startsWith('US-'))));
    expect(countries).toEqual(recount(places.filter(({ place }) => !place.startsWith('US-'))));
  });

  it('is as large as the README says', async () => {
    const { states, countries: others } = await readAll();
    const { countries, places } = await readAll(`?place=${large.join(',')}`);
    expect(places).toHaveLength(41);
    const sharesOf = ({ ownRuleCount, standardRateCount, noSourceCount }: Record<string, number>) => {
      const all = ownRuleCount! + standardRateCount! + noSourceCount!;
      return [ownRuleCount!, standardRateCount!, noSourceCount!].map((count) => ((100 * count) / all).toFixed(0));
    };
    const told = readme.replaceAll(/\s+/g, ' ');
    const listed = (counts: Record<string, number>) =>
      sharesOf(counts)
        .join(', ')
        .replace(/, (\d+)$/, ' and $1 %');
    const [own, standard, none] = sharesOf(states);
    expect(told).toContain(
      `In US states, ${own} % of tax codes have their own rule, ${standard} % the standard rate only, ${none} % no facts; in 41 large countries ${listed(countries)} (\`GET /v1/coverage?place=DE,JP,…\`), in all countries ${listed(others)}.`,
    );
    const covered = reference.countries.filter(({ code }) => !['US', 'BR'].includes(code));
    expect(told).toContain(`| ${covered.length} countries and territories with an ISO code,`);
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

  it('counts a code that follows the standard rate without a row apart, and not by the sources of that rate', async () => {
    const { places } = await readAll('?place=DE,HK,US-MN,US-WA');
    const kindsOf = (code: string) =>
      places.map((place) => `${place.place} ${kinds.find((kind) => place[`${kind}Codes`]!.includes(code))}`);
    // For general goods, the standard rate is the specific rule; according to a list of the Commission, clothing has no
    // other.
    expect(kindsOf('C1S1')).toEqual(['DE severalSources', 'HK severalSources', 'US-MN law', 'US-WA law']);
    expect(kindsOf('C1S2')).toEqual(['DE authority', 'HK standardRate', 'US-MN authority', 'US-WA law']);
    expect(kindsOf('C1S43')).toEqual(['DE authority', 'HK standardRate', 'US-MN standardRate', 'US-WA standardRate']);
    expect(kindsOf('C1S55')).toEqual(['DE noSource', 'HK standardRate', 'US-MN noSource', 'US-WA noSource']);
    expect(kindsOf('C7S1')).toEqual(['DE law', 'HK standardRate', 'US-MN law', 'US-WA law']);
  });

  it('lists only the named places, and names unknown ones', async () => {
    const { places, countries } = await readAll('?place=DE');
    expect(places.map(({ place, name }) => `${place} ${name}`)).toEqual(['DE Germany']);
    const { ownRuleCount, standardRateCount, noSourceCount } = countries;
    expect(ownRuleCount! + standardRateCount! + noSourceCount!).toBe(reference.taxCodes.length);
    const response = await read('?place=DE,US-ZZ');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ parameter: 'place', in: 'query', message: expect.stringContaining('"US-ZZ" is not a place') }],
    });
  });
});
