import { citedSources } from '../base/citation.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import { type ExemptionReason, exemptionReason } from './exemption-reason.ts';

const acceptanceStatus = enumeration('ReasonAcceptanceStatus', 'Whether a state accepts a reason for an exemption.', {
  ACCEPTED: 'The state exempts such purchases, under its own conditions.',
  LIMITED: 'The state exempts only some of them, as the note says.',
  NOT_ACCEPTED: 'The state has no general exemption for this reason.',
  UNKNOWN: 'No source in the rate book says.',
});
export const reasonAcceptance = record(
  'ReasonAcceptance',
  'Whether a US state accepts a reason for an exemption, with its source.',
  {
    state: field.text('Code of the state, such as `MN`.', { examples: ['MN'] }),
    reason: field.choice(exemptionReason, 'The reason for not paying tax.'),
    acceptance: field.choice(acceptanceStatus, 'Whether the state accepts it.'),
    note: field.optional(field.text('What limits it, as a sentence.')),
    sources: citedSources('Publications that say so; empty if `UNKNOWN`.'),
    readOn: field.optional(field.day('Day on which the source was read.')),
  },
);
export type ReasonAcceptance = RecordOf<typeof reasonAcceptance>;

export function unknownAcceptance(state: string, reason: ExemptionReason): ReasonAcceptance {
  return { state, reason, acceptance: 'UNKNOWN', note: null, source: null, readOn: null };
}
