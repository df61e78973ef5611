import type { Address } from '../../domain/base/address.ts';
import { matchedAddressData } from '../../domain/places/matched-address.ts';
import type { SnapshotPlace } from '../../domain/transactions/transaction-snapshot.ts';
import { AddressFieldsRef } from '../base/address.ts';
import { builder } from '../base/builder.ts';
import { recordType } from '../base/record-type.ts';

/** A shipping address. `place` reads the matched place. */
type ShippingAddress = Address & { place(): Promise<SnapshotPlace> };

export const ShippingAddressRef = builder.objectRef<ShippingAddress>('ShippingAddress').implement({
  description: 'Shipping address of a document or item, as submitted, and the matched place.',
  interfaces: [AddressFieldsRef],
  fields: (t) => ({
    matchedAddressData: t.field({
      type: recordType(matchedAddressData),
      description: 'The place matched to the address.',
      resolve: async (one) => (await one.place()).match,
    }),
  }),
});
