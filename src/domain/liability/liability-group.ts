import { type EnumerationValue, enumeration, namesOf } from '../base/record.ts';

export const liabilityGroup = enumeration('LiabilityGroup', 'What each row of liability is for.', {
  COUNTRY: 'The country that taxes the sale.',
  STATE: 'The US state or region that taxes the sale.',
  JURISDICTION: 'Each state, county, city, district, country or region. A sale counts in each that it was assessed in.',
  TAX_CODE: 'The tax code of the lines.',
  REASON: 'Why the lines are taxed or not.',
  RATE: 'The rate of the lines: of all jurisdictions together or, by JURISDICTION, of each. Zero for what bears none.',
  EXEMPTION_REASON:
    'The reason on the certificate that relieved the lines, such as RESALE, read as for SOURCE. None for other lines.',
  TRANSACTION_TYPE: 'Invoices and refunds: `transactionType` of the documents.',
  CURRENCY: 'The currency. Amounts in different currencies are never added up, so this changes nothing.',
  SUBSIDIARY: 'The subsidiary of the documents.',
  SOURCE: 'The store or channel of the documents: `source`. It is read from each document of the period.',
  CUSTOMER: 'The customer of the documents, which are read as for SOURCE.',
  MONTH: 'The calendar month.',
  DAY: 'The day that reports the documents: their tax date, or the first day of a later open period.',
});
export type LiabilityGroup = EnumerationValue<typeof liabilityGroup>;
export const liabilityGroupNames = namesOf(liabilityGroup);
