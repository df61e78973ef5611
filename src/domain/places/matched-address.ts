import { type EnumerationValue, enumeration, field, type RecordOf, record } from '../base/record.ts';
import { type CodedPlace, stateCode } from './place-code.ts';

const precision = enumeration('Precision', 'How precisely an address is located. The precision determines its rates.', {
  ROOFTOP: 'Matched to the building.',
  ZIP9: 'Matched to the ZIP code with its four-digit extension.',
  CITY: 'Matched to the city within the ZIP code.',
  ZIP5: 'Matched to the five-digit ZIP code, with the rates of its main place.',
  STATE: 'Matched to the state, province or region, without local rates.',
  COUNTRY: 'Matched only to the country.',
});
export type Precision = EnumerationValue<typeof precision>;

const matchLevel = enumeration('MatchLevel', 'How well an address matches a place.', {
  EXCELLENT: 'Every field that was sent matches.',
  GOOD: 'The fields match except for their spelling.',
  FAIR: 'One of the fields does not match.',
  POOR: 'Two or more of the fields do not match; check the address.',
});

const fieldMatch = enumeration('FieldMatch', 'How well one field of an address matches.', {
  EXACT: 'The value is the same as in the rate book.',
  GOOD: 'The value matches but is spelled differently.',
  NO_MATCH: 'The value is different, was not sent, or cannot be checked. Only a different value lowers the score.',
});
export type FieldMatch = EnumerationValue<typeof fieldMatch>;

const matchedAddress = record('MatchedAddress', 'The place that matches an address, as spelled in the rate book.', {
  city: field.optional(field.text('City or town whose taxes apply, such as Minneapolis.'), 'if no city was found'),
  county: field.optional(field.text('US county whose taxes apply.', { isNullInRest: true }), 'if unknown'),
  state: field.derived(
    field.optional(field.text('US state or region, as in an address: `MN`, `QC`.')),
    stateCode as (row: CodedPlace) => string | null,
  ),
  zip: field.optional(field.text('ZIP or postal code.')),
  country: field.country('Country whose law applies.'),
});

const fieldScore = record('FieldScore', 'How well each field of an address matches.', {
  countryMatch: field.choice(fieldMatch, 'How well the country matches the address as submitted.'),
  stateMatch: field.choice(fieldMatch, 'How well the state matches the address as submitted.'),
  cityMatch: field.choice(fieldMatch, 'How well the city matches the cities of the ZIP code.'),
  zipMatch: field.choice(fieldMatch, 'Whether the ZIP code exists and lies in the state.'),
});

const scoring = record('Scoring', 'How well an address matches a place. Omitted fields do not lower the score.', {
  matchLevel: field.choice(matchLevel, 'Overall quality of the match.'),
  score: field.decimal('Overall score, from 0 to 1; 1 is a full match.'),
  fieldScore: field.part(fieldScore, 'Quality of the match field by field.'),
});

type Matched = { readonly matchedAddress: RecordOf<typeof matchedAddress> };

export const matchedAddressData = record(
  'MatchedAddressData',
  'The place that matches an address, and the quality of the match.',
  {
    address: field.derived(
      field.part(matchedAddress, 'The place whose taxes apply.'),
      (match: Matched) => match.matchedAddress,
    ),
    scoring: field.part(scoring, 'Quality of the match.'),
    precision: field.choice(precision, 'Precision of the location.'),
  },
);
export type MatchedAddressData = RecordOf<typeof matchedAddressData>;
