import { z } from 'zod';
import { absentAsNull, boundedText, dayOfDateInput } from '../base/fields.ts';
import { enumeration } from '../base/record.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { euCode } from '../places/eu-code.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import { nexusStatus } from './nexus-record.ts';
import { nexusTracker } from './nexus-tracker-record.ts';

const nexusInterest = enumeration('NexusInterest', 'Reason for listing a place.', {
  DECLARED: 'Nexus or a registration is declared, even if it has ended.',
  APPROACHING: 'The status is `APPROACHING`.',
  REACHED: 'The status is `REACHED`.',
});

export const nexusTrackerList = {
  name: 'nexusTrackers',
  of: nexusTracker,
  plural: 'places',
  scope: 'nexus:read',
  description:
    'The tenant’s declared nexus and sales in every US state, in each region with a declaration, and in each country with a declaration or sales. A country in the filter is also listed if it has a threshold.',
  fields: {
    country: {
      kind: 'country',
      description: 'Country of the place; EU for the other member states together.',
      parameters: { country: 'eq' },
    },
    state: {
      kind: 'state',
      of: boundedText(1, 100),
      description: 'US state or region; a whole country has no state.',
      parameters: { state: 'eq' },
    },
    status: {
      kind: 'choice',
      of: nexusStatus,
      description: 'How sales compare with the threshold, such as REACHED.',
    },
    isDeclared: {
      kind: 'flag',
      description:
        'True: only places with a declaration of nexus or a registration, even if it has ended. False: only other places.',
    },
    only: {
      kind: 'choice',
      of: nexusInterest,
      isValue: true,
      description:
        'Only places with a declaration, with sales approaching a threshold, or with a threshold that has been reached. With several values, places that match any of them are listed. Default: all places.',
      parameters: { only: 'in' },
    },
  },
} as const satisfies DeclaredList;

/** The day for which places are shown. */
export const nexusDayInput = z.object({
  asOf: absentAsNull(dayOfDateInput.refine((day) => day < '9998-01-01', 'Must be before the year 9998.')).meta({
    description:
      'Day of the status, such as 2026-07-01. Default: today in the time zone of the seller’s establishment.',
  }),
});

/** Places use rate book codes. */
export type NexusQuery = FilterOf<typeof nexusTrackerList> & { readonly asOf?: string | null };

/** Also finds `EU`: the other member states together, as one place. */
export function euAware(matcher: AddressMatcher): AddressMatcher {
  return {
    matchAddress: (address) => matcher.matchAddress(address),
    findState: (text) => matcher.findState(text),
    findCountry: (text) => (text.trim().toUpperCase() === euCode ? euCode : matcher.findCountry(text)),
  };
}
