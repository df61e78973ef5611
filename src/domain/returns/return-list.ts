import { boundedText } from '../base/fields.ts';
import { dayInput, type ReportPeriod } from '../base/report-period.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { registrationScheme } from '../nexus/nexus-record.ts';
import { dueTaxReturn, taxReturn, taxReturnStatus } from './return-record.ts';

const { country, state, scheme, from, to, status } = taxReturn.fields;

export const taxReturnList = {
  name: 'taxReturns',
  of: taxReturn,
  plural: 'returns',
  scope: 'returns:read',
  description: 'Tax returns that were filed at least once or are being filed, newest first.',
  period: 'the periods',
  fields: {
    country: { kind: 'country', description: country.description, parameters: { country: 'eq' } },
    state: {
      kind: 'state',
      of: boundedText(1, 100),
      description: state.description,
      parameters: { state: 'eq' },
    },
    scheme: { kind: 'choice', of: registrationScheme, description: scheme.description, parameters: { scheme: 'in' } },
    status: { kind: 'choice', of: taxReturnStatus, description: status.description, parameters: { status: 'in' } },
    /** A return is listed if any day of its period is between the parameters `from` and `to`. */
    from: { kind: 'day', of: dayInput, description: from.description, parameters: { to: 'lte' } },
    to: { kind: 'day', of: dayInput, description: to.description, parameters: { from: 'gte' } },
  },
} as const satisfies DeclaredList;
export type TaxReturnFilter = FilterOf<typeof taxReturnList> & {
  /** Returns with a filing in these days, or on an adjacent day. */
  readonly filedIn?: ReportPeriod;
};

export const dueReturnList = {
  name: 'dueTaxReturns',
  of: dueTaxReturn,
  plural: 'due returns',
  scope: 'returns:read',
  description:
    'Unfiled returns required by your registrations, by due date, with overdue returns first. If part of a period was filed separately, the rest of the period is listed.',
  fields: {
    dueOn: {
      kind: 'day',
      of: dayInput,
      description:
        'Range of due dates: by default, the year that ends one month from today; at most five years. Returns without a known due date are listed if their period ended in this range.',
      parameters: { dueFrom: 'gte', dueTo: 'lte' },
      defaults: {
        dueFrom: 'a year before `dueTo`; at most five years before it',
        dueTo: 'a month from today',
      },
    },
  },
} as const satisfies DeclaredList;
export type DueReturnFilter = FilterOf<typeof dueReturnList>;
