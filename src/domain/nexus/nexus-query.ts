import { z } from 'zod';
import { invalidInput } from '../base/errors.ts';
import { absentAsNull, boundedText, dayOfDateInput } from '../base/fields.ts';
import { type EnumerationValue, enumeration, namesOf } from '../base/record.ts';
import type { Comparators, RecordFilter } from '../base/record-filter.ts';
import { euCode } from '../places/eu-code.ts';
import { readPlaceFilter } from '../places/place-filter.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import type { NexusStatus } from './nexus-record.ts';

export const nexusInterest = enumeration('NexusInterest', 'What makes a place worth showing.', {
  DECLARED: 'Nexus or a registration is declared, even if it has ended.',
  APPROACHING: 'The status is `APPROACHING`.',
  REACHED: 'The status is `REACHED`.',
});
type NexusInterest = EnumerationValue<typeof nexusInterest>;
export const nexusInterests = namesOf(nexusInterest);

/** The places to show, in the words of both doors. */
export const nexusPlaces = {
  country: 'Country of the place; EU for the other member states together.',
  state: 'US state or region; whole countries have none.',
};

/** The trackers to show, and the day to show them for. Names are looked up in the rate book in force. */
export const nexusQueryInput = z.object({
  asOf: absentAsNull(dayOfDateInput).meta({
    description:
      'Day that the status is reported for, such as 2026-07-01. Default: today where the seller is established.',
  }),
  state: absentAsNull(boundedText(1, 100)).meta({ description: `${nexusPlaces.state} By code or name, such as MN.` }),
  country: absentAsNull(boundedText(1, 50)).meta({
    description: `${nexusPlaces.country} By ISO 3166-1 code or English name, such as US.`,
  }),
  only: absentAsNull(z.array(z.enum(nexusInterests)).max(nexusInterests.length)).meta({
    description:
      'Only places with something declared, with sales approaching a threshold, or with a threshold reached; those with any of them if several are named. Default: all places.',
  }),
});

/** Places have the codes of the rate book. */
export type NexusQuery = {
  readonly asOf?: string | null;
  readonly places: RecordFilter<{ country: string; state: string }>;
  readonly status?: Comparators<NexusStatus> | null;
  readonly isDeclared?: boolean | null;
  /** Any of these is enough. */
  readonly only?: readonly NexusInterest[] | null;
};

type AskedNexus = Omit<z.output<typeof nexusQueryInput>, 'only'> & Pick<NexusQuery, 'only'>;

/** Refuses unknown names: an empty list would suggest that the seller has no obligations there. */
export function nexusQuery(matcher: AddressMatcher, { asOf, country, state, only }: AskedNexus): NexusQuery {
  const { place, issues } = readPlaceFilter(euAware(matcher), { country, state });
  if (issues.length > 0) throw invalidInput([...issues]);
  return {
    asOf,
    places: {
      country: place.country === undefined ? null : { eq: place.country },
      state: place.state === undefined ? null : { eq: place.state },
    },
    only,
  };
}

/** The other member states together are a place too. */
export function euAware(matcher: AddressMatcher): AddressMatcher {
  return {
    matchAddress: (address) => matcher.matchAddress(address),
    findState: (text) => matcher.findState(text),
    findCountry: (text) => (text.trim().toUpperCase() === euCode ? euCode : matcher.findCountry(text)),
  };
}
