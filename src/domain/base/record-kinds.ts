import { type EnumerationValue, enumeration } from './record.ts';

export const recordKind = enumeration('RecordType', 'The kinds of stored records.', {
  TRANSACTION: 'A sales document.',
  CUSTOMER: 'A buyer.',
  EXEMPTION: 'A certificate that exempts a customer.',
  NEXUS: 'The nexus declared for a place.',
  ACCOUNT: 'The settings of the account.',
  TAX_RETURN: 'A tax return of a place and period.',
  WEBHOOK_ENDPOINT: 'Where events are sent.',
  CLIENT: 'Credentials of a program.',
  WEBHOOK_DELIVERY: 'An event sent to an endpoint. The audit trail has no entries of deliveries.',
});
export type RecordKind = EnumerationValue<typeof recordKind>;
