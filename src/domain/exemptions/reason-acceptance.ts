import { citedSources } from '../base/citation.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import { type ExemptionReason, exemptionReason } from './exemption-reason.ts';

const acceptanceStatus = enumeration('ReasonAcceptanceStatus', 'Whether a state accepts a reason for an exemption.', {
  ACCEPTED: 'The state exempts such purchases, under its own conditions.',
  LIMITED: 'The state exempts only some of these purchases; see the note.',
  NOT_ACCEPTED: 'The state has no general exemption for this reason.',
  UNKNOWN: 'The rate book has no source.',
});
export const reasonAcceptance = record(
  'ReasonAcceptance',
  'Whether a US state accepts a reason for an exemption, with its source.',
  {
    state: field.text('Code of the state, such as `MN`.', { examples: ['MN'] }),
    reason: field.choice(exemptionReason, 'The reason for the exemption.'),
    acceptance: field.choice(acceptanceStatus, 'Whether the state accepts the reason.'),
    note: field.optional(field.text('Conditions and limits, as a sentence.')),
    sources: citedSources('Source publications; empty if `UNKNOWN`.'),
    readOn: field.optional(field.day('Day on which the source was read.')),
  },
);
export type ReasonAcceptance = RecordOf<typeof reasonAcceptance>;

export function unknownAcceptance(state: string, reason: ExemptionReason): ReasonAcceptance {
  return { state, reason, acceptance: 'UNKNOWN', note: null, source: null, readOn: null };
}
