import type { AddressCandidates, AddressIssue, AddressMatch, AddressQuery } from '../../domain/places/address-match.ts';
import type { Books } from './books.ts';
import { asCountryOfTax, matchGlobalAddress, notCoveredMatch } from './global/address-match.ts';
import { type Country, countryIn } from './global/country-book.ts';
import { fold, isNearSpelling } from './names/folding.ts';
import { findSpelled } from './names/spelled-parts.ts';
import { type DatedQuery, matchUsAddress, matchUsCandidates } from './us/places/address-match.ts';

/** Finds the place of an address within its country. */
export function matchAddress(books: Books, query: DatedQuery): AddressMatch {
  return matchIn(books, query, readCountry(books, query.address));
}

function matchIn(books: Books, { address, taxDate }: DatedQuery, reading: CountryReading): AddressMatch {
  switch (reading.kind) {
    case 'us':
      return matchInTheUs(books, { address: reading.address, taxDate });
    case 'elsewhere':
      return matchGlobalAddress(books.global, reading.country, { address, regionId: reading.regionId });
    case 'unmatched':
      return reading;
    case 'not-covered':
      return notCoveredMatch(reading.country, { address, given: reading.country });
  }
}

/** A US territory without tax data is reported as an unsupported country. */
function matchInTheUs(books: Books, query: DatedQuery): AddressMatch {
  const match = matchUsAddress(books, query);
  const territory = 'territory' in match ? countryIn(books.global, match.territory ?? '') : null;
  if (match.kind === 'matched' || territory === null) return match;
  return {
    ...notCoveredMatch(territory, { address: query.address, given: territory }),
    issues: match.issues,
  };
}

/** All possible places of an address in its country; outside the US there is at most one. */
export function matchCandidates(books: Books, query: DatedQuery): AddressCandidates {
  const reading = readCountry(books, query.address);
  if (reading.kind === 'us') return matchUsCandidates(books, { ...query, address: reading.address });
  const match = matchIn(books, query, reading);
  return match.kind === 'matched' ? { kind: 'matched', places: [match.place] } : match;
}

type SpelledCountry = { readonly country: string; readonly region: string | null };

type CountryReading =
  | { readonly kind: 'us'; readonly address: AddressQuery }
  | { readonly kind: 'elsewhere'; readonly country: Country; readonly regionId: string | null }
  | { readonly kind: 'not-covered'; readonly country: Country }
  | { readonly kind: 'unmatched'; readonly issues: readonly AddressIssue[] };

function readCountry(books: Books, address: AddressQuery): CountryReading {
  const given = address.country?.trim() ?? '';
  const folded = fold(given);
  const spelled = spelledCountry(books, given);
  if (spelled?.country === 'US') return { kind: 'us', address };
  if (spelled) {
    const named = books.global.countries.get(spelled.country);
    const tax = named && spelled.region === null ? asCountryOfTax(named) : null;
    const country = books.global.countries.get(tax?.country ?? spelled.country);
    if (country) return { kind: 'elsewhere', country, regionId: tax?.regionId ?? spelled.region };
  }
  if (isPuertoRico(folded)) return { kind: 'us', address: { ...address, state: 'PR', region: null } };
  const missing = books.global.notCovered.get(folded);
  if (missing) return { kind: 'not-covered', country: missing };
  return { kind: 'unmatched', issues: [countryIssue(books, given, folded)] };
}

function spelledCountry(books: Books, text: string): SpelledCountry | null {
  const { spellings } = books.global;
  const idOf = (part: string) => {
    const spelled = spellings.get(fold(part));
    return spelled ? (spelled.region ?? spelled.country) : null;
  };
  const id = findSpelled(text, { find: idOf, isCountry: () => false });
  return id === null ? null : { country: id.slice(0, 2), region: id.length > 2 ? id : null };
}

function isPuertoRico(folded: string): boolean {
  return folded === 'pr' || folded === 'pri' || folded === 'puerto rico';
}

/**
 * The alpha-2 code of a country, given its code or name, even if its taxes are not in the rate book; null if unknown.
 */
export function findCountry(books: Books, text: string): string | null {
  const folded = fold(text);
  if (isPuertoRico(folded)) return 'PR';
  return spelledCountry(books, text)?.country ?? books.global.notCovered.get(folded)?.alpha2 ?? null;
}

function countryIssue(books: Books, given: string, folded: string): AddressIssue {
  const near = [...books.global.countries.values()].filter(({ name }) => isNearSpelling(folded, fold(name)));
  return {
    code: 'ERR-ADDR-001',
    field: 'country',
    given: given === '' ? null : given,
    expected: 'a country by ISO code or English name',
    suggestions: near.map(({ alpha2 }) => alpha2),
    message: given === '' ? 'The address has no country.' : `"${given}" is not a country.`,
  };
}
