import { z } from 'zod';
import { boundedText } from '../base/fields.ts';
import { jurisdictionLevel } from '../base/jurisdiction.ts';
import { gatewayLimits } from '../base/limits.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { ratedJurisdiction } from './jurisdictions.ts';

const { jurisdictionIds: mostIds } = gatewayLimits;

export const jurisdictionList = {
  name: 'jurisdictions',
  of: ratedJurisdiction,
  filterName: 'JurisdictionFilter',
  plural: 'jurisdictions',
  scope: 'tax:read',
  description:
    'Jurisdictions in the rate book that levy their own tax, ordered by country and id, with their general rates on a day.',
  fields: {
    country: {
      kind: 'country',
      description: 'Country of the jurisdiction, such as US.',
      parameters: { country: 'eq' },
    },
    state: {
      kind: 'state',
      description: 'State or region of the jurisdiction.',
      parameters: { state: 'eq' },
    },
    level: {
      kind: 'choice',
      of: jurisdictionLevel,
      description: 'Kind of authority, such as `COUNTY`.',
      parameters: { level: 'in' },
    },
    name: {
      kind: 'text',
      of: boundedText(1, 100),
      description: 'Name of the jurisdiction. Accents are ignored.',
      parameters: { name: 'contains' },
    },
    jurisdictionId: {
      kind: 'text',
      of: z.array(boundedText(1, 100)).max(mostIds),
      description: `Id of the jurisdiction, such as MN-C053. At most ${mostIds} ids.`,
      parameters: { jurisdictionId: 'in' },
    },
  },
} as const satisfies DeclaredList;

/** Places are filtered by rate book codes. */
export type JurisdictionConditions = FilterOf<typeof jurisdictionList>;
