import { boundedText } from '../base/fields.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { taxNumberCheck } from './tax-number-validation.ts';

export const taxNumberCheckList = {
  name: 'taxNumberChecks',
  of: taxNumberCheck,
  plural: 'checks',
  scope: 'tax:read',
  description: 'Register responses to this tenant’s tax number validations, newest first, with proofs.',
  fields: {
    serviceId: { kind: 'uuid' },
    vatNumber: {
      kind: 'text',
      of: boundedText(1, 64),
      description: 'Tax number with its prefix, such as FR40303265045. Blanks and punctuation are ignored.',
      parameters: { taxNumber: 'eq' },
    },
    checkedAt: { kind: 'instant', description: 'When the register was queried.' },
  },
} as const satisfies DeclaredList;
export type TaxNumberCheckFilter = FilterOf<typeof taxNumberCheckList>;
