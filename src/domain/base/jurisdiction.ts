import { enumeration } from './record.ts';

export const jurisdictionLevel = enumeration('JurisdictionLevel', 'Kind of authority that levies a tax.', {
  COUNTRY: 'A country, which levies VAT, GST or a federal tax.',
  REGION: 'A province or region of a country other than the US.',
  STATE: 'A US state.',
  COUNTY: 'A US county.',
  CITY: 'A US city or town.',
  DISTRICT: 'A special district, such as transit or stadium; several may tax one place.',
});
