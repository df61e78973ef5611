import { describe, expect, it } from 'vitest';
import type { MatchedPlace } from '../../../src/domain/places/address-match.ts';
import type { RuleFacts } from '../../../src/domain/places/place-law.ts';
import {
  asList,
  asRecord,
  asText,
  asTextOrNull,
  asTexts,
  readJsonFile,
} from '../../../src/rates/book/files/json-file.ts';
import { asSource, asSources } from '../../../src/rates/book/files/source.ts';
import { placeOf, rateBook, ruleOfRow } from './rate-book.ts';

/**
 * A single unofficial source by its wording, regardless of the kind stated in the data: one list, one page, or memory.
 */
const alone = [
  /^(?:TaxLocus sales-tax data|open-sales-tax)[^;]*$/,
  /^(?:arrijr\/vat-rates|iconfinder\/pyvat|commerceguys\/tax|ibericode\/vat-rates|vatnode\/eu-vat-rates-data-js)$/,
  /^NCSL, [^;]*$/,
  /^recalled/,
  /^(?:[\w ,-]*\()?Avalara,? [^;]*$/,
  /^(?:doola|Lob|Fonoa|SalesTaxHandbook), [^;]*$/,
  /^(?:easytax\.co|sovos\.com|vatapi\.com|tungstenautomation|yomiuri|globalvatcompliance\.com|thevatman\.eu)[^;]*$/,
  /^(?:mobilexpense|theportugalnews|shoperate|crossbordervat|regfollower)\.com[^;]*$/,
];
const together = / and open-sales-tax| and TaxLocus|, and doola|DMALUVM|\(Law /;

const standsAlone = (source: string) => !together.test(source) && alone.some((words) => words.test(source));

/** The notices that disclose it; a category without facts is treated like general goods. */
const told = new Set(['FACT_UNCERTAIN', 'CATEGORY_WITHOUT_FACTS']);

const categories = asList(readJsonFile('tax-codes.json').categories, 'categories').map((row) => asList(row, 'row'));

/** The names of the facts of states that a category takes, the first found. */
const usFactsOf = (us: unknown) => (typeof us === 'string' ? [us] : us === null ? [] : asTexts(us, 'us'));

const likeGeneralGoods = new Set(
  categories.filter(([, us]) => us === null || usFactsOf(us).includes('general')).map(([id]) => id),
);

type Row = {
  readonly where: string;
  readonly place: MatchedPlace;
  readonly source: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly codes: readonly string[];
};

/** The codes whose rows have this name. */
function codesNamed(column: 'us' | 'global'): (category: string) => readonly string[] {
  return (category) => {
    const ids = categories.filter(([id, us, , global]) =>
      column === 'us'
        ? usFactsOf(us).includes(category)
        : id === category || asTexts(global, 'global').includes(category),
    );
    return rateBook.taxCodes.filter((code) => ids.some(([id]) => id === code.category)).map(({ code }) => code);
  };
}

function rowsOfStates(): readonly Row[] {
  const codesOf = codesNamed('us');
  return rateBook.states.flatMap(({ code: state }) => {
    const file = readJsonFile(`us/${state}.json`);
    const sources = asSources(file.sources, state);
    return asList(file.taxability, state).map((value): Row => {
      const row = asRecord(value, state);
      const category = asText(row.category, state);
      return {
        where: `US-${state} ${category}`,
        place: placeOf({ state, isPartial: true }),
        source: sources[Number(row.source)]!.name,
        from: asTextOrNull(row.from, state),
        to: asTextOrNull(row.to, state),
        codes: category === 'general' ? [] : codesOf(category),
      };
    });
  });
}

function rowsOfCountries(): readonly Row[] {
  const codesOf = codesNamed('global');
  return asList(readJsonFile('global/category-rates.json').rates, 'rates').map((value): Row => {
    const row = asRecord(value, 'row');
    const country = asText(row.country, 'row');
    const region = asTextOrNull(row.region, 'row');
    return {
      where: `${region ?? country} ${row.category}`,
      place: placeOf({ country, ...(region === null ? {} : { region: region.slice(region.indexOf('-') + 1) }) }),
      source: asSource(row.source, 'row').name,
      from: asTextOrNull(row.from, 'row'),
      to: asTextOrNull(row.to, 'row'),
      codes: codesOf(asText(row.category, 'row')),
    };
  });
}

/** The result of a row that does not disclose its only, unofficial source. */
function quietAnswers({ where, place, source, from, to, codes }: Row): readonly string[] {
  const day = from ?? to ?? '2026-11-22';
  return codes.flatMap((code) => {
    const { rule, notices } = rateBook.ruleFor(place, day, code, 'ITEM');
    if (rule.source !== source || rule.validFrom !== from || rule.validThrough !== to) return [];
    return notices.some((notice) => notice.code === 'FACT_UNCERTAIN') ? [] : [`${where}: ${code} by ${source}`];
  });
}

describe('a row based on a single unofficial source', () => {
  it.each([
    ['state', rowsOfStates(), 0],
    ['country and region', rowsOfCountries(), 20],
  ])('is marked as uncertain, taxed or not, in every %s', (_name, rows, atLeast) => {
    const unproven = rows.filter(({ source }) => standsAlone(source));
    expect(unproven.length).toBeGreaterThan(atLeast);
    expect(unproven.flatMap(quietAnswers)).toEqual([]);
  });

  it('is marked in every result that follows it, for every code and place', () => {
    const states = rateBook.states.map(({ code }) => placeOf({ state: code, isPartial: true }));
    const abroad = rateBook.countries.filter(({ code }) => code !== 'US').map(({ code }) => placeOf({ country: code }));
    // General goods, and anything that no state or country taxes differently.
    const ordinary = (place: MatchedPlace, category: string) =>
      category === 'general' || (place.country === 'US' && likeGeneralGoods.has(category));
    const quiet = [...states, ...abroad].flatMap((place) =>
      rateBook.taxCodes.flatMap(({ code }) => {
        const { rule, notices } = rateBook.ruleFor(place, '2026-11-22', code, 'ITEM');
        // The standard rate is used for a category without facts, with its own notice.
        const isStandard = rule.description.includes(': standard rate of ');
        if (ordinary(place, rule.category) || isStandard || !standsAlone(rule.source)) return [];
        if (notices.some((notice) => told.has(notice.code))) return [];
        return [`${code}, ${rule.id}: ${rule.description} by ${rule.source}`];
      }),
    );
    expect(quiet).toEqual([]);
  });

  it('reports unproven rows', () => {
    const doubts = ({ notices }: RuleFacts) =>
      notices.filter((notice) => notice.code === 'FACT_UNCERTAIN').map(({ message }) => message);
    const messageOf = (place: MatchedPlace, code: string, day = '2026-11-22') =>
      doubts(rateBook.ruleFor(place, day, code, 'ITEM'));
    const byOneList = { source: ['ONE_LIST', 'A list of rates'] as const };
    expect(doubts(ruleOfRow('CO', 'C1S11', { category: 'candy', taxable: 'yes', ...byOneList }))).toEqual([
      'Candy in Colorado: the rule is uncertain (whether it is taxed: only one unofficial list confirms it; check it with the tax authority).',
    ]);
    expect(doubts(ruleOfRow('CO', 'C1S13', { category: 'bottled_water', taxable: 'no', ...byOneList }))).toEqual([
      'Bottled water in Colorado: the rule is uncertain (whether it is exempt: only one unofficial list confirms it; check it with the tax authority).',
    ]);
    const byLaw = { source: ['LAW', 'C.R.S. § 39-26-707'] as const };
    expect(doubts(ruleOfRow('CO', 'C1S13', { category: 'bottled_water', taxable: 'no', ...byLaw }))).toEqual([]);
    expect(messageOf(placeOf({ country: 'AT' }), 'C5S2', '2020-03-01')).toEqual([
      'Hotel nights in Austria: it is uncertain whether the rule applies, because only one unofficial list confirms it; check it with the tax authority.',
    ]);
    expect(messageOf(placeOf({ state: 'CO', isPartial: true }), 'C1S1')).toEqual([]);
  });
});
