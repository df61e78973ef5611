import { type EnumerationValue, enumeration, namesOf } from '../base/record.ts';

const description =
  'Groups of a liability report. SOURCE, CUSTOMER, MARKETPLACE and EXEMPTION_REASON are read from each document in the period.';

export const liabilityGroup = enumeration('LiabilityGroup', description, {
  COUNTRY: 'The country that taxes the sale.',
  STATE: 'The US state or region that taxes the sale.',
  JURISDICTION:
    'Each state, county, city, district, country or region. A sale is counted in each of its jurisdictions.',
  TAX_CODE: 'The tax code of the lines.',
  REASON: 'Why the lines are taxed or untaxed.',
  RATE: 'The rate of the lines: the combined rate or, by JURISDICTION, the rate of each jurisdiction. Zero for untaxed lines.',
  EXEMPTION_REASON:
    'The reason on the certificate that relieved the lines, such as RESALE; other lines have no reason.',
  TRANSACTION_TYPE: 'Invoices and refunds: `transactionType` of the documents.',
  CURRENCY: 'The currency. Amounts in different currencies are never added up, so this group has no effect.',
  SUBSIDIARY: 'The subsidiary of the documents.',
  SOURCE: 'The store or channel of the documents (`source`).',
  CUSTOMER: 'The customer of the documents.',
  MARKETPLACE:
    'The marketplace named in the documents (`marketplace`). `marketplaceTaxAmount` is the tax that the marketplace collected.',
  MONTH: 'The calendar month.',
  DAY: 'The reporting day of the documents: their tax date, or the first day of a later open period.',
});
export type LiabilityGroup = EnumerationValue<typeof liabilityGroup>;
export const liabilityGroupNames = namesOf(liabilityGroup);
