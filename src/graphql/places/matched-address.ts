import type { MatchedPlace } from '../../domain/places/address-match.ts';
import { builder } from '../base/builder.ts';
import { FieldMatchEnum, MatchLevelEnum } from '../base/enums.ts';

export const MatchedAddressRef = builder.objectRef<MatchedPlace['matchedAddress']>('MatchedAddress').implement({
  description: 'The place that an address was matched to, as spelled in the rate book.',
  fields: (t) => ({
    city: t.exposeString('city', {
      nullable: true,
      description: 'City or town whose taxes apply, such as Minneapolis; null if none was found.',
    }),
    county: t.exposeString('county', { nullable: true, description: 'US county whose taxes apply.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'Code of the state, province or region, such as `MN`.',
    }),
    zip: t.exposeString('zip', { nullable: true, description: 'ZIP or postal code.' }),
    country: t.exposeString('country', { description: 'Country whose law applies, as an ISO 3166-1 alpha-2 code.' }),
  }),
});

const FieldScoreRef = builder.objectRef<MatchedPlace['scoring']['fieldScore']>('FieldScore').implement({
  description: 'How well each field of an address matches.',
  fields: (t) => ({
    countryMatch: t.expose('countryMatch', {
      type: FieldMatchEnum,
      description: 'How well the country matches the one that was sent.',
    }),
    stateMatch: t.expose('stateMatch', {
      type: FieldMatchEnum,
      description: 'How well the state matches the one that was sent.',
    }),
    cityMatch: t.expose('cityMatch', {
      type: FieldMatchEnum,
      description: 'How well the city matches those of the ZIP code.',
    }),
    zipMatch: t.expose('zipMatch', {
      type: FieldMatchEnum,
      description: 'Whether the ZIP code exists and lies in the state.',
    }),
  }),
});

export const ScoringRef = builder.objectRef<MatchedPlace['scoring']>('Scoring').implement({
  description: 'How well an address matches a place. Fields that were not sent do not lower the score.',
  fields: (t) => ({
    matchLevel: t.expose('matchLevel', { type: MatchLevelEnum, description: 'Overall quality of the match.' }),
    score: t.expose('score', { type: 'Decimal', description: 'Overall score, from 0 to 1; 1 is a full match.' }),
    fieldScore: t.expose('fieldScore', { type: FieldScoreRef, description: 'Quality of the match field by field.' }),
  }),
});

export const MatchedAddressDataRef = builder
  .objectRef<Pick<MatchedPlace, 'matchedAddress' | 'scoring'>>('MatchedAddressData')
  .implement({
    description: 'The place that an address was matched to, and the quality of the match.',
    fields: (t) => ({
      address: t.expose('matchedAddress', { type: MatchedAddressRef, description: 'The place whose taxes apply.' }),
      scoring: t.expose('scoring', { type: ScoringRef, description: 'How well the address matches it.' }),
    }),
  });
