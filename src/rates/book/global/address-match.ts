import type {
  AddressIssue,
  AddressMatch,
  AddressQuery,
  MatchedPlace,
  Unmatched,
} from '../../../domain/places/address-match.ts';
import type { FieldMatch } from '../../../domain/places/matched-address.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { fold, isNearSpelling } from '../names/folding.ts';
import { scoreFields } from '../names/match-scoring.ts';
import { type Country, countryIn, type GlobalBook, type Region } from './country-book.ts';
import { type PostalCode, readPostalCode } from './postal-codes.ts';
import { blankToNull, type NamedRegion, regionByName, regionConflict, spelledRegion } from './region-names.ts';

/**
 * Finds the country and region of an address outside the US; `regionId` is set if the submitted country is such a
 * region.
 */
export function matchGlobalAddress(
  book: GlobalBook,
  country: Country,
  { address, regionId }: { readonly address: AddressQuery; readonly regionId: string | null },
): AddressMatch {
  const twofold = regionId === null ? regionConflict(book, country, address) : null;
  if (twofold) return { kind: 'unmatched', issues: [twofold] };
  const named: NamedRegion =
    regionId === null
      ? regionByName(book, country, address)
      : { region: book.regions.get(regionId) ?? null, match: null, notices: [] };
  const foreign = regionId === null ? foreignRegion(book, country, address) : null;
  if (foreign) return { kind: 'unmatched', issues: [foreign] };
  const postal = readPostalCode(book.postalCodes, country.alpha2, address.zip);
  const posted = postal && regionByPostalCode(book, country, postal);
  const issue = country.alpha2 === 'CA' ? provinceConflict(named.region, posted?.region ?? null, address.zip) : null;
  if (issue) return { kind: 'unmatched', issues: [issue] };
  if (named.match === 'NO_MATCH' && posted === null) {
    return { kind: 'unmatched', issues: [unknownProvince(book, address)] };
  }
  const town = regionByTown(book, country, { address, postal });
  const placed = posted && !isUnplaced(posted.region) ? posted.region : null;
  const region = named.region ?? placed ?? town ?? posted?.region ?? null;
  const isUnchecked = region !== null && region !== named.region && region !== town && posted!.isUnchecked;
  const notices = [
    ...named.notices,
    ...(isUnchecked ? [uncheckedPlace(region)] : []),
    ...postalNotices(book, country, { postal, named: named.region, posted: posted?.region ?? null }),
  ];
  const isForeign = notices.some(({ code }) => code === 'POSTAL_CODE_NOT_OF_COUNTRY');
  const zipMatch = isForeign ? 'NO_MATCH' : posted && postal.match === 'NO_MATCH' ? 'EXACT' : (postal?.match ?? null);
  const sent = {
    address,
    given: country,
    stateMatch: named.match,
    zipMatch: regionId === null || posted?.region.id === regionId ? zipMatch : null,
    notices,
  };
  const target = region?.kind === 'country' ? countryIn(book, region.target ?? '') : null;
  if (target?.taxation === 'NOT_COVERED' && !book.countries.has(target.alpha2)) return notCoveredMatch(target, sent);
  if (target) return { kind: 'matched', place: placeIn(target, null, sent) };
  const other = region === null ? null : book.countries.get(region.country);
  return { kind: 'matched', place: placeIn(other ?? country, region, sent) };
}

/** A place whose taxes are not in the rate book. */
export function notCoveredMatch(country: Country, sent: SentAddress): Unmatched {
  return {
    kind: 'unmatched',
    issues: [
      {
        code: 'COUNTRY_NOT_COVERED',
        field: 'country',
        given: sent.address.country,
        expected: 'a country in the rate book',
        suggestions: [],
        message: `The rate book does not cover the taxes of ${country.name}.`,
      },
    ],
    uncovered: placeIn(country, null, sent),
  };
}

/** Monaco and the Isle of Man have their own country codes, but the tax of a neighboring country. */
export function asCountryOfTax(country: Country): { readonly country: string; readonly regionId: string | null } {
  if (country.alpha2 === 'MC') return { country: 'FR', regionId: 'MC' };
  if (country.alpha2 === 'IM') return { country: 'GB', regionId: 'IM' };
  return { country: country.alpha2, regionId: null };
}

