import type { AddressIssue, AddressMatch, AddressQuery } from '../../domain/places/address-match.ts';
import type { Notice } from '../../tax/model/assessment.ts';
import { fold, isNearSpelling } from '../names/folding.ts';
import { scoreFields } from '../names/match-scoring.ts';
import type { Country, GlobalBook, Region } from './country-book.ts';
import { blankToNull, type NamedRegion, regionByName, regionConflict } from './region-names.ts';

/** Finds the country and region of an address outside the US; `regionId` is set if the country code named a region. */
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
  const posted = regionByPostalCode(book, country, address.zip);
  const issue = country.alpha2 === 'CA' ? provinceConflict(named.region, posted?.region ?? null, address.zip) : null;
  if (issue) return { kind: 'unmatched', issues: [issue] };
  if (named.match === 'NO_MATCH' && posted === null) {
    return { kind: 'unmatched', issues: [unknownProvince(book, address)] };
  }
  const town = regionByTown(book, country, address);
  const placed = posted && !isUnplaced(posted.region) ? posted.region : null;
  const region = named.region ?? placed ?? town ?? posted?.region ?? null;
  const isUnchecked = region !== null && region !== named.region && region !== town && posted!.isUnchecked;
  const target = region?.kind === 'country' ? book.countries.get(region.target ?? '') : undefined;
  if (target) return matched(target, null, { address, named, given: country });
  if (region !== null && region.country !== country.alpha2) {
    const other = book.countries.get(region.country) ?? country;
    return matched(other, region, { address, named, given: country });
  }
  const found = isUnchecked ? { ...named, notices: [...named.notices, uncheckedPlace(region)] } : named;
  return matched(country, region, { address, named: found, given: country });
}

/** Monaco and the Isle of Man have their own codes but their neighbour's tax. */
export function asCountryOfTax(country: Country): { readonly country: string; readonly regionId: string | null } {
  if (country.alpha2 === 'MC') return { country: 'FR', regionId: 'MC' };
  if (country.alpha2 === 'IM') return { country: 'GB', regionId: 'IM' };
  return { country: country.alpha2, regionId: null };
}

function matched(
  country: Country,
  region: Region | null,
  {
    address,
    named,
    given,
  }: {
    readonly address: AddressQuery;
    readonly named: NamedRegion;
    readonly given: Country;
  },
): AddressMatch {
  const isProvinceMissing = country.alpha2 === 'CA' && region === null;
  const notices: Notice[] = [...country.notices, ...(region?.notices ?? []), ...named.notices];
  if (isProvinceMissing) notices.push(provinceMissing);
  return {
    kind: 'matched',
    place: {
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
        state: named.match,
        city: null,
        zip: null,
      }),
      // Nothing is levied below countries and regions; only the tax of an unknown province can be missing.
      localRates: isProvinceMissing ? 'STATE_ONLY' : 'NOT_LEVIED',
      gaps: isProvinceMissing ? ['The tax of the province, because the address names none.'] : [],
      notices,
    },
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

function regionByPostalCode(book: GlobalBook, country: Country, zip: string | null): PostedRegion | null {
  const known = book.postalRegions.get(country.alpha2);
  if (!known || zip === null) return null;
  const code = postalCode(country.alpha2, zip);
  const isCanadian = country.alpha2 === 'CA';
  if (isCanadian && !/^[A-Z]\d[A-Z](\d[A-Z]\d)?$/.test(code)) return null;
  const found = known.find(({ prefix }) => code.startsWith(prefix) && isWholePrefix(prefix, code));
  return found ? { region: found.region, isUnchecked: found.region.uncheckedPostal.includes(found.prefix) } : null;
}

/** An area where some places have their own rates, but this place is not among the known ones. */
function isUnplaced({ kind, elsewhere }: Region): boolean {
  return kind === 'same' && elsewhere !== null;
}

export function uncheckedPlace({ name }: Region): Notice {
  return {
    code: 'FACT_UNCERTAIN',
    pointer: '/zip',
    message: `The postal code was placed in this region without a publication that confirms it: ${name}.`,
  };
}

/** `ES-35001` and `E-35 001` are `35001`. */
function postalCode(country: string, zip: string): string {
  const plain = zip.toUpperCase().replace(/[\s.-]/g, '');
  const withoutCountry = plain.startsWith(country) ? plain.slice(country.length) : plain.replace(/^[A-Z](?=\d)/, '');
  const isOfDigits = /^\d/.test(withoutCountry) && country !== 'CA' && country !== 'GB';
  if (!isOfDigits) return plain;
  return fiveDigitCountries.has(country) ? withoutCountry.padStart(5, '0') : withoutCountry;
}

/** A code sent as a number may have lost its leading zero. */
const fiveDigitCountries: ReadonlySet<string> = new Set(['DE', 'ES', 'FI', 'FR', 'GR', 'IT']);

/** A prefix of letters (`BT`, `IM`) must be followed by a digit; a prefix of digits needs about five digits in all. */
function isWholePrefix(prefix: string, code: string): boolean {
  const isLetters = /^[A-Z]+$/.test(prefix) && prefix.length > 1;
  return isLetters ? /\d/.test(code.charAt(prefix.length)) : code.length >= 3;
}

/** If the postal code is shared with neighbours or missing, a town name that exists nowhere else decides. */
function regionByTown(book: GlobalBook, country: Country, address: AddressQuery): Region | null {
  if (address.city === null) return null;
  return book.regionsByTown.get(`${country.alpha2}/${fold(address.city)}`) ?? null;
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
