import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { Builder } from '../base/builder.ts';
import { FieldMatchEnum, MatchLevelEnum } from '../base/enums.ts';

/** The place an address was matched to, and how well. */
export function addMatchedAddress(builder: Builder) {
  const matchedAddress = builder.objectRef<MatchedPlace['matchedAddress']>('MatchedAddress').implement({
    description: 'The place an address was matched to, in the spelling of the rate book.',
    fields: (t) => ({
      city: t.exposeString('city', {
        nullable: true,
        description: 'City or town whose taxes apply; null where none was found.',
      }),
      county: t.exposeString('county', { nullable: true, description: 'US county whose taxes apply.' }),
      state: t.exposeString('state', { nullable: true, description: 'State, province or region.' }),
      zip: t.exposeString('zip', { nullable: true, description: 'ZIP or postal code.' }),
      country: t.exposeString('country', { description: 'The one whose law applies, by its code.' }),
    }),
  });
  const fieldScore = builder.objectRef<MatchedPlace['scoring']['fieldScore']>('FieldScore').implement({
    description: 'How well each field fits.',
    fields: (t) => ({
      countryMatch: t.expose('countryMatch', {
        type: FieldMatchEnum,
        description: 'Whether it is the one that was sent.',
      }),
      stateMatch: t.expose('stateMatch', {
        type: FieldMatchEnum,
        description: 'Whether it is the one that was sent.',
      }),
      cityMatch: t.expose('cityMatch', { type: FieldMatchEnum, description: 'Whether it lies at the ZIP code.' }),
      zipMatch: t.expose('zipMatch', {
        type: FieldMatchEnum,
        description: 'Whether it is known, and lies in the state.',
      }),
    }),
  });
  const scoring = builder.objectRef<MatchedPlace['scoring']>('Scoring').implement({
    description: 'How well an address fits the place it was matched to. A field that was not sent lowers nothing.',
    fields: (t) => ({
      matchLevel: t.expose('matchLevel', { type: MatchLevelEnum, description: 'The whole of it.' }),
      score: t.expose('score', { type: 'Decimal', description: 'The same as a number from 0 to 1.' }),
      fieldScore: t.expose('fieldScore', {
        type: fieldScore,
        description: 'What fits and what does not, member by member.',
      }),
    }),
  });
  const matchedAddressData = builder.objectRef<Pick<MatchedPlace, 'matchedAddress' | 'scoring'>>('MatchedAddressData');
  matchedAddressData.implement({
    description: 'The place that was found for an address, and how sure that is.',
    fields: (t) => ({
      address: t.expose('matchedAddress', { type: matchedAddress, description: 'The place whose taxes apply.' }),
      scoring: t.expose('scoring', { type: scoring, description: 'How well it fits.' }),
    }),
  });
  return { matchedAddress, scoring, matchedAddressData };
}

export type MatchedAddressTypes = ReturnType<typeof addMatchedAddress>;
