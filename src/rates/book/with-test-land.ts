import { makeFreshness } from '../../domain/coverage/freshness.ts';
import type { JurisdictionFacts } from '../../domain/lookups/jurisdictions.ts';
import type { AddressCandidates, AddressQuery } from '../../domain/places/address-match.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { deepFreeze } from './files/deep-freeze.ts';
import { type ListedJurisdiction, listJurisdictionsOf } from './jurisdiction-list.ts';
import { makeLawOfTestLand } from './law-of-test-land.ts';
import { makeCheckTaxNumber } from './tax-numbers/tax-numbers.ts';
import { matchTestLand, namesTestLand } from './test-land/match-test-land.ts';
import { readTestLand, type TestLandBook } from './test-land/test-land-book.ts';

/**
 * The rate book of test tenants: the book in force, plus test land. The book in force handles every other place and
 * contains no test-land data, so no such data can reach a live tenant. Both have the same version, because test land
 * never changes.
 */
export function withTestLand(book: ReferenceData): ReferenceData {
  const known = made.get(book) ?? makeWithTestLand(book);
  made.set(book, known);
  return known;
}

/** One combined book for each book, created for the first test tenant that needs it. */
const made = new WeakMap<ReferenceData, ReferenceData>();

function makeWithTestLand(book: ReferenceData): ReferenceData {
  const land = readTestLand();
  const isThere = (place: { readonly country: string }) => place.country === land.code;
  const isSentThere = ({ country }: AddressQuery) => namesTestLand(land, country ?? '');
  const law = makeLawOfTestLand(land, (taxCode) => book.findTaxCode(taxCode)?.category ?? null);
  const list = listJurisdictionsOf(() => listed(land));
  const facts = deepFreeze({
    code: land.code,
    name: land.name,
    taxName: land.taxName,
    currency: land.currency,
    isInEu: false,
  });
  const days = { readOn: land.readOn, verifiedOn: null, lists: null };
  const fixed = deepFreeze(makeFreshness(days, { isFixed: true }));
  const match: ReferenceData['matchAddress'] = (address) => deepFreeze(matchTestLand(land, address));
  return {
    ...book,
    countries: deepFreeze([...book.countries, facts]),
    matchAddress: (address, taxDate) => (isSentThere(address) ? match(address) : book.matchAddress(address, taxDate)),
    matchCandidates: (address, taxDate) =>
      isSentThere(address) ? asCandidates(match(address)) : book.matchCandidates(address, taxDate),
    placeFacts: (place, taxDate, seller) => (isThere(place) ? law : book).placeFacts(place, taxDate, seller),
    placeForSeller: (place, seller) => (isThere(place) ? place : book.placeForSeller(place, seller)),
    sourcingAt(place) {
      if (!isThere(place)) return book.sourcingAt(place);
      const state = land.states.find(({ id, isVat }) => id === place.subdivision && !isVat);
      return state ? { name: state.name, sourcing: state.sourcing } : null;
    },
    ruleFor: (place, ...line) => (isThere(place) ? law : book).ruleFor(place, ...line),
    freshnessOf: (place) => (place === land.code ? fixed : book.freshnessOf(place)),
    findCountry: (text) => (namesTestLand(land, text) ? land.code : book.findCountry(text)),
    countryFacts: (country) => (country === land.code ? facts : book.countryFacts(country)),
    // The keys of test land sort after all other keys.
    jurisdictions: (filter) => [...book.jurisdictions(filter), ...list.jurisdictions(filter)],
    jurisdictionRate: (key, taxDate) => book.jurisdictionRate(key, taxDate) ?? list.jurisdictionRate(key, taxDate),
    rateChanges: (country, state) => (country === land.code ? [] : book.rateChanges(country, state)),
    sources: () => [...book.sources(), { name: land.source, readOn: land.readOn, places: [land.code] }],
    taxNumberFormat: (country) => (country === land.code ? formatOf(land) : book.taxNumberFormat(country)),
    checkTaxNumber: makeCheck(book, land),
  };
}

function asCandidates(match: ReturnType<ReferenceData['matchAddress']>): AddressCandidates {
  return match.kind === 'matched' ? { kind: 'matched', places: [match.place] } : match;
}

function listed({ code, vat, states }: TestLandBook): ListedJurisdiction[] {
  const entry = ({ jurisdiction, windows }: TestLandBook['vat'], subdivision: string | null): ListedJurisdiction => {
    const facts: JurisdictionFacts = {
      key: `${code}/${jurisdiction.id}`,
      jurisdiction,
      country: code,
      subdivision,
      county: null,
      contains: 'NOTHING',
    };
    return { facts, windows, introducedOn: null };
  };
  const ofStates = states.flatMap(({ id, isVat, levies, cities }) =>
    isVat ? [] : [...levies, ...cities].map((levy) => entry(levy, id)),
  );
  return [entry(vat, null), ...ofStates];
}

const formatOf = ({ taxNumbers: { prefix, pattern } }: TestLandBook) => ({
  prefix,
  patterns: [pattern],
  isInVies: false,
});

/** Prefers a valid number of the given country over a number of another country. */
function makeCheck(book: ReferenceData, land: TestLandBook): ReferenceData['checkTaxNumber'] {
  const check = makeCheckTaxNumber(new Map([[land.code, formatOf(land)]]));
  return (text, country) => {
    const isOwn = country === land.code;
    const own = check(text, isOwn ? country : null);
    if (isOwn && own?.isValid) return own;
    const other = book.checkTaxNumber(text, isOwn ? null : country);
    return other?.isValid ? other : (own ?? other);
  };
}
