import { citedSources } from '../base/citation.ts';
import { type EnumerationValue, enumeration, field, namesOf, type RecordOf, record } from '../base/record.ts';

export const exemptionReason = enumeration(
  'ExemptionReason',
  'Reason for an exemption, named as on state certificates. States differ in the reasons they accept.',
  {
    RESALE: 'The goods are bought for resale.',
    GOVERNMENT: 'The buyer is a federal, state, local or tribal government.',
    AGRICULTURE: 'The goods are used in agricultural production.',
    INDUSTRIAL: 'The goods are used in industrial production or manufacturing.',
    CHARITY: 'The buyer is a charitable organization.',
    EDUCATION: 'The buyer is a school, college or other educational organization.',
    RELIGIOUS: 'The buyer is a religious organization.',
    DIRECT_PAY: 'The buyer has a direct pay permit and pays the tax to the state itself.',
    DIPLOMATIC: 'The buyer is a foreign mission, a diplomat or an international organization.',
    OTHER: 'Another reason, described in classification.',
  },
);
export type ExemptionReason = EnumerationValue<typeof exemptionReason>;
export const exemptionReasons = namesOf(exemptionReason);

/** The reason for a free-text code, such as `Direct pay`; null if it matches no reason. */
export function reasonNamed(code: string | null | undefined): ExemptionReason | null {
  const name = (code ?? '')
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
  return exemptionReasons.find((reason) => reason === name) ?? null;
}

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
