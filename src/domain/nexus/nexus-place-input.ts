import { z } from 'zod';
import type { Issue } from '../base/errors.ts';
import { absentAsNull, boundedText, countryInput } from '../base/fields.ts';
import { input } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { withoutNulls } from '../base/plain-object.ts';
import type { CountryFacts } from '../lookups/catalogue.ts';
import { euCode } from '../places/eu-code.ts';
import { readPlaceCode } from '../places/place-filter.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import type { NexusPlace } from './nexus.ts';

/** The part of the rate book that finds places for nexus declarations. */
export type NexusPlaceFinder = AddressMatcher & { countryFacts(country: string): CountryFacts | null };

export const nexusPlaceFields = input('EndNexusInput', 'The place whose nexus ends.', {
  country: absentAsNull(countryInput(1)).meta({
    description: 'Country, by ISO 3166-1 code, such as CA. Default: US if state is given.',
  }),
  state: absentAsNull(boundedText(1, 100)).meta({
    description: 'US state or region, by ISO 3166-2 code or name, such as MN or QC.',
  }),
});

/** A path contains the place as a single string. */
const sentPlace = nexusPlaceFields.extend({ place: absentAsNull(boundedText(1, 100)) });

/** A US state, or a country with or without one of its regions, in any usual spelling. */
export function nexusPlaceInput(finder: () => NexusPlaceFinder) {
  return z.preprocess(
    withoutNulls,
    sentPlace.transform(({ place, ...names }, ctx): NexusPlace => {
      const found = place === null ? findPlace(names, finder()) : findByCode(place, finder());
      if ('country' in found) return found;
      addIssue(ctx, found);
      return z.NEVER;
    }),
  );
}

type Names = { readonly state: string | null; readonly country: string | null };

function findByCode(text: string, finder: NexusPlaceFinder): NexusPlace | Issue {
  if (text.trim().toUpperCase() === euCode) {
    const message =
      'Declarations cannot be made for the EU as a whole. Send a member state, even for the one-stop shop.';
    return { path: ['place'], code: 'INVALID_VALUE', message };
  }
  const { place, issues } = readPlaceCode(finder, text);
  if (issues[0]) return issues[0];
  const found = findPlace({ country: place.country ?? null, state: place.state ?? null }, finder);
  return 'country' in found ? found : { ...found, path: ['place'] };
}

function findPlace({ state, country }: Names, finder: NexusPlaceFinder): NexusPlace | Issue {
  if (country === null) {
    if (state === null) return { path: ['state'], code: 'REQUIRED', message: 'Send a US state or a country.' };
    return findState(state, finder) ?? unknown('state', state, 'US state');
  }
  const code = finder.findCountry(country);
  if (code === null) return unknown('country', country, 'country');
  if (code === 'US') return findStateOf(state, finder);
  return findRegion({ code, region: state }, finder);
}

function findState(text: string, finder: NexusPlaceFinder): NexusPlace | null {
  const state = finder.findState(text);
  return state && { country: 'US', state: state.code };
}

function findStateOf(state: string | null, finder: NexusPlaceFinder): NexusPlace | Issue {
  const message = 'A state is required for the US, such as US-MN, because nexus is determined by state.';
  if (state === null) return { path: ['state'], code: 'REQUIRED', message };
  return findState(state, finder) ?? unknown('state', state, 'US state');
}

/** Territories with their own codes, such as Puerto Rico and Monaco, are places within another country. */
function findRegion(
  { code, region }: { readonly code: string; readonly region: string | null },
  finder: NexusPlaceFinder,
): NexusPlace | Issue {
  const nowhere = { state: null, county: null, city: null, street: null, zip: null, isPartial: true };
  const match = finder.matchAddress({ ...nowhere, country: code, region });
  if (match.kind === 'matched' && (region === null || match.place.subdivision !== null)) {
    return { country: match.place.country, state: match.place.subdivision };
  }
  if (region !== null) return unknown('state', region, `region of ${code} with its own tax`);
  if (finder.countryFacts(code) !== null) return { country: code, state: null };
  return {
    path: ['country'],
    code: 'COUNTRY_NOT_COVERED',
    message: `The rate book does not cover the taxes of ${code}.`,
  };
}

function unknown(field: keyof Names, given: string, what: string): Issue {
  const message = `${JSON.stringify(given)} is not a known ${what}.`;
  return { path: [field], code: 'UNKNOWN_VALUE', message };
}
