/** The grounds of an exemption, as the certificates of the states name them. */
export const exemptionReasons = [
  'RESALE',
  'GOVERNMENT',
  'AGRICULTURE',
  'INDUSTRIAL',
  'CHARITY',
  'EDUCATION',
  'RELIGIOUS',
  'DIRECT_PAY',
  'DIPLOMATIC',
  'OTHER',
] as const;
export type ExemptionReason = (typeof exemptionReasons)[number];

/** The reason that a free code names, such as `Direct pay`; null if it names none. */
export function reasonNamed(code: string | null | undefined): ExemptionReason | null {
  const name = (code ?? '')
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
  return exemptionReasons.find((reason) => reason === name) ?? null;
}
