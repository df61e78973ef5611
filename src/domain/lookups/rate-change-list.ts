import { z } from 'zod';
import { boundedText } from '../base/fields.ts';
import { gatewayLimits } from '../base/limits.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { rateChange, rateChangeKind, rateChangeStatus } from './rate-changes.ts';

const { jurisdictionIds: mostIds } = gatewayLimits;
const { kind, status, effectiveOn, knownSince } = rateChange.fields;

export const rateChangeList = {
  name: 'rateChanges',
  of: rateChange,
  plural: 'changes',
  scope: 'tax:read',
  description:
    'Past, announced and planned changes to rates and rules in the rate book, ordered by first day. A first rate is listed only if the rate book shows that no earlier rate existed.',
  fields: {
    effectiveOn: { kind: 'day', description: effectiveOn.description, parameters: { from: 'gte', to: 'lte' } },
    knownSince: { kind: 'instant', description: knownSince.description, parameters: { knownSince: 'gte' } },
    kind: { kind: 'choice', of: rateChangeKind, description: kind.description, parameters: { kind: 'in' } },
    status: { kind: 'choice', of: rateChangeStatus, description: status.description, parameters: { status: 'in' } },
    country: {
      kind: 'country',
      description: 'Country in which a rate or rule changes, nationwide or in a region.',
      parameters: { country: 'eq' },
    },
    state: { kind: 'state', description: 'State or region of the change.', parameters: { state: 'eq' } },
    jurisdictionId: {
      kind: 'text',
      of: z.array(boundedText(1, 100)).max(mostIds),
      description: `Id of the changed jurisdiction, or of a jurisdiction in which a rule changes, such as MN-C053. At most ${mostIds} ids.`,
      parameters: { jurisdictionId: 'in' },
    },
  },
} as const satisfies DeclaredList;

/** Places use rate book codes. */
export type RateChangeConditions = FilterOf<typeof rateChangeList>;
