import type { AddressIssue, AddressQuery } from '../../../domain/places/address-match.ts';
import type { FieldMatch } from '../../../domain/places/matched-address.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { fold } from '../names/folding.ts';
import { findSpelled } from '../names/spelled-parts.ts';
import type { Country, GlobalBook, Region } from './country-book.ts';

/** The region named in an address; `match` is null if no region is named. */
export type NamedRegion = {
  readonly region: Region | null;
  readonly match: FieldMatch | null;
  readonly notices: readonly Notice[];
};

/**
 * A province is read from `region`, then `state`, as a code or name. In other countries, names that do not affect the
 * tax are ignored.
 */
export function regionByName(book: GlobalBook, country: Country, address: AddressQuery): NamedRegion {
  const texts = sentRegions(address);
  const known = texts.map(({ text }) => spelledRegion(book, country, text));
  const region = known.find((one) => one !== null) ?? null;
  const isWanted = country.alpha2 === 'CA';
  if (region === null) return { region, match: isWanted && texts.length > 0 ? 'NO_MATCH' : null, notices: [] };
  const [unknown] = isWanted ? texts.filter((_, index) => known[index] === null) : [];
  if (!unknown) return { region, match: 'EXACT', notices: [] };
  const message = `${JSON.stringify(unknown.text)} is not a province of Canada; the address also names ${region.name}, which was used.`;
  return {
    region,
    match: 'GOOD',
    notices: [{ code: 'PROVINCE_NOT_KNOWN', pointer: `/${unknown.field}`, message }],
  };
}

type SentRegion = { readonly field: 'region' | 'state'; readonly text: string };

function sentRegions({ region, state }: AddressQuery): readonly SentRegion[] {
  const sent: SentRegion[] = [];
  for (const [field, value] of [
    ['region', region],
    ['state', state],
  ] as const) {
    const text = blankToNull(value);
    if (text !== null) sent.push({ field, text });
  }
  return sent;
}

const provinceOf = /^(the )?(province|prov|state|territory|region) (of|de|du|de la) /;

export function spelledRegion(book: GlobalBook, country: Country, text: string): Region | null {
  const find = (part: string): Region | null => {
    const folded = fold(part);
    const named = (name: string) => book.regionsBySpelling.get(`${country.alpha2}/${name}`);
    const bare = folded.replace(provinceOf, '').replace(/^the /, '');
    // ISO 3166-2 codes start with the country code: FR-GP.
    const coded = folded.startsWith(`${country.alpha2.toLowerCase()} `) ? named(folded.slice(3)) : undefined;
    return named(folded) ?? named(bare) ?? coded ?? null;
  };
  return findSpelled(text, { find, isCountry: (part) => book.spellings.get(fold(part))?.country === country.alpha2 });
}

/** The conflict if `region` and `state` identify different regions. */
export function regionConflict(book: GlobalBook, country: Country, address: AddressQuery): AddressIssue | null {
  if (blankToNull(address.region) === null || blankToNull(address.state) === null) return null;
  const regions = sentRegions(address).map(({ text }) => spelledRegion(book, country, text));
  const [first, second] = regions.filter((region) => region !== null);
  if (!first || !second || first === second) return null;
  return {
    code: 'ERR-ADDR-001',
    field: 'region',
    given: address.region,
    expected: 'the same region in `region` and `state`, or in one of them',
    suggestions: [first, second].map(({ id }) => id.replace(/^[A-Z]{2}-/, '')),
    message: `${JSON.stringify(address.region)} is ${first.name}, but ${JSON.stringify(address.state)} is ${second.name}.`,
  };
}

export function blankToNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
