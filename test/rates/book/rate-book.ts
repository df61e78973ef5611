import type { AddressIssue, AddressQuery, MatchedPlace } from '../../../src/domain/places/address-match.ts';
import type { RuleFacts } from '../../../src/domain/places/place-law.ts';
import { loadBooks, loadBundledReferenceData } from '../../../src/rates/book/bundled.ts';
import type { JsonRecord } from '../../../src/rates/book/files/json-file.ts';
import { asSource, type SourceKind } from '../../../src/rates/book/files/source.ts';
import { makeRuleFor } from '../../../src/rates/book/rule-finder.ts';
import type { RuleTerm } from '../../../src/tax/model/rule.ts';
import { type Decimal, decimalText, zero } from '../../../src/tax/numbers/decimal.ts';

export const rateBook = loadBundledReferenceData();

export const anAddress = (fields: Partial<AddressQuery>): AddressQuery => ({
  country: 'US',
  state: null,
  region: null,
  county: null,
  city: null,
  street: null,
  zip: null,
  isPartial: false,
  ...fields,
});

export function placeOf(fields: Partial<AddressQuery>): MatchedPlace {
  const match = rateBook.matchAddress(anAddress(fields));
  if (match.kind === 'unmatched') throw new Error(match.issues.map(({ message }) => message).join(' '));
  return match.place;
}

export function issueOf(fields: Partial<AddressQuery>): AddressIssue {
  const match = rateBook.matchAddress(anAddress(fields));
  if (match.kind === 'matched') throw new Error(`Matched ${match.place.jurisdictionIds.join(' ')}`);
  return match.issues[0]!;
}

/** `level rate` of each jurisdiction, outermost first: `STATE 0.06875`. */
export function ratesOf(place: MatchedPlace, taxDate: string): string[] {
  const { rates } = rateBook.placeFacts(place, taxDate).taxPlace;
  return rates.map(({ jurisdiction, rate }) => `${jurisdiction.level} ${decimalText(rate)}`);
}

export function totalRate(place: MatchedPlace, taxDate: string): string {
  const { rates } = rateBook.placeFacts(place, taxDate).taxPlace;
  return decimalText(rates.reduce((sum, { rate }) => sum.plus(rate), zero));
}

/** The rate of a line; some states cap the sum of the local rates. */
export function cappedRate(place: MatchedPlace, taxDate: string): Decimal {
  const { rates, localRateCap } = rateBook.placeFacts(place, taxDate).taxPlace;
  const sumOf = (some: typeof rates) => some.reduce((sum, { rate }) => sum.plus(rate), zero);
  const local = sumOf(rates.filter(({ jurisdiction }) => jurisdiction.level !== 'STATE'));
  const ofState = sumOf(rates.filter(({ jurisdiction }) => jurisdiction.level === 'STATE'));
  return ofState.plus(localRateCap !== null && local.gt(localRateCap) ? localRateCap : local);
}

/** All notices of a place on a day, by code. */
export function noticesOf(place: MatchedPlace, taxDate: string): string[] {
  return [...place.notices, ...rateBook.placeFacts(place, taxDate).notices].map(({ code }) => code);
}

export function ruleOf(fields: Partial<AddressQuery>, taxCode: string, taxDate: string): RuleFacts {
  return rateBook.ruleFor(placeOf(fields), taxDate, taxCode, 'ITEM');
}

/** A term in one line: `STATE+COUNTY general, up-to 5000`. */
function termText(term: RuleTerm): string {
  const ids = term.jurisdictionIds ? `(${term.jurisdictionIds.join(' ')})` : '';
  return `${term.levels.join('+')}${ids} ${rateText(term)}${basisText(term)}`;
}

export const termsOf = ({ rule }: RuleFacts): string[] => rule.terms.map(termText);

function rateText({ rate }: RuleTerm): string {
  switch (rate.kind) {
    case 'general':
    case 'none':
      return rate.kind;
    case 'fixed':
      return `fixed ${decimalText(rate.amountPerUnit)}`;
    default:
      return `${rate.kind} ${decimalText(rate.rate)}`;
  }
}

function basisText({ basis }: RuleTerm): string {
  switch (basis.kind) {
    case 'full':
      return '';
    case 'share':
      return `, share ${decimalText(basis.share)}`;
    case 'between':
      return `, between ${decimalText(basis.fromAmount)} and ${basis.toAmount && decimalText(basis.toAmount)}`;
    default:
      return `, ${basis.kind} ${decimalText(basis.amount)}`;
  }
}

/** The rule of a state for a tax code if this row of taxability, from this source, were the only one. */
export function ruleOfRow(
  state: string,
  taxCode: string,
  { source, ...row }: JsonRecord & { source: string | readonly [SourceKind, string] },
): RuleFacts {
  const books = loadBooks();
  const known = books.us.states.get(state);
  if (!known) throw new Error(`No state ${state}`);
  const altered = { ...known, sources: [asSource(source, state)], taxability: [{ ...row, source: 0 }] };
  const us = { ...books.us, states: new Map([...books.us.states, [state, altered]]) };
  return makeRuleFor({ ...books, us })(placeOf({ state, isPartial: true }), '2026-11-22', taxCode, 'ITEM');
}
