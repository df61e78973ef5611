import { type EnumerationValue, enumeration, namesOf } from '../base/record.ts';

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
