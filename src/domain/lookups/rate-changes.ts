import { citedSources } from '../base/citation.ts';
import { jurisdiction } from '../base/jurisdiction.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import { taxTreatment } from './rule-lookup.ts';

export const rateChangeKind = enumeration('RateChangeKind', 'What changes in the law of a place.', {
  RATE: 'The general rate of a jurisdiction.',
  RULE: 'How tax codes are taxed: whether, at which rate, or on which part of the price.',
  HOLIDAY: 'A tax holiday, on whose days tax codes are exempt.',
  BOUNDARY: 'The jurisdictions that tax a ZIP code.',
  THRESHOLD: 'The sales from which a seller without a presence has to collect.',
});

export const rateChangeStatus = enumeration('RateChangeStatus', 'Whether a change is law.', {
  ENACTED: 'It is enacted, and applies from its first day.',
  PLANNED:
    'A government announced it, and it is not enacted. It is never applied: lines that it would concern have the notice `CHANGE_PLANNED`.',
});

const changedLaw = record('ChangedLaw', 'A rate or rule before or after a change.', {
  rate: field.optional(
    field.fraction('Rate of the jurisdiction: its general rate or, for a rule, its rate for the tax codes.'),
    'if the rule has no rate of its own, such as one that applies the general rate',
  ),
  treatment: field.optional(field.choice(taxTreatment, 'How the rule treats the tax codes.'), 'for a general rate'),
  description: field.optional(field.text('The rule in words.'), 'for a general rate'),
  sources: citedSources('The laws or publications that it was read from.'),
});
export type ChangedLaw = RecordOf<typeof changedLaw>;

/** What a change has besides its fields: when its source was read, and the state or region (`MN`, `CA-QC`) it is filtered by. */
type Source = {
  readonly readOn: string | null;
  readonly country: string;
  readonly subdivision: string | null;
  /** Number of the version that makes the change; absent for the rate book in force. */
  readonly inVersion?: number;
};

/** The beginning of the day on which the source was read. */
export function knownSince({ readOn }: Source): Date | null {
  return readOn === null ? null : new Date(`${readOn}T00:00:00Z`);
}

export const rateChange = record(
  'RateChange',
  'A change of a rate or a rule in the rate book, past, announced or planned.',
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
      'The jurisdictions in which a rule of the state changes; empty if it changes in the whole state.',
    ),
    taxCodes: field.list(
      field.text('A tax code.'),
      2,
      'The tax codes whose rule changes; empty for a general rate, which concerns all that are taxed at it.',
    ),
    effectiveOn: field.day('First day on which the new rate or rule is in force.'),
    validThrough: field.optional(field.day('Last day on which it is in force.'), 'if open-ended'),
    knownSince: field.derived(
      field.optional(
        field.instant('When the source of the change was read: known to the rate book no later than this.'),
        'if the rate book does not say',
      ),
      knownSince,
    ),
    before: field.optional(field.part(changedLaw, 'The rate or rule until then.'), 'for a new tax'),
    after: field.optional(field.part(changedLaw, 'The rate or rule from then on.'), 'if the tax ends'),
  },
);
export type RateChange = RecordOf<typeof rateChange>;