type SentAddress = {
  readonly address: AddressQuery;
  /** The country as submitted. */
  readonly given: Country;
  readonly stateMatch?: FieldMatch | null;
  readonly zipMatch?: FieldMatch | null;
  readonly notices?: readonly Notice[];
};

function placeIn(country: Country, region: Region | null, sent: SentAddress): MatchedPlace {
  const { address, given, stateMatch = null, zipMatch = null, notices: ofAddress = [] } = sent;
  const isProvinceMissing = country.alpha2 === 'CA' && region === null;
  const notices: Notice[] = [...country.notices, ...(region?.notices ?? []), ...ofAddress];
  if (isProvinceMissing) notices.push(provinceMissing);
  return {
    regime: 'GLOBAL_TAX',
    country: country.alpha2,
    subdivision: region?.id ?? null,
    jurisdictionIds: jurisdictionIds(country, region),
    precision: region === null ? 'COUNTRY' : 'STATE',
    matchedAddress: {
      city: blankToNull(address.city),
      country: given.alpha2,
      county: null,
      state: region?.id ?? blankToNull(address.region) ?? blankToNull(address.state),
      zip: blankToNull(address.zip),
    },
    scoring: scoreFields({
      country: 'EXACT',
      state: stateMatch,
      city: null,
      zip: zipMatch,
    }),
    // No tax is levied below the level of countries and regions. Only the tax of an unknown province can be missing.
    localRates: isProvinceMissing ? 'STATE_ONLY' : 'NOT_LEVIED',
    gaps: isProvinceMissing ? ['The provincial tax, because the address does not name a province.'] : [],
    notices,
  };
}

function jurisdictionIds(country: Country, region: Region | null): readonly string[] {
  switch (region?.kind) {
    case 'beside':
      return [country.alpha2, region.id];
    case 'single':
    case 'replaces':
    case 'outside':
      return [region.id];
    default:
      return [country.alpha2];
  }
}

type PostedRegion = { readonly region: Region; readonly isUnchecked: boolean };

function regionByPostalCode(book: GlobalBook, country: Country, postal: PostalCode): PostedRegion | null {
  const { plain, code, letters } = postal;
  if (country.alpha2 === 'CA' && postal.match === 'NO_MATCH') return null;
  const known = book.postalRegions.get(country.alpha2) ?? [];
  const find = (text: string) => known.find(({ prefix }) => isWithin(prefix, text));
  const found = find(plain) ?? find(code);
  if (found) return { region: found.region, isUnchecked: found.region.uncheckedPostal.includes(found.prefix) };
  // `FO-100` starts with the letters of a separate postal service.
  const lettered =
    letters === null ? undefined : book.regionsBySpelling.get(`${country.alpha2}/${letters.toLowerCase()}`);
  return lettered ? { region: lettered, isUnchecked: false } : null;
}

function isWithin(prefix: string, code: string): boolean {
  if (prefix.includes('*')) return new RegExp(`^${prefix.replaceAll('*', '\\d')}$`).test(code);
  return code.startsWith(prefix) && isWholePrefix(prefix, code);
}

type PostalQuestion = {
  readonly postal: PostalCode | null;
  readonly named: Region | null;
  readonly posted: Region | null;
};

/**
 * Notices for a postal code that belongs to another country, does not match any format of the country, or lies outside
 * the named region.
 */
function postalNotices(book: GlobalBook, country: Country, { postal, named, posted }: PostalQuestion): Notice[] {
  if (postal === null || (country.alpha2 === 'CA' && named !== null && posted !== null)) return [];
  const { plain, match, letters } = postal;
  const owner = letters === null || posted !== null ? null : ownerOf(book, letters);
  const isOfOther = owner !== null && owner !== country.alpha2;
  if (isOfOther || (match === 'NO_MATCH' && posted === null)) {
    const forms = book.postalCodes.forms.get(country.alpha2)?.shown ?? [];
    const like =
      forms.length === 0
        ? ''
        : ` Valid postal codes look like ${forms.slice(0, 2).join(' or ')} (A: a letter, N: a digit, X: either).`;
    const message = `"${plain}" is not a postal code of ${country.name}.${like} Check the country and the postal code.`;
    return [{ code: 'POSTAL_CODE_NOT_OF_COUNTRY', pointer: '/zip', message }];
  }
  const isElsewhere = named !== null && named.country === country.alpha2 && named !== posted && named.postal.length > 0;
  if (!isElsewhere || match === 'NO_MATCH' || named.elsewhere !== null) return [];
  const where = posted ? ` but in ${posted.name}` : '';
  const message = `Postal code ${plain} is not in ${named.name}${where}. ${named.name}, as in the address, was used. Check which is correct.`;
  return [{ code: 'REGION_NOT_AT_ZIP', pointer: '/zip', message }];
}

