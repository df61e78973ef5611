import { z } from 'zod';
import { citedSources } from '../base/citation.ts';
import { boundedText } from '../base/fields.ts';
import { jurisdiction } from '../base/jurisdiction.ts';
import { gatewayLimits } from '../base/limits.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import type { DeclaredList, FilterOf } from '../lists/declared-list.ts';
import { taxTreatment } from './rule-lookup.ts';

export const rateChangeKind = enumeration('RateChangeKind', 'Type of change in local law.', {
  RATE: 'The general rate of a jurisdiction.',
  RULE: 'The treatment of tax codes: taxability, rate, or taxed part of the price.',
  HOLIDAY: 'A tax holiday, during which tax codes are exempt.',
  BOUNDARY: 'The jurisdictions of a ZIP code.',
  THRESHOLD: 'The sales threshold at which a seller without a presence must collect tax.',
});

const rateChangeStatus = enumeration('RateChangeStatus', 'Legal status of a change.', {
  ENACTED: 'Enacted and in force from its first day.',
  PLANNED:
    'Announced by a government, but not enacted. It is never applied: lines that it would affect have the notice ' +
    '`CHANGE_PLANNED`.',
});

const changedLaw = record('ChangedLaw', 'A rate or rule before or after a change.', {
  rate: field.optional(
    field.fraction('Rate of the jurisdiction: its general rate or, for a rule, its rate for the tax codes.'),
    'if the rule has no rate, for example because it applies the general rate',
  ),
  treatment: field.optional(field.choice(taxTreatment, 'How the rule treats the tax codes.'), 'for a general rate'),
  description: field.optional(
    field.text('The rule in words, or that the rate book does not cover the place.'),
    'for a general rate',
  ),
  sources: citedSources('Laws or publications that are the source.'),
});
export type ChangedLaw = RecordOf<typeof changedLaw>;

/** Additional facts about a change: when its source was read, and the state or region to filter by (`MN`, `CA-QC`). */
type Source = {
  readonly readOn: string | null;
  readonly country: string;
  readonly subdivision: string | null;
  /** Number of the version that makes the change; absent for the rate book in force. */
  readonly inVersion?: number;
  /** The ZIP codes whose jurisdictions change. */
  readonly zips?: readonly string[];
  /** For a rule: whether the change takes effect for one of the codes in a place with these jurisdictions. */
  readonly isRuleAt?: (jurisdictionIds: readonly string[], taxCodes: readonly string[]) => boolean;
};

/** The beginning of the day, in UTC, on which the source was read; null if unknown. */
export function knownSince({ readOn }: Source): Date | null {
  return readOn === null ? null : new Date(`${readOn}T00:00:00Z`);
}

export const rateChange = record(
  'RateChange',
  'A past, announced or planned change to a rate or rule in the rate book.',
  {
    changeId: field.text('Id of the change, unique in a version of the rate book.', {
      examples: ['2027-07-01.US.SD.RATE'],
    }),
    kind: field.choice(rateChangeKind, 'What changes.'),
    status: field.choice(rateChangeStatus, 'Whether the change is enacted.'),
    jurisdiction: field.part(jurisdiction, 'The jurisdiction whose law changes.'),
    localJurisdictions: field.list(
      jurisdiction,
      1,
      'Jurisdictions in which a state rule changes; empty if it changes in the whole state.',
    ),
    taxCodes: field.list(
      field.text('A tax code.'),
      2,
      'Tax codes whose rule changes; empty for a general rate, which affects all tax codes taxed at that rate.',
    ),
    effectiveOn: field.day('First day on which the new rate or rule is in force.'),
    validThrough: field.optional(field.day('Last day on which the new rate or rule is in force.'), 'if open-ended'),
    knownSince: field.derived(
      field.optional(
        field.instant(
          'When the source of the change was read. The change was known to the rate book no later than this.',
        ),
        'if unknown',
      ),
      knownSince,
    ),
    before: field.optional(field.part(changedLaw, 'The previous rate or rule.'), 'for a new tax'),
    after: field.optional(field.part(changedLaw, 'The new rate or rule.'), 'if the tax ends'),
  },
);
export type RateChange = RecordOf<typeof rateChange>;

const { jurisdictionIds: mostIds } = gatewayLimits;
const { kind, status, effectiveOn } = rateChange.fields;

export const rateChangeList = {
  name: 'rateChanges',
  of: rateChange,
  plural: 'changes',
  scope: 'tax:read',
  description:
    'Past, announced and planned changes to rates and rules in the rate book, ordered by first day. A first rate is listed only if the rate book shows that no earlier rate existed.',
  fields: {
    effectiveOn: { kind: 'day', description: effectiveOn.description, parameters: { from: 'gte', to: 'lte' } },
    knownSince: {
      kind: 'instant',
      description: rateChange.fields.knownSince.description,
      parameters: { knownSince: 'gte' },
    },
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

const changedTax = record('RateChangeTax', 'The tax on documents in one currency, with and without a change.', {
  currency: field.currency('ISO 4217 currency code of the amounts.'),
  transactionCount: field.count('Number of invoices and refunds whose tax would differ.'),
  before: field.amount('Stored tax of these documents, less the tax on refunds.'),
  after: field.amount('Tax on these documents with the change in force, less the tax on refunds.'),
  taxDifference: field.amount('Increase in the tax; negative for a decrease.'),
});

export const rateChangeEffect = record('RateChangeEffect', 'The effect of a rate or rule change on the account.', {
  from: field.day('First day whose documents were recalculated.'),
  to: field.day('Last day whose documents were recalculated: today in UTC.'),
  customerCount: field.count(
    'Number of customers with an address in the place of the change, or with a recalculated invoice or refund.',
  ),
  openTransactionCount: field.count(
    'Number of estimates and orders in the place of the change that are not cancelled, paid or converted.',
  ),
  openTransactionsPath: field.derived(
    field.text('Path to the list of these estimates and orders.', {
      only: 'REST',
      examples: ['/v1/rate_changes/id/2027-07-01.US.SD.RATE/transactions'],
    }),
    ({ change }: { readonly change: RateChange }) =>
      `${rateChangePath(change)}/transactions${change.inVersion === undefined ? '' : `?inVersion=${change.inVersion}`}`,
  ),
  transactionCount: field.count(
    'Number of recalculated invoices and refunds: those in the place of the change with a tax date from `from` to `to` and before the change.',
  ),
  taxes: field.list(
    changedTax,
    1,
    'The stored tax and the tax with the change, by currency, for documents whose tax would differ; empty if none would.',
  ),
});
export type RateChangeEffect = RecordOf<typeof rateChangeEffect>;

export const rateChangePath = ({ changeId }: RateChange) => `/v1/rate_changes/id/${encodeURIComponent(changeId)}`;
