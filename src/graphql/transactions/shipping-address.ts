import type { Address } from '../../domain/base/address.ts';
import { matchedAddressData } from '../../domain/places/matched-address.ts';
import type { SnapshotPlace } from '../../domain/transactions/transaction-snapshot.ts';
import { AddressFieldsRef } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { recordType } from '../base/record-type.ts';

/** An address that goods are shipped to. `place` reads what it was matched to. */
type ShippingAddress = Address & { place(): Promise<SnapshotPlace> };

export const ShippingAddressRef = builder.objectRef<ShippingAddress>('ShippingAddress').implement({
  description:
    'An address that decides tax, of a document or of an item, as sent, and the place that it was matched to.',
  interfaces: [AddressFieldsRef],
  fields: (t) => ({
    matchedAddressData: t.field({
      type: recordType(matchedAddressData),
      description: 'The place that the address was matched to.',
      resolve: async (one) => (await one.place()).match,
    }),
  }),
});