/** The country indicated by the letters before a postal code. */
function ownerOf(book: GlobalBook, letters: string): string | null {
  const coded = book.postalCodes.prefixes.get(letters);
  return coded ?? (letters.length > 1 ? (book.spellings.get(letters.toLowerCase())?.country ?? null) : null);
}

/** A state given by the ISO 3166-2 code of another country: `US-CA` in Germany. */
function foreignRegion(book: GlobalBook, country: Country, address: AddressQuery): AddressIssue | null {
  for (const field of ['region', 'state'] as const) {
    const given = blankToNull(address[field]);
    const [, code = ''] = /^([A-Z]{2})-[A-Z0-9]{1,3}$/.exec(given ?? '') ?? [];
    const other = book.countries.get(code);
    const isKnown = other === undefined || other === country || spelledRegion(book, country, given ?? '') !== null;
    if (isKnown) continue;
    return {
      code: 'ERR-ADDR-001',
      field,
      given,
      expected: `a state or region of ${country.name}`,
      suggestions: [],
      message: `"${given}" is the code of a state or region of ${other.name}, not of ${country.name}.`,
    };
  }
  return null;
}

/**
 * Whether the region is an area in which some places have their own rates, but the given place is not known to be one
 * of them.
 */
function isUnplaced({ kind, elsewhere }: Region): boolean {
  return kind === 'same' && elsewhere !== null;
}

export function uncheckedPlace({ name }: Region): Notice {
  return {
    code: 'FACT_UNCERTAIN',
    pointer: '/zip',
    message: `The postal code was assigned to this region, but no publication confirms the assignment: ${name}.`,
  };
}

/**
 * A prefix of two or more letters (`BT`, `IM`) must be followed by a digit; any other prefix requires a code of at
 * least three characters.
 */
function isWholePrefix(prefix: string, code: string): boolean {
  const isLetters = /^[A-Z]+$/.test(prefix) && prefix.length > 1;
  return isLetters ? /\d/.test(code.charAt(prefix.length)) : code.length >= 3;
}

/** The region of the town; null if the postal code determines the place on its own. */
function regionByTown(
  book: GlobalBook,
  country: Country,
  { address, postal }: { readonly address: AddressQuery; readonly postal: PostalCode | null },
): Region | null {
  const region = book.regionsByTown.get(`${country.alpha2}/${fold(address.city ?? '')}`) ?? null;
  if (region === null || postal === null || postal.match === 'NO_MATCH' || postal.match === null) return region;
  return region.elsewhere !== null || region.sharedPostal.some((prefix) => isWithin(prefix, postal.code))
    ? region
    : null;
}

function provinceConflict(named: Region | null, posted: Region | null, zip: string | null): AddressIssue | null {
  if (named === null || posted === null || named === posted) return null;
  return {
    code: 'ERR-ADDR-001',
    field: 'zip',
    given: zip,
    expected: `a postal code of ${named.name}`,
    suggestions: [],
    message: `Postal code ${zip ?? ''} lies in ${posted.name}, not in ${named.name}.`,
  };
}

function unknownProvince(book: GlobalBook, address: AddressQuery): AddressIssue {
  const given = blankToNull(address.region) ?? blankToNull(address.state);
  const provinces = [...book.regions.values()].filter(({ country }) => country === 'CA');
  return {
    code: 'ERR-ADDR-001',
    field: blankToNull(address.region) === null ? 'state' : 'region',
    given,
    expected: 'a province or territory of Canada by code or name',
    suggestions: provinces
      .filter(({ name }) => isNearSpelling(fold(given ?? ''), fold(name)))
      .map(({ id }) => id.slice(3)),
    message: `"${given ?? ''}" is not a province of Canada.`,
  };
}

const provinceMissing: Notice = {
  code: 'PROVINCE_UNKNOWN',
  pointer: '/region',
  message: 'The address has no Canadian province; only the federal GST is included.',
};
