import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import type {
  IndexedJurisdiction,
  IndexedState,
  NamedJurisdiction,
  RateBookIndex,
} from '../../ports/rate-book-index.ts';
import type { Jurisdiction } from '../../tax/model/place.ts';
import { decimalText } from '../../tax/numbers/decimal.ts';
import type { Books } from './books.ts';
import { asRecord, asText, asTexts } from './files/json-file.ts';
import type { RateWindow } from './files/rate-windows.ts';
import { findTaxCode } from './rules/tax-codes.ts';
import { foldCounty, type StateBook } from './us/book/state-book.ts';

/**
 * The part of the rate book that an import needs. It is kept small, because it stays in memory while large files are
 * read. `layers` are the layers on top of the book.
 */
export function makeRateBookIndex({ us, global, taxCodes }: Books, layers: readonly RateLayer[] = []): RateBookIndex {
  const jurisdictions = new Map<string, IndexedJurisdiction>();
  const know = (jurisdiction: Jurisdiction, country: string, windows: readonly RateWindow[]) => {
    const { id, level, code } = jurisdiction;
    const known = { id, country, level, code, windows: windows.map(knownWindow) };
    jurisdictions.set(`${country}/${id}`, known);
    return known;
  };
  const states = [...us.states.values()].map((state) => ({
    code: state.code,
    name: state.name,
    fips: state.fips,
    listedOn: state.rateLists?.listedOn ?? state.asOf,
    ...daysOf(state, layers),
    localItemCaps: localItemCaps(state),
    holidays: state.holidays.map((value) => {
      const { name, category, from } = asRecord(value, state.code);
      return `${name} ${category} ${asText(from, state.code).slice(0, 4)}`;
    }),
    jurisdictions: [...state.jurisdictions.values()].map((one) => know(one.jurisdiction, 'US', one.windows)),
  }));
  for (const { alpha2, windows } of global.countries.values()) {
    if (windows[0]) know(windows[0].rate.jurisdiction, alpha2, windows);
  }
  for (const { country, windows } of global.regions.values()) {
    if (windows[0]) know(windows[0].rate.jurisdiction, country, windows);
  }
  const stateOfZip = new Map([...us.zips.values()].map(({ zip, state }) => [zip, state.code]));
  return {
    states: new Map(states.map((state) => [state.code, state])),
    countries: new Set([...global.countries.keys()].filter((code) => code !== 'US')),
    countryDays: new Map([...global.countries.keys()].map((code) => [code, dayOfCountry(code, global.asOf, layers)])),
    regions: new Map([...global.regions.values()].map(({ id, country }) => [id, country])),
    taxCode: (text) => findTaxCode(taxCodes, text)?.code ?? null,
    category: (text) =>
      findTaxCode(taxCodes, text)?.category ?? taxCodes.categories.get(text.trim().toLowerCase())?.id ?? null,
    conditions: [...taxCodes.conditions.keys()],
    deliveryConditions: us.deliveryConditions,
    named: (wanted) => jurisdictionsNamed(us.states.get(wanted.state), wanted),
    stateOfZip: (zip) => stateOfZip.get(zip) ?? null,
    jurisdiction: (key) => jurisdictions.get(key) ?? null,
  };
}

function dayOfCountry(code: string, asOf: string, layers: readonly RateLayer[]): string {
  return [asOf, ...layers.flatMap(({ countries }) => countries?.[code] ?? [])].reduce((last, day) =>
    day > last ? day : last,
  );
}

function jurisdictionsNamed(state: StateBook | undefined, { level, name, county }: NamedJurisdiction) {
  const isNamed = (text: string, wanted: string) => foldCounty(text) === foldCounty(wanted);
  return [...(state?.jurisdictions.values() ?? [])]
    .filter((one) => one.jurisdiction.level === level && isNamed(one.jurisdiction.name, name))
    .filter((one) => county === null || one.county === null || isNamed(one.county, county))
    .map((one) => ({ id: one.jurisdiction.id, county: one.county }));
}

function daysOf(
  { code, asOf }: StateBook,
  layers: readonly RateLayer[],
): Pick<IndexedState, 'asOf' | 'boundariesAsOf'> {
  const corrections = layers.filter((layer) => {
    return (
      layer.kind === 'CORRECTIONS' &&
      layer.rows.some(({ country, subdivision }) => country === 'US' && subdivision === code)
    );
  });
  const boundaries = layers.findLast((layer) => layer.kind === 'BOUNDARIES' && layer.state === code);
  return {
    asOf: [asOf, ...corrections.map((layer) => layer.asOf)].toSorted().at(-1) ?? asOf,
    boundariesAsOf: boundaries?.asOf ?? null,
  };
}

function localItemCaps({ code, singleItemCaps }: StateBook): string[] {
  return singleItemCaps.flatMap((value) => {
    const { levels, upTo, to } = asRecord(value, code);
    const isLocal = levels !== undefined && asTexts(levels, code).includes('COUNTY');
    return isLocal && to == null ? [asText(upTo, code)] : [];
  });
}

function knownWindow({ rate }: RateWindow): IndexedJurisdiction['windows'][number] {
  return { rate: decimalText(rate.rate), validFrom: rate.validFrom, validThrough: rate.validThrough };
}
