import { z } from 'zod';
import { absentAsNull, boundedText, dayOfDateInput } from '../base/fields.ts';
import { enumeration } from '../base/record.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { euCode } from '../places/eu-code.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import { nexusStatus } from './nexus-record.ts';
import { nexusTracker } from './nexus-tracker-record.ts';

const nexusInterest = enumeration('NexusInterest', 'What makes a place worth showing.', {
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
    'The declared nexus and the sales of the tenant in every US state, and in each country with a declaration or sales; a country that the filter names is also shown if it has a threshold.',
  fields: {
    country: {
      kind: 'country',
      description: 'Country of the place; EU for the other member states together.',
      parameters: { country: 'eq' },
    },
    state: {
      kind: 'state',
      of: boundedText(1, 100),
      description: 'US state or region; whole countries have none.',
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
        'True: only places where nexus or a registration is declared, even if it has ended. False: only others.',
    },
    only: {
      kind: 'choice',
      of: nexusInterest,
      isValue: true,
      description:
        'Only places with something declared, with sales approaching a threshold, or with a threshold reached; those with any of them if several are named. Default: all places.',
      parameters: { only: 'in' },
    },
  },
} as const satisfies DeclaredList;

/** The day to show them for. */
export const nexusDayInput = z.object({
  asOf: absentAsNull(dayOfDateInput).meta({
    description:
      'Day that the status is reported for, such as 2026-07-01. Default: today where the seller is established.',
  }),
});

/** Places have the codes of the rate book. */
export type NexusQuery = FilterOf<typeof nexusTrackerList> & { readonly asOf?: string | null };

/** The other member states together are a place too. */
export function euAware(matcher: AddressMatcher): AddressMatcher {
  return {
    matchAddress: (address) => matcher.matchAddress(address),
    findState: (text) => matcher.findState(text),
    findCountry: (text) => (text.trim().toUpperCase() === euCode ? euCode : matcher.findCountry(text)),
  };
}
