import { type EnumerationValue, enumeration } from './record.ts';

export const recordKind = enumeration('RecordType', 'The kinds of stored records.', {
  TRANSACTION: 'A sales document.',
  CUSTOMER: 'A buyer.',
  EXEMPTION: 'A certificate that exempts a customer.',
  CERTIFICATE_REQUEST: 'A request to a customer for exemption certificates.',
  NEXUS: 'A nexus declaration for a place.',
  ACCOUNT: 'The settings of the account.',
  TAX_RETURN: 'A tax return for a place and period.',
  WEBHOOK_ENDPOINT: 'An endpoint that receives events.',
  CLIENT: 'Credentials for a program.',
  PRODUCT: 'A product with its tax code.',
  WEBHOOK_DELIVERY: 'An event sent to an endpoint. Deliveries have no entries in the audit trail.',
});
export type RecordKind = EnumerationValue<typeof recordKind>;
